#include "system/parts.h"

#include <string.h>

#include "system/wrench.h"

/* The nodes of a part at a point. */
typedef struct Placed {
  SarPartNode nodes[SAR_PART_NODES];
  SarPartPoint at;
} Placed;

static void place(const SarWorkspace *m, const SarPoint *at, const SarPart *part, Placed *out) {
  for (int32_t i = 0; i < part->nnodes; i++) {
    out->nodes[i] = (SarPartNode){&m->kin[part->body[i]], at->q + 7 * part->body[i] + 3};
  }
  out->at = (SarPartPoint){at->t, out->nodes};
}

static void scatter(const SarPart *part, const double *rows, double sign, double *f) {
  for (int32_t i = 0; i < part->nnodes; i++) {
    double *body = f + 6 * part->body[i];
    for (int k = 0; k < 6; k++) body[k] += sign * rows[6 * i + k];
  }
}

static SarStatus add_rows(const SarWorkspace *m, const SarPoint *at, const SarPart *part, double sign, double *f) {
  double rows[SAR_PART_ROWS] = {0};
  Placed placed;
  place(m, at, part, &placed);
  SAR_TRY(part->class->residual(part->data, &placed.at, rows));
  scatter(part, rows, sign, f);
  return SAR_OK;
}

SarStatus sar_parts_add_residual(const SarWorkspace *m, const SarPoint *at, double *f) {
  const SarSystem *s = m->system;
  for (int32_t k = 0; k < s->nparts; k++) SAR_TRY(add_rows(m, at, &s->parts[k], 1, f));
  return SAR_OK;
}

SarStatus sar_parts_add_action(const SarWorkspace *m, int32_t element, const SarPoint *at, double *force) {
  SarRange parts = m->system->places[element].parts;
  for (int32_t k = parts.first; k < parts.first + parts.count; k++) {
    SAR_TRY(add_rows(m, at, &m->system->parts[k], -1, force));
  }
  return SAR_OK;
}

SarStatus sar_workspace_part_work(const SarWorkspace *m, int32_t element, const SarPoint *at, const double *u,
                                  double *work) {
  SarRange parts = m->system->places[element].parts;
  *work = 0;
  for (int32_t k = parts.first; k < parts.first + parts.count; k++) {
    const SarPart *part = &m->system->parts[k];
    double rows[SAR_PART_ROWS] = {0};
    Placed placed;
    place(m, at, part, &placed);
    SAR_TRY(part->class->residual(part->data, &placed.at, rows));
    for (int32_t i = 0; i < 6 * part->nnodes; i++) *work -= rows[i] * u[6 * part->body[i / 6] + i % 6];
  }
  return SAR_OK;
}

void sar_parts_add_magnitude(const SarWorkspace *m, const SarPoint *at, double *f) {
  const SarSystem *s = m->system;
  for (int32_t k = 0; k < s->nparts; k++) {
    double rows[SAR_PART_ROWS] = {0};
    Placed placed;
    place(m, at, &s->parts[k], &placed);
    s->parts[k].class->magnitude(s->parts[k].data, &placed.at, rows);
    scatter(&s->parts[k], rows, 1, f);
  }
}

SarStatus sar_parts_add_by_time(const SarWorkspace *m, const SarPoint *at, double *f) {
  const SarSystem *s = m->system;
  for (int32_t k = 0; k < s->nparts; k++) {
    if (!s->parts[k].class->by_time) continue;
    double rows[SAR_PART_ROWS] = {0};
    Placed placed;
    place(m, at, &s->parts[k], &placed);
    SAR_TRY(s->parts[k].class->by_time(s->parts[k].data, &placed.at, rows));
    scatter(&s->parts[k], rows, 1, f);
  }
  return SAR_OK;
}

void sar_parts_add_energy(const SarWorkspace *m, const SarPoint *at, SarEnergies *out) {
  const SarSystem *s = m->system;
  for (int32_t k = 0; k < s->nparts; k++) {
    SarPartEnergy energy = {0};
    Placed placed;
    place(m, at, &s->parts[k], &placed);
    s->parts[k].class->energy(s->parts[k].data, &placed.at, &energy);
    out->potential += energy.potential;
    out->dissipation += energy.dissipation;
    out->work += energy.work;
  }
}

/* ---- the matrix ---- */

/* K -> K N in the three rotation columns of a node. */
static void chart_columns(int32_t n, const double *N, double *columns) {
  for (int32_t i = 0; i < n; i++) {
    double a = columns[i], b = columns[n + i], c = columns[2 * n + i];
    for (int j = 0; j < 3; j++) columns[j * n + i] = a * N[j] + b * N[3 + j] + c * N[6 + j];
  }
}

static void scatter_block(const SarPart *part, const int32_t *slots, const double *block, double *values) {
  int32_t n = 6 * part->nnodes;
  for (int32_t p = 0; p < part->nnodes; p++) {
    for (int32_t c = 0; c < n; c++) {
      double *restrict to = values + slots[p * n + c];
      const double *restrict from = block + (size_t)c * (size_t)n + 6 * p;
      for (int k = 0; k < 6; k++) to[k] += from[k];
    }
  }
}

static SarStatus add_part(const SarWorkspace *m, const SarPoint *at, const SarWeights *w, const SarPart *part,
                          double *values) {
  double position[SAR_PART_ROWS * SAR_PART_ROWS], velocity[SAR_PART_ROWS * SAR_PART_ROWS];
  int32_t n = 6 * part->nnodes, size = n * n;
  bool damped = w->v != 0 && part->class->damped && part->class->damped(part->data);
  Placed placed;
  place(m, at, part, &placed);
  memset(position, 0, (size_t)size * sizeof *position);
  if (damped) memset(velocity, 0, (size_t)size * sizeof *velocity);
  SarPartMatrix out = {position, damped ? velocity : NULL};
  SAR_TRY(part->class->matrix(part->data, &placed.at, &out));
  for (int32_t i = 0; w->rotation && i < part->nnodes; i++) {
    chart_columns(n, w->rotation + 9 * part->body[i], position + (size_t)(6 * i + 3) * (size_t)n);
  }
  for (int32_t k = 0; k < size; k++) position[k] *= w->q;
  for (int32_t k = 0; damped && k < size; k++) position[k] += w->v * velocity[k];
  scatter_block(part, m->part_slots + part->slots, position, values);
  return SAR_OK;
}

SarStatus sar_parts_add_jacobian(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights, double *values) {
  const SarSystem *s = m->system;
  if (weights->q == 0 && weights->v == 0) return SAR_OK;
  for (int32_t k = 0; k < s->nparts; k++) SAR_TRY(add_part(m, at, weights, &s->parts[k], values));
  return SAR_OK;
}

/* ---- what is recorded ---- */

const SarPartClass *sar_parts_recorded(const SarSystem *s, int32_t element) {
  SarRange parts = s->places[element].parts;
  const SarPartClass *class = parts.count ? s->parts[parts.first].class : NULL;
  return class && class->record ? class : NULL;
}

void sar_parts_record(const SarWorkspace *m, int32_t element, const SarPoint *at, double *values) {
  const SarPart *part = &m->system->parts[m->system->places[element].parts.first];
  Placed placed;
  place(m, at, part, &placed);
  part->class->record(part->data, &placed.at, values);
}
