#include "fe/reduce.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "base/resource.h"
#include "fe/matrix.h"
#include "fe/reduction.h"

#define TWO_PI 6.283185307179586477

static void say(const SarReduction *r, const char *format, ...) SAR_PRINTF(2, 3);
static void say(const SarReduction *r, const char *format, ...) {
  char line[200];
  va_list arguments;
  if (!r->options->say) return;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  r->options->say(r->options->self, line);
}

/* ---- the model ---- */

static SarStatus check_matrix(const SarReduction *r, const SarFeMatrix *a, const char *what) {
  const int32_t n = r->model->nunknowns;
  if (a->pattern.nrows != n || a->pattern.ncolumns != n) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "give matrices of one model, written in one run",
                      "the %s matrix has %d rows and %d columns, the model %d unknowns", what, (int)a->pattern.nrows,
                      (int)a->pattern.ncolumns, (int)n);
  }
  if (sar_all_finite(a->pattern.column[n], a->values)) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "check the run that has written it",
                    "the %s matrix has entries that are not finite", what);
}

/* A rotation may be without inertia, a displacement not; nothing is pushed backwards. */
static SarStatus check_diagonals(const SarReduction *r) {
  const SarFeModel *model = r->model;
  for (int32_t i = 0; i < model->nunknowns; i++) {
    const SarFeUnknown u = model->unknowns[i];
    const int32_t at = sar_pattern_find(&model->mass.pattern, i, i);
    const int32_t stiff = sar_pattern_find(&model->stiffness.pattern, i, i);
    const double mass = at >= 0 ? model->mass.values[at] : 0;
    const int64_t number = u.node >= 0 ? model->numbers[u.node] : 0;
    if (mass < 0 || (mass == 0 && u.node >= 0 && u.direction < 3)) {
      return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                        mass < 0 ? "give a consistent mass matrix, or one lumped so that it stays positive"
                                 : "give all materials a density, and take nodes without elements out",
                        "node %" PRId64 " has the mass %g in direction %d", number, mass, (int)u.direction + 1);
    }
    if (stiff < 0 || !(model->stiffness.values[stiff] > 0)) {
      return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                        "take nodes without elements out of the model, and check the materials",
                        "node %" PRId64 " has no stiffness in direction %d", number, (int)u.direction + 1);
    }
  }
  return SAR_OK;
}

/* What a matrix has against moving the whole along x, relative to its diagonal: a mass about one or more, the stiffness
 * of a body nothing. */
static double against_motion(const SarReduction *r, const SarFeMatrix *a) {
  double sum = 0, diagonal = 0;
  for (int32_t j = 0; j < r->model->nunknowns; j++) {
    if (r->model->unknowns[j].node < 0 || r->model->unknowns[j].direction != 0) continue;
    for (int32_t e = a->pattern.column[j]; e < a->pattern.column[j + 1]; e++) {
      const SarFeUnknown other = r->model->unknowns[a->pattern.row[e]];
      if (other.node < 0 || other.direction != 0) continue;
      sum += a->pattern.row[e] == j ? a->values[e] : 2 * a->values[e];
      if (a->pattern.row[e] == j) diagonal += fabs(a->values[e]);
    }
  }
  return diagonal > 0 ? sum / diagonal : 0;
}

static SarStatus check_order(const SarReduction *r) {
  if (fabs(against_motion(r, &r->model->mass)) > 1e-6 || against_motion(r, &r->model->stiffness) < 0.1) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "give the stiffness first, then the mass",
                    "stiffness and mass are swapped: the mass matrix has nothing against moving the whole body, and "
                    "the stiffness matrix has");
}

static SarStatus check_model(const SarReduction *r) {
  if (r->model->nunknowns < 1) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "give stiffness and mass matrices",
                      "the finite-element model has no unknowns");
  }
  if (!sar_all_finite(3 * r->model->nnodes, &r->model->at->x)) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "check the coordinates of the nodes",
                      "a node lies at a place that is not finite");
  }
  SAR_TRY(check_matrix(r, &r->model->stiffness, "stiffness"));
  SAR_TRY(check_matrix(r, &r->model->mass, "mass"));
  SAR_TRY(check_order(r));
  return check_diagonals(r);
}

/* ---- shapes ---- */

SarStatus sar_reduction_constraint(SarReduction *r) {
  const size_t n = (size_t)r->model->nunknowns, m = (size_t)r->nends;
  r->shapes = malloc((n * m + 1) * sizeof(double));
  if (!r->shapes) return sar_report_no_memory(r->context);
  return sar_fe_constraint_shapes(&r->inner, r->shapes);
}

