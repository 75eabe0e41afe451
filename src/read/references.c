/* References in expressions: their units, and what they become in an included file.
 *
 * The value of a reference is in SI units. In the user's expression it is multiplied into the file's; angles are
 * radians there. What a state or a variable counts is the user's own affair: only time has a unit. The unit of an
 * element's own quantity (the value of a coordinate, the rate of a spring) is known when the element is: those factors
 * are put in at the end. */
#include <string.h>

#include "base/text.h"
#include "read/mirror.h"
#include "read/placement.h"

typedef struct SarReferenceOrigin {
  const SarFile *file;
  SarVariables variables;
} SarReferenceOrigin;

SarStatus sar_read_add_reference(SarFile *file, const SarReference *reference, const SarVariables *variables,
                                 int32_t *index) {
  SarReader *reader = file->reader;
  int32_t capacity = reader->origins_capacity;
  if (reader->model->nreferences >= capacity) { /* first: reading goes on where there is no room for it */
    int32_t larger = capacity ? 2 * capacity : 64;
    void *grown =
        sar_arena_grow(reader->arena, reader->origins, (size_t)capacity, (size_t)larger, sizeof *reader->origins);
    if (!grown) return sar_read_no_memory(reader);
    reader->origins = grown;
    reader->origins_capacity = larger;
  }
  SAR_TRY(sar_model_add_reference(reader->model, reference, index));
  reader->origins[*index] = (SarReferenceOrigin){file, *variables};
  return SAR_OK;
}

bool sar_read_reference_in_degrees(const SarReader *reader, int32_t index) {
  return index < reader->origins_capacity && reader->origins[index].file->units.angle < 0.1; /* not turns */
}

static double factor_of(const SarFile *file, const char *unit) {
  SarUnits units = file->units;
  units.angle = 1;
  return 1 / sar_units_factor(&units, unit);
}

double sar_read_reference_factor(SarFile *file, const SarReference *reference, bool *angle) {
  const SarMeasureClass *measure = reference->measure;
  if (!measure || strcmp(measure->unit, "?") == 0) return 1;
  const char *unit = sar_measure_unit(measure, reference->numbers);
  if (strstr(unit, "rad")) *angle = true;
  return factor_of(file, unit);
}

/* ---- factors that are known at the end ---- */

typedef struct Late {
  SarReader *reader;
  double *factors; /* by reference; 1: nothing to do */
} Late;

static const SarExpr *multiply_late(void *self, const SarExpr *node, const SarExpr *now) {
  const Late *late = self;
  int32_t k = sar_expr_is_variable(node) - SAR_REFERENCES;
  if (k < 0 || late->factors[k] == 1) return now;
  SarArena *arena = late->reader->model->arena;
  return sar_expr_multiply(arena, sar_expr_constant(arena, late->factors[k]), node);
}

static SarStatus rewrite(Late *late, const SarExpr **f) {
  if (!*f) return SAR_OK;
  SarRewriter rewriter = {multiply_late, late};
  *f = sar_expr_rewrite(late->reader->model->arena, *f, &rewriter);
  return *f ? SAR_OK : sar_read_no_memory(late->reader);
}

static SarStatus rewrite_list(Late *late, SarValue *value) {
  SarModel *model = late->reader->model;
  const SarExpr **functions = SAR_NEW(model->arena, value->nlist, const SarExpr *);
  if (!functions) return sar_read_no_memory(late->reader);
  for (int32_t i = 0; i < value->nlist; i++) {
    functions[i] = value->functions[i];
    SAR_TRY(rewrite(late, &functions[i]));
  }
  value->functions = functions;
  return SAR_OK;
}

static SarStatus rewrite_settings(Late *late, SarValue *value) {
  SarModel *model = late->reader->model;
  SarSetting *settings = SAR_NEW(model->arena, value->nlist, SarSetting);
  if (!settings) return sar_read_no_memory(late->reader);
  for (int32_t i = 0; i < value->nlist; i++) {
    settings[i] = value->settings[i];
    SAR_TRY(rewrite(late, &settings[i].function));
  }
  value->settings = settings;
  return SAR_OK;
}

static SarStatus rewrite_element(Late *late, SarModelElement *element) {
  for (int32_t i = 0; i < element->class->nfields; i++) {
    SarValue *value = &element->values[i];
    SarFieldKind kind = element->class->fields[i].kind;
    if (!value->given) continue;
    if (kind == SAR_FIELD_FUNCTION) SAR_TRY(rewrite(late, &value->function[0]));
    for (int k = 0; kind == SAR_FIELD_FUNCTIONS3 && k < 3; k++) SAR_TRY(rewrite(late, &value->function[k]));
    if (kind == SAR_FIELD_FUNCTIONS) SAR_TRY(rewrite_list(late, value));
    if (kind == SAR_FIELD_SETTINGS) SAR_TRY(rewrite_settings(late, value));
  }
  return SAR_OK;
}

