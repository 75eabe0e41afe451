/* Modes in files: as arrays, and as results in which they move. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes/linearised.h"
#include "analysis/record/recorder.h"
#include "result/hdf5_arrays.h"

#define FRAMES 24     /* rows of a period */
#define PERIODS 2     /* of a mode */
#define AMPLITUDE 0.2 /* L or rad, of the largest part */
#define PI 3.14159265358979323846

/* ---- arrays ---- */

enum { FREQUENCY, DAMPING, REAL, IMAGINARY, MULTIPLICITY, SERIES };

static double number_of(const SarMode *mode, int which) {
  const double values[] = {mode->frequency, mode->damping, mode->real, mode->imaginary, (double)mode->multiplicity};
  return values[which];
}

SarStatus sar_modes_write(SarContext *context, const SarModes *modes, const char *path) {
  static const char *const names[] = {"frequency", "damping", "real", "imaginary", "multiplicity"};
  static const char *const units[] = {"Hz", "1", "1/s", "1/s", "1"};
  SAR_NEED(context, context && modes && path);
  size_t n = (size_t)modes->nmodes, bodies = 6 * (size_t)modes->nbodies, scalars = (size_t)modes->ncoordinates;
  double *memory = calloc(n * (SERIES + 2 * (bodies + scalars)) + 1, sizeof *memory);
  if (!memory) return sar_report_no_memory(context);
  double *shape[2] = {memory + n * SERIES, memory + n * (SERIES + bodies)};
  double *scalar[2] = {shape[1] + n * bodies, shape[1] + n * (bodies + scalars)};
  for (size_t i = 0; i < n; i++) {
    const SarMode *mode = &modes->modes[i];
    const double *parts[2] = {mode->shape_real, mode->shape_imaginary};
    for (int k = 0; k < SERIES; k++) memory[(size_t)k * n + i] = number_of(mode, k);
    for (int k = 0; k < 2; k++) {
      memcpy(shape[k] + i * bodies, parts[k], bodies * sizeof *memory);
      memcpy(scalar[k] + i * scalars, parts[k] + bodies, scalars * sizeof *memory);
    }
  }
  SarArray arrays[SERIES + 4] = {{0}};
  SarArrayNames of_bodies = {"bodies", modes->names, modes->nbodies};
  SarArrayNames of_scalars = {"coordinates", modes->names + modes->nbodies, modes->ncoordinates};
  for (int k = 0; k < SERIES; k++) {
    arrays[k] = (SarArray){.name = names[k], .rank = 1, .sizes = {(int64_t)n}, .values = memory + (size_t)k * n};
    arrays[k].unit = units[k];
  }
  for (int k = 0; k < 2; k++) {
    arrays[SERIES + k] = (SarArray){.name = k ? "shape_imaginary" : "shape_real",
                                    .rank = 3,
                                    .sizes = {(int64_t)n, modes->nbodies, 6},
                                    .values = shape[k],
                                    .names = {of_bodies}};
    arrays[SERIES + 2 + k] = (SarArray){.name = k ? "coordinates_imaginary" : "coordinates_real",
                                        .rank = 2,
                                        .sizes = {(int64_t)n, (int64_t)scalars},
                                        .values = scalar[k],
                                        .names = {of_scalars}};
  }
  SarStatus status = sar_hdf5_write_arrays(context, path, arrays, SERIES + 4);
  free(memory);
  return status;
}

/* ---- motion ---- */

typedef struct Film {
  const SarLinearised *l;
  SarRecorder *recorder;
  SarArena *arena;
  SarModelEvent *events; /* one where each mode begins, with its name: marks on the axis of time */
  const char *title;
  double *memory, *q, *shift, *rest; /* rest: zeros for what a shape has not */
} Film;

/* The mechanism moved by the shape at a phase of its swing. Rotations of shapes are in ground axes. */
static void move(Film *f, const SarMode *mode, double phase) {
  const SarProblem *p = f->l->pencil.problem;
  double c = AMPLITUDE * cos(phase), s = AMPLITUDE * sin(phase);
  for (int32_t i = 0; i < p->n.nv; i++) f->shift[i] = c * mode->shape_real[i] - s * mode->shape_imaginary[i];
  for (int32_t b = 0; b < p->nblocks; b++) {
    const SarBlock *block = &p->blocks[b];
    if (block->kind != SAR_BLOCK_ROTATION) continue;
    SarMat3 axes = sar_quat_matrix(sar_quat_load(f->l->state.q + block->q));
    sar_vec3_store(sar_mul_t(&axes, sar_vec3_load(f->shift + block->v)), f->shift + block->v);
  }
  memcpy(f->q, f->l->state.q, (size_t)p->n.nq * sizeof *f->q);
  sar_move(p, f->shift, f->q);
}

