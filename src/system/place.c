/* A mechanism at a point: where its bodies are, its coordinates and the functions that drive them. */
#include <math.h>

#include "system/compiled.h"
#include "system/workspace.h"

static inline void place(SarKin *kin, int32_t b, const double *q, const double *v) {
  kin[b].r = sar_vec3_load(q + 7 * b);
  kin[b].A = sar_quat_matrix(sar_quat_load(q + 7 * b + 3));
  if (!v) return;
  kin[b].v = sar_vec3_load(v + 6 * b);
  kin[b].w = sar_vec3_load(v + 6 * b + 3);
}

void sar_workspace_place_one(const SarWorkspace *m, int32_t body, const double *q, const double *v) {
  place(m->kin, body, q, v);
}

void sar_workspace_place(const SarWorkspace *m, const double *q, const double *v) {
  const int32_t nb = m->system->nbodies;
  SarKin *kin = m->kin;
  for (int32_t b = 0; b < nb; b++) place(kin, b, q, v);
  for (int32_t b = 0; !v && b < nb; b++) kin[b].v = kin[b].w = sar_vec3(0, 0, 0);
}

/* The turn of an angle nearest to where it is expected. */
static double unwrap(double value, double period, double expected) {
  return value + period * round((expected - value) / period);
}

/* Where the last accepted value and the rates lead. */
static double expect(const SarTurn *turn, double rate, double t) {
  return turn->value + (t - turn->t) * (turn->rate + rate) / 2;
}

static double principal(const SarCoordinate *y, double value) { return y->sign * (value - y->offset); }

SarCoordinateValue sar_workspace_coordinate(const SarWorkspace *m, int32_t index, double t) {
  const SarCoordinate *y = &m->system->coordinates[index];
  const SarKin *a = &m->kin[y->a], *b = &m->kin[y->b];
  SarCoordinateValue out;
  double value = sar_primitive_both(y->class, &y->data, a, b, &out.g);
  if (y->sign < 0) out.g = (SarGradient){sar_neg(out.g.d), sar_neg(out.g.a), sar_neg(out.g.b)};
  out.rate = sar_gradient_rate(&out.g, a, b);
  out.y = principal(y, value);
  if (y->turns >= 0) out.y = unwrap(out.y, y->class->period, expect(&m->turns[y->turns], out.rate, t));
  return out;
}

/* Less than half a turn from where it is expected, whatever the value is exactly. */
static bool is_near(const SarCoordinate *y, SarInterval bounds, double expected) {
  double near = 0.499 * y->class->period;
  return fabs(principal(y, bounds.lo) - expected) < near && fabs(principal(y, bounds.hi) - expected) < near;
}

double sar_workspace_turns(const SarWorkspace *m, int32_t index, double t) {
  const SarCoordinate *y = &m->system->coordinates[index];
  const SarKin *a = &m->kin[y->a], *b = &m->kin[y->b];
  SarGradient g;
  if (y->turns < 0) return 0;
  y->class->gradient(&y->data, a, b, &g);
  double expected = expect(&m->turns[y->turns], y->sign * sar_gradient_rate(&g, a, b), t);
  if (is_near(y, y->class->bounds(&y->data, a, b), expected)) return 0;
  double value = principal(y, y->class->value(&y->data, a, b));
  return unwrap(value, y->class->period, expected) - value;
}

void sar_workspace_function(const SarWorkspace *m, const SarRelationRow *row, double t, double f[3]) {
  f[0] = f[1] = f[2] = 0;
  if (!row->function) return;
  sar_program_evaluate(row->function, &t, m->scratch, f);
  sar_workspace_note_stop(m, row->function);
}

void sar_workspace_note_stop_in(const SarWorkspace *m, const SarProgram *program, const double *scratch) {
  int answer;
  const SarExternal *by = sar_program_stopped(program, scratch, &answer);
  if (by && !m->stop->by) *m->stop = (SarStop){by, answer};
}

void sar_workspace_note_stop(const SarWorkspace *m, const SarProgram *program) {
  sar_workspace_note_stop_in(m, program, m->scratch);
}

SarStatus sar_workspace_check_stop(const SarWorkspace *m, SarContext *context) {
  SarStop stop = *m->stop;
  if (!stop.by) return SAR_OK;
  sar_workspace_forget_stop(m);
  return sar_plugin_report_stop(context, stop.by, stop.answer);
}

void sar_workspace_forget_stop(const SarWorkspace *m) { *m->stop = (SarStop){0}; }
