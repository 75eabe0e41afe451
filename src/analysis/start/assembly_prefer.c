/* What the model prefers: bodies that keep their pose or velocity, and weights; velocities under these. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/assembly.h"
#include "base/numbers.h"
#include "system/carry.h"

#define REGULARISATION 1e-9
#define FITS 1e-9             /* rates over L and the largest speed that are left where everything can be kept */
#define VELOCITY_ITERATIONS 6 /* each removes all but REGULARISATION of what can be removed */

enum { LOCK_NONE, LOCK_POSITION, LOCK_VELOCITY, LOCK_ALL }; /* in the order of the field's words */

static const SarValue *body_value(const SarSystem *s, int32_t body, const char *field) {
  return sar_model_value(sar_system_element(s, sar_system_body(s, body)->element), field);
}

static bool follows(const SarSystem *s, int32_t body) { return sar_system_body(s, body)->tie > 0; }

/* Preferences are about what was written. */
static int lock_of(const SarSystem *s, int32_t body) {
  return follows(s, body) || sar_system_is_carried(s) ? LOCK_NONE : (int)body_value(s, body, "lock")->real;
}

bool sar_body_keeps_position(const SarSystem *s, int32_t body) {
  int lock = lock_of(s, body);
  return lock == LOCK_POSITION || lock == LOCK_ALL;
}

bool sar_body_keeps_velocity(const SarSystem *s, int32_t body) {
  int lock = lock_of(s, body);
  return lock == LOCK_VELOCITY || lock == LOCK_ALL;
}

/* `keep` of a body as bits of its six components; modal bodies and nodes have no such field. A phase that goes on has
 * none either: its velocities are those of the phase before, and a jump keeps the momentum. */
static uint8_t kept_of(const SarSystem *s, int32_t body, bool velocity) {
  static const char *const words[2][6] = {{"x", "y", "z", "turn", "turn", "turn"},
                                          {"vx", "vy", "vz", "wx", "wy", "wz"}};
  const SarModelElement *element = sar_system_element(s, sar_system_body(s, body)->element);
  uint8_t bits = 0;
  bool written = !follows(s, body) && !sar_system_is_carried(s);
  if (!written || sar_field_index(element->class, "keep") < 0) return 0;
  const SarValue *keep = sar_model_value(element, "keep");
  for (int32_t k = 0; k < keep->nlist; k++) {
    for (int i = 0; i < 6; i++) bits |= (uint8_t)((strcmp(keep->names[k], words[velocity][i]) == 0) << i);
  }
  return bits;
}

double sar_body_weight(const SarSystem *s, int32_t body) {
  if (!follows(s, body) && sar_system_is_carried(s)) return 1;
  return follows(s, body) ? SAR_FOLLOWING_WEIGHT : body_value(s, body, "weight")->real;
}

bool sar_system_has_preferences(const SarSystem *s) {
  for (int32_t b = 0; b < sar_system_bodies(s); b++) {
    if (lock_of(s, b) != LOCK_NONE || (!follows(s, b) && sar_body_weight(s, b) != 1)) return true;
    if (kept_of(s, b, false) || kept_of(s, b, true)) return true;
  }
  return false;
}

void sar_assembler_prefer(SarAssembler *a) {
  const SarSystem *s = a->m->system;
  for (int32_t b = 0; b < sar_system_bodies(s); b++) {
    a->resistance[b] = sar_body_weight(s, b);
    a->kept[b] = kept_of(s, b, false);
    sar_assembler_lock(a, b, sar_body_keeps_position(s, b));
  }
}

/* The velocities of the reference point and about the ground axes are what was written: a body that assembly has turned
 * has other components along its own axes, and its centre of mass moves otherwise. */
static void carry_over(const SarSystem *s, const double *q, double *v) {
  for (int32_t b = 0; b < sar_system_bodies(s); b++) {
    const double *now = q + (size_t)7 * (size_t)b, *then = sar_system_guess(s).q + (size_t)7 * (size_t)b;
    bool turned = false;
    for (int i = 3; i < 7; i++) turned = turned || now[i] != then[i];
    if (!turned) continue;
    SarMat3 A0 = sar_quat_matrix(sar_quat_load(then + 3)), A = sar_quat_matrix(sar_quat_load(now + 3));
    double *own = v + (size_t)6 * (size_t)b;
    SarVec3 omega = sar_mul(&A0, sar_vec3_load(own + 3)), com = sar_system_body(s, b)->com;
    SarVec3 change = sar_cross(omega, sar_sub(sar_mul(&A, com), sar_mul(&A0, com)));
    sar_vec3_store(sar_add(sar_vec3_load(own), change), own);
    sar_vec3_store(sar_mul_t(&A, omega), own + 3);
  }
}

