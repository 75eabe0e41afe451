#include "analysis/static/relax.h"

#include <math.h>
#include <string.h>

#include "analysis/static/ahead.h"
#include "analysis/static/free.h"
#include "analysis/static/newton.h"
#include "base/numbers.h"

#define MOST_STEPS 2000
#define FIRST_STEP 0.05    /* in L, rad */
#define TOUCHING_STEP 1e-5 /* ... where things touch: what is not yet pressed together slides, but not far */
#define LARGEST_STEP 0.3
#define EASY_STEP 0.1 /* smaller ones let tau grow */
#define GROWTH 4.0
#define STIFF 0.1      /* of the work of a step: its inertia */
#define NEAR 0.02      /* steps so small call Newton's method */
#define OPEN 0.2       /* gap of joints, over L, that a step may leave */
#define SMALLEST 1e-12 /* of the first tau */
#define RIDGE 1e-6     /* where there is no mass */
#define LOOK_EVERY 12  /* steps between looks at free directions, ... */
#define LOOKS 3        /* ... which must all find one, with nothing to touch ahead */
#define FALLING 0.03   /* of the way that is free ahead: the largest step there, so that looks come before its end */

typedef struct Relaxation {
  SarEquilibrium *e;
  double tau, first;
  double moved, largest; /* largest: of a step */
  bool near;             /* the last step was like one of Newton's, and small */
  int32_t generation;    /* of the pattern that masses were taken for */
} Relaxation;

/* Bodies without mass follow: a little of the largest mass for all. */
static SarStatus take_masses(SarRest *r) {
  const SarProblem *p = &r->start->m->problem;
  double largest = 0;
  SAR_TRY(sar_rest_take_masses(r));
  for (int32_t i = 0; i < p->n.nv; i++) {
    double own = r->diagonal[i] >= 0 ? fabs(r->mass[r->diagonal[i]]) : 0;
    largest = fmax(largest, own / (p->weight[i] * p->weight[i]));
  }
  if (!(largest > 0)) largest = 1;
  for (int32_t i = 0; i < p->n.nv; i++) {
    if (r->diagonal[i] >= 0) r->mass[r->diagonal[i]] += RIDGE * largest * p->weight[i] * p->weight[i];
  }
  return SAR_OK;
}

/* Rows at the point, with variables that are what their expressions say there: what is not in balance is then forces
 * alone, and their work tells downhill from uphill. */
static SarStatus evaluate(SarRest *r) {
  SarPoint at = sar_rest_point(r);
  if (r->start->m->problem.n.nz) sar_workspace_define(r->start->m, &at, r->start->z);
  return sar_rest_evaluate(r);
}

/* Of the forces that are not in balance, along the step. The matrix must be one of something that resists: where it is
 * not, the work is negative, and the step leads uphill. */
static double work_of(const SarRest *r) {
  double work = 0;
  for (int32_t i = 0; i < r->start->m->problem.n.nv; i++) work -= r->step[i] * r->r[i];
  return work;
}

/* Whether the last step was one of Newton's: the stiffness along it, which is positive, and not the masses, made it as
 * short as it is. */
static bool is_near(const Relaxation *x, double work) {
  SarRest *r = x->e->rest;
  sar_rest_mass_product(r, r->step, r->room);
  double inertia = 0;
  for (int32_t i = 0; i < r->start->m->problem.n.nv; i++) inertia += r->step[i] * r->room[i];
  return inertia / x->tau < STIFF * work;
}

static SarStatus follow_masses(Relaxation *x) {
  if (x->generation == x->e->rest->generation) return SAR_OK;
  x->generation = x->e->rest->generation;
  return take_masses(x->e->rest);
}

