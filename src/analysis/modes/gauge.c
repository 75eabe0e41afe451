/* How columns of results change with a small change of everything: by central differences along it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes/ports.h"
#include "base/text.h"
#include "system/outputs.h"

#define STEP 1e-5 /* L or rad: the largest displacement */

static SarStatus report_unknown(const SarLinearised *l, const SarColumnSet *set, SarArena *arena, const char *name) {
  const SarColumn *columns = sar_column_set_get(set);
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < sar_column_set_count(set); i++) {
    const char *whole = sar_arena_printf(arena, "%s.%s", columns[i].element, columns[i].quantity);
    if (!whole) return sar_report_no_memory(l->pencil.context);
    sar_suggestion_offer(&suggestion, whole);
  }
  const char *best = sar_suggestion_best(&suggestion);
  return sar_report(l->pencil.context, SAR_INPUT, sar_nowhere(), NULL,
                    "name a column of the results, as in rod.x; `sarrus describe TYPE` ends with those of a type",
                    "there is no column `%s`%s%s%s", name, best ? "; did you mean `" : "", best ? best : "",
                    best ? "`?" : "");
}

static SarStatus add_column(SarGauge *p, SarArena *arena, int32_t place) {
  const SarUnits *units = &sar_system_model(p->l->state.system)->units;
  const SarColumn *column = &sar_column_set_get(p->columns)[place];
  char label[64];
  int32_t i = p->count++;
  sar_units_label(units, column->unit, label, sizeof label);
  p->places[i] = place;
  p->factors[i] = sar_units_factor(units, column->unit);
  p->names[i] = sar_arena_printf(arena, "%s.%s", column->element, column->quantity);
  p->units[i] = sar_arena_copy_text(arena, label);
  return p->names[i] && p->units[i] ? SAR_OK : sar_report_no_memory(p->l->pencil.context);
}

/* The ends and the middle of a beam are nodes with numbers: shaft.end.x is shaft.n16.x. Null when memory is exhausted.
 */
static const char *with_number(const SarModel *model, SarArena *arena, const char *name) {
  const char *dot = strrchr(name, '.');
  if (!dot) return name;
  const char *element = sar_arena_copy_text_n(arena, name, (size_t)(dot - name));
  int32_t index = element ? sar_model_find(model, element) : -1;
  if (index < 0) return element ? name : NULL;
  return sar_arena_printf(arena, "%s%s", model->elements[index].name, dot);
}

static SarStatus add_named(SarGauge *p, SarArena *arena, const char *asked) {
  const char *name = with_number(sar_system_model(p->l->state.system), arena, asked);
  if (!name) return sar_report_no_memory(p->l->pencil.context);
  const SarColumn *columns = sar_column_set_get(p->columns);
  for (int32_t i = 0; i < sar_column_set_count(p->columns); i++) {
    if (!sar_column_is(&columns[i], name)) continue;
    if (!sar_column_is_integral(&columns[i])) return add_column(p, arena, i);
    return sar_report(p->l->pencil.context, SAR_INPUT, sar_nowhere(), NULL, "name another column",
                      "`%s` is summed up along a run, and no output of the linearised equations", name);
  }
  return report_unknown(p->l, p->columns, arena, name);
}

static bool is_measure(const SarModel *model, const char *element) {
  for (int32_t i = 0; i < model->nelements; i++) {
    if (strcmp(model->elements[i].name, element) == 0) return model->elements[i].class->section == SAR_SECTION_MEASURES;
  }
  return false;
}

static SarStatus add_all(SarGauge *p, SarArena *arena, const char *const *names, int32_t count) {
  const SarModel *model = sar_system_model(p->l->state.system);
  const SarColumn *columns = sar_column_set_get(p->columns);
  if (!names && model->outputs.names) names = model->outputs.names, count = model->outputs.count;
  for (int32_t i = 0; names && i < count; i++) SAR_TRY(add_named(p, arena, names[i]));
  for (int32_t i = 0; !names && i < sar_column_set_count(p->columns); i++) {
    if (is_measure(model, columns[i].element)) SAR_TRY(add_column(p, arena, i));
  }
  return SAR_OK;
}

