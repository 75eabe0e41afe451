/* tyre: a tyre that rolls on a road: vertical force, and with the models that have slip the forces and moments in the
 * plane of the road, with two states for the lag of the slip.
 *
 * Its mathematics is one pure function with exact derivatives (tyre/patch.c), which expressions call: the motion of the
 * wheel in axes of the road goes in, force and torque at its centre come out. */
#include <math.h>
#include <string.h>

#include "element/equations.h"
#include "element/tyre/patch.h"
#include "element/tyre/tyre_file.h"
#include "expr/external.h"
#include "expr/function.h"

enum {
  WHEEL,
  ROAD,
  MODEL,
  FILE_,
  RADIUS,
  WIDTH,
  STIFFNESS,
  DAMPING,
  DEFLECTIONS,
  LOADS,
  LONGITUDINAL,
  CORNERING,
  FRICTION,
  SLIDING,
  RESISTANCE,
  RELAXATION,
  LATERAL_NUMBERS,
  LONGITUDINAL_NUMBERS,
  LOW_SPEED,
  FIELDS
};

static const SarField fields[] = {
    [WHEEL] = {.name = "wheel",
               .kind = SAR_FIELD_SIDE,
               .unit = "",
               .meaning = "the wheel: a frame (or body) at its centre, which spins about z of the frame; z points to "
                          "the left of a car that drives forward"},
    [ROAD] = {.name = "road",
              .kind = SAR_FIELD_SIDE,
              .unit = "",
              .meaning = "a shape of the ground: ground.NAME, a road, a height field or a plane",
              .choices = "shapes"},
    [MODEL] = {.name = "model",
               .kind = SAR_FIELD_CHOICE,
               .unit = "",
               .meaning = "how it slips: not at all, or by one of these laws",
               .choices = "follower fiala pacejka89 mf52"},
    [FILE_] = {.name = "file",
               .kind = SAR_FIELD_TYRE_FILE,
               .unit = "",
               .fallback = "",
               .meaning = "a property file (.tir) with the numbers of the tyre"},
    [RADIUS] = {.name = "radius", .kind = SAR_FIELD_REAL, .unit = "m", .fallback = "", .meaning = "without load"},
    [WIDTH] =
        {.name = "width", .kind = SAR_FIELD_REAL, .unit = "m", .fallback = "", .meaning = "fiala: for the moment mz"},
    [STIFFNESS] = {.name = "stiffness",
                   .kind = SAR_FIELD_REAL,
                   .unit = "N/m",
                   .fallback = "",
                   .meaning = "vertical force over deflection"},
    [DAMPING] = {.name = "damping", .kind = SAR_FIELD_REAL, .unit = "N*s/m", .fallback = "", .meaning = "vertical"},
    [DEFLECTIONS] = {.name = "deflections",
                     .kind = SAR_FIELD_REALS,
                     .unit = "m",
                     .fallback = "",
                     .meaning = "instead of the stiffness: deflections, the first zero, and"},
    [LOADS] = {.name = "loads", .kind = SAR_FIELD_REALS, .unit = "N", .fallback = "", .meaning = "the forces there"},
    [LONGITUDINAL] = {.name = "slip_stiffness",
                      .kind = SAR_FIELD_REAL,
                      .unit = "N",
                      .fallback = "",
                      .meaning = "fiala: longitudinal force over slip"},
    [CORNERING] = {.name = "cornering_stiffness",
                   .kind = SAR_FIELD_REAL,
                   .unit = "N/rad",
                   .fallback = "",
                   .meaning = "fiala: lateral force over slip angle"},
    [FRICTION] = {.name = "friction",
                  .kind = SAR_FIELD_REAL,
                  .unit = "",
                  .fallback = "",
                  .meaning = "fiala: coefficient without slip"},
    [SLIDING] = {.name = "sliding_friction",
                 .kind = SAR_FIELD_REAL,
                 .unit = "",
                 .fallback = "",
                 .meaning = "fiala: of a wheel that slides; default: the same"},
    [RESISTANCE] = {.name = "rolling_resistance",
                    .kind = SAR_FIELD_REAL,
                    .unit = "m",
                    .fallback = "",
                    .meaning = "moment over vertical force"},
    [RELAXATION] = {.name = "relaxation",
                    .kind = SAR_FIELD_REALS,
                    .unit = "m",
                    .fallback = "",
                    .meaning = "[along, across]: lengths that the wheel rolls while slip builds up; default: radius/4 "
                               "and radius/2"},
    [LATERAL_NUMBERS] = {.name = "lateral",
                         .kind = SAR_FIELD_REALS,
                         .unit = "",
                         .fallback = "",
                         .meaning = "pacejka89: a0 to a7 (kN, degrees)"},
    [LONGITUDINAL_NUMBERS] = {.name = "longitudinal",
                              .kind = SAR_FIELD_REALS,
                              .unit = "",
                              .fallback = "",
                              .meaning = "pacejka89: b0 to b8 (kN, per cent)"},
    [LOW_SPEED] = {.name = "low_speed",
                   .kind = SAR_FIELD_REAL,
                   .unit = "m/s",
                   .fallback = "0.5",
                   .meaning = "below it slip is measured against it"},
};

