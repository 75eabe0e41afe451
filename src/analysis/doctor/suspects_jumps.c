/* Motions that jump: bodies cannot follow. (Forces may: steps end on their jumps.) Only motions whose functions hold
 * one that jumps (sign, floor, ceil, mod, a comparison) are looked at; `sign(x)*x^2` does not jump, so that their
 * values decide: an interval of time with a change is halved until nothing but a jump remains. */
#include <math.h>

#include "analysis/doctor/suspects.h"
#include "analysis/failure/probe.h"

#define SAMPLES 1000       /* even: the middle of the range lies between two of them */
#define HALVINGS 60        /* down to neighbouring numbers */
#define BESIDE 1e-9        /* of the range */
#define NOTHING 1e-6       /* of the larger side: shown as 0 */
#define SMALLEST_JUMP 1e-3 /* of the largest value */

/* A value of a motion as a function of time. */
typedef struct Curve {
  const SarProbe *probe;
  double end;
  int32_t element, index;
} Curve;

typedef struct Jump {
  double t, before, after;
} Jump;

static double size_of(const Jump *jump) { return fabs(jump->after - jump->before); }

static double value_at(const Curve *c, double t) {
  double values[SAR_PROBE_VALUES];
  return c->index < sar_probe_values(c->probe, c->element, t, values) ? values[c->index] : 0;
}

/* Halves the interval, each time to the half with the larger change. */
static Jump narrow(const Curve *c, double low, double high) {
  Jump jump = {0, value_at(c, low), value_at(c, high)};
  for (int i = 0; i < HALVINGS; i++) {
    double middle = (low + high) / 2, value = value_at(c, middle);
    if (fabs(value - jump.before) >= fabs(jump.after - value)) {
      high = middle, jump.after = value;
    } else {
      low = middle, jump.before = value;
    }
  }
  jump.t = (low + high) / 2;
  if (size_of(&jump) == 0) return jump;
  double beside = BESIDE * c->end; /* on the jump itself there may be a third value */
  jump.before = value_at(c, jump.t - beside);
  jump.after = value_at(c, jump.t + beside);
  double nothing = NOTHING * fmax(fabs(jump.before), fabs(jump.after));
  if (fabs(jump.before) < nothing) jump.before = 0;
  if (fabs(jump.after) < nothing) jump.after = 0;
  return jump;
}

static double sample_at(const Curve *c, int32_t i) { return c->end * (double)i / (double)(SAMPLES - 1); }

/* The largest jump; its values are equal where there is none. */
static Jump find_jump(const Curve *c) {
  double largest = 0, last = 0;
  Jump found = {0};
  for (int32_t i = 0; i < SAMPLES; i++) {
    double value = value_at(c, sample_at(c, i));
    largest = fmax(largest, fabs(value));
  }
  for (int32_t i = 0; i < SAMPLES && isfinite(largest); i++) {
    double value = value_at(c, sample_at(c, i));
    bool changes = i > 0 && fabs(value - last) > SMALLEST_JUMP * largest;
    last = value;
    if (!changes) continue;
    Jump jump = narrow(c, sample_at(c, i - 1), sample_at(c, i));
    if (size_of(&jump) > fmax(size_of(&found), SMALLEST_JUMP * largest)) found = jump;
  }
  return found;
}

static void warn(const SarSuspects *s, const Curve *c, const Jump *jump, const char *function) {
  const SarModel *model = sar_system_model(s->system);
  const SarModelElement *element = &model->elements[c->element];
  const SarUnits *units = &model->units;
  double t = fabs(jump->t) > 1e-9 * c->end ? jump->t / units->time : 0;
  sar_warn(
      s->context, element->source, element->name,
      "give a motion without steps: bodies cannot follow a jump, and a kink is a blow",
      "`%s` jumps from %.4g to %.4g (SI units) at t = %.6g %s, by its `%s`: steps become very small there, and the "
      "motion may get stuck",
      element->name, jump->before, jump->after, t, units->time_name, function);
}

static void look_at(SarSuspects *s, const SarProbe *probe, int32_t element) {
  const SarModel *model = sar_system_model(s->system);
  const char *function = sar_suspect_function(&model->elements[element]);
  double values[SAR_PROBE_VALUES];
  int32_t count = function ? sar_probe_values(probe, element, 0, values) : 0;
  for (int32_t i = 0; i < count; i++) {
    Curve curve = {probe, model->simulation.end, element, i};
    Jump jump = find_jump(&curve);
    if (size_of(&jump) == 0) continue;
    if (sar_suspect(s)) warn(s, &curve, &jump, function);
    return;
  }
}

SarStatus sar_suspect_jumps(SarSuspects *s) {
  const SarSystem *system = s->system;
  SarGuess guess = sar_system_guess(system);
  const SarModel *model = sar_system_model(system);
  SarPoint start = {.q = guess.q, .v = guess.v, .a = guess.v}; /* frozen: accelerations do not count */
  SarProbe probe;
  if (!(model->simulation.end > 0)) return SAR_OK;
  SAR_TRY(sar_probe_create(s->context, s->m, &start, &probe));
  probe.frozen = true;
  sar_probe_place(&probe, 0);
  for (int32_t e = 0; e < model->nelements; e++) {
    if (model->elements[e].class->section == SAR_SECTION_MOTIONS) look_at(s, &probe, e);
  }
  sar_probe_free(&probe);
  return SAR_OK;
}
