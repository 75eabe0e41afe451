#include "analysis/failure/probe.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/equations.h"
#include "base/numbers.h"
#include "element/force/law.h"

#define SAMPLES 13         /* over [-d, 2 d] */
#define REMAINS 0.5        /* of a change that shrinking its interval does not reduce: a jump */
#define SMALLEST_JUMP 1e-3 /* of the largest value nearby */
#define CANDIDATES 8       /* values looked at more closely */
#define NARROW 1e-10       /* of the window: as far as the interval is shrunk, if time can be told apart there */
#define NOTHING 1e-6       /* of the forces that move the bodies, or of an element's largest value */
#define UNBOUNDED 30       /* times the values at both ends of the window: a pole */

SarStatus sar_probe_create(SarContext *context, const SarWorkspace *m, const SarPoint *at, SarProbe *out) {
  const SarSizes *n = &m->problem.n;
  *out = (SarProbe){.m = m, .at = *at, .begin = -INFINITY, .end = INFINITY};
  out->memory = calloc((size_t)(n->nq + 2 * n->nv) + 1, sizeof(double));
  if (!out->memory) return sar_report_no_memory(context);
  out->q = out->memory;
  out->v = out->q + n->nq;
  out->dq = out->v + n->nv;
  return SAR_OK;
}

void sar_probe_free(SarProbe *probe) { free(probe->memory); }

void sar_probe_place(const SarProbe *probe, double s) {
  const SarSizes *n = &probe->m->problem.n;
  if (probe->frozen) {
    sar_workspace_place(probe->m, probe->at.q, probe->at.v);
    return;
  }
  for (int32_t i = 0; i < n->nv; i++) {
    double a = isfinite(probe->at.a[i]) ? probe->at.a[i] : 0;
    probe->v[i] = probe->at.v[i] + s * a;
    probe->dq[i] = s * (probe->at.v[i] + s * a / 2);
  }
  memcpy(probe->q, probe->at.q, (size_t)n->nq * sizeof(double));
  sar_move(&probe->m->problem, probe->dq, probe->q);
  sar_workspace_place(probe->m, probe->q, probe->v);
}

/* ---- values ---- */

static double law_force(const SarWorkspace *m, const SarLawForce *law, double t) {
  SarCoordinateValue y = sar_workspace_coordinate(m, law->coordinate, t);
  return sar_law_evaluate(&law->law, y.y, y.rate, t, m->scratch).force;
}

static int32_t load_values(const SarWorkspace *m, const SarForce *force, double t, double *values) {
  SarLoad load;
  SarStatus status = force->class->load(force->param, t, &m->kin[force->a], &m->kin[force->b], &load);
  if (status != SAR_OK) {
    for (int i = 0; i < SAR_PROBE_VALUES; i++) values[i] = NAN;
  } else {
    sar_vec3_store(load.fb, values);
    sar_vec3_store(load.tb, values + 3);
    sar_vec3_store(load.fa, values + 6);
    sar_vec3_store(load.ta, values + 9);
  }
  return SAR_PROBE_VALUES;
}

int32_t sar_probe_values(const SarProbe *probe, int32_t element, double s, double *values) {
  const SarWorkspace *m = probe->m;
  const SarSystem *system = m->system;
  const SarPlace *place = sar_system_place(system, element);
  double t = probe->at.t + s;
  int32_t count = 0;
  for (int32_t i = 0; i < place->laws.count && count < SAR_PROBE_VALUES; i++) {
    values[count++] = law_force(m, sar_system_law(system, place->laws.first + i), t);
  }
  if (count == 0 && place->forces.count > 0) {
    return load_values(m, sar_system_force(system, place->forces.first), t, values);
  }
  for (int32_t i = 0; i < place->relations.count && count + 2 <= SAR_PROBE_VALUES; i++) {
    const SarRelationRow *row = sar_system_relation(system, place->relations.first + i);
    double function[3];
    if (!row->function) continue;
    sar_workspace_function(m, row, t, function);
    values[count++] = function[0];
    values[count++] = function[1];
  }
  return count;
}

/* ---- the search ---- */

/* One value of one element over the window. */
typedef struct Curve {
  const SarProbe *probe;
  int32_t element, value;
  double d;
  double floor; /* smaller values are nothing */
} Curve;

static double curve_at(const Curve *curve, double s) {
  double values[SAR_PROBE_VALUES];
  sar_probe_place(curve->probe, s);
  sar_probe_values(curve->probe, curve->element, s, values);
  return values[curve->value];
}

