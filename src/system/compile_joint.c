/* Joints: rows and coordinates from the tables of the joint classes. */
#include <math.h>
#include <string.h>

#include "system/compiled.h"

#define ALIGNED 1e-9 /* 1 - cosine: an axis of a frame is one of the ground */

enum { COORDINATES, POINTS, DOT1S, SCALARS, RELATIONS, TERMS, LAWS, FORCES, ROWS }; /* slots of capacity[] */

#define APPEND(s, array, slot) \
  sar_system_append((s), &(s)->array, &(s)->n##array, &(s)->capacity[slot], sizeof *(s)->array)

int32_t sar_system_add_row(SarSystem *s, int32_t element, const char *name) {
  int32_t count = s->nposition;
  SarRowInfo *info = sar_system_append(s, &s->rows, &count, &s->capacity[ROWS], sizeof *info);
  if (!info) return -1;
  *info = (SarRowInfo){element, name};
  return count - 1;
}

static SarVec3 axis_of(const SarSide *side, SarAxisName axis) { return sar_column(&side->axes, (int)axis); }

static SarStatus add_point(SarSystem *s, int32_t e, const SarRowSpec *spec) {
  const SarPlace *place = &s->places[e];
  SarPointRow *row = APPEND(s, points, POINTS);
  if (!row) return sar_report_no_memory(s->context);
  *row = (SarPointRow){place->a.body, place->b.body, s->nposition, place->a.point, place->b.point};
  for (int i = 0; i < 3; i++) {
    if (sar_system_add_row(s, e, sar_row_name(spec, i)) < 0) return sar_report_no_memory(s->context);
    s->nposition++;
  }
  return SAR_OK;
}

static bool in_second(const SarSystem *s, int32_t e) {
  return sar_joint_in_second(s->model->elements[e].class, s->model->elements[e].values);
}

/* The name of a row along or about an axis of the first joint frame, in ground axes at the written pose: all rows of a
 * report then speak of the same axes. Null when memory is exhausted. */
static const char *row_name(SarSystem *s, int32_t e, const SarRowSpec *spec) {
  static const char *const words[2] = {"translation along ", "rotation about "};
  static const char *const names[2][3] = {
      {"translation along x of the ground", "translation along y of the ground", "translation along z of the ground"},
      {"rotation about x of the ground", "rotation about y of the ground", "rotation about z of the ground"}};
  for (int k = 0; k < 2; k++) {
    size_t length = strlen(words[k]);
    if (strncmp(spec->name, words[k], length) != 0 || strlen(spec->name) != length + 1) continue;
    int letter = spec->name[length] - 'x';
    const SarSide *side = in_second(s, e) ? &s->places[e].b : &s->places[e].a;
    SarKin body = sar_system_written(s, side->body);
    SarVec3 axis = sar_mul(&body.A, axis_of(side, (SarAxisName)letter));
    const double along[3] = {fabs(axis.x), fabs(axis.y), fabs(axis.z)};
    for (int i = 0; i < 3; i++) {
      if (along[i] > 1 - ALIGNED) return names[k][i];
    }
    double n[3];
    sar_vec3_store(axis, n);
    for (int i = 0; i < 3; i++) n[i] = along[i] > ALIGNED ? n[i] : 0;
    return sar_arena_printf(s->arena, "%s[%.3g, %.3g, %.3g] of the ground", words[k], n[0], n[1], n[2]);
  }
  return spec->name;
}

static SarStatus add_dot1(SarSystem *s, int32_t e, const SarRowSpec *spec) {
  const SarPlace *place = &s->places[e];
  SarDot1Row *row = APPEND(s, dot1s, DOT1S);
  const char *name = row_name(s, e, spec);
  if (!row || !name || sar_system_add_row(s, e, name) < 0) return sar_report_no_memory(s->context);
  *row = (SarDot1Row){place->a.body,
                      place->b.body,
                      s->nposition++,
                      axis_of(&place->a, spec->first),
                      axis_of(&place->b, spec->second),
                      0};
  return SAR_OK;
}

static SarStatus rod_length(SarSystem *s, int32_t e, double *length) {
  const SarModelElement *element = &s->model->elements[e];
  const SarPlace *place = &s->places[e];
  int32_t field = sar_field_index(element->class, "length");
  if (field >= 0 && element->values[field].given) {
    *length = element->values[field].real;
  } else {
    SarKin a = sar_system_written(s, place->a.body), b = sar_system_written(s, place->b.body);
    *length = sar_norm(sar_sub(sar_kin_point(&b, place->b.point), sar_kin_point(&a, place->a.point)));
  }
  if (*length > 0) return SAR_OK;
  return sar_report(s->context, SAR_INPUT, element->source, element->name,
                    "move the two points apart, or use a spherical joint", "the length of this rod is %g", *length);
}

SarScalarRow *sar_system_add_scalar(SarSystem *s, int32_t element, const char *name) {
  SarScalarRow *slot = APPEND(s, scalars, SCALARS);
  if (!slot || !name || sar_system_add_row(s, element, name) < 0) return NULL;
  *slot = (SarScalarRow){.row = s->nposition++};
  return slot;
}

/* `outward: true`: each z points along its own shaft, away from the joint, so that one y is turned round. */
static bool is_outward(const SarModelElement *element) {
  int32_t field = sar_field_index(element->class, "outward");
  return field >= 0 && element->values[field].real != 0;
}

static SarStatus add_scalar(SarSystem *s, int32_t e, const SarRowSpec *spec) {
  const SarPlace *place = &s->places[e];
  bool turned = spec->kind == SAR_ROW_DOT2 && in_second(s, e);
  const SarSide *a = turned ? &place->b : &place->a, *b = turned ? &place->a : &place->b;
  SarScalarRow row = {.a = a->body, .b = b->body};
  row.data.pa = a->point;
  row.data.pb = b->point;
  switch (spec->kind) {
    case SAR_ROW_DOT2:
      row.class = &sar_primitive_dot2;
      row.data.u = axis_of(a, spec->first);
      break;
    case SAR_ROW_DISTANCE:
      row.class = &sar_primitive_distance;
      SAR_TRY(rod_length(s, e, &row.data.length));
      break;
    case SAR_ROW_TWIST:
    default: /* the others have functions of their own */
      row.class = &sar_primitive_twist;
      row.data.u = axis_of(a, SAR_X), row.data.u2 = axis_of(a, SAR_Y);
      row.data.w = axis_of(b, SAR_X), row.data.w2 = axis_of(b, SAR_Y);
      if (is_outward(&s->model->elements[e])) row.data.w2 = sar_neg(row.data.w2);
      row.rotation = true;
      break;
  }
  SarScalarRow *slot = sar_system_add_scalar(s, e, row_name(s, e, spec));
  if (!slot) return sar_report_no_memory(s->context);
  row.row = slot->row;
  *slot = row;
  return SAR_OK;
}

/* ---- coordinates ---- */

SarCoordinate sar_system_angle(const SarSide *a, const SarSide *b, SarAxisName arm) {
  SarCoordinate y = {.class = &sar_primitive_angle, .a = a->body, .b = b->body, .sign = 1};
  y.data.pa = a->point, y.data.pb = b->point;
  y.data.u = axis_of(a, SAR_X), y.data.u2 = axis_of(a, SAR_Y), y.data.w = axis_of(b, arm);
  return y;
}

SarCoordinate sar_system_displacement(const SarSide *a, const SarSide *b, SarAxisName axis) {
  SarCoordinate y = {.class = &sar_primitive_dot2, .a = a->body, .b = b->body, .sign = 1};
  y.data.pa = a->point, y.data.pb = b->point;
  y.data.u = axis_of(a, axis);
  return y;
}

static SarCoordinate make_coordinate(const SarCoordinateSpec *spec, const SarPlace *place, bool second) {
  SarCoordinate y;
  switch (spec->kind) {
    case SAR_COORDINATE_ANGLE: return sar_system_angle(&place->a, &place->b, SAR_X);
    case SAR_COORDINATE_CROSS_FIRST: return sar_system_angle(&place->a, &place->b, SAR_Z);
    case SAR_COORDINATE_CROSS_SECOND: /* seen from b the cross turns backwards */
      y = sar_system_angle(&place->b, &place->a, SAR_Z);
      y.sign = -1;
      return y;
    default:
      return second ? sar_system_displacement(&place->b, &place->a, spec->axis)
                    : sar_system_displacement(&place->a, &place->b, spec->axis);
  }
}

int32_t sar_system_add_coordinate(SarSystem *s, SarCoordinate y) {
  y.turns = y.class->period > 0 ? s->nturns++ : -1;
  SarCoordinate *slot = APPEND(s, coordinates, COORDINATES);
  if (!slot) return -1;
  *slot = y;
  return s->ncoordinates - 1;
}

int32_t sar_system_add_zeroed_coordinate(SarSystem *s, SarCoordinate y) {
  SarKin a = sar_system_written(s, y.a), b = sar_system_written(s, y.b);
  y.offset = y.class->value(&y.data, &a, &b);
  return sar_system_add_coordinate(s, y);
}

SarRelationRow *sar_system_add_relation(SarSystem *s) { return APPEND(s, relations, RELATIONS); }
SarTerm *sar_system_add_term(SarSystem *s) { return APPEND(s, terms, TERMS); }
SarLawForce *sar_system_add_law(SarSystem *s) { return APPEND(s, laws, LAWS); }
SarForce *sar_system_add_force(SarSystem *s) { return APPEND(s, forces, FORCES); }

bool sar_system_is_rotation(const SarSystem *s, int32_t term, int32_t nterms) {
  for (int32_t i = term; i < term + nterms; i++) {
    if (!sar_coordinate_turns(&s->coordinates[s->terms[i].coordinate])) return false;
  }
  return true;
}

#define MAX_TERMS 8 /* a coupler, the longest relation, has three */

/* The coordinates that a row combines, and their kinds. */
typedef struct Combination {
  int32_t count, index[MAX_TERMS];
  SarCoordinateKind kinds[MAX_TERMS];
} Combination;

static void take_coordinate(Combination *c, int32_t index, SarCoordinateKind kind) {
  c->index[c->count] = index;
  c->kinds[c->count++] = kind;
}

/* One coordinate of each joint named. */
static SarStatus take_named(SarSystem *s, int32_t e, Combination *c) {
  const SarModelElement *element = &s->model->elements[e];
  const SarValue *names = sar_model_value(element, "joints");
  SarPlace *place = &s->places[e];
  if (names->nlist > MAX_TERMS) {
    return sar_report(s->context, SAR_INPUT, names->source, element->name, "chain several relations of fewer joints",
                      "%d joints are named, but a relation takes at most %d", (int)names->nlist, MAX_TERMS);
  }
  for (int32_t i = 0; i < names->nlist; i++) {
    int32_t other = sar_model_find(s->model, names->joints[i]);
    int32_t which = sar_model_related_coordinate(element, i, &s->model->elements[other]);
    if (which < 0) {
      return sar_report(s->context, SAR_INPUT, names->source, element->name,
                        "name joints with a coordinate: revolute, prismatic, cylindrical, screw, ...",
                        "joint `%s` has no %scoordinate to couple", names->joints[i],
                        s->places[other].coordinates.count ? "such " : "");
    }
    if (i < 2) *(i == 0 ? &place->a : &place->b) = s->places[other].b; /* where its action is reported */
    take_coordinate(c, s->places[other].coordinates.first + which,
                    s->model->elements[other].class->joint->coordinates[which].kind);
  }
  return SAR_OK;
}

static SarStatus take_own(SarSystem *s, int32_t e, Combination *c) {
  const SarModelElement *element = &s->model->elements[e];
  SarRange own = s->places[e].coordinates;
  if (own.count > MAX_TERMS) {
    return sar_report(s->context, SAR_INPUT, element->source, element->name, "use a class with fewer coordinates",
                      "class %s ties %d coordinates, but a row takes at most %d", element->class->name, (int)own.count,
                      MAX_TERMS);
  }
  for (int32_t i = 0; i < own.count; i++) {
    take_coordinate(c, own.first + i, element->class->joint->coordinates[i].kind);
  }
  return SAR_OK;
}

/* Screw: on its own coordinates. Gear, coupler, rack-pinion: on one coordinate of each joint named. */
static SarStatus add_combination(SarSystem *s, int32_t e, const SarRowSpec *spec) {
  const SarModelElement *element = &s->model->elements[e];
  const SarJointSpec *joint = element->class->joint;
  Combination c = {0};
  double coefficient[MAX_TERMS];
  SAR_TRY(joint->relation ? take_named(s, e, &c) : take_own(s, e, &c));
  SAR_TRY(joint->combine(s->context, element->name, element->values, c.count, c.kinds, coefficient));
  SarRelationRow row = {.level = SAR_LEVEL_POSITION, .element = e, .state = -1, .term = s->nterms, .nterms = c.count};
  for (int32_t i = 0; i < c.count; i++) {
    SarTerm *term = sar_system_add_term(s);
    if (!term) return sar_report_no_memory(s->context);
    *term = (SarTerm){c.index[i], coefficient[i]};
  }
  row.rotation = sar_system_is_rotation(s, row.term, c.count);
  SarRelationRow *slot = sar_system_add_relation(s);
  const char *name = row_name(s, e, spec);
  if (!slot || !name || sar_system_add_row(s, e, name) < 0) return sar_report_no_memory(s->context);
  row.row = s->nposition++;
  *slot = row;
  return SAR_OK;
}

static SarStatus add_row(SarSystem *s, int32_t e, const SarRowSpec *spec) {
  switch (spec->kind) {
    case SAR_ROW_POINT: return add_point(s, e, spec);
    case SAR_ROW_DOT1: return add_dot1(s, e, spec);
    case SAR_ROW_COMBINE: return add_combination(s, e, spec);
    default: return add_scalar(s, e, spec);
  }
}

SarStatus sar_compile_joint(SarSystem *s, int32_t e) {
  const SarJointSpec *joint = s->model->elements[e].class->joint;
  SarPlace *place = &s->places[e];
  if (joint->relation && s->model->elements[e].inactive) return take_named(s, e, &(Combination){0}); /* its sides */
  if (!joint->relation) SAR_TRY(sar_system_sides(s, e, joint->frames, &place->a, &place->b));
  bool second = in_second(s, e);
  place->points.first = s->npoints;
  place->dot1s.first = s->ndot1s;
  place->scalars.first = s->nscalars;
  place->relations.first = s->nrelations;
  place->coordinates.first = s->ncoordinates;
  for (int32_t i = 0; i < joint->ncoordinates; i++) {
    if (sar_system_add_zeroed_coordinate(s, make_coordinate(&joint->coordinates[i], place, second)) < 0) {
      return sar_report_no_memory(s->context);
    }
  }
  place->coordinates.count = joint->ncoordinates;
  for (int32_t i = 0; i < joint->nrows && !s->model->elements[e].inactive; i++) SAR_TRY(add_row(s, e, &joint->rows[i]));
  place->points.count = s->npoints - place->points.first;
  place->dot1s.count = s->ndot1s - place->dot1s.first;
  place->scalars.count = s->nscalars - place->scalars.first;
  place->relations.count = s->nrelations - place->relations.first;
  return SAR_OK;
}
