/* The linearised equations as matrices: HDF5, and Matrix Market beside it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes/ports.h"
#include "analysis/modes/reduce.h"
#include "result/hdf5_arrays.h"
#include "result/text_file.h"
#include "system/names.h"

#define LARGEST 4000 /* coordinates: full matrices of more would be gigabytes */

enum { M, C, K, PHI, RATES, RATES_K, A, B, READ_C, READ_D, MATRICES };

/* A full matrix by rows. */
typedef struct Full {
  const char *name;
  int32_t rows, columns;
  double *values;
} Full;

typedef struct Matrices {
  const SarLinearised *l;
  SarArena *arena;
  Full full[MATRICES];
  SarReduced reduced;
  SarGauge gauge;
  const char **coordinates, **inputs, **outputs, **input_units;
  int32_t *input; /* numbers of those that a state space can have */
  int32_t ninputs;
} Matrices;

static SarStatus make(Matrices *x, int which, const char *name, int32_t rows, int32_t columns) {
  double *values = sar_arena_alloc(x->arena, (size_t)rows * (size_t)columns + 1, sizeof *values);
  x->full[which] = (Full){name, rows, columns, values};
  return values ? SAR_OK : sar_report_no_memory(x->l->pencil.context);
}

/* ---- second order ---- */

static void put(Full *full, int32_t row, int32_t column, double value) {
  full->values[(size_t)row * (size_t)full->columns + (size_t)column] = value;
}

static SarStatus fill_second_order(Matrices *x) {
  const SarPencil *p = &x->l->pencil;
  const SarSizes *n = &p->problem->n;
  int32_t velocity = n->nv + n->np;
  SAR_TRY(make(x, M, "M", n->nv, n->nv));
  SAR_TRY(make(x, C, "C", n->nv, n->nv));
  SAR_TRY(make(x, K, "K", n->nv, n->nv));
  SAR_TRY(make(x, PHI, "Phi_q", n->np, n->nv));
  SAR_TRY(make(x, RATES, "velocity_rows", n->nn, n->nv));
  SAR_TRY(make(x, RATES_K, "velocity_rows_q", n->nn, n->nv));
  for (int32_t j = 0; j < n->nv; j++) {
    for (int32_t e = p->pattern.column[j]; e < p->pattern.column[j + 1]; e++) {
      int32_t row = p->pattern.row[e];
      if (row < n->nv) {
        put(&x->full[M], row, j, p->m[e]);
        put(&x->full[C], row, j, p->c[e]);
        put(&x->full[K], row, j, p->k[e]);
      } else if (row < velocity) {
        put(&x->full[PHI], row - n->nv, j, p->k[e]);
      } else if (row < velocity + n->nn) {
        put(&x->full[RATES], row - velocity, j, p->c[e]);
        put(&x->full[RATES_K], row - velocity, j, p->k[e]);
      }
    }
  }
  return SAR_OK;
}

/* ---- names ---- */

static SarStatus name_coordinates(Matrices *x) {
  static const char *const directions[] = {"x", "y", "z", "rx", "ry", "rz"};
  const SarSystem *system = x->l->state.system;
  const SarModel *model = sar_system_model(system);
  int32_t nv = x->l->pencil.problem->n.nv, bodies = sar_system_bodies(system), next = 6 * bodies;
  x->coordinates = SAR_NEW(x->arena, nv + 1, const char *);
  if (!x->coordinates) return sar_report_no_memory(x->l->pencil.context);
  for (int32_t i = 0; i < 6 * bodies && i < nv; i++) {
    x->coordinates[i] = sar_arena_printf(x->arena, "%s.%s", sar_system_body(system, i / 6)->name, directions[i % 6]);
  }
  for (int32_t i = 0; i < model->nelements && next < nv; i++) {
    if (model->elements[i].class->section == SAR_SECTION_COORDINATES) x->coordinates[next++] = model->elements[i].name;
  }
  while (next < nv) x->coordinates[next++] = "coordinate";
  for (int32_t i = 0; i < nv; i++) {
    if (!x->coordinates[i]) return sar_report_no_memory(x->l->pencil.context);
  }
  return SAR_OK;
}