static SarStatus make_arrays(SarGauge *p) {
  const SarSizes *n = &p->l->pencil.problem->n;
  int32_t columns = sar_column_set_count(p->columns);
  double **parts[] = {&p->q, &p->v, &p->a, &p->lambda, &p->mu, &p->x, &p->xdot, &p->z, &p->rows[0], &p->rows[1]};
  const int32_t sizes[] = {n->nq, n->nv, n->nv, n->np, n->nn, n->nx, n->nx, n->nz, columns, columns};
  size_t total = 1;
  for (int i = 0; i < 10; i++) total += (size_t)sizes[i];
  p->memory = calloc(total + (size_t)n->nv, sizeof *p->memory); /* behind them: a displacement */
  if (!p->memory) return sar_report_no_memory(p->l->pencil.context);
  double *next = p->memory + n->nv;
  for (int i = 0; i < 10; i++) *parts[i] = next, next += sizes[i];
  return SAR_OK;
}

SarStatus sar_gauge_create(const SarLinearised *l, const char *const *names, int32_t count, SarArena *arena,
                           SarGauge *out) {
  static const SarNameList everything = {0};
  *out = (SarGauge){.l = l};
  SAR_TRY(sar_column_set_create_of(l->state.system, arena, &everything, &out->columns));
  int32_t most = sar_column_set_count(out->columns) + count + sar_system_model(l->state.system)->outputs.count + 1;
  out->places = SAR_NEW(arena, most, int32_t);
  out->factors = SAR_NEW(arena, most, double);
  out->names = SAR_NEW(arena, most, const char *);
  out->units = SAR_NEW(arena, most, const char *);
  if (!out->places || !out->factors || !out->names || !out->units) return sar_report_no_memory(l->pencil.context);
  SAR_TRY(add_all(out, arena, names, count));
  return make_arrays(out);
}

void sar_gauge_destroy(SarGauge *gauge) {
  free(gauge->memory);
  gauge->memory = NULL;
}

/* to = from + step change; a change of nothing may be null. */
static void shift(double *to, const double *from, double step, const double *change, int32_t count) {
  for (int32_t i = 0; i < count; i++) to[i] = from[i] + (change ? step * change[i] : 0);
}

static SarStatus evaluate(SarGauge *p, const SarChange *c, double step, double *row) {
  const SarModesState *s = &p->l->state;
  const SarProblem *problem = p->l->pencil.problem;
  const SarSizes *n = &problem->n;
  SarEnergyRecord energy = {0};
  SarEnergies energies;
  memcpy(p->q, s->q, (size_t)n->nq * sizeof *p->q);
  for (int32_t i = 0; i < n->nv; i++) p->memory[i] = c->u ? step * c->u[i] : 0;
  sar_move(problem, p->memory, p->q);
  shift(p->v, s->v, step, c->v, n->nv);
  shift(p->a, s->a, step, c->a, n->nv);
  shift(p->lambda, s->lambda, step, c->lambda, n->np);
  shift(p->mu, s->mu, step, c->mu, n->nn);
  shift(p->x, s->x, step, c->x, n->nx);
  shift(p->xdot, s->xdot, step, c->xdot, n->nx);
  shift(p->z, s->z, step, c->z, n->nz);
  SarPoint at = {.t = s->t,
                 .q = p->q,
                 .v = p->v,
                 .a = p->a,
                 .lambda = p->lambda,
                 .mu = p->mu,
                 .x = p->x,
                 .xdot = p->xdot,
                 .z = p->z};
  SAR_TRY(sar_workspace_energy(s->start->m, &at, &energies));
  energy.kinetic = energies.kinetic;
  energy.potential = energies.potential;
  return sar_column_set_evaluate(p->columns, s->start->m, &at, &energy, row);
}

static double largest(const double *x, const double *weight, int32_t count) {
  double most = 0;
  for (int32_t i = 0; x && i < count; i++) most = fmax(most, fabs(x[i]) * (weight ? weight[i] : 1));
  return most;
}

SarStatus sar_gauge_read(SarGauge *g, const SarChange *c, double *values) {
  const SarProblem *problem = g->l->pencil.problem;
  const SarSizes *n = &problem->n;
  double size = largest(c->u, problem->weight, n->nv);
  if (size == 0) size = largest(c->v, problem->weight, n->nv);
  if (size == 0) size = fmax(largest(c->x, NULL, n->nx), largest(c->a, problem->weight, n->nv));
  double step = size > 0 ? STEP / size : STEP;
  SAR_TRY(evaluate(g, c, step, g->rows[0]));
  SAR_TRY(evaluate(g, c, -step, g->rows[1]));
  for (int32_t i = 0; i < g->count; i++) {
    values[i] = (g->rows[0][g->places[i]] - g->rows[1][g->places[i]]) / (2 * step) / g->factors[i];
  }
  return SAR_OK;
}