/* Fields that are numbers of the tyre. */
static const struct {
  int field, number;
} numbers[] = {{RADIUS, SAR_TYRE_UNLOADED_RADIUS},
               {WIDTH, SAR_TYRE_WIDTH},
               {STIFFNESS, SAR_TYRE_VERTICAL_STIFFNESS},
               {DAMPING, SAR_TYRE_VERTICAL_DAMPING},
               {LONGITUDINAL, SAR_TYRE_CSLIP},
               {CORNERING, SAR_TYRE_CALPHA},
               {FRICTION, SAR_TYRE_UMAX},
               {SLIDING, SAR_TYRE_UMIN},
               {RESISTANCE, SAR_TYRE_ROLLING_RESISTANCE}};

/* Lists of them: that many at most, one after the other. */
static const struct {
  int field, number, count;
} lists[] = {{RELAXATION, SAR_TYRE_RELAX_LENGTH_X, 2},
             {LATERAL_NUMBERS, SAR_TYRE_A0, 8},
             {LONGITUDINAL_NUMBERS, SAR_TYRE_B0, 9}};

static const SarTyreModel *model_of(const SarValue *values) { return sar_tyre_model((int32_t)values[MODEL].real); }

static bool has(const SarTyreModel *model, int number) {
  return strchr(sar_tyre_number(number)->formats, model->format);
}

/* ---- what it is told ---- */

/* Numbers of the file, then those that are written beside it. */
static void collect(const SarValue *values, SarTyre *out) {
  SarTyreData *data = &out->data;
  *out = (SarTyre){.model = model_of(values), .low_speed = values[LOW_SPEED].real};
  for (int32_t i = 0; i < SAR_TYRE_NUMBERS; i++) data->number[i] = sar_tyre_number(i)->fallback;
  if (values[FILE_].given) *data = values[FILE_].tyre->data;
  for (int i = 0; i < SAR_COUNT(numbers); i++) {
    if (values[numbers[i].field].given) data->number[numbers[i].number] = values[numbers[i].field].real;
  }
  for (int i = 0; i < SAR_COUNT(lists); i++) {
    const SarValue *list = &values[lists[i].field];
    for (int32_t k = 0; list->given && k < list->nlist && k < lists[i].count; k++) {
      data->number[lists[i].number + k] = list->list[k];
    }
  }
  if (isnan(data->number[SAR_TYRE_UMIN])) data->number[SAR_TYRE_UMIN] = data->number[SAR_TYRE_UMAX];
  const SarValue *x = &values[DEFLECTIONS], *f = &values[LOADS];
  if (x->given && f->given) data->curve.count = 0;
  for (int32_t i = 0; x->given && f->given && i < x->nlist && i < f->nlist && i < SAR_LOAD_CURVE_POINTS; i++) {
    data->curve.deflection[i] = x->list[i], data->curve.force[i] = f->list[i];
    data->curve.count = i + 1;
  }
  sar_load_curve_prepare(&data->curve);
  out->ramp = data->number[SAR_TYRE_UNLOADED_RADIUS] / 100;
}

static SarStatus check_lists(SarContext *context, const char *name, const SarValue *values) {
  for (int i = 0; i < SAR_COUNT(lists); i++) {
    const SarValue *list = &values[lists[i].field];
    if (!list->given || list->nlist == lists[i].count) continue;
    return sar_report(context, SAR_INPUT, list->source, name, "give all of them", "`%s` takes %d numbers, not %d",
                      fields[lists[i].field].name, lists[i].count, (int)list->nlist);
  }
  const SarValue *x = &values[DEFLECTIONS], *f = &values[LOADS];
  if (!x->given && !f->given) return SAR_OK;
  const SarValue *one = x->given ? x : f;
  bool fits = x->given && f->given && x->nlist == f->nlist && x->nlist >= 2 && x->nlist <= SAR_LOAD_CURVE_POINTS;
  bool rises = fits && x->list[0] == 0 && f->list[0] == 0;
  for (int32_t i = 1; rises && i < x->nlist; i++) rises = x->list[i] > x->list[i - 1] && f->list[i] > f->list[i - 1];
  if (rises) return SAR_OK;
  return sar_report(context, SAR_INPUT, one->source, name,
                    "give both, as many of each, up to 100, both from zero and rising",
                    "`deflections` and `loads` are no table of the vertical force");
}

