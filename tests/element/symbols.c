#include "element/symbols.h"

#include <stdlib.h>
#include <string.h>

enum { R, A = 3, V = 12, W = 15, ACC = 18, ALPHA = 21 }; /* places among the symbols of a body */

static const SarExpr *present(const SarExpr *f) {
  assert_non_null(f);
  return f;
}

/* ---- motions ---- */

Motion motion_random(uint64_t *seed) {
  Motion motion;
  for (int b = 0; b < SYMBOLS_BODIES; b++) {
    motion.kin[b] = random_kin(seed);
    motion.a[b] = random_vector(seed);
    motion.alpha[b] = random_vector(seed);
  }
  for (int i = 0; i < SYMBOLS_EXTRAS; i++) motion.extra[i] = random_real(seed);
  return motion;
}

void motion_values(const Motion *motion, double variables[SYMBOLS_COUNT]) {
  for (int b = 0; b < SYMBOLS_BODIES; b++) {
    double *at = variables + b * SYMBOLS_OF_BODY;
    const SarKin *kin = &motion->kin[b];
    sar_vec3_store(kin->r, at + R);
    memcpy(at + A, kin->A.m, sizeof kin->A.m);
    sar_vec3_store(kin->v, at + V);
    sar_vec3_store(kin->w, at + W);
    sar_vec3_store(motion->a[b], at + ACC);
    sar_vec3_store(motion->alpha[b], at + ALPHA);
  }
  memcpy(variables + SYMBOLS_EXTRA, motion->extra, sizeof motion->extra);
}

Motion motion_moved(const Motion *motion, int32_t coordinate, double s) {
  Motion m = *motion;
  int b = coordinate / 18, kind = coordinate % 18 / 3;
  SarVec3 e = unit_axis(coordinate % 3), zero = {0, 0, 0};
  if (b >= SYMBOLS_BODIES) {
    m.extra[coordinate - 18 * SYMBOLS_BODIES] += s;
    return m;
  }
  SarVec3 *targets[6] = {NULL, NULL, &m.kin[b].v, &m.kin[b].w, &m.a[b], &m.alpha[b]};
  if (kind < 2) m.kin[b] = moved(&m.kin[b], s, kind == 0 ? e : zero, kind == 0 ? zero : e);
  if (kind >= 2) *targets[kind] = sar_axpy(s, e, *targets[kind]);
  return m;
}

Motion motion_after(const Motion *motion, double t) {
  Motion m = *motion;
  for (int b = 0; b < SYMBOLS_BODIES; b++) {
    SarVec3 mean_v = sar_axpy(t / 2, motion->a[b], motion->kin[b].v);
    SarVec3 mean_w = sar_axpy(t / 2, motion->alpha[b], motion->kin[b].w);
    m.kin[b] = moved(&motion->kin[b], t, mean_v, mean_w);
    m.kin[b].v = sar_axpy(t, motion->a[b], motion->kin[b].v);
    m.kin[b].w = sar_axpy(t, motion->alpha[b], motion->kin[b].w);
  }
  return m;
}

/* ---- what the builder answers ---- */

static SarSym3 symbols_at(Symbols *s, int32_t first) {
  SarSym3 v;
  for (int i = 0; i < 3; i++) v.e[i] = present(sar_expr_variable(s->builder.arena, first + i));
  return v;
}

/* A x with the matrix of a body */
static SarSym3 turned(Symbols *s, int32_t body, SarSym3 x) {
  SarSym3 y;
  for (int i = 0; i < 3; i++)
    y.e[i] = sar_sym3_dot(s->builder.arena, symbols_at(s, body * SYMBOLS_OF_BODY + A + 3 * i), x);
  return y;
}

static SarSym3 constant(Symbols *s, SarVec3 v) { return sar_sym3_constant(s->builder.arena, v.x, v.y, v.z); }

static SarStatus ground_frame(Symbols *s, const SarSide *side, SarSymbolFrame *out) {
  SarSym3 zero = constant(s, sar_vec3(0, 0, 0));
  *out = (SarSymbolFrame){.velocity = zero, .omega = zero, .acceleration = zero, .omega_rate = zero};
  out->point = constant(s, side->point);
  for (int i = 0; i < 3; i++) out->axis[i] = constant(s, sar_column(&side->axes, i));
  return SAR_OK;
}