static SarStatus record(Film *f, double t) {
  const SarModesState *s = &f->l->state;
  const SarEnergyRecord energy = {0};
  SarPoint at = {.t = t,
                 .q = f->q,
                 .v = f->rest,
                 .a = f->rest,
                 .lambda = f->rest,
                 .mu = f->rest,
                 .x = s->x,
                 .xdot = f->rest,
                 .z = s->z};
  int32_t first = sar_context_count(s->context);
  SarStatus status = sar_recorder_row(f->recorder, s->start->m, &at, &energy);
  if (status != SAR_FAILED) return status;
  sar_context_take_back(s->context, first); /* a number that is not finite: of no account here */
  return SAR_OK;
}

static SarStatus film(Film *f, const SarModes *modes) {
  double unit = sar_system_model(f->l->state.system)->units.time;
  const int32_t rows = FRAMES * PERIODS;
  for (int32_t k = 0; k < modes->nmodes; k++) {
    SAR_TRY(sar_recorder_event(f->recorder, &(SarEventRecord){.time = unit * k, .event = k, .direction = 1}));
    for (int32_t i = 0; i < rows + (k + 1 == modes->nmodes); i++) {
      move(f, &modes->modes[k], 2 * PI * i / FRAMES - PI / 2);
      SAR_TRY(record(f, unit * (k + (double)i / rows)));
    }
  }
  return SAR_OK;
}

/* "mode 2: 1.58 Hz", and what becomes of it. */
static SarStatus name_modes(Film *f, const SarModes *modes) {
  SarContext *context = f->l->pencil.context;
  const char *title = sar_model_title(sar_system_model(f->l->state.system));
  f->arena = sar_arena_create();
  f->events = f->arena ? SAR_NEW(f->arena, modes->nmodes + 1, SarModelEvent) : NULL;
  if (!f->events) return sar_report_no_memory(context);
  f->title = sar_arena_printf(f->arena, "modes%s%s", title[0] ? ": " : "", title);
  if (!f->title) return sar_report_no_memory(context);
  for (int32_t k = 0; k < modes->nmodes; k++) {
    const SarMode *m = &modes->modes[k];
    const char *name = sar_arena_printf(f->arena, "mode %d: %.4g Hz", (int)(k + 1), m->frequency);
    const char *action = sar_arena_printf(f->arena, "damping %.3g, real part %.4g 1/s", m->damping, m->real);
    if (!name || !action) return sar_report_no_memory(context);
    f->events[k] = (SarModelEvent){name, action};
  }
  return SAR_OK;
}

static SarStatus make_arrays(Film *f) {
  const SarSizes *n = &f->l->pencil.problem->n;
  int32_t zeros = n->nv + n->np + n->nn + n->nx, numbers = n->nq + n->nv + zeros;
  f->memory = calloc((size_t)numbers + 1, sizeof *f->memory);
  if (!f->memory) return sar_report_no_memory(f->l->pencil.context);
  f->q = f->memory;
  f->shift = f->q + n->nq;
  f->rest = f->shift + n->nv;
  return SAR_OK;
}

SarStatus sar_modes_animate(SarContext *context, const SarSystem *system, const SarModesOptions *options,
                            const SarModes *modes, const char *path) {
  SAR_NEED(context, context && system && options && modes && path);
  SarLinearised l;
  Film f = {.l = &l};
  SarRunOptions run = sar_run_options_default();
  SarRecorderPlan plan = {.options = &run, .method = "modes"};
  int32_t first = sar_context_count(context);
  run.hdf5 = path;
  SarStatus status = sar_linearised_create(context, system, options, &l);
  sar_context_drop_repeated(context, first); /* the modes have said it already */
  if (status == SAR_OK) status = make_arrays(&f);
  if (status == SAR_OK) status = name_modes(&f, modes);
  plan.title = f.title;
  plan.events = f.events;
  plan.nevents = modes->nmodes;
  if (status == SAR_OK) status = sar_recorder_create(l.state.start, &plan, &f.recorder);
  if (status == SAR_OK) status = film(&f, modes);
  if (f.recorder && status == SAR_OK) status = sar_recorder_finish(f.recorder);
  sar_recorder_destroy(&f.recorder);
  sar_linearised_destroy(&l);
  sar_arena_destroy(&f.arena);
  free(f.memory);
  return status;
}