static SarStatus rates_at(SarAssembler *a, const double *q, const double *v, const double *x, double *rates) {
  const SarProblem *p = &a->m->problem;
  return p->ops->velocity(p, &(SarPoint){.t = sar_system_begin(a->m->system), .q = q, .v = v, .x = x}, rates);
}

static SarStatus reduce_rates(SarAssembler *a, const double *q, double *v, const double *x) {
  const SarProblem *p = &a->m->problem;
  int32_t rows = p->n.np + p->n.nn;
  SAR_TRY(sar_assembler_factor(a, sar_system_begin(a->m->system), q, REGULARISATION));
  for (int i = 0; i < VELOCITY_ITERATIONS; i++) {
    memset(a->rhs, 0, (size_t)a->n * sizeof *a->rhs);
    SAR_TRY(rates_at(a, q, v, x, a->rhs + p->n.nv));
    for (int32_t k = 0; k < rows; k++) a->rhs[p->n.nv + k] *= -1;
    sar_assembler_solve(a);
    if (!sar_all_finite(p->n.nv, a->rhs)) return SAR_SINGULAR;
    for (int32_t k = 0; k < p->n.nv; k++) {
      if (!a->frozen[k]) v[k] += a->rhs[k];
    }
    if (sar_largest(p->n.nv, a->rhs) == 0) break;
  }
  return SAR_OK;
}

/* One way of keeping components: hold = bit for bit. */
static SarStatus fit_velocity(SarAssembler *a, bool hold, const double *q, double *v, const double *x, double *error,
                              int32_t *worst) {
  const SarProblem *p = &a->m->problem;
  const SarSystem *s = a->m->system;
  int32_t rows = p->n.np + p->n.nn;
  a->holds = hold;
  for (int32_t b = 0; b < sar_system_bodies(s); b++) {
    a->resistance[b] = sar_body_weight(s, b);
    a->kept[b] = kept_of(s, b, true);
    sar_assembler_lock(a, b, sar_body_keeps_velocity(s, b));
  }
  for (int32_t i = 0; i < rows; i++) a->frozen[p->n.nv + i] = false;
  carry_over(s, q, v);
  SAR_TRY(reduce_rates(a, q, v, x));
  SAR_TRY(rates_at(a, q, v, x, a->magnitude));
  *worst = 0;
  for (int32_t i = 1; i < rows; i++) {
    if (fabs(a->magnitude[i]) > fabs(a->magnitude[*worst])) *worst = i;
  }
  *error = rows ? fabs(a->magnitude[*worst]) / sar_system_length(s) : 0;
  return SAR_OK;
}

SarStatus sar_assembler_velocity(SarAssembler *a, const double *q, double *v, const double *x, double *error,
                                 int32_t *worst) {
  const SarProblem *p = &a->m->problem;
  double speed = 0;
  bool kept = false;
  for (int32_t b = 0; b < sar_system_bodies(a->m->system); b++) kept = kept || kept_of(a->m->system, b, true);
  double *written = kept ? malloc((size_t)p->n.nv * sizeof *v) : NULL;
  if (kept && !written) return sar_report_no_memory(a->context);
  if (kept) memcpy(written, v, (size_t)p->n.nv * sizeof *v);
  SarStatus status = fit_velocity(a, true, q, v, x, error, worst);
  for (int32_t i = 0; i < p->n.nv; i++) speed = fmax(speed, fabs(v[i]) * p->weight[i]);
  bool fits = status == SAR_OK && *error <= FITS * (1 + speed);
  if (kept && !fits && (status == SAR_OK || status == SAR_SINGULAR)) {
    memcpy(v, written, (size_t)p->n.nv * sizeof *v);
    status = fit_velocity(a, false, q, v, x, error, worst);
  }
  free(written);
  return status;
}