static SarStatus name_inputs(Matrices *x) {
  int32_t most = sar_ports_inputs(x->l);
  x->inputs = SAR_NEW(x->arena, most + 1, const char *);
  x->input_units = SAR_NEW(x->arena, most + 1, const char *);
  x->input = SAR_NEW(x->arena, most + 1, int32_t);
  if (!x->inputs || !x->input_units || !x->input) return sar_report_no_memory(x->l->pencil.context);
  for (int32_t i = 0; i < most; i++) {
    SarPort port;
    SAR_TRY(sar_ports_input(x->l, i, x->arena, &port));
    if (!port.direct) continue;
    x->inputs[x->ninputs] = port.name;
    x->input_units[x->ninputs] = port.unit;
    x->input[x->ninputs++] = i;
  }
  return SAR_OK;
}

/* ---- first order ---- */

/* The outputs at what was lifted and solved last become a column of C or D. */
static SarStatus read_outputs(Matrices *x, double complex *room, double *part, Full *full, int32_t column) {
  const SarPencil *p = &x->l->pencil;
  const SarSizes *n = &p->problem->n;
  const SarReduced *r = &x->reduced;
  double complex *u = room, *rate = u + n->nv, *second = rate + n->nv, *w = second + n->nv, *a = w + n->nv;
  double *v = part, *acceleration = v + n->nv, *values = acceleration + n->nv;
  for (int32_t i = 0; i < n->nv; i++) u[i] = r->u[i], rate[i] = r->rate[i], second[i] = r->answer[i];
  sar_pencil_velocities(p, u, rate, w);
  sar_pencil_accelerations(p, w, rate, second, a);
  for (int32_t i = 0; i < n->nv; i++) v[i] = creal(w[i]), acceleration[i] = creal(a[i]);
  const double *lambda = r->answer + n->nv, *mu = lambda + n->np, *xdot = mu + n->nn;
  SarChange change = {
      .u = r->u, .v = v, .a = acceleration, .lambda = lambda, .mu = mu, .x = r->x, .xdot = xdot, .z = xdot + n->nx};
  SAR_TRY(sar_gauge_read(&x->gauge, &change, values));
  for (int32_t i = 0; i < x->gauge.count; i++) put(full, i, column, values[i]);
  return SAR_OK;
}

static SarStatus fill_columns(Matrices *x, double complex *room, double *y, double *part) {
  SarReduced *r = &x->reduced;
  double *right = part, *rates = y + r->size;
  for (int32_t j = 0; j < r->size + x->ninputs; j++) {
    bool state = j < r->size;
    int32_t column = state ? j : j - r->size;
    memset(y, 0, (size_t)r->size * sizeof *y);
    if (state) y[j] = 1;
    if (!state) SAR_TRY(sar_ports_right(x->l, x->input[column], right));
    sar_reduced_lift(r, y);
    sar_reduced_solve(r, state ? NULL : right);
    sar_reduced_rates(r, rates);
    for (int32_t i = 0; i < r->size; i++) put(&x->full[state ? A : B], i, column, rates[i]);
    SAR_TRY(read_outputs(x, room, part + x->l->pencil.n, &x->full[state ? READ_C : READ_D], column));
  }
  return SAR_OK;
}

static SarStatus fill_first_order(Matrices *x) {
  const SarPencil *p = &x->l->pencil;
  size_t nv = (size_t)p->problem->n.nv;
  SAR_TRY(sar_reduced_create(p, 0, &x->reduced));
  int32_t size = x->reduced.size;
  SAR_TRY(make(x, A, "state_space/A", size, size));
  SAR_TRY(make(x, B, "state_space/B", size, x->ninputs));
  SAR_TRY(make(x, READ_C, "state_space/C", x->gauge.count, size));
  SAR_TRY(make(x, READ_D, "state_space/D", x->gauge.count, x->ninputs));
  double complex *room = calloc(5 * nv + 1, sizeof *room);
  double *y = calloc(2 * (size_t)size + (size_t)p->n + 2 * nv + (size_t)x->gauge.count + 1, sizeof *y);
  SarStatus status = room && y ? fill_columns(x, room, y, y + 2 * (size_t)size) : sar_report_no_memory(p->context);
  free(room);
  free(y);
  return status;
}

/* ---- files ---- */