static SarStatus multiply_factors(SarReader *reader) {
  SarModel *model = reader->model;
  Late late = {reader, SAR_NEW(reader->arena, model->nreferences, double)};
  bool any = false;
  if (!late.factors) return sar_read_no_memory(reader);
  for (int32_t k = 0; k < model->nreferences; k++) {
    const SarReference *r = &model->references[k];
    bool unknown = r->parameter < 0 && (!r->measure || strcmp(r->measure->unit, "?") == 0);
    late.factors[k] = unknown ? factor_of(reader->origins[k].file, sar_model_reference_unit(model, r)) : 1;
    any = any || late.factors[k] != 1;
  }
  for (int32_t e = 0; any && e < model->nelements; e++) SAR_TRY(rewrite_element(&late, &model->elements[e]));
  return SAR_OK;
}

/* A variable of the field or a parameter that an unknown name resembles. */
static const char *nearest(const SarReferenceOrigin *origin, const char *name) {
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < origin->variables.count; i++) {
    const char *variable = origin->variables.list[i].name;
    sar_suggestion_offer(&suggestion, variable);
    if (strcmp(variable, "t") == 0) sar_suggestion_offer(&suggestion, "time"); /* which it may be called, too */
  }
  for (int32_t i = 0; i < origin->file->nparameters - origin->file->nhidden; i++) {
    sar_suggestion_offer(&suggestion, origin->file->parameters[i].name);
  }
  return sar_suggestion_best(&suggestion);
}

SarStatus sar_read_finish_references(SarReader *reader) {
  SarModel *model = reader->model;
  for (int32_t k = 0; k < model->nreferences; k++) {
    SarReference *r = &model->references[k];
    bool bare = !r->measure && r->parameter < 0;
    if (!bare || sar_model_lookup(model, r->elements[0]) != SAR_NAME_NONE) continue;
    const char *name = nearest(&reader->origins[k], r->name);
    r->nearest = name ? sar_arena_copy_text(model->arena, name) : NULL;
    if (name && !r->nearest) return sar_read_no_memory(reader);
  }
  return multiply_factors(reader);
}

/* ---- included files ---- */

/* What was left out is the ground of the sub-model, but for the frame that actions on another one come from: that is
 * any. */
static SarStatus place_frames(SarFile *file, SarReference *r) {
  SarMeasureArguments a = sar_measure_arguments(r->measure);
  bool thing = a.kinds[0] == SAR_ARGUMENT_THING, between = thing && !r->elements[0];
  for (int32_t i = 0; i < a.count; i++) {
    bool any = between && i == 1 && !r->frames[i].body, frame = a.kinds[i] == SAR_ARGUMENT_FRAME || (between && i == 0);
    if (!frame || any) continue;
    if (!r->frames[i].body) r->frames[i] = (SarSideName){"ground", NULL, r->source};
    bool plain = !r->frames[i].frame;
    SAR_TRY(sar_place_ground_side(file, &r->frames[i]));
    if (plain && r->frames[i].frame) r->whole_ground[i] = true;
    if (!thing && r->narguments <= i) r->narguments = i + 1;
  }
  return SAR_OK;
}

static SarStatus report_mirrored(SarFile *file, const SarReference *r) {
  static const char *const remedies[3] = {
      "with `mirror: x` these keep their signs: dy, dz, vy, vz, fy, fz, wx, tx and sizes such as dm or vr",
      "with `mirror: y` these keep their signs: dx, dz, vx, vz, fx, fz, wy, ty and sizes such as dm or vr",
      "with `mirror: z` these keep their signs: dx, dy, vx, vy, fx, fy, wz, tz and sizes such as dm or vr"};
  bool outside = false;
  for (int32_t i = 1; r->measure && i < r->narguments; i++) {
    outside = outside || !sar_mirror_is_inside(file, &r->frames[i]);
  }
  if (outside) {
    return sar_report(file->reader->context, SAR_INPUT, r->source, r->owner,
                      "name axes of the sub-model, or leave them out",
                      "`%s` is measured along axes that are not mirrored with the sub-model", r->name);
  }
  return sar_report(file->reader->context, SAR_INPUT, r->source, r->owner, remedies[file->placement.mirror],
                    "`%s` has another sign in the mirror: it cannot be used in a mirrored sub-model", r->name);
}

SarStatus sar_place_references(SarFile *file, int32_t first_reference) {
  SarModel *model = file->reader->model;
  const SarPlacement *p = &file->placement;
  SarStatus status = SAR_OK;
  bool still = sar_place_only_moves(p) && p->at.x == 0 && p->at.y == 0 && p->at.z == 0;
  for (int32_t k = first_reference; k < model->nreferences; k++) {
    SarReference *r = &model->references[k];
    if (r->parameter >= 0 || still) continue;
    sar_model_settle_reference(model, r);
    if (p->mirror >= 0 && !sar_mirror_keeps_reference(file, r)) {
      status = report_mirrored(file, r);
      continue;
    }
    if (!r->measure) continue;
    SAR_TRY(place_frames(file, r));
  }
  return status;
}