/* What belongs to another model is not passed over in silence. */
static SarStatus check_foreign(SarContext *context, const char *name, const SarValue *values) {
  const SarTyreModel *model = model_of(values);
  for (int i = 0; i < SAR_COUNT(numbers) + SAR_COUNT(lists); i++) {
    bool list = i >= SAR_COUNT(numbers);
    int field = list ? lists[i - SAR_COUNT(numbers)].field : numbers[i].field;
    int number = list ? lists[i - SAR_COUNT(numbers)].number : numbers[i].number;
    if (!values[field].given || has(model, number)) continue;
    return sar_report(context, SAR_INPUT, values[field].source, name, "leave it out, or choose another `model`",
                      "the model %s has no `%s`", model->name, fields[field].name);
  }
  return SAR_OK;
}

static SarStatus check_file(SarContext *context, const char *name, const SarValue *values) {
  const SarTyreModel *model = model_of(values);
  const SarValue *file = &values[FILE_];
  if (!file->given) return SAR_OK;
  if (model->format == 'V' || file->tyre->model == model) return SAR_OK;
  return sar_report(context, SAR_INPUT, file->source, name, "give the model of the file, or another file",
                    "`%s` is a file of the format %s, for the model %s, not %s", file->tyre->path,
                    file->tyre->model->file_format, file->tyre->model->name, model->name);
}

/* The field that a number has; null: it is one of files alone. */
static const char *field_of(int number) {
  for (int i = 0; i < SAR_COUNT(numbers); i++) {
    if (numbers[i].number == number) return fields[numbers[i].field].name;
  }
  for (int i = 0; i < SAR_COUNT(lists); i++) {
    if (number >= lists[i].number && number < lists[i].number + lists[i].count) return fields[lists[i].field].name;
  }
  return NULL;
}

static SarStatus check_complete(SarContext *context, const char *name, const SarValue *values) {
  const SarTyreModel *model = model_of(values);
  SarTyre tyre;
  collect(values, &tyre);
  for (int32_t i = 0; i < SAR_TYRE_NUMBERS; i++) {
    if (!has(model, i) || !isnan(tyre.data.number[i])) continue;
    if (i == SAR_TYRE_VERTICAL_STIFFNESS && tyre.data.curve.count) continue;
    const char *field = field_of(i);
    return sar_report(context, SAR_INPUT, values[MODEL].source, name,
                      field ? "add it, or a `file` that has it" : "give a property file: `file: tyre.tir`",
                      "the model %s needs `%s`", model->name, field ? field : sar_tyre_number(i)->key);
  }
  return SAR_OK;
}

static SarStatus check_signs(SarContext *context, const char *name, const SarValue *values) {
  static const int positive[] = {RADIUS, STIFFNESS, LONGITUDINAL, CORNERING, FRICTION, SLIDING, LOW_SPEED};
  static const int not_negative[] = {DAMPING, WIDTH, RESISTANCE};
  char text[SAR_VALUE_TEXT];
  for (int i = 0; i < SAR_COUNT(positive); i++) {
    const SarValue *value = &values[positive[i]];
    if (value->given)
      SAR_TRY(sar_field_check_positive(context, name, &fields[positive[i]], value, "give a positive number"));
  }
  for (int i = 0; i < SAR_COUNT(not_negative); i++) {
    const SarValue *value = &values[not_negative[i]];
    if (!value->given || value->real >= 0) continue;
    return sar_report(context, SAR_INPUT, value->source, name, "give zero or a positive number",
                      "the %s must not be negative, but is %s", fields[not_negative[i]].name,
                      sar_value_text(value, fields[not_negative[i]].unit, text));
  }
  const SarValue *most = &values[FRICTION], *least = &values[SLIDING];
  if (!most->given || !least->given || least->real <= most->real) return SAR_OK;
  return sar_report(context, SAR_INPUT, least->source, name, "exchange them, or leave `sliding_friction` out",
                    "the sliding friction %g must not be more than the friction without slip, %g", least->real,
                    most->real);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *wheel = &values[WHEEL];
  if (wheel->given && strcmp(wheel->side[0].body, "ground") == 0) {
    return sar_report(context, SAR_INPUT, wheel->side[0].source, name, "name the body that rolls, or a frame on it",
                      "`wheel` is the ground, which does not move");
  }
  if (!values[MODEL].given) return SAR_OK; /* reported as missing */
  SAR_TRY(check_lists(context, name, values));
  SAR_TRY(check_foreign(context, name, values));
  SAR_TRY(check_file(context, name, values));
  SAR_TRY(check_signs(context, name, values));
  return check_complete(context, name, values);
}