SarStatus sar_reduction_between(SarReduction *r) {
  const size_t n = (size_t)r->model->nunknowns, m = (size_t)r->nends;
  r->ends = SAR_NEW(r->work, m * m, double);
  double *product = malloc((6 * n + 1) * sizeof *product);
  SarStatus status = r->ends && product ? SAR_OK : sar_report_no_memory(r->context);
  for (size_t first = 0; first < m && status == SAR_OK; first += 6) {
    sar_fe_multiply(&r->model->stiffness, 6, r->shapes + first * n, product);
    sar_dense_inner(1, sar_dense(r->shapes, (int32_t)n, (int32_t)m), sar_dense(product, (int32_t)n, 6), 0,
                    r->ends + first * m);
  }
  for (size_t i = 0; i < m && status == SAR_OK; i++) { /* the mean of both triangles */
    for (size_t j = 0; j < i; j++)
      r->ends[i + j * m] = r->ends[j + i * m] = (r->ends[i + j * m] + r->ends[j + i * m]) / 2;
  }
  free(product);
  return status;
}

/* Behind the shapes of the interfaces. */
static SarStatus append_fixed(SarReduction *r, SarFeFixed *fixed) {
  const size_t n = (size_t)r->model->nunknowns;
  r->nfixed = fixed->count;
  r->nall = r->nends + r->nfixed;
  r->fixed = SAR_NEW(r->work, r->nfixed + 1, double);
  double *all = realloc(r->shapes, (n * (size_t)r->nall + 1) * sizeof *all);
  if (all) r->shapes = all;
  if (!all || !r->fixed) return sar_report_no_memory(r->context);
  if (!r->nfixed) return SAR_OK;
  memcpy(r->fixed, fixed->squares, (size_t)r->nfixed * sizeof(double));
  memcpy(r->shapes + n * (size_t)r->nends, fixed->vectors, n * (size_t)r->nfixed * sizeof(double));
  return SAR_OK;
}

SarStatus sar_reduction_fixed(SarReduction *r) {
  const double begin = sar_wall_seconds();
  SarFeFixed fixed;
  if (r->options->modes >= 0) {
    say(r, "searching for %d shapes with the interfaces held", (int)r->options->modes);
  } else {
    say(r, "searching for shapes with the interfaces held up to %g Hz", r->options->up_to);
  }
  SarStatus status = sar_fe_fixed_shapes(&r->inner, r->options, &fixed);
  if (status == SAR_OK) status = append_fixed(r, &fixed);
  sar_fe_fixed_destroy(&fixed);
  r->report->modes_seconds = sar_wall_seconds() - begin;
  if (status == SAR_OK) {
    say(r, "%d shapes by %" PRId64 " solutions in %.1f s", (int)r->nfixed, r->inner.solutions,
        r->report->modes_seconds);
  }
  return status;
}

static SarStatus factorise(SarReduction *r) {
  const double begin = sar_wall_seconds();
  say(r, "%d nodes, %d unknowns: factorising the stiffness", (int)r->model->nnodes, (int)r->model->nunknowns);
  SAR_TRY(sar_fe_inner_create(r->context, r->model, r->unknown, r->interfaces, r->options->ninterfaces, r->work,
                              &r->inner));
  r->report->factor_seconds = sar_wall_seconds() - begin;
  r->report->fill = sar_cholesky_stats(r->inner.factor).fill;
  say(r, "factorised in %.1f s, %.3g million entries", r->report->factor_seconds, 1e-6 * (double)r->report->fill);
  return SAR_OK;
}

/* ---- the whole ---- */

static SarStatus prepare(SarReduction *r) {
  SAR_TRY(check_model(r));
  SAR_TRY(sar_fe_surface(r->context, r->model, (SarFeSurfaceChoice){0}, r->work, &r->surface));
  r->unknown = sar_fe_unknowns_of_nodes(r->model, r->work);
  if (!r->unknown) return sar_report_no_memory(r->context);
  SAR_TRY(sar_fe_couple(r->context, r->model, r->unknown, &r->surface, r->options, r->work, &r->interfaces));
  r->nends = 6 * r->options->ninterfaces;
  SAR_TRY(sar_reduction_rigid(r));
  sar_reduction_plausible(r);
  return SAR_OK;
}