/* The window ends where the run does: functions need not be defined beyond. */
static double sample_place(const SarProbe *probe, double d, int32_t k) {
  double begin = fmax(-d, probe->begin - probe->at.t), end = fmin(2 * d, probe->end - probe->at.t);
  return begin + (end - begin) * k / (SAMPLES - 1);
}

/* The narrowest interval that time can be told apart in, or that is narrow enough. */
static double narrow(const Curve *curve) { return fmax(NARROW * curve->d, 4 * DBL_EPSILON * fabs(curve->probe->at.t)); }

static SarSuspect suspect_of(const Curve *curve, SarStrangeness kind, double a, double b, double ya, double yb) {
  return (SarSuspect){.kind = kind,
                      .element = curve->element,
                      .value = curve->value,
                      .t = curve->probe->at.t + (a + b) / 2,
                      .before = ya,
                      .after = yb};
}

/* Shrinks [a, b] around where the value ceases to be finite. */
static SarSuspect first_not_finite(const Curve *curve, double a, double b) {
  double ya = curve_at(curve, a), yb = curve_at(curve, b);
  while (b - a > narrow(curve)) {
    double middle = (a + b) / 2, y = curve_at(curve, middle);
    if (!(middle > a && middle < b)) break;
    if (isfinite(y))
      a = middle, ya = y;
    else
      b = middle, yb = y;
  }
  SarSuspect suspect = suspect_of(curve, SAR_NOT_A_NUMBER, b, b, ya, yb);
  suspect.size = INFINITY;
  return suspect;
}

/* Shrinks [a, b] to where the value changes most. What is smooth changes less and less. `ends`: the larger value at the
 * ends of the window. */
static SarSuspect follow_change(const Curve *curve, double a, double b, double scale, double ends) {
  double ya = curve_at(curve, a), yb = curve_at(curve, b), change = fabs(yb - ya), largest = scale;
  while (b - a > narrow(curve)) {
    double middle = (a + b) / 2, y = curve_at(curve, middle);
    if (!(middle > a && middle < b)) break;
    if (!isfinite(y)) return suspect_of(curve, SAR_UNBOUNDED, middle, middle, ya, y);
    largest = fmax(largest, fabs(y));
    if (fabs(y - ya) > fabs(yb - y))
      b = middle, yb = y;
    else
      a = middle, ya = y;
  }
  double left = fabs(yb - ya);
  SarStrangeness kind = SAR_NOTHING_STRANGE;
  if (left > REMAINS * change && left > SMALLEST_JUMP * scale) kind = SAR_JUMPS;
  if (largest > UNBOUNDED * ends) kind = SAR_UNBOUNDED;
  SarSuspect suspect = suspect_of(curve, kind, a, b, ya, yb);
  suspect.size = left / scale;
  return suspect;
}

/* One value of one element that deserves a closer look. */
typedef struct Candidate {
  Curve curve;
  double strangeness; /* infinite: not finite somewhere */
  double scale, ends; /* the largest value, and the larger one at the ends of the window */
  int32_t worst;      /* the change between this sample and the next is the largest; or the first that is not finite */
} Candidate;

/* How much the largest change between two samples stands out, y: the value at the samples. Where a curve is smooth,
 * neighbouring changes are alike. */
static Candidate look_at(const Curve *curve, const double *y) {
  Candidate c = {.curve = *curve, .scale = curve->floor};
  double largest = 0, second = 0;
  for (int32_t k = 0; k < SAMPLES; k++) {
    c.scale = fmax(c.scale, fabs(y[k]));
    if (isfinite(y[k])) continue;
    c.worst = k;
    c.strangeness = INFINITY;
    return c;
  }
  for (int32_t k = 0; k + 1 < SAMPLES; k++) {
    double change = fabs(y[k + 1] - y[k]);
    second = fmax(second, fmin(change, largest));
    if (change > largest) largest = change, c.worst = k;
  }
  c.ends = fmax(curve->floor, fmax(fabs(y[0]), fabs(y[SAMPLES - 1])));
  if (largest - second > SMALLEST_JUMP * c.scale) c.strangeness = (largest - second) / c.scale;
  return c;
}

static SarSuspect judge(const Candidate *c) {
  double a = sample_place(c->curve.probe, c->curve.d, c->worst),
         b = sample_place(c->curve.probe, c->curve.d, c->worst + 1);
  if (!isinf(c->strangeness)) return follow_change(&c->curve, a, b, c->scale, c->ends);
  if (c->worst > 0) return first_not_finite(&c->curve, sample_place(c->curve.probe, c->curve.d, c->worst - 1), a);
  double y = curve_at(&c->curve, a);
  return suspect_of(&c->curve, SAR_NOT_A_NUMBER, a, a, y, y);
}

