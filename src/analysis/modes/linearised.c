#include "analysis/modes/linearised.h"

#include <string.h>

#include "base/text.h"
#include "element/fmu/link.h"

/* The angular velocity of a body in ground axes. */
static SarVec3 turning(const SarModesState *s, int32_t body) {
  SarMat3 axes = sar_quat_matrix(sar_quat_load(s->q + 7 * (size_t)body + 3));
  return sar_mul(&axes, sar_vec3_load(s->v + 6 * (size_t)body + 3));
}

static int32_t find_fastest(const SarModesState *s) {
  int32_t best = -1;
  double most = 0;
  for (int32_t b = 0; b < sar_system_bodies(s->system); b++) {
    double rate = sar_norm(turning(s, b));
    if (rate > most) most = rate, best = b;
  }
  return best;
}

static SarStatus find_body(const SarModesState *s, const char *name, int32_t *body) {
  SarSuggestion suggestion = sar_suggestion(name);
  for (*body = 0; *body < sar_system_bodies(s->system); ++*body) {
    const char *own = sar_system_body(s->system, *body)->name;
    if (strcmp(own, name) == 0) return SAR_OK;
    sar_suggestion_offer(&suggestion, own);
  }
  const char *best = sar_suggestion_best(&suggestion);
  return sar_report(s->context, SAR_INPUT, sar_nowhere(), NULL, "name a body of the model",
                    "there is no body `%s`%s%s%s", name, best ? "; did you mean `" : "", best ? best : "",
                    best ? "`?" : "");
}

static SarStatus choose_axes(SarLinearised *l, const SarModesOptions *options, SarVec3 *rate) {
  int32_t body = -1;
  *rate = sar_vec3(0, 0, 0);
  l->axes = "ground";
  if (!options->rotating) return SAR_OK;
  SarVec3 given = sar_vec3_load(options->rate);
  if (!options->body && sar_norm(given) > 0) {
    *rate = given;
    l->axes = "rotating";
    return SAR_OK;
  }
  if (options->body) {
    SAR_TRY(find_body(&l->state, options->body, &body));
  } else {
    body = find_fastest(&l->state);
  }
  if (body < 0) return SAR_OK; /* nothing turns */
  *rate = turning(&l->state, body);
  l->axes = sar_system_body(l->state.system, body)->name;
  return SAR_OK;
}

/* What velocities do to forces, and to variables, of which forces may be made. Velocity rows and states stay: they are
 * no forces. */
static void leave_out_damping(SarPencil *p) {
  const SarSizes *n = &p->problem->n;
  int32_t variables = n->nv + n->np + n->nn + n->nx;
  for (int32_t j = 0; j < n->nv; j++) {
    for (int32_t e = p->pattern.column[j]; e < p->pattern.column[j + 1]; e++) {
      int32_t row = p->pattern.row[e];
      if (row < n->nv || row >= variables) p->c[e] = 0;
    }
  }
}

SarStatus sar_linearised_create(SarContext *context, const SarSystem *system, const SarModesOptions *options,
                                SarLinearised *out) {
  SarVec3 rate;
  *out = (SarLinearised){0};
  SAR_TRY(sar_fmu_links_refuse(context, sar_system_model(system)->fmus, sar_system_model(system)->nfmus,
                               "a linearised model"));
  SAR_TRY(sar_modes_state_create(context, system, options, &out->state));
  out->state.start->m->rest = true; /* small motions of what sticks stretch its springs */
  SAR_TRY(choose_axes(out, options, &rate));
  SarPoint at = sar_modes_point(&out->state);
  SAR_TRY(sar_pencil_create(context, sar_modes_problem(&out->state), &at, rate, &out->pencil));
  if (options->undamped) leave_out_damping(&out->pencil);
  return SAR_OK;
}

void sar_linearised_destroy(SarLinearised *l) {
  sar_pencil_destroy(&l->pencil);
  sar_modes_state_destroy(&l->state);
  *l = (SarLinearised){0};
}