static SarArray array_of(const Matrices *x, int which) {
  const Full *f = &x->full[which];
  SarArrayNames coordinates = {"coordinates", x->coordinates, x->l->pencil.problem->n.nv};
  SarArrayNames inputs = {"inputs", x->inputs, x->ninputs}, units = {"input_units", x->input_units, x->ninputs};
  SarArrayNames outputs = {"outputs", x->gauge.names, x->gauge.count};
  SarArrayNames read = {"output_units", x->gauge.units, x->gauge.count};
  SarArray out = {.name = f->name, .rank = 2, .sizes = {f->rows, f->columns}, .values = f->values};
  int next = 0;
  if (which <= RATES_K) out.names[next++] = coordinates;
  if (which == B || which == READ_D) out.names[next++] = inputs, out.names[next++] = units;
  if (which == READ_C || which == READ_D) out.names[next++] = outputs, out.names[next++] = read;
  return out;
}

static SarStatus write_market(SarContext *context, const char *path, const Full *f) {
  SarTextFile file;
  int64_t count = 0, all = (int64_t)f->rows * f->columns;
  for (int64_t i = 0; i < all; i++) count += f->values[i] != 0;
  if (sar_text_file_open(context, path, &file) != SAR_OK) return sar_text_file_close(&file);
  sar_text_file_put(&file, "%%MatrixMarket matrix coordinate real general\n");
  const int64_t sizes[] = {f->rows, f->columns, count};
  for (int i = 0; i < 3; i++) sar_text_file_put_int(&file, sizes[i]), sar_text_file_put_char(&file, i < 2 ? ' ' : '\n');
  for (int64_t i = 0; i < all; i++) {
    if (f->values[i] == 0) continue;
    sar_text_file_put_int(&file, i / f->columns + 1);
    sar_text_file_put_char(&file, ' ');
    sar_text_file_put_int(&file, i % f->columns + 1);
    sar_text_file_put_char(&file, ' ');
    sar_text_file_put_real(&file, f->values[i]);
    sar_text_file_put_char(&file, '\n');
  }
  return sar_text_file_close(&file);
}

static SarStatus write_files(Matrices *x, const char *path) {
  SarContext *context = x->l->pencil.context;
  SarArray arrays[MATRICES];
  size_t length = strlen(path), stem = length > 3 && strcmp(path + length - 3, ".h5") == 0 ? length - 3 : length;
  for (int i = 0; i < MATRICES; i++) arrays[i] = array_of(x, i);
  SAR_TRY(sar_hdf5_write_arrays(context, path, arrays, MATRICES));
  for (int i = 0; i < MATRICES; i++) {
    char *market = sar_arena_printf(x->arena, "%.*s.%s.mtx", (int)stem, path, x->full[i].name);
    if (!market) return sar_report_no_memory(context);
    for (char *c = market + stem; *c; c++) *c = *c == '/' ? '.' : *c;
    SAR_TRY(write_market(context, market, &x->full[i]));
  }
  return SAR_OK;
}

static SarStatus compute(Matrices *x, const char *path) {
  int32_t nv = x->l->pencil.problem->n.nv;
  if (nv > LARGEST) {
    return sar_report(x->l->pencil.context, SAR_INPUT, sar_nowhere(), NULL, "take a smaller model",
                      "the model has %d coordinates: matrices are written up to %d", (int)nv, LARGEST);
  }
  SAR_TRY(name_coordinates(x));
  SAR_TRY(name_inputs(x));
  SAR_TRY(sar_gauge_create(x->l, NULL, 0, x->arena, &x->gauge));
  SAR_TRY(fill_second_order(x));
  SAR_TRY(fill_first_order(x));
  return write_files(x, path);
}

SarStatus sar_modes_matrices(SarContext *context, const SarSystem *system, const SarModesOptions *options,
                             const char *path) {
  SAR_NEED(context, context && system && options && path);
  SarLinearised l;
  Matrices x = {.l = &l, .arena = sar_arena_create()};
  if (!x.arena) return sar_report_no_memory(context);
  SarStatus status = sar_linearised_create(context, system, options, &l);
  if (status == SAR_OK) status = compute(&x, path);
  sar_gauge_destroy(&x.gauge);
  sar_reduced_destroy(&x.reduced);
  sar_linearised_destroy(&l);
  sar_arena_destroy(&x.arena);
  return status;
}
