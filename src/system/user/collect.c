/* What goes into one program is collected here, and numbered. */
#include <stdlib.h>
#include <string.h>

#include "system/user/user.h"

/* What numbers of leaves are found with. */
typedef struct Leaves {
  const SarSystem *s;
  const SarUser *u;
} Leaves;

static int32_t leaf_of(void *self, int32_t symbol) {
  const Leaves *c = self;
  SarSymbolKind kind = sar_symbol_kind(symbol);
  int32_t index = sar_symbol_index(symbol);
  if (kind == SAR_SYMBOL_TURN) index = c->s->coordinates[index].read_turn - 1;
  return c->u->first[kind] + index;
}

void sar_user_renumber(const SarSystem *s, const SarUser *u, const SarProgram *program) {
  Leaves leaves = {s, u};
  sar_program_renumber(program, leaf_of, &leaves);
}

int32_t sar_user_row_index(const SarSystem *s, const SarUser *u, int32_t symbol) {
  int32_t index = sar_symbol_index(symbol), nv = 6 * s->nbodies + u->ncoordinates;
  switch (sar_symbol_kind(symbol)) {
    case SAR_SYMBOL_BODY: return 6 * (index / SAR_BODY_SYMBOLS) + index % SAR_BODY_SYMBOLS - SAR_BODY_ACC;
    case SAR_SYMBOL_A: return 6 * s->nbodies + index;
    case SAR_SYMBOL_LAMBDA: return nv + index;
    case SAR_SYMBOL_MU: return nv + s->nposition + index;
    case SAR_SYMBOL_X:
    case SAR_SYMBOL_XDOT: return nv + s->nposition + s->nvelocity + index;
    default: return nv + s->nposition + s->nvelocity + s->nstates + index; /* z */
  }
}

void sar_user_collect(SarUserCollection *c, const SarExpr *f, int32_t target) {
  const SarExpr **output = sar_append(&c->outputs, &c->count, &c->capacity, sizeof *output);
  int32_t *of = sar_append(&c->targets, &c->ntargets, &c->targets_capacity, sizeof *of);
  c->no_memory |= !f || !output || !of;
  if (output) *output = f;
  if (of) *of = target;
}

SarStatus sar_user_finish(SarUserCollection *c, SarUserProgram *out) {
  SarSystem *s = c->s;
  SarStatus status = c->no_memory ? sar_report_no_memory(s->context) : SAR_OK;
  *out = (SarUserProgram){.noutputs = c->count, .target = SAR_NEW(s->arena, c->count + 1, int32_t)};
  if (status == SAR_OK && !out->target) status = sar_report_no_memory(s->context);
  if (status == SAR_OK && c->count) {
    memcpy(out->target, c->targets, (size_t)c->count * sizeof *out->target);
    status = sar_program_compile(s->context, s->arena, c->outputs, c->count, &out->program);
  }
  if (out->program) {
    sar_user_renumber(s, c->u, out->program);
    sar_system_need_scratch(s, out->program);
  }
  if (c->count > c->u->most_outputs) c->u->most_outputs = c->count;
  free(c->outputs);
  free(c->targets);
  *c = (SarUserCollection){.s = s, .u = c->u};
  return status;
}
