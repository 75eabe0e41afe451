#include "element/recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Recorder *of(SarBuilder *b) { return (Recorder *)b; }

static const SarExpr *variable(Recorder *r, int32_t index) {
  const SarExpr *f = sar_expr_variable(r->symbols.builder.arena, index);
  assert_non_null(f);
  return f;
}

/* ---- binding ---- */

typedef struct Binding {
  Recorder *recorder;
  const SarExpr *const *local;
} Binding;

static const SarExpr *replace(void *self, const SarExpr *node, const SarExpr *now) {
  const Binding *binding = self;
  int32_t index = sar_expr_is_variable(node);
  if (index < 0) return now;
  if (index >= SAR_REFERENCES) return variable(binding->recorder, RECORDER_INPUT + index - SAR_REFERENCES);
  return binding->local[index] ? binding->local[index] : variable(binding->recorder, RECORDER_TIME);
}

static SarStatus bind(SarBuilder *b, const SarExpr *f, const SarExpr *const *local, const SarExpr **out) {
  Binding binding = {of(b), local};
  *out = sar_expr_rewrite(b->arena, f, &(SarRewriter){replace, &binding});
  assert_non_null(*out);
  return SAR_OK;
}

static const SarExpr *time_symbol(SarBuilder *b) { return variable(of(b), RECORDER_TIME); }

static const SarExpr *mode_symbol(SarBuilder *b) { return sar_expr_constant(b->arena, 4); }

static SarStatus find_side(SarBuilder *b, const SarSideName *name, SarSide *out) {
  if (strcmp(name->body, "ground") == 0) {
    *out = ground_side();
  } else {
    *out = strcmp(name->body, "a") == 0 ? b->a : b->b;
  }
  return SAR_OK;
}

/* ---- unknowns ---- */

static SarStatus add_unknown(SarBuilder *b, UnknownKind kind, double start, double velocity, SarUnknown *out) {
  Recorder *r = of(b);
  int32_t i = r->nunknowns++, first = RECORDER_UNKNOWN + 3 * i;
  assert_true(i < RECORDER_ITEMS);
  out->value = variable(r, first);
  out->rate = kind == ALGEBRAIC ? NULL : variable(r, first + 1);
  out->acceleration = kind == COORDINATE ? variable(r, first + 2) : NULL;
  out->row = i;
  r->unknowns[i].kind = kind;
  r->unknowns[i].start = start;
  r->unknowns[i].velocity = velocity;
  r->unknowns[i].unknown = *out;
  return SAR_OK;
}

static SarStatus add_state(SarBuilder *b, const char *label, SarStateStart start, SarUnknown *out) {
  (void)label;
  of(b)->unknowns[of(b)->nunknowns].rate = start.rate;
  of(b)->unknowns[of(b)->nunknowns].scale = start.scale;
  return add_unknown(b, STATE, start.value, 0, out);
}

static SarStatus add_algebraic(SarBuilder *b, const char *label, double guess, SarUnknown *out) {
  (void)label;
  return add_unknown(b, ALGEBRAIC, guess, 0, out);
}

static SarStatus add_coordinate(SarBuilder *b, SarMeasureKind kind, double start, double velocity, double scale,
                                SarUnknown *out) {
  (void)scale;
  of(b)->unknowns[of(b)->nunknowns].measure = kind;
  return add_unknown(b, COORDINATE, start, velocity, out);
}

static SarUnknown declared(SarBuilder *b, int32_t index) {
  assert_in_range(index, 0, of(b)->nunknowns - 1);
  return of(b)->unknowns[index].unknown;
}

/* ---- what it says ---- */

static SarStatus offer(SarBuilder *b, const char *quantity, const char *unit, const SarExpr *f) {
  Recorder *r = of(b);
  assert_true(r->noffers < RECORDER_ITEMS);
  assert_non_null(f);
  for (int32_t i = 0; i < r->noffers; i++) assert_string_not_equal(r->offers[i].quantity, quantity);
  r->offers[r->noffers].quantity = quantity;
  r->offers[r->noffers].unit = unit;
  r->offers[r->noffers++].f = f;
  return SAR_OK;
}

static SarStatus kinks(SarBuilder *b, const SarExpr *f) {
  assert_non_null(f);
  of(b)->kinks = f;
  return SAR_OK;
}

static SarStatus residual(SarBuilder *b, int32_t row, const SarExpr *f) {
  Recorder *r = of(b);
  assert_in_range(row, 0, r->nunknowns - 1);
  assert_non_null(f);
  r->rows[row] = r->rows[row] ? sar_expr_add(b->arena, r->rows[row], f) : f;
  return SAR_OK;
}

static SarStatus constraint(SarBuilder *b, bool holonomic, bool rotation, const SarExpr *f) {
  static const char *const names[3] = {"multiplier", "multiplier2", "multiplier3"};
  Recorder *r = of(b);
  int32_t i = r->nconstraints++;
  assert_true(i < 3);
  assert_non_null(f);
  r->constraints[i].holonomic = holonomic;
  r->constraints[i].rotation = rotation;
  r->constraints[i].f = f;
  return offer(b, names[i], "N", variable(r, RECORDER_MULTIPLIER + i));
}

