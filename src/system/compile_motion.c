/* Motions: a coordinate of a joint, or of a frame against the ground, as a function of time. Given as position it is a
 * holonomic row; as velocity a row over c_v; as acceleration the rate is a state x with x' = f(t) (numerics, section
 * 2). */
#include <string.h>

#include "system/compiled.h"

typedef struct MotionField {
  const char *name;
  bool rotation;
  SarLevel level;
} MotionField;

static const MotionField motion_fields[] = {
    {"rotation", true, SAR_LEVEL_POSITION},
    {"rotation_velocity", true, SAR_LEVEL_VELOCITY},
    {"rotation_acceleration", true, SAR_LEVEL_ACCELERATION},
    {"translation", false, SAR_LEVEL_POSITION},
    {"translation_velocity", false, SAR_LEVEL_VELOCITY},
    {"translation_acceleration", false, SAR_LEVEL_ACCELERATION},
};

/* The class has checked that exactly one function is given. */
static const MotionField *given_field(const SarModelElement *element) {
  for (int32_t i = 0; i < SAR_COUNT(motion_fields); i++) {
    if (sar_model_value(element, motion_fields[i].name)->given) return &motion_fields[i];
  }
  return &motion_fields[0];
}

/* f, f', f'' of t in one program; f''', which steps seldom ask for, in another. */
static SarStatus compile_function(SarSystem *s, const SarExpr *f, SarRelationRow *row) {
  const SarExpr *outputs[4] = {f, NULL, NULL, NULL};
  for (int i = 1; i < 4; i++) {
    outputs[i] = sar_expr_derivative(s->arena, outputs[i - 1], 0);
    if (!outputs[i]) return sar_report_no_memory(s->context);
  }
  SAR_TRY(sar_program_compile(s->context, s->arena, outputs, 3, &row->function));
  SAR_TRY(sar_program_compile(s->context, s->arena, outputs + 3, 1, &row->third));
  sar_system_need_scratch(s, row->function);
  sar_system_need_scratch(s, row->third);
  return SAR_OK;
}

static void joint_coordinate(SarSystem *s, int32_t e, int32_t *coordinate) {
  const SarModelElement *element = &s->model->elements[e];
  int32_t joint = sar_model_find(s->model, sar_model_value(element, "joint")->joints[0]);
  SarPlace *place = &s->places[e];
  const SarPlace *of = &s->places[joint];
  place->a = of->a;
  place->b = of->b;
  *coordinate = of->coordinates.first + sar_model_driven_coordinate(element, &s->model->elements[joint]);
}

/* A frame against the ground: along or about a ground axis. */
static SarStatus frame_coordinate(SarSystem *s, int32_t e, bool rotation, int32_t *coordinate) {
  const SarModelElement *element = &s->model->elements[e];
  SarPlace *place = &s->places[e];
  const SarValue *frame = sar_model_value(element, "frame");
  const SarValue *axis = sar_model_value(element, rotation ? "about" : "along");
  place->b = sar_system_side(s, &frame->side[0]);
  SarKin body = sar_system_written(s, place->b.body);
  SarVec3 z = axis->vector;
  SarVec3 other = sar_column(&body.A, 0), second = sar_column(&body.A, 1);
  if (sar_norm(sar_cross(z, other)) < 0.5) other = second;
  SarVec3 x = sar_axpy(-sar_dot(other, z), z, other);
  x = sar_scale(1 / sar_norm(x), x);
  SarMat3 axes = sar_mat3_columns(x, sar_cross(z, x), z);
  place->a = (SarSide){sar_system_ground(s), sar_kin_point(&body, place->b.point), axes};
  place->b.axes = sar_mat3_tmul(&body.A, &axes);
  SarCoordinate y =
      rotation ? sar_system_angle(&place->a, &place->b, SAR_X) : sar_system_displacement(&place->a, &place->b, SAR_Z);
  *coordinate = sar_system_add_zeroed_coordinate(s, y);
  return *coordinate < 0 ? sar_report_no_memory(s->context) : SAR_OK;
}

/* A component of the first frame as the second sees it. With the turn R = Rx(b1) Ry(b2) Rz(b3) of the first against
 * the second, z of the first is (sin b2, -sin b1 cos b2, cos b1 cos b2) in the second, and x of the second is
 * (cos b2 cos b3, -cos b2 sin b3, sin b2) in the first. */
static SarStatus frames_coordinate(SarSystem *s, int32_t e, int32_t *coordinate) {
  const SarModelElement *element = &s->model->elements[e];
  const SarValue *names = sar_model_value(element, "between");
  int component = (int)sar_model_value(element, "component")->real;
  SarPlace *place = &s->places[e];
  SarSide *first = &place->a, *second = &place->b;
  *first = sar_system_side(s, &names->side[0]);
  *second = sar_system_side(s, &names->side[1]);
  SarCoordinate y;
  if (component < 3) {
    y = sar_system_displacement(second, first, (SarAxisName)component);
  } else if (component == 5) {
    y = sar_system_angle(first, second, SAR_X);
    y.sign = -1;
  } else {
    y = sar_system_angle(second, first, SAR_Z);
    y.data.u = sar_column(&second->axes, component == 3 ? SAR_Z : SAR_X);
    y.data.u2 = sar_neg(sar_column(&second->axes, SAR_Y));
    if (component == 4) y.class = &sar_primitive_tilt;
  }
  *coordinate = sar_system_add_zeroed_coordinate(s, y);
  return *coordinate < 0 ? sar_report_no_memory(s->context) : SAR_OK;
}

SarStatus sar_compile_motion(SarSystem *s, int32_t e) {
  const SarModelElement *element = &s->model->elements[e];
  const MotionField *field = given_field(element);
  SarPlace *place = &s->places[e];
  int32_t coordinate;
  bool on_joint = sar_model_value(element, "joint")->given;
  if (on_joint) joint_coordinate(s, e, &coordinate); /* the model has been validated: there is one */
  bool frames = sar_model_value(element, "between")->given;
  if (frames) SAR_TRY(frames_coordinate(s, e, &coordinate));
  if (!on_joint && !frames) SAR_TRY(frame_coordinate(s, e, field->rotation, &coordinate));
  place->coordinates = (SarRange){coordinate, 1};
  if (element->inactive) return SAR_OK;
  place->relations = (SarRange){s->nrelations, 1};
  SarRelationRow row = {.level = field->level, .element = e, .state = -1, .term = s->nterms, .nterms = 1};
  SAR_TRY(compile_function(s, sar_model_value(element, field->name)->function[0], &row));
  SarTerm *term = sar_system_add_term(s);
  if (!term) return sar_report_no_memory(s->context);
  *term = (SarTerm){coordinate, 1};
  row.rotation = sar_system_is_rotation(s, row.term, 1);
  SarRelationRow *slot = sar_system_add_relation(s);
  if (!slot) return sar_report_no_memory(s->context);
  if (field->level == SAR_LEVEL_POSITION) {
    if (sar_system_add_row(s, e, field->rotation ? "driven rotation" : "driven translation") < 0) {
      return sar_report_no_memory(s->context);
    }
    row.row = s->nposition++;
  } else {
    row.row = s->nvelocity++;
    if (field->level == SAR_LEVEL_ACCELERATION) row.state = s->nstates++;
  }
  *slot = row;
  s->has_power = true;
  return SAR_OK;
}
