/* What parts record, in symbols: n1(shaft.e3). */
#include <string.h>

#include "element/contact/contact_part.h"
#include "system/user/user.h"

typedef struct Writer {
  SarPartWriter writer; /* first member */
  SarBuilder *b;
  const SarSymbols *symbols;
  const SarPart *part;
} Writer;

static SarStatus frame(const SarPartWriter *w, int32_t node, SarVec3 point, const SarMat3 *axes, SarSymbolFrame *out) {
  const Writer *x = (const Writer *)w;
  SarSide side = {x->part->body[node], point, *axes};
  return x->b->ops->frame(x->b, &side, out);
}

static const SarExpr *rate(const SarPartWriter *w, const SarExpr *f) {
  return sar_symbols_by_time(((const Writer *)w)->symbols, f);
}

static int32_t column_of(const SarPartClass *class, const char *quantity) {
  for (int32_t i = 0; i < class->ncolumns; i++) {
    if (strcmp(class->columns[i], quantity) == 0) return i;
  }
  return -1;
}

/* Which of them counts would jump. */
static SarStatus report_several(SarBuilder *b, int32_t element, const char *quantity, SarSource source) {
  const char *name = sar_builder_of(b)->build->system->model->elements[element].name;
  return sar_report(b->context, SAR_INPUT, source, b->name, "ask a contact that names two bodies by `between`",
                    "`%s` speaks of several pairs of bodies: `%s` of one of them cannot be told", name, quantity);
}

SarStatus sar_user_part_quantity(SarBuilder *b, int32_t element, const char *quantity, SarSource source,
                                 const SarExpr **out) {
  const SarUserBuild *build = sar_builder_of(b)->build;
  SarRange parts = build->system->places[element].parts;
  const SarPart *part = parts.count ? &build->system->parts[parts.first] : NULL;
  int32_t column = part && part->class->write ? column_of(part->class, quantity) : -1;
  const char *why = NULL;
  bool several = build->system->places[element].crowd || (part && parts.count > 1 && part->class->merge);
  if (build->system->model->elements[element].inactive && column_of(&sar_part_contact, quantity) >= 0) {
    *out = sar_expr_constant(b->arena, 0); /* a contact that a phase has taken out */
    return *out ? SAR_OK : sar_report_no_memory(b->context);
  }
  if (several) return report_several(b, element, quantity, source);
  if (column < 0) return SAR_OK;
  Writer x = {
      {.arena = b->arena, .kept = build->system->arena, .frame = frame, .rate = rate}, b, &build->user->symbols, part};
  SarStatus status = part->class->write(part->data, column, &x.writer, out, &why);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(b->context);
  if (status != SAR_OK || *out) return status;
  return sar_report(b->context, SAR_INPUT, source, b->name, why, "`%s` of `%s` cannot be used in an expression",
                    quantity, build->system->model->elements[element].name);
}