static SarStatus holonomic(SarBuilder *b, const char *name, bool rotation, const SarExpr *f) {
  (void)name;
  return constraint(b, true, rotation, f);
}

static SarStatus nonholonomic(SarBuilder *b, const char *name, bool rotation, const SarExpr *f) {
  (void)name;
  return constraint(b, false, rotation, f);
}

static SarStatus work(SarBuilder *b, const SarExpr *force, const SarExpr *velocity, SarPowerKind kind) {
  Recorder *r = of(b);
  int32_t i = r->nworks++;
  assert_true(i < RECORDER_ITEMS);
  assert_non_null(force);
  assert_non_null(velocity);
  r->works[i].force = force;
  r->works[i].velocity = velocity;
  r->works[i].kind = kind;
  return SAR_OK;
}

static SarStatus store(SarBuilder *b, const SarExpr *energy) {
  assert_null(of(b)->stored);
  of(b)->stored = energy;
  return SAR_OK;
}

static SarStatus kinetic(SarBuilder *b, const SarExpr *energy) {
  of(b)->kinetic = energy;
  return SAR_OK;
}

/* Its own offers, or the one symbol that stands for quantities of others. */
static SarStatus quantity(SarBuilder *b, const char *element, const char *name, SarSource source, const SarExpr **out) {
  Recorder *r = of(b);
  for (int32_t i = 0; i < r->noffers; i++) {
    if (strcmp(element, b->name) != 0 || strcmp(r->offers[i].quantity, name) != 0) continue;
    *out = r->offers[i].f;
    return SAR_OK;
  }
  return r->opened->ops.quantity(b, element, name, source, out);
}

static SarStatus rate(SarBuilder *b, const SarExpr *f, const SarExpr **out) {
  assert_int_equal(sar_expr_is_variable(f), SYMBOLS_QUANTITY);
  *out = variable(of(b), RECORDER_RATE);
  return SAR_OK;
}

/* ---- content ---- */

typedef struct Seen {
  Recorder *recorder;
  uint32_t bits;
} Seen;

static uint32_t content_of_unknown(const Recorder *r, int32_t offset) {
  UnknownKind kind = r->unknowns[offset / 3].kind;
  if (kind == ALGEBRAIC) return SAR_HAS_VARIABLE;
  if (kind == STATE) return offset % 3 ? SAR_HAS_STATE_RATE : SAR_HAS_STATE;
  static const uint32_t levels[3] = {SAR_HAS_POSITION, SAR_HAS_VELOCITY, SAR_HAS_ACCELERATION};
  return levels[offset % 3];
}

/* References: u0 is a position, u1 a velocity, u2 an acceleration, u3 a state, u4 its rate, u5 a variable, u6 a
 * reaction. */
static void see(void *self, int32_t index) {
  static const uint32_t inputs[RECORDER_INPUTS] = {SAR_HAS_POSITION,  SAR_HAS_VELOCITY,   SAR_HAS_ACCELERATION,
                                                   SAR_HAS_STATE,     SAR_HAS_STATE_RATE, SAR_HAS_VARIABLE,
                                                   SAR_HAS_MULTIPLIER};
  Seen *seen = self;
  if (index == RECORDER_TIME) seen->bits |= SAR_HAS_TIME;
  if (index >= RECORDER_INPUT && index < RECORDER_RATE) seen->bits |= inputs[index - RECORDER_INPUT];
  if (index >= RECORDER_UNKNOWN) seen->bits |= content_of_unknown(seen->recorder, index - RECORDER_UNKNOWN);
}

static uint32_t content(SarBuilder *b, const SarExpr *f) {
  Seen seen = {of(b), 0};
  assert_true(sar_expr_each_variable(f, see, &seen));
  return seen.bits;
}

/* ---- opening ---- */

static void default_value(Recorder *r, const SarField *field, SarValue *value) {
  if (!field->fallback || !field->fallback[0]) return;
  switch (field->kind) {
    case SAR_FIELD_REAL: value->real = strtod(field->fallback, NULL); break;
    case SAR_FIELD_FUNCTION: value->function[0] = sar_expr_constant(r->symbols.builder.arena, 0); break;
    case SAR_FIELD_FUNCTIONS3:
      for (int i = 0; i < 3; i++) value->function[i] = sar_expr_constant(r->symbols.builder.arena, 0);
      break;
    case SAR_FIELD_SIDE: value->side[0].body = field->fallback; break;
    default: break; /* the first word, false, or nothing */
  }
}

