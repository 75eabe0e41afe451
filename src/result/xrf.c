#include "result/xrf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/origin.h"

/* ---- finding columns ---- */

typedef struct Named {
  const char *name;
  int32_t column;
} Named;

static int by_name(const void *a, const void *b) { return strcmp(((const Named *)a)->name, ((const Named *)b)->name); }

static SarStatus make_index(SarContext *context, const SarResults *results, SarArena *arena, Named **out) {
  int32_t count = sar_results_columns(results);
  Named *all = SAR_NEW(arena, count + 1, Named);
  if (!all) return sar_report_no_memory(context);
  for (int32_t i = 0; i < count; i++) all[i] = (Named){sar_results_name(results, i), i};
  qsort(all, (size_t)count, sizeof *all, by_name);
  *out = all;
  return SAR_OK;
}

static int32_t find(const SarXrf *xrf, const Named *index, const char *element, const char *quantity) {
  char name[160];
  Named key = {name, 0};
  if (snprintf(name, sizeof name, "%s.%s", element, quantity) >= (int)sizeof name) return -1;
  const Named *found = bsearch(&key, index, (size_t)sar_results_columns(xrf->results), sizeof *index, by_name);
  return found ? found->column : -1;
}

/* ---- entities ---- */

typedef struct Shape {
  const char *type;
  const char *ending;     /* of the entity's name */
  const char *quantities; /* of the results, separated by blanks */
  const char *components; /* of the file */
  bool is_body;
} Shape;

static const Shape body_shape = {"Part", "_XFORM", "x y z q0 q1 q2 q3 vx vy vz wx wy wz ax ay az alphax alphay alphaz",
                                 "X Y Z PSI THETA PHI VX VY VZ WX WY WZ ACCX ACCY ACCZ WDX WDY WDZ", true};

/* What may be there of an element of each section: the first that is, is taken. */
static const struct {
  SarSection section;
  Shape shape;
} shapes[] = {
    {SAR_SECTION_JOINTS, {"Joint", "", "fx fy fz tx ty tz", "FX FY FZ TX TY TZ", false}},
    {SAR_SECTION_MOTIONS, {"Motion", "", "fx fy fz tx ty tz", "FX FY FZ TX TY TZ", false}},
    {SAR_SECTION_MOTIONS, {"Motion", "", "force", "FM", false}},
    {SAR_SECTION_MOTIONS, {"Motion", "", "torque", "TM", false}},
    {SAR_SECTION_FORCES, {"Force", "", "fx fy fz tx ty tz", "FX FY FZ TX TY TZ", false}},
    {SAR_SECTION_FORCES, {"Force", "", "fx fy fz", "FX FY FZ", false}},
    {SAR_SECTION_CONTACTS, {"Contact", "", "fx fy fz tx ty tz", "FX FY FZ TX TY TZ", false}},
    {SAR_SECTION_STATES, {"Differential_Equation", "", "value rate", "Q Q_DOT", false}},
    {SAR_SECTION_STATES, {"Differential_Equation", "", "value", "Q", false}},
    {SAR_SECTION_VARIABLES, {"ADAMS_Variable", "", "value", "Q", false}},
    {SAR_SECTION_MEASURES, {"Measure", "", "value", "Q", false}},
};

static int32_t words(const char *list) {
  int32_t count = 1;
  for (; *list; list++) count += *list == ' ';
  return count;
}

/* A word of a list as a text of its own. */
static const char *word(SarArena *arena, const char *list, int32_t index) {
  for (; index > 0; index--) list = strchr(list, ' ') + 1;
  return sar_arena_copy_text_n(arena, list, strcspn(list, " "));
}

static bool find_all(const SarXrf *xrf, const Named *index, const char *element, const char *quantities,
                     int32_t *columns) {
  char one[16];
  for (int32_t i = 0; *quantities; i++) {
    size_t length = strcspn(quantities, " ");
    memcpy(one, quantities, length);
    one[length] = 0;
    columns[i] = find(xrf, index, element, one);
    if (columns[i] < 0) return false;
    quantities += length + (quantities[length] == ' ');
  }
  return true;
}

static SarStatus add_component(SarContext *context, SarXrf *xrf, const char *name, const char *unit) {
  if (!name || !unit) return sar_report_no_memory(context);
  xrf->names[xrf->ncomponents] = name;
  xrf->units[xrf->ncomponents++] = unit;
  return SAR_OK;
}

/* A unit of the model; angles are radians. */
static const char *unit_label(const SarXrf *xrf, const char *unit) {
  SarUnits in_radians = xrf->model->units;
  char label[64];
  in_radians.angle = 1;
  memcpy(in_radians.angle_name, "rad", 4);
  sar_units_label(&in_radians, unit, label, sizeof label);
  return sar_arena_copy_text(xrf->arena, label);
}