static SarStatus frame(SarBuilder *b, const SarSide *side, SarSymbolFrame *out) {
  Symbols *s = (Symbols *)b;
  SarArena *arena = b->arena;
  if (side->body == SYMBOLS_BODIES) return ground_frame(s, side, out);
  int32_t body = side->body, first = body * SYMBOLS_OF_BODY;
  SarSym3 arm = constant(s, side->point), w = symbols_at(s, first + W), alpha = symbols_at(s, first + ALPHA);
  SarSym3 rate = sar_sym3_cross(arena, w, arm);
  SarSym3 second = sar_sym3_add(arena, sar_sym3_cross(arena, alpha, arm), sar_sym3_cross(arena, w, rate));
  out->point = sar_sym3_add(arena, symbols_at(s, first + R), turned(s, body, arm));
  for (int i = 0; i < 3; i++) out->axis[i] = turned(s, body, constant(s, sar_column(&side->axes, i)));
  out->velocity = sar_sym3_add(arena, symbols_at(s, first + V), turned(s, body, rate));
  out->omega = turned(s, body, w);
  out->acceleration = sar_sym3_add(arena, symbols_at(s, first + ACC), turned(s, body, second));
  out->omega_rate = turned(s, body, alpha);
  return SAR_OK;
}

static SarStatus reaction(SarBuilder *b, const char *element, int side, SarSym3 *force, SarSym3 *torque) {
  Symbols *s = (Symbols *)b;
  s->asked_element = element;
  s->asked_side = side;
  *force = symbols_at(s, SYMBOLS_EXTRA + 6 * side);
  *torque = symbols_at(s, SYMBOLS_EXTRA + 6 * side + 3);
  return SAR_OK;
}

/* As the reaction on the first side. */
static SarStatus action(SarBuilder *b, const SarSideName *i, const SarSideName *j, SarSym3 about, SarSym3 *force,
                        SarSym3 *torque) {
  Symbols *s = (Symbols *)b;
  assert_true(sar_sym3_ok(about));
  SAR_TRY(reaction(b, NULL, 0, force, torque));
  s->asked_i = i;
  s->asked_j = j;
  return SAR_OK;
}

static SarStatus rate(SarBuilder *b, const SarExpr *f, const SarExpr **out) {
  ((Symbols *)b)->asked_rate = f;
  *out = f;
  return SAR_OK;
}

static SarStatus quantity(SarBuilder *b, const char *element, const char *name, SarSource source, const SarExpr **out) {
  Symbols *s = (Symbols *)b;
  (void)source;
  s->asked_element = element;
  s->asked_quantity = name;
  *out = present(sar_expr_variable(b->arena, SYMBOLS_QUANTITY));
  return SAR_OK;
}

/* Without turns. */
static SarStatus angle(SarBuilder *b, const SarSide *about, const SarSide *of, int arm, const SarExpr **out) {
  SarSymbolFrame j, i;
  SAR_TRY(frame(b, about, &j));
  SAR_TRY(frame(b, of, &i));
  const SarExpr *y = sar_sym3_dot(b->arena, i.axis[arm], j.axis[1]),
                *x = sar_sym3_dot(b->arena, i.axis[arm], j.axis[0]);
  *out = present(sar_node_binary(b->arena, SAR_EXPR_ATAN2, y, x));
  return SAR_OK;
}

static const SarExpr *mode(SarBuilder *b) { return sar_expr_constant(b->arena, 4); }

Symbols *symbols_open(void) {
  Symbols *s = calloc(1, sizeof *s);
  assert_non_null(s);
  s->ops = (SarBuilderOps){.frame = frame,
                           .mode = mode,
                           .reaction = reaction,
                           .action = action,
                           .quantity = quantity,
                           .rate = rate,
                           .angle = angle};
  s->builder = (SarBuilder){.ops = &s->ops, .name = "test", .length = 1};
  s->builder.context = sar_context_create();
  s->builder.arena = sar_arena_create();
  assert_non_null(s->builder.context);
  assert_non_null(s->builder.arena);
  return s;
}

void symbols_close(Symbols *s) {
  sar_arena_destroy(&s->builder.arena);
  sar_context_destroy(&s->builder.context);
  free(s);
}

/* ---- derivatives ---- */

/* Entry (row, column) of A skew(theta). */
static const SarExpr *matrix_rate(const Direction *d, int32_t body, int row, int column) {
  SarArena *arena = d->symbols->builder.arena;
  const SarExpr *const *theta = d->rate + 18 * body + 3;
  int p = (column + 1) % 3, q = (column + 2) % 3; /* theta x e_column = theta_q e_p - theta_p e_q */
  SarSym3 a = symbols_at(d->symbols, body * SYMBOLS_OF_BODY + A + 3 * row);
  return sar_sym_sub(arena, sar_expr_multiply(arena, a.e[p], theta[q]), sar_expr_multiply(arena, a.e[q], theta[p]));
}

