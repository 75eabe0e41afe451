/* Forces and motions that jump. Only elements whose functions hold one that jumps (sign, floor, ceil, mod) are looked
 * at; `sign(x)*x^2` does not jump, so that their values decide: along each variable an interval with a change is halved
 * until nothing but a jump remains. */
#include <float.h>
#include <math.h>

#include "analysis/doctor/suspects.h"
#include "analysis/failure/probe.h"
#include "element/force/law.h"

#define SAMPLES 1000       /* even: the middle of the range lies between two of them */
#define HALVINGS 60        /* down to neighbouring numbers */
#define BESIDE 1e-9        /* of the range */
#define NOTHING 1e-6       /* of the larger side: shown as 0 */
#define SMALLEST_JUMP 1e-3 /* of the largest value */
#define LARGEST_RATE 10    /* L or full turns per second: as fast as rates are looked at */
#define FULL_TURN 6.283185307179586

/* A value as a function of one variable. */
typedef struct Curve {
  double (*value)(const struct Curve *curve, double x);
  double low, high;
  const SarSuspects *s;
  const SarProbe *probe; /* of time */
  const SarLawForce *law;
  double y; /* of the law, where the rate varies */
  int32_t element, index;
} Curve;

typedef struct Jump {
  double x, before, after;
} Jump;

static double size_of(const Jump *jump) { return fabs(jump->after - jump->before); }

/* Halves the interval, each time to the half with the larger change. */
static Jump narrow(const Curve *c, double low, double high) {
  Jump jump = {0, c->value(c, low), c->value(c, high)};
  for (int i = 0; i < HALVINGS; i++) {
    double middle = (low + high) / 2, value = c->value(c, middle);
    if (fabs(value - jump.before) >= fabs(jump.after - value)) {
      high = middle, jump.after = value;
    } else {
      low = middle, jump.before = value;
    }
  }
  jump.x = (low + high) / 2;
  if (size_of(&jump) == 0) return jump;
  double beside = BESIDE * (c->high - c->low); /* on the jump itself there may be a third value */
  jump.before = c->value(c, jump.x - beside);
  jump.after = c->value(c, jump.x + beside);
  double nothing = NOTHING * fmax(fabs(jump.before), fabs(jump.after));
  if (fabs(jump.before) < nothing) jump.before = 0;
  if (fabs(jump.after) < nothing) jump.after = 0;
  return jump;
}

static double sample_at(const Curve *c, int32_t i) {
  return c->low + (c->high - c->low) * (double)i / (double)(SAMPLES - 1);
}

/* The largest jump; its values are equal where there is none. */
static Jump find_jump(const Curve *c) {
  double largest = 0, last = 0;
  Jump found = {0};
  for (int32_t i = 0; i < SAMPLES; i++) {
    double value = c->value(c, sample_at(c, i));
    largest = fmax(largest, fabs(value));
  }
  for (int32_t i = 0; i < SAMPLES && isfinite(largest); i++) {
    double value = c->value(c, sample_at(c, i));
    bool changes = i > 0 && fabs(value - last) > SMALLEST_JUMP * largest;
    last = value;
    if (!changes) continue;
    Jump jump = narrow(c, sample_at(c, i - 1), sample_at(c, i));
    if (size_of(&jump) > fmax(size_of(&found), SMALLEST_JUMP * largest)) found = jump;
  }
  return found;
}

/* ---- the variables ---- */

static double at_time(const Curve *c, double t) {
  double values[SAR_PROBE_VALUES];
  return c->index < sar_probe_values(c->probe, c->element, t, values) ? values[c->index] : 0;
}

static double at_value(const Curve *c, double y) {
  return sar_law_evaluate(&c->law->law, y, 0, 0, c->s->m->scratch).force;
}

static double at_rate(const Curve *c, double rate) {
  return sar_law_evaluate(&c->law->law, c->y, rate, 0, c->s->m->scratch).force;
}

/* ---- elements ---- */

static const char *name_of_jump(const SarModelElement *element) {
  const char *name = NULL;
  for (int32_t i = 0; i < element->class->nfields && !name; i++) {
    SarFieldKind kind = element->class->fields[i].kind;
    int parts = kind == SAR_FIELD_FUNCTIONS3 ? 3 : kind == SAR_FIELD_FUNCTION ? 1 : 0;
    for (int k = 0; k < parts && !name; k++) {
      const SarExpr *f = element->values[i].function[k];
      if (f) name = sar_expr_jump(f);
    }
  }
  return name;
}