/* One step from the point whose rows stand in r->r, with a tau that is small enough for it. */
static SarStatus advance(Relaxation *x) {
  SarEquilibrium *e = x->e;
  SarRest *r = e->rest;
  while (x->tau > SMALLEST * x->first) {
    double turned;
    SAR_TRY(follow_masses(x));
    SarStatus status = sar_rest_factor(r, (SarRestMore){.mass = 1 / x->tau, .rate = 1 / sqrt(x->tau)});
    if (status == SAR_OK) status = sar_rest_solve(r, &x->moved, &turned);
    if (status < 0) return status;
    e->relaxations++;
    double work = status == SAR_OK ? work_of(r) : 0;
    if (status == SAR_OK && x->moved <= x->largest && work >= 0) {
      sar_rest_keep(r, 1);
      sar_rest_move(r);
      status = evaluate(r);
      if (status < 0) return status;
      if (status == SAR_OK) SAR_TRY(sar_rest_measure(r, &e->gap));
      x->near = x->moved < NEAR && is_near(x, work);
      if (status == SAR_OK && e->gap.position <= OPEN) return SAR_OK;
      sar_rest_go_back(r, 1);
      status = evaluate(r);
      if (status != SAR_OK) return status;
    }
    x->tau /= GROWTH;
  }
  return SAR_NO_CONVERGENCE;
}

/* The first step: the load on what it moves. */
static SarStatus begin(Relaxation *x) {
  SarRest *r = x->e->rest;
  double turned, first = r->start->m->problem.touches ? TOUCHING_STEP : FIRST_STEP;
  SAR_TRY(evaluate(r));
  SAR_TRY(take_masses(r));
  x->generation = r->generation;
  SAR_TRY(sar_rest_measure(r, &x->e->gap));
  x->tau = 1e-6;
  for (int i = 0; i < 40; i++) {
    SarStatus status = sar_rest_factor(r, (SarRestMore){.mass = 1 / x->tau, .rate = 1 / sqrt(x->tau)});
    if (status == SAR_OK) status = sar_rest_solve(r, &x->moved, &turned);
    if (status < 0) return status;
    if (status == SAR_OK && x->moved <= first) break;
    x->tau /= 10;
  }
  if (x->moved > 0 && x->moved <= first) x->tau *= fmin(first / x->moved, 1e6);
  x->first = x->tau;
  return SAR_OK;
}

/* Newton's method from here; what it spoils is put back. */
static SarStatus try_newton(SarEquilibrium *e) {
  sar_rest_keep(e->rest, 1);
  SarStatus status = sar_static_newton(e, 0, NULL);
  if (status <= 0) return status;
  sar_rest_go_back(e->rest, 1);
  SAR_TRY(evaluate(e->rest));
  SAR_TRY(sar_rest_measure(e->rest, &e->gap));
  return SAR_NO_CONVERGENCE;
}

/* Whether to go on: something is held in all directions, or falls, but onto something. */
static SarStatus look(Relaxation *x, int32_t *looks) {
  SarRest *r = x->e->rest;
  SarFreeDirection free;
  SarAhead ahead = {0};
  SarStatus status = sar_static_free_direction(r, &free);
  if (status < 0) return status;
  bool falls = status == SAR_OK && free.unknown >= 0;
  if (falls) SAR_TRY(sar_static_look_ahead(r, &ahead));
  *looks = falls && !ahead.found ? *looks + 1 : 0;
  x->largest = fmax(LARGEST_STEP, FALLING * ahead.free * ahead.found);
  return *looks < LOOKS ? evaluate(r) : SAR_SINGULAR;
}

SarStatus sar_static_relax(SarEquilibrium *e) {
  Relaxation x = {.e = e, .largest = LARGEST_STEP};
  int32_t looks = 0;
  double tried = INFINITY;
  SAR_TRY(begin(&x));
  if (x.moved == 0) return try_newton(e);
  for (int32_t i = 0; i < MOST_STEPS; i++) {
    SAR_TRY(advance(&x));
    sar_rest_accept(e->rest);
    if (x.moved < EASY_STEP / LARGEST_STEP * x.largest) x.tau *= GROWTH;
    if (x.near && x.moved < 0.3 * tried) {
      tried = x.moved;
      SarStatus status = try_newton(e);
      if (status <= 0) return status;
    }
    if (i % LOOK_EVERY == LOOK_EVERY - 1) SAR_TRY(look(&x, &looks));
  }
  return SAR_NO_CONVERGENCE;
}