Recorder *recorder_open(const SarElementClass *element_class, uint64_t *seed) {
  Recorder *r = calloc(1, sizeof *r);
  assert_non_null(r);
  r->opened = symbols_open();
  r->symbols = *r->opened;
  r->class = element_class;
  r->ops = (SarBuilderOps){.bind = bind,
                           .time = time_symbol,
                           .mode = mode_symbol,
                           .frame = r->opened->ops.frame,
                           .side = find_side,
                           .state = add_state,
                           .algebraic = add_algebraic,
                           .coordinate = add_coordinate,
                           .declared = declared,
                           .offer = offer,
                           .kinks = kinks,
                           .residual = residual,
                           .holonomic = holonomic,
                           .nonholonomic = nonholonomic,
                           .work = work,
                           .store = store,
                           .kinetic = kinetic,
                           .reaction = r->opened->ops.reaction,
                           .quantity = quantity,
                           .angle = r->opened->ops.angle,
                           .rate = rate,
                           .content = content};
  SarBuilder *b = &r->symbols.builder;
  b->ops = &r->ops;
  b->values = r->values;
  b->class = element_class;
  b->a = (SarSide){.body = 0, .point = random_vector(seed), .axes = random_rotation(seed)};
  b->b = (SarSide){.body = 1, .point = random_vector(seed), .axes = random_rotation(seed)};
  assert_true(element_class->nfields <= RECORDER_FIELDS);
  for (int32_t i = 0; i < element_class->nfields; i++) default_value(r, &element_class->fields[i], &r->values[i]);
  int32_t between = sar_field_index(element_class, "between");
  if (between >= 0) r->values[between].side[0].body = "a", r->values[between].side[1].body = "b";
  return r;
}

void recorder_close(Recorder *r) {
  symbols_close(r->opened);
  free(r);
}

SarValue *recorder_field(Recorder *r, const char *name) {
  int32_t index = sar_field_index(r->class, name);
  if (index < 0) fail_msg("the class %s has no field %s", r->class->name, name);
  r->values[index].given = true;
  return &r->values[index];
}

void recorder_real(Recorder *r, const char *name, double value) { recorder_field(r, name)->real = value; }

/* ---- expressions ---- */

/* The names of the field's own variables come first: "length:m rate:m/s t:s". */
static SarStatus resolve(void *self, const char *name, double *constant, int32_t *index) {
  const char *at = self;
  size_t length = strlen(name);
  (void)constant;
  for (*index = 0; *at; ++*index) {
    if (strncmp(at, name, length) == 0 && at[length] == ':') return SAR_OK;
    at += strcspn(at, " ");
    at += strspn(at, " ");
  }
  if (name[0] != 'u' || name[1] < '0' || name[1] >= '0' + RECORDER_INPUTS || name[2]) return SAR_INPUT;
  *index = SAR_REFERENCES + name[1] - '0';
  return SAR_OK;
}

const SarExpr *recorder_parse(Recorder *r, const char *field, const char *text) {
  const SarExpr *f = NULL;
  const SarField *row = &r->class->fields[sar_field_index(r->class, field)];
  SarScope scope = {.resolve = resolve, .self = (void *)row->variables};
  SarBuilder *b = &r->symbols.builder;
  assert_int_equal(sar_expr_parse(b->context, b->arena, text, sar_nowhere(), field, &scope, &f), SAR_OK);
  return f;
}

void recorder_function(Recorder *r, const char *name, const char *text) {
  recorder_field(r, name)->function[0] = recorder_parse(r, name, text);
}

SarStatus recorder_try(Recorder *r) {
  SarBuilder *b = &r->symbols.builder;
  if (r->class->check) SAR_TRY(r->class->check(b->context, b->name, b->values));
  if (r->class->equations->declare) SAR_TRY(r->class->equations->declare(b));
  return r->class->equations->build(b);
}

void recorder_build(Recorder *r) { assert_int_equal(recorder_try(r), SAR_OK); }

void recorder_randomise(Recorder *r, const Motion *motion, uint64_t *seed) {
  for (int32_t i = 0; i < RECORDER_COUNT; i++) r->variables[i] = random_real(seed);
  motion_values(motion, r->variables);
}

double recorder_value(Recorder *r, const SarExpr *f) {
  SarBuilder *b = &r->symbols.builder;
  const SarProgram *program;
  double out;
  assert_non_null(f);
  assert_int_equal(sar_program_compile(b->context, b->arena, &f, 1, &program), SAR_OK);
  double *scratch = malloc((size_t)(sar_program_scratch(program) + 1) * sizeof *scratch);
  assert_non_null(scratch);
  sar_program_evaluate(program, r->variables, scratch, &out);
  free(scratch);
  return out;
}

double recorder_row(Recorder *r, int32_t unknown) { return recorder_value(r, r->rows[unknown]); }

double recorder_offer(Recorder *r, const char *quantity_name) {
  for (int32_t i = 0; i < r->noffers; i++) {
    if (strcmp(r->offers[i].quantity, quantity_name) == 0) return recorder_value(r, r->offers[i].f);
  }
  fail_msg("%s does not offer %s", r->class->name, quantity_name);
  return 0;
}

double recorder_power(Recorder *r) {
  double power = 0;
  for (int32_t i = 0; i < r->nworks; i++) {
    power += recorder_value(r, r->works[i].force) * recorder_value(r, r->works[i].velocity);
  }
  return power;
}