static const char *body_units(const SarXrf *xrf, int32_t component) {
  static const char *const units[] = {"m", "rad", "m/s", "rad/s", "m/s^2", "rad/s^2"};
  return unit_label(xrf, units[component / 3]);
}

static SarStatus add_entity(SarContext *context, SarXrf *xrf, const SarModelElement *element, const Shape *shape,
                            const int32_t *columns) {
  SarXrfEntity *e = &xrf->entities[xrf->nentities++];
  *e = (SarXrfEntity){.name = sar_arena_printf(xrf->arena, "%s%s", element->name, shape->ending),
                      .element = element->name,
                      .type = shape->type,
                      .first = xrf->ncomponents,
                      .count = words(shape->components),
                      .ncolumns = words(shape->quantities),
                      .is_body = shape->is_body};
  if (!e->name) return sar_report_no_memory(context);
  memcpy(e->columns, columns, (size_t)e->ncolumns * sizeof *columns);
  if (e->is_body) e->com = sar_scale(1 / xrf->model->units.length, sar_model_mass(element).com);
  for (int32_t i = 0; i < e->count; i++) {
    const char *unit = e->is_body ? body_units(xrf, i) : sar_results_unit(xrf->results, columns[i]);
    SAR_TRY(add_component(context, xrf, word(xrf->arena, shape->components, i), unit));
  }
  return SAR_OK;
}

/* The unit of a component of a request: as its deck says, or what it is by the kind of the request. */
static const char *request_unit(const SarXrf *xrf, const SarModelRequest *request, int32_t slot, int32_t column) {
  static const char *const units[][2] = {{"m", "rad"}, {"m/s", "rad/s"}, {"m/s^2", "rad/s^2"}, {"N", "N*m"}};
  const char *given = request ? request->units[slot - 1] : NULL;
  if (given && given[0]) return given;
  if (!request || request->kind > SAR_COUNT(units)) return sar_results_unit(xrf->results, column);
  return unit_label(xrf, units[request->kind - 1][slot > 4]);
}

/* A request has the components f1 .. f8 that were asked for, under the names that its deck gives them. */
static SarStatus add_request(SarContext *context, SarXrf *xrf, const Named *index, const SarModelElement *element) {
  const SarModelOrigin *origin = sar_model_origin(xrf->model, element->name);
  const SarModelRequest *request = origin ? origin->request : NULL;
  SarXrfEntity *e = &xrf->entities[xrf->nentities];
  *e = (SarXrfEntity){.name = request && request->title ? request->title : element->name,
                      .element = element->name,
                      .type = "Request",
                      .kind = request ? request->kind : 5,
                      .first = xrf->ncomponents};
  for (int32_t k = 1; k <= SAR_REQUEST_COMPONENTS; k++) {
    char quantity[3] = {'f', (char)('0' + k), 0};
    int32_t column = find(xrf, index, element->name, quantity);
    const char *name = request ? request->components[k - 1] : NULL;
    if (column < 0) continue;
    e->slots[e->count] = k;
    e->columns[e->count++] = column;
    if (!name || !name[0]) name = sar_arena_printf(xrf->arena, "F%d", (int)k);
    SAR_TRY(add_component(context, xrf, name, request_unit(xrf, request, k, column)));
  }
  e->ncolumns = e->count;
  xrf->nentities += e->count > 0;
  return SAR_OK;
}

static SarStatus add_element(SarContext *context, SarXrf *xrf, const Named *index, const SarModelElement *element) {
  SarSection section = element->class->section;
  int32_t columns[19];
  if (section == SAR_SECTION_BODIES && find_all(xrf, index, element->name, body_shape.quantities, columns)) {
    return add_entity(context, xrf, element, &body_shape, columns);
  }
  for (int i = 0; i < SAR_COUNT(shapes); i++) {
    if (shapes[i].section != section) continue;
    if (!find_all(xrf, index, element->name, shapes[i].shape.quantities, columns)) continue;
    return add_entity(context, xrf, element, &shapes[i].shape, columns);
  }
  return section == SAR_SECTION_MEASURES ? add_request(context, xrf, index, element) : SAR_OK;
}