static const SarExpr *symbol_rate(void *self, int32_t variable) {
  const Direction *d = self;
  if (variable >= SYMBOLS_EXTRA) return d->rate[18 * SYMBOLS_BODIES + variable - SYMBOLS_EXTRA];
  int32_t body = variable / SYMBOLS_OF_BODY, place = variable % SYMBOLS_OF_BODY;
  if (place < A) return d->rate[18 * body + place];
  if (place >= V) return d->rate[18 * body + place - V + 6];
  return matrix_rate(d, body, (place - A) / 3, (place - A) % 3);
}

Direction direction_of_coordinate(Symbols *symbols, int32_t coordinate) {
  Direction d = {.symbols = symbols};
  for (int32_t i = 0; i < SYMBOLS_COORDINATES; i++)
    d.rate[i] = present(sar_expr_constant(symbols->builder.arena, i == coordinate));
  return d;
}

Direction direction_random(Symbols *symbols, uint64_t *seed) {
  Direction d = {.symbols = symbols};
  for (int32_t i = 0; i < SYMBOLS_COORDINATES; i++)
    d.rate[i] = present(sar_expr_constant(symbols->builder.arena, random_real(seed)));
  return d;
}

Direction direction_of_time(Symbols *symbols) {
  Direction d = direction_of_coordinate(symbols, -1);
  for (int32_t b = 0; b < SYMBOLS_BODIES; b++) {
    for (int32_t i = 0; i < 12; i++)
      d.rate[18 * b + i] = present(sar_expr_variable(symbols->builder.arena, b * SYMBOLS_OF_BODY + V + i));
  }
  return d;
}

const SarExpr *derived(const SarExpr *f, Direction *direction) {
  SarDerivation d = {.rate = symbol_rate, .self = direction};
  return present(sar_expr_derive(direction->symbols->builder.arena, f, &d));
}

void symbols_evaluate(Symbols *symbols, const SarExpr *const *f, int32_t n, const Motion *at, double *out) {
  const SarProgram *program = NULL;
  double variables[SYMBOLS_COUNT];
  SarStatus status = sar_program_compile(symbols->builder.context, symbols->builder.arena, f, n, &program);
  assert_int_equal(status, SAR_OK);
  double *scratch = calloc((size_t)sar_program_scratch(program) + 1, sizeof *scratch);
  assert_non_null(scratch);
  motion_values(at, variables);
  sar_program_evaluate(program, variables, scratch, out);
  free(scratch);
}

/* ---- calls ---- */

SarSide ground_side(void) { return (SarSide){.body = SYMBOLS_BODIES, .axes = sar_mat3_identity()}; }

CallSpec call_random(uint64_t *seed) {
  CallSpec spec = {0};
  for (int i = 0; i < SAR_MEASURE_ARGUMENTS; i++)
    spec.sides[i] = (SarSide){.body = i, .point = random_vector(seed), .axes = random_rotation(seed)};
  return spec;
}

SarStatus measure_try(Symbols *symbols, const SarMeasureClass *measure, const CallSpec *spec, const SarExpr **out) {
  SarMeasureCall call = {.class = measure};
  const char *word = measure->arguments;
  for (int i = 0; i < SAR_MEASURE_ARGUMENTS; i++) {
    bool frame_wanted = strncmp(word, "frame", 5) == 0;
    call.given[i] = *word && !(frame_wanted && spec->left_out[i]);
    call.narguments += call.given[i];
    call.sides[i] = frame_wanted && call.given[i] ? spec->sides[i] : ground_side();
    SAR_TRY(frame(&symbols->builder, &call.sides[i], &call.frames[i]));
    if (strncmp(word, "element", 7) == 0) call.names[i] = "element";
    if (strncmp(word, "thing", 5) == 0 && !spec->between) call.names[i] = "element";
    if (spec->between && call.given[i]) call.named[i] = &spec->written[i];
    if (strncmp(word, "number", 6) == 0) call.numbers[i] = spec->numbers[i];
    if (strncmp(word, "number?", 7) == 0 && spec->numbers[i] == 0) call.given[i] = false;
    word += strcspn(word, " ");
    word += strspn(word, " ");
  }
  return measure->make(&symbols->builder, &call, out);
}

const SarExpr *measure_make(Symbols *symbols, const SarMeasureClass *measure, const CallSpec *spec) {
  const SarExpr *f = NULL;
  if (measure_try(symbols, measure, spec, &f) != SAR_OK || !f) fail_msg("%s is not made", measure->name);
  return f;
}

const SarExpr *measure_named(Symbols *symbols, const char *name, const CallSpec *spec) {
  const SarMeasureClass *measure = sar_measure_class_find(name);
  if (!measure) fail_msg("there is no measure %s", name);
  return measure_make(symbols, measure, spec);
}
