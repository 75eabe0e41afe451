/* The frequency response: one complex solve with P(2 pi i f) per frequency, exact for motions as well. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes/ports.h"
#include "linear/complex.h"

#define PI 3.14159265358979323846

typedef struct Response {
  SarResponse public;
  SarArena *arena;
} Response;

typedef struct Solve {
  const SarLinearised *l;
  SarGauge gauge;
  SarLinearComplex *linear;
  double complex *values, *y, *rate, *second, *w, *a;
  double *right, *part;
  void *memory;
} Solve;

static SarStatus make_arrays(Solve *s) {
  const SarPencil *p = &s->l->pencil;
  size_t n = (size_t)p->n, nv = (size_t)p->problem->n.nv, entries = (size_t)p->pattern.column[p->n];
  double complex *room = calloc(entries + n + 4 * nv + 1, sizeof *room);
  s->memory = room;
  s->right = calloc(n + 2 * n + 4 * nv + 1, sizeof *s->right);
  if (!room || !s->right) return sar_report_no_memory(p->context);
  s->part = s->right + n;
  s->values = room;
  s->y = s->values + entries;
  s->rate = s->y + n;
  s->second = s->rate + nv;
  s->w = s->second + nv;
  s->a = s->w + nv;
  return sar_linear_complex_create(p->context, &p->pattern, &s->linear);
}

static void destroy(Solve *s) {
  sar_gauge_destroy(&s->gauge);
  sar_linear_complex_destroy(&s->linear);
  free(s->memory);
  free(s->right);
}

static void take(const double complex *from, bool imaginary, int32_t count, double **to, const double **out) {
  *out = *to;
  for (int32_t i = 0; i < count; i++) (*to)[i] = imaginary ? cimag(from[i]) : creal(from[i]);
  *to += count;
}

/* What the gauge says to the real or the imaginary part of the answer. */
static SarStatus read(Solve *s, double complex at, bool imaginary, double *value) {
  const SarSizes *n = &s->l->pencil.problem->n;
  const double complex *y = s->y, *lambda = y + n->nv, *mu = lambda + n->np, *x = mu + n->nn, *z = x + n->nx;
  double *next = s->part;
  SarChange c;
  take(y, imaginary, n->nv, &next, &c.u);
  take(s->w, imaginary, n->nv, &next, &c.v);
  take(s->a, imaginary, n->nv, &next, &c.a);
  take(lambda, imaginary, n->np, &next, &c.lambda);
  take(mu, imaginary, n->nn, &next, &c.mu);
  take(x, imaginary, n->nx, &next, &c.x);
  take(z, imaginary, n->nz, &next, &c.z);
  c.xdot = next;
  for (int32_t i = 0; i < n->nx; i++) next[i] = imaginary ? cimag(at * x[i]) : creal(at * x[i]);
  return sar_gauge_read(&s->gauge, &c, value);
}

static SarStatus solve_at(Solve *s, double frequency, double complex *answer) {
  const SarPencil *p = &s->l->pencil;
  double complex at = 2 * PI * frequency * I;
  double real, imaginary;
  sar_pencil_complex_values(p, at, s->values);
  SarStatus status = sar_linear_complex_factor(s->linear, s->values);
  if (status == SAR_SINGULAR) { /* exactly on an eigenvalue */
    *answer = NAN;
    return SAR_OK;
  }
  SAR_TRY(status);
  for (int32_t i = 0; i < p->n; i++) s->y[i] = s->right[i];
  sar_linear_complex_solve(s->linear, s->y);
  for (int32_t i = 0; i < p->problem->n.nv; i++) s->rate[i] = at * s->y[i], s->second[i] = at * at * s->y[i];
  sar_pencil_velocities(p, s->y, s->rate, s->w);
  sar_pencil_accelerations(p, s->w, s->rate, s->second, s->a);
  SAR_TRY(read(s, at, false, &real));
  SAR_TRY(read(s, at, true, &imaginary));
  *answer = real + I * imaginary;
  return SAR_OK;
}

/* A phase near the one before. */
static double follow(double phase, double before) { return phase + 360 * floor((before - phase) / 360 + 0.5); }

static SarStatus scan(Solve *s, const SarResponseOptions *o, Response *out) {
  double *frequency = SAR_NEW(out->arena, o->points, double), *magnitude = SAR_NEW(out->arena, o->points, double);
  double *phase = SAR_NEW(out->arena, o->points, double), before = 0;
  if (!frequency || !magnitude || !phase) return sar_report_no_memory(s->l->pencil.context);
  for (int32_t i = 0; i < o->points; i++) {
    double complex answer;
    double part = o->points > 1 ? (double)i / (o->points - 1) : 0;
    frequency[i] = o->from * pow(o->to / o->from, part);
    SAR_TRY(solve_at(s, frequency[i], &answer));
    magnitude[i] = cabs(answer);
    phase[i] = follow(carg(answer) * 180 / PI, before);
    if (isfinite(phase[i])) before = phase[i];
  }
  out->public.count = o->points;
  out->public.frequency = frequency;
  out->public.magnitude = magnitude;
  out->public.phase = phase;
  return SAR_OK;
}

static SarStatus compute(const SarLinearised *l, const SarResponseOptions *o, Response *out) {
  Solve s = {.l = l};
  SarPort port;
  SarStatus status = make_arrays(&s);
  if (status == SAR_OK) status = sar_ports_find(l, o->input, out->arena, &port, s.right);
  if (status == SAR_OK) status = sar_gauge_create(l, &o->output, 1, out->arena, &s.gauge);
  if (status == SAR_OK) {
    out->public.input = port.name;
    out->public.input_unit = port.unit;
    out->public.output = s.gauge.names[0];
    out->public.output_unit = s.gauge.units[0];
    status = scan(&s, o, out);
  }
  destroy(&s);
  return status;
}

SarStatus sar_modes_response(SarContext *context, const SarSystem *system, const SarModesOptions *options,
                             const SarResponseOptions *response, const SarResponse **out) {
  SAR_NEED(context, context && system && options && response && response->input && response->output && out);
  *out = NULL;
  if (!(response->from > 0) || !(response->to > response->from) || !isfinite(response->to) || response->points < 1) {
    return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "give 0 < FROM < TO, in Hz",
                      "there is no range of frequencies from %g to %g", response->from, response->to);
  }
  SarArena *arena = sar_arena_create();
  Response *own = arena ? SAR_NEW(arena, 1, Response) : NULL;
  if (!own) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  own->arena = arena;
  SarLinearised l;
  SarStatus status = sar_linearised_create(context, system, options, &l);
  if (status == SAR_OK) status = compute(&l, response, own);
  sar_linearised_destroy(&l);
  *out = &own->public;
  if (status != SAR_OK) sar_response_destroy(out);
  return status;
}

void sar_response_destroy(const SarResponse **response) {
  if (!response || !*response) return;
  SarArena *arena = ((const Response *)(const void *)*response)->arena;
  sar_arena_destroy(&arena);
  *response = NULL;
}