/* ---- equations ---- */

/* What the call of the function keeps. */
typedef struct Call {
  SarExternal external;
  SarTyre tyre;
  SarTerrain road;
} Call;

static int evaluate(void *self, const double *inputs, double *outputs, double *jacobian) {
  const Call *call = self;
  SarDual out[SAR_PATCH_OUTPUTS];
  sar_patch(&call->tyre, &call->road, inputs, out);
  for (int i = 0; i < SAR_PATCH_OUTPUTS; i++) {
    outputs[i] = out[i].v;
    for (int k = 0; jacobian && k < SAR_PATCH_INPUTS; k++) jacobian[i * SAR_PATCH_INPUTS + k] = out[i].d[k];
  }
  return 0;
}

static Call *make_call(SarBuilder *b, const SarShape *road) {
  Call *call = SAR_NEW(b->arena, 1, Call);
  if (!call) return NULL;
  call->external = (SarExternal){.name = "tyre",
                                 .ninputs = SAR_PATCH_INPUTS,
                                 .noutputs = SAR_PATCH_OUTPUTS,
                                 .has_jacobian = true,
                                 .evaluate = evaluate,
                                 .self = call};
  collect(b->values, &call->tyre);
  call->road = road->data ? *(const SarTerrain *)road->data : (SarTerrain){.kind = SAR_TERRAIN_FLAT};
  return call;
}

static SarStatus declare(SarBuilder *b) {
  static const char *const labels[2] = {"kappa", "tan_alpha"};
  SarUnknown x[2];
  if (!model_of(b->values)->force) return SAR_OK;
  for (int i = 0; i < 2; i++) SAR_TRY(b->ops->state(b, labels[i], (SarStateStart){.scale = 0.1}, &x[i]));
  const SarExpr *alpha = sar_node_unary(b->arena, SAR_EXPR_ATAN, x[1].value);
  SAR_TRY(sar_equation_made(b, alpha));
  SAR_TRY(b->ops->offer(b, "kappa", "", x[0].value));
  return b->ops->offer(b, "alpha", "rad", alpha);
}

/* A vector of the ground in axes of the road. */
static void into_road(SarArena *arena, const SarMat3 *axes, SarSym3 v, const SarExpr **out) {
  for (int i = 0; i < 3; i++) {
    SarVec3 e = sar_column(axes, i);
    out[i] = sar_sym3_dot(arena, sar_sym3_constant(arena, e.x, e.y, e.z), v);
  }
}

static SarStatus offer_columns(SarBuilder *b, const SarExpr *call) {
  static const char *const names[] = {"gamma", "fx", "fy", "fz", "mx", "my", "mz", "radius"};
  static const char *const units[] = {"rad", "N", "N", "N", "N*m", "N*m", "N*m", "m"};
  for (int i = 0; i < SAR_COUNT(names); i++) {
    const SarExpr *f = sar_node_pick(b->arena, call, SAR_PATCH_COLUMNS + i);
    SAR_TRY(sar_equation_made(b, f));
    SAR_TRY(b->ops->offer(b, names[i], units[i], f));
  }
  return SAR_OK;
}

/* ---- where it starts ---- */

#define FLAT 1.3962634015954636 /* rad, 80 degrees: a wheel that leans more lies on its side */

/* A wheel that lies flat has its axle along another axis of the frame; one that is pressed in by more than half its
 * radius would be thrown out. */
