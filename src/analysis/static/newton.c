#include "analysis/static/newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ITERATIONS 15
#define LARGEST_TURN 1.0  /* rad, of one iteration: beyond it the matrix says nothing */
#define GROWTH 2.0        /* of the increments: it leads away */
#define CLOSE_STEP 1e-9   /* in L, rad: the next one would be its square */
#define CLOSE 1e-9        /* gap that may be left then */
#define AT_ROUNDING 3e-15 /* gap that nothing makes smaller */
#define STALLED 1e-9      /* gap that may be rounding of stiff parts, if it no longer falls */
#define STALLED_STEP 1e-6 /* in L, rad: and what such rounding may move */
#define SMALLEST_LOAD 0x1p-8

/* What is left of the base does not count. */
static void subtract(SarRest *r, double left, const double *base) {
  int32_t n = sar_sizes_unknowns(&r->start->m->problem.n);
  for (int32_t i = 0; base && i < n; i++) r->r[i] -= left * base[i];
}

static SarStatus look(SarEquilibrium *e, double left, const double *base) {
  SAR_TRY(sar_rest_evaluate(e->rest));
  subtract(e->rest, left, base);
  return sar_rest_measure(e->rest, &e->gap);
}

/* Beams: a step turns their sections along straight lines, which stretches them; the forces of that would stiffen or
 * unsettle the next matrix, and fade only step by step. It is made with the stresses that the step was meant to
 * bring. */
static SarStatus factor(SarEquilibrium *e, bool first) {
  SarRest *r = e->rest;
  SarWorkspace *m = r->start->m;
  if (first || !sar_system_has_parts(r->start->system)) return sar_rest_factor_safely(r);
  SAR_TRY(sar_workspace_prestress(m, e->context, r->before, r->step));
  SarStatus status = sar_rest_factor_safely(r);
  SAR_TRY(sar_workspace_prestress(m, e->context, NULL, NULL));
  return status;
}

SarStatus sar_static_newton(SarEquilibrium *e, double left, const double *base) {
  SarRest *r = e->rest;
  double before = INFINITY, gap = INFINITY;
  SAR_TRY(look(e, left, base));
  for (int32_t i = 0; i < MOST_ITERATIONS; i++) {
    double moved, turned;
    if (e->gap.largest <= AT_ROUNDING) return SAR_OK;
    SAR_TRY(factor(e, i == 0));
    SAR_TRY(sar_rest_solve(r, &moved, &turned));
    e->iterations++;
    if (!(turned <= LARGEST_TURN) || (i > 1 && moved > GROWTH * before && moved > CLOSE_STEP))
      return SAR_NO_CONVERGENCE;
    sar_rest_move(r);
    gap = e->gap.largest;
    SAR_TRY(look(e, left, base));
    if (moved <= CLOSE_STEP && e->gap.largest <= CLOSE) return SAR_OK;
    if (i > 1 && moved <= STALLED_STEP && e->gap.largest <= STALLED && e->gap.largest > 0.5 * gap) return SAR_OK;
    before = moved;
  }
  return SAR_NO_CONVERGENCE;
}

/* From one part of the way to the next: half as far where it fails, twice as far after two that were easy. */
static SarStatus walk(SarEquilibrium *e, const double *base) {
  SarRest *r = e->rest;
  double done = 0, part = 0.5;
  sar_rest_keep(r, 0);
  while (done < 1) {
    double to = fmin(done + part, 1);
    SarStatus status = sar_static_newton(e, 1 - to, to < 1 ? base : NULL);
    if (status < 0) return status;
    if (status == SAR_OK) {
      e->load_steps++;
      sar_rest_accept(r);
      sar_rest_keep(r, 0);
      done = to;
      part *= 1.5;
      continue;
    }
    sar_rest_go_back(r, 0);
    part = (to - done) / 2;
    if (part < SMALLEST_LOAD) return SAR_NO_CONVERGENCE;
  }
  return SAR_OK;
}

SarStatus sar_static_load_steps(SarEquilibrium *e) {
  SarRest *r = e->rest;
  size_t n = (size_t)sar_sizes_unknowns(&r->start->m->problem.n);
  double *base = calloc(n + 1, sizeof *base);
  if (!base) return sar_report_no_memory(e->context);
  SarStatus status = sar_rest_evaluate(r);
  memcpy(base, r->r, n * sizeof *base);
  if (status == SAR_OK) status = walk(e, base);
  free(base);
  return status;
}