static void warn(const SarSuspects *s, const SarModelElement *element, const char *function, const char *where,
                 const Jump *jump) {
  bool motion = element->class->section == SAR_SECTION_MOTIONS;
  sar_warn(s->context, element->source, element->name,
           motion ? "give a motion without steps: bodies cannot follow a jump, and a kink is a blow"
                  : "let it change over a short range w instead: `tanh(x/w)` in place of `sign(x)`",
           "`%s` jumps from %.4g to %.4g (SI units) %s, by its `%s`: steps become very small there, and the motion may "
           "get stuck",
           element->name, jump->before, jump->after, where, function);
}

/* False: it does not jump along this variable. */
static bool look_along(const SarSuspects *s, const Curve *c, const char *function, const char *format, double unit,
                       const char *unit_name) {
  Jump jump = find_jump(c);
  char where[160];
  if (size_of(&jump) == 0) return false;
  double x = fabs(jump.x) > 1e-9 * fmax(fabs(c->low), fabs(c->high)) ? jump.x / unit : 0;
  snprintf(where, sizeof where, format, x, unit_name);
  warn(s, &s->system->model->elements[c->element], function, where, &jump);
  return true;
}

static bool look_at_law(SarSuspects *s, int32_t element, const SarLawForce *law, const char *function) {
  const SarUnits *units = &s->system->model->units;
  double y = sar_mechanism_coordinate(s->m, law->coordinate, 0).y;
  bool turns = s->system->coordinates[law->coordinate].turns >= 0;
  double range = turns ? FULL_TURN : s->system->length, unit = turns ? units->angle : units->length;
  const char *name = turns ? units->angle_name : units->length_name;
  Curve rate = {.value = at_rate, .low = -LARGEST_RATE * range, .high = LARGEST_RATE * range};
  Curve value = {.value = at_value, .low = y - range, .high = y + range};
  rate.s = value.s = s, rate.law = value.law = law, rate.element = value.element = element;
  rate.y = y;
  char per_time[64];
  snprintf(per_time, sizeof per_time, "%s/%s", name, units->time_name);
  return look_along(s, &rate, function, "where its rate passes %.4g %s", unit / units->time, per_time) ||
         look_along(s, &value, function, turns ? "at an angle of %.4g %s" : "at a length of %.4g %s", unit, name);
}

static bool look_at_time(SarSuspects *s, const SarProbe *probe, int32_t element, const char *function) {
  const SarUnits *units = &s->system->model->units;
  double end = s->system->model->simulation.end, values[SAR_PROBE_VALUES];
  if (!(end > 0)) return false;
  int32_t count = sar_probe_values(probe, element, 0, values);
  for (int32_t i = 0; i < count; i++) {
    Curve time = {.value = at_time, .high = end, .s = s, .probe = probe, .element = element, .index = i};
    if (look_along(s, &time, function, "at t = %.6g %s", units->time, units->time_name)) return true;
  }
  return false;
}

static void look_at(SarSuspects *s, const SarProbe *probe, int32_t element) {
  const SarPlace *place = &s->system->places[element];
  const char *function = name_of_jump(&s->system->model->elements[element]);
  if (!function || !sar_suspect(s)) return;
  bool found = look_at_time(s, probe, element, function);
  for (int32_t i = 0; i < place->laws.count && !found; i++) {
    found = look_at_law(s, element, &s->system->laws[place->laws.first + i], function);
  }
  s->found -= !found;
}

SarStatus sar_suspect_jumps(SarSuspects *s) {
  const SarSystem *system = s->system;
  SarPoint start = {.q = system->q0, .v = system->v0, .a = system->v0}; /* frozen: accelerations do not count */
  SarProbe probe;
  SAR_TRY(sar_probe_create(s->context, s->m, &start, &probe));
  probe.frozen = true;
  sar_probe_place(&probe, 0);
  for (int32_t e = 0; e < system->model->nelements; e++) {
    SarSection section = system->model->elements[e].class->section;
    if (section == SAR_SECTION_FORCES || section == SAR_SECTION_MOTIONS) look_at(s, &probe, e);
  }
  sar_probe_free(&probe);
  return SAR_OK;
}

SarStatus sar_suspects_after_small_steps(SarContext *context, const SarSystem *system) {
  SarSuspects s = {.context = context, .system = system};
  SAR_TRY(sar_mechanism_create(context, system, NULL, false, &s.m));
  SarStatus status = sar_suspect_jumps(&s);
  sar_mechanism_destroy(&s.m);
  return status;
}