static SarStatus check_start(SarBuilder *b, const SarSide *side, const SarShape *road, const Call *call) {
  const SarUnits *u = b->units;
  const SarSideName *wheel = &b->values[WHEEL].side[0];
  double in[SAR_PATCH_INPUTS] = {0}, radius = call->tyre.data.number[SAR_TYRE_UNLOADED_RADIUS];
  SarDual out[SAR_PATCH_OUTPUTS];
  SarKin at;
  SAR_TRY(b->ops->written(b, side, &at));
  SarVec3 centre = sar_mul_t(&road->axes, sar_sub(at.r, road->at));
  SarVec3 axle = sar_mul_t(&road->axes, sar_column(&at.A, SAR_Z));
  memcpy(in + SAR_PATCH_CENTRE, (double[3]){centre.x, centre.y, centre.z}, sizeof(double[3]));
  memcpy(in + SAR_PATCH_AXIS, (double[3]){axle.x, axle.y, axle.z}, sizeof(double[3]));
  sar_patch(&call->tyre, &call->road, in, out);
  double lean = out[SAR_PATCH_COLUMNS].v, loaded = out[SAR_PATCH_OUTPUTS - 1].v;
  if (fabs(lean) > FLAT) {
    return sar_report(b->context, SAR_INPUT, wheel->source, b->name,
                      "name a frame whose z is the axle: `frames: {hub: {turn: {axis: x, angle: -90 deg}}}` on the "
                      "wheel makes it y of the body",
                      "the wheel `%s%s%s` lies flat on the road at the start: it spins about z of its frame, which "
                      "stands upright on the road",
                      wheel->body, wheel->frame ? "." : "", wheel->frame ? wheel->frame : "");
  }
  if (loaded >= radius / 2) return SAR_OK;
  return sar_report(b->context, SAR_INPUT, wheel->source, b->name, "raise it until the tyre just touches",
                    "the wheel `%s%s%s` is pressed into the road by %.4g %s at the start; half of its radius, %.3g %s, "
                    "is the most",
                    wheel->body, wheel->frame ? "." : "", wheel->frame ? wheel->frame : "",
                    (radius - loaded) / u->length, u->length_name, radius / 2 / u->length, u->length_name);
}

static SarStatus build(SarBuilder *b) {
  SarArena *arena = b->arena;
  const SarShape *road;
  SarSide side;
  SarSymbolFrame wheel;
  const SarExpr *in[SAR_PATCH_INPUTS];
  SAR_TRY(b->ops->shape(b, &b->values[ROAD].side[0], &road));
  SAR_TRY(b->ops->side(b, &b->values[WHEEL].side[0], &side));
  SAR_TRY(b->ops->frame(b, &side, &wheel));
  Call *call = make_call(b, road);
  if (!call) return sar_report_no_memory(b->context);
  SAR_TRY(check_start(b, &side, road, call));
  SarSym3 origin = sar_sym3_constant(arena, road->at.x, road->at.y, road->at.z);
  into_road(arena, &road->axes, sar_sym3_sub(arena, wheel.point, origin), in + SAR_PATCH_CENTRE);
  into_road(arena, &road->axes, wheel.axis[SAR_Z], in + SAR_PATCH_AXIS);
  into_road(arena, &road->axes, wheel.velocity, in + SAR_PATCH_VELOCITY);
  into_road(arena, &road->axes, wheel.omega, in + SAR_PATCH_SPIN);
  bool slips = call->tyre.model->force;
  for (int i = 0; i < 2; i++) {
    in[SAR_PATCH_KAPPA + i] = slips ? b->ops->declared(b, i).value : sar_expr_constant(arena, 0);
  }
  const SarExpr *made = sar_node_call(arena, &call->external, in);
  SAR_TRY(sar_equation_made(b, made));
  for (int i = 0; i < 3; i++) {
    const SarExpr *force = sar_node_pick(arena, made, SAR_PATCH_FORCE + i);
    const SarExpr *torque = sar_node_pick(arena, made, SAR_PATCH_TORQUE + i);
    SAR_TRY(b->ops->work(b, force, in[SAR_PATCH_VELOCITY + i], SAR_POWER_WORK));
    SAR_TRY(b->ops->work(b, torque, in[SAR_PATCH_SPIN + i], SAR_POWER_WORK));
  }
  for (int i = 0; slips && i < 2; i++) {
    SarUnknown x = b->ops->declared(b, i);
    SAR_TRY(sar_equation_equal(b, x.row, x.rate, sar_node_pick(arena, made, SAR_PATCH_KAPPA_RATE + i)));
  }
  return offer_columns(b, made);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_force_tyre = {
    .name = "tyre",
    .section = SAR_SECTION_FORCES,
    .summary = "a tyre that rolls on a road, a height field or a plane",
    .remark =
        "Forces and moments are those on the wheel at the patch, in its axes as ISO has them: x forward, y left, z up.",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "[kappa] [alpha] gamma fx fy fz mx my mz radius",
    .check = check,
};