/* Numbers of the deck; whatever has none is counted on behind the largest of its type, in the order of the model. */
static void number_entities(SarXrf *xrf) {
  struct {
    const char *type;
    int64_t largest;
  } types[SAR_COUNT(shapes) + 2] = {0};
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t i = 0; i < xrf->nentities; i++) {
      SarXrfEntity *e = &xrf->entities[i];
      const SarModelOrigin *origin = sar_model_origin(xrf->model, e->element);
      int t = 0;
      if ((origin == NULL) != (pass == 1)) continue;
      while (types[t].type && strcmp(types[t].type, e->type) != 0) t++;
      types[t].type = e->type;
      e->id = origin ? origin->number : types[t].largest + 1;
      if (e->id > types[t].largest) types[t].largest = e->id;
    }
  }
}

SarStatus sar_xrf_create(SarContext *context, const SarModel *model, SarResults *results, SarXrf *out) {
  int32_t most = sar_results_columns(results), nelements = model->nelements;
  Named *index = NULL;
  *out = (SarXrf){.arena = sar_arena_create(), .model = model, .results = results};
  if (!out->arena) return sar_report_no_memory(context);
  out->entities = SAR_NEW(out->arena, nelements + 1, SarXrfEntity);
  out->names = SAR_NEW(out->arena, most + 1, const char *); /* no component needs more than one column of its own */
  out->units = SAR_NEW(out->arena, most + 1, const char *);
  if (!out->entities || !out->names || !out->units) return sar_report_no_memory(context);
  SAR_TRY(make_index(context, results, out->arena, &index));
  for (int32_t i = 0; i < nelements; i++) SAR_TRY(add_element(context, out, index, &model->elements[i]));
  number_entities(out);
  return SAR_OK;
}

void sar_xrf_destroy(SarXrf *xrf) { sar_arena_destroy(&xrf->arena); }

/* ---- values ---- */

/* Body 3-1-3 angles, psi and phi in (-pi, pi], theta in [0, pi]; where theta is 0 or pi psi has the whole rotation. */
static void euler_313(const SarMat3 *a, double *angles, int64_t stride) {
  double sine = hypot(a->m[0][2], a->m[1][2]);
  angles[stride] = atan2(sine, a->m[2][2]);
  if (sine > 1e-14) {
    angles[0] = atan2(a->m[0][2], -a->m[1][2]);
    angles[2 * stride] = atan2(a->m[2][0], a->m[2][1]);
  } else {
    angles[0] = atan2(a->m[1][0], a->m[0][0]);
    angles[2 * stride] = 0;
  }
}

static SarVec3 at(const double *v, int64_t row, int64_t rows, int32_t column) {
  return sar_vec3(v[column * rows + row], v[(column + 1) * rows + row], v[(column + 2) * rows + row]);
}

static void put(double *v, int64_t row, int64_t rows, int32_t column, SarVec3 a) {
  v[column * rows + row] = a.x, v[(column + 1) * rows + row] = a.y, v[(column + 2) * rows + row] = a.z;
}

/* From the motion of the centre of mass to that of the reference point. in: 19 columns, out: 18. */
static void move_body(const SarXrfEntity *e, double radians, int64_t row, int64_t rows, const double *in, double *out) {
  SarQuat p = {in[3 * rows + row], in[4 * rows + row], in[5 * rows + row], in[6 * rows + row]};
  SarMat3 turn = sar_quat_matrix(sar_quat_normalise(p));
  SarVec3 arm = sar_neg(sar_mul(&turn, e->com));
  SarVec3 omega = sar_scale(radians, at(in, row, rows, 10)), alpha = sar_scale(radians, at(in, row, rows, 16));
  SarVec3 swept = sar_cross(omega, arm);
  put(out, row, rows, 0, sar_add(at(in, row, rows, 0), arm));
  euler_313(&turn, out + 3 * rows + row, rows);
  put(out, row, rows, 6, sar_add(at(in, row, rows, 7), swept));
  put(out, row, rows, 9, omega);
  SarVec3 turned = sar_add(sar_cross(alpha, arm), sar_cross(omega, swept));
  put(out, row, rows, 12, sar_add(at(in, row, rows, 13), turned));
  put(out, row, rows, 15, alpha);
}

SarStatus sar_xrf_entity_rows(SarContext *context, const SarXrf *xrf, const SarXrfEntity *e, int64_t first,
                              int64_t rows, double *values) {
  if (!e->is_body) return sar_results_read_rows(xrf->results, e->columns, e->ncolumns, first, rows, values);
  double *in = malloc((size_t)(19 * rows + 1) * sizeof *in);
  if (!in) return sar_report_no_memory(context);
  SarStatus status = sar_results_read_rows(xrf->results, e->columns, e->ncolumns, first, rows, in);
  for (int64_t row = 0; row < rows && status == SAR_OK; row++) {
    move_body(e, xrf->model->units.angle, row, rows, in, values);
  }
  free(in);
  return status;
}