static SarStatus put_facts(SarReduction *r, SarReduced *out) {
  double *hertz = SAR_NEW(r->arena, r->nall, double);
  out->n = r->n;
  out->mass = r->mass;
  out->centre = r->centre;
  out->j0 = r->inertia;
  out->facts.source = sar_arena_copy_text(r->arena, r->model->source ? r->model->source : "");
  out->facts.frame = sar_arena_copy_text(r->arena, r->options->frame ? r->options->frame : "free");
  out->facts.unknowns = r->model->nunknowns;
  out->facts.constraint = r->nends;
  out->facts.fixed = r->nfixed;
  if (!hertz || !out->facts.source || !out->facts.frame) return sar_report_no_memory(r->context);
  for (int32_t i = 6; i < r->nall; i++) hertz[i - 6] = sqrt(r->free[i]) / TWO_PI;
  r->report->nfree = r->nall - 6;
  r->report->free = hertz;
  return SAR_OK;
}

/* Sums and products of numbers that are finite, and still have no place among numbers. */
static SarStatus check_outcome(const SarReduction *r, const SarReduced *out) {
  const int32_t n = out->n;
  bool finite = isfinite(out->mass) && sar_all_finite(3, &out->centre.x) && sar_all_finite(9, &out->j0.m[0][0]) &&
                sar_all_finite(n, out->stiffness) && sar_all_finite(3 * n, out->psi) &&
                sar_all_finite(3 * n, out->g0) && sar_all_finite(6 * n, out->j1) && sar_all_finite(n, out->reach);
  for (int32_t i = 0; i < 6 * n && finite; i++) finite = sar_all_finite(n, out->j2 + (size_t)i * (size_t)n);
  for (int32_t i = 0; i < 3 * n && finite; i++) finite = sar_all_finite(n, out->g1 + (size_t)i * (size_t)n);
  for (int32_t i = 0; i < out->ninterfaces && finite; i++) finite = sar_all_finite(6 * n, out->interfaces[i].phi);
  for (int32_t i = 0; i < out->nloads && finite; i++) finite = sar_all_finite(n, out->loads[i].modal);
  if (!finite || !(out->stiffness[0] > 0)) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "check the units and the numbers of the matrices",
                      "the reduced body has numbers that are not finite, or shapes without stiffness");
  }
  const char *fault = sar_reduced_mass_fault(out);
  if (!fault) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                    "check the mass matrix, point masses and rotational inertias in it", "the reduced body: %s", fault);
}

SarStatus sar_reduction_begin(SarReduction *r) {
  SAR_TRY(prepare(r));
  return factorise(r);
}

void sar_reduction_end(SarReduction *r) {
  sar_fe_inner_destroy(&r->inner);
  sar_arena_destroy(&r->work);
  free(r->rigid);
  free(r->momentum);
  free(r->shapes);
}

static SarStatus reduce(SarReduction *r, SarReduced *out) {
  SAR_TRY(sar_reduction_begin(r));
  SAR_TRY(sar_reduction_constraint(r));
  SAR_TRY(sar_reduction_between(r));
  SAR_TRY(sar_reduction_fixed(r));
  SAR_TRY(sar_reduction_load_shapes(r));
  SAR_TRY(sar_reduction_small(r));
  say(r, "comparing with the model of all unknowns");
  SAR_TRY(sar_reduction_quality(r, &out->facts));
  r->report->solutions = r->inner.solutions;
  sar_fe_inner_destroy(&r->inner);
  say(r, "integrals over the mesh and the surface");
  SAR_TRY(sar_reduction_mix(r));
  SAR_TRY(put_facts(r, out));
  SAR_TRY(sar_reduction_invariants(r, out));
  SAR_TRY(sar_reduction_ends(r, out));
  SAR_TRY(check_outcome(r, out));
  const SarFeSurfaceChoice choice = {.corners = r->options->corners, .outside = r->options->outside};
  if (choice.corners || choice.outside) SAR_TRY(sar_fe_surface(r->context, r->model, choice, r->work, &r->surface));
  return sar_reduction_mesh(r, out);
}

SarStatus sar_fe_reduce(SarContext *context, const SarFeModel *model, const SarReduceOptions *options, SarArena *arena,
                        SarReduced *out, SarReduceReport *report) {
  const double begin = sar_wall_seconds();
  SarReduction r = {.context = context, .model = model, .options = options, .arena = arena, .report = report};
  *out = (SarReduced){0};
  *report = (SarReduceReport){0};
  r.work = sar_arena_create();
  SarStatus status = r.work ? reduce(&r, out) : sar_report_no_memory(context);
  sar_reduction_end(&r);
  report->all_seconds = sar_wall_seconds() - begin;
  return status;
}