/* Keeps the strangest candidates: a closer look moves all bodies many times. */
static void keep(Candidate *list, int32_t *count, const Candidate *c) {
  int32_t place = *count;
  if (c->strangeness == 0) return;
  while (place > 0 && c->strangeness > list[place - 1].strangeness) place--;
  if (place == CANDIDATES) return;
  if (*count < CANDIDATES) (*count)++;
  for (int32_t i = *count - 1; i > place; i--) list[i] = list[i - 1];
  list[place] = *c;
}

/* Samples of all elements: [element][value][sample]. Bodies are placed once per sample. */
static void take_samples(const SarProbe *probe, double d, double *samples, int32_t *counts) {
  int32_t nelements = sar_system_model(probe->m->system)->nelements;
  for (int32_t k = 0; k < SAMPLES; k++) {
    double s = sample_place(probe, d, k), values[SAR_PROBE_VALUES];
    sar_probe_place(probe, s);
    for (int32_t e = 0; e < nelements; e++) {
      counts[e] = sar_probe_values(probe, e, s, values);
      for (int32_t i = 0; i < counts[e]; i++)
        samples[((size_t)e * SAR_PROBE_VALUES + (size_t)i) * SAMPLES + (size_t)k] = values[i];
    }
  }
}

/* Forces far below those that move the bodies are rounding, and rounding jumps. */
static double force_floor(const SarProbe *probe) {
  const SarSystem *system = probe->m->system;
  double largest = 0;
  for (int32_t b = 0; b < sar_system_bodies(system); b++) {
    SarVec3 a = sar_vec3_load(probe->at.a + 6 * b);
    double size = sar_system_body(system, b)->mass * (sar_norm(a) + sar_norm(sar_system_gravity(system)));
    if (isfinite(size)) largest = fmax(largest, size);
  }
  return NOTHING * largest;
}

/* The same among the values of one element. */
static double element_floor(const double *samples, int32_t count) {
  double largest = 0;
  for (int32_t i = 0; i < count * SAMPLES; i++) {
    if (isfinite(samples[i])) largest = fmax(largest, fabs(samples[i]));
  }
  return NOTHING * largest;
}

/* It happens with all bodies held where they are: by time alone. The run may have come so near that the present value
 * tells nothing; the ends of the window are away from it. */
static bool happens_frozen(const SarProbe *probe, double d, const SarSuspect *suspect) {
  SarProbe frozen = *probe;
  frozen.frozen = true;
  Curve curve = {.probe = &frozen, .element = suspect->element, .value = suspect->value};
  double y = curve_at(&curve, suspect->t - probe->at.t);
  double begin = curve_at(&curve, sample_place(probe, d, 0)),
         end = curve_at(&curve, sample_place(probe, d, SAMPLES - 1));
  double away = fabs(begin) < fabs(end) ? begin : end;
  return !isfinite(y) || !isfinite(begin) || !isfinite(end) || fabs(y - away) > fabs(away);
}

SarStatus sar_probe_search(SarContext *context, const SarProbe *probe, double d, SarSuspect *out) {
  const SarModel *model = sar_system_model(probe->m->system);
  int32_t nelements = model->nelements;
  double *samples = calloc((size_t)nelements + 1, sizeof(double) * SAR_PROBE_VALUES * SAMPLES);
  int32_t *counts = calloc((size_t)nelements + 1, sizeof *counts);
  *out = (SarSuspect){.kind = SAR_NOTHING_STRANGE};
  SarStatus status = samples && counts ? SAR_OK : sar_report_no_memory(context);
  if (status == SAR_OK) take_samples(probe, d, samples, counts);
  Candidate candidates[CANDIDATES];
  int32_t count = 0;
  double forces = force_floor(probe);
  for (int32_t e = 0; status == SAR_OK && e < nelements; e++) {
    const double *own = samples + (size_t)e * SAR_PROBE_VALUES * SAMPLES;
    bool is_force = model->elements[e].class->section == SAR_SECTION_FORCES;
    double floor = fmax(element_floor(own, counts[e]), is_force ? forces : 0);
    for (int32_t i = 0; i < counts[e]; i++) {
      Candidate candidate = look_at(&(Curve){probe, e, i, d, floor}, own + (size_t)i * SAMPLES);
      keep(candidates, &count, &candidate);
    }
  }
  for (int32_t i = 0; i < count; i++) {
    SarSuspect suspect = judge(&candidates[i]);
    if (suspect.kind > out->kind || (suspect.kind == out->kind && suspect.size > out->size)) *out = suspect;
  }
  if (out->kind >= SAR_UNBOUNDED) out->by_time = happens_frozen(probe, d, out);
  free(samples);
  free(counts);
  return status;
}
