/* Relations between coordinates: their factors, from the file's units to SI.
 *
 * sum c_i y_i = 0 with angles and displacements y_i in the file's units. With y_i = Y_i / u_i, where u_i is the unit of
 * length or of angle, the factors of the Y_i in SI units are c_i / u_i. The sum may be multiplied by anything: by the
 * unit of length where a displacement takes part, so that it is a length, else by the unit of angle. Which of the two
 * a coordinate is, its joint tells; therefore this comes after all sections of the file. */
#include "read/reader.h"

/* The coordinate of joint number i is a displacement; false too where a name is wrong, which is reported elsewhere. */
static bool is_displacement(const SarModel *model, const SarModelElement *relation, const SarValue *joints, int32_t i) {
  int32_t index = i < joints->nlist ? sar_model_find(model, joints->joints[i]) : -1;
  int32_t which = index < 0 ? -1 : sar_model_related_coordinate(relation, i, &model->elements[index]);
  return which >= 0 && model->elements[index].class->joint->coordinates[which].kind == SAR_COORDINATE_DISPLACEMENT;
}

static SarStatus convert(SarFile *file, const SarModelElement *relation, const SarValue *joints, SarValue *factors) {
  SarModel *model = file->reader->model;
  double *list = SAR_NEW(model->arena, factors->nlist, double);
  if (!list) return sar_read_no_memory(file->reader);
  bool any = false;
  for (int32_t i = 0; i < joints->nlist; i++) any = any || is_displacement(model, relation, joints, i);
  double common = any ? file->units.length : file->units.angle;
  for (int32_t i = 0; i < factors->nlist; i++) {
    bool displacement = is_displacement(model, relation, joints, i);
    list[i] = factors->list[i] * (common / (displacement ? file->units.length : file->units.angle));
  }
  factors->list = list;
  return SAR_OK;
}

/* A force on a coordinate is a force or a torque, as the coordinate is a length or something else: its expression was
 * in the file's units. */
static SarStatus convert_generalized(SarFile *file, SarModelElement *element) {
  SarModel *model = file->reader->model;
  int32_t coordinate = sar_field_index(element->class, "coordinate"), force = sar_field_index(element->class, "force");
  if (coordinate < 0 || force < 0 || element->class->fields[coordinate].kind != SAR_FIELD_ELEMENT) return SAR_OK;
  const SarValue *name = &element->values[coordinate];
  SarValue *value = &element->values[force];
  int32_t index = name->given ? sar_model_find(model, name->names[0]) : -1;
  if (index < 0 || !value->given || model->elements[index].class->section != SAR_SECTION_COORDINATES) return SAR_OK;
  int32_t kind = sar_field_index(model->elements[index].class, "kind");
  bool length = kind < 0 || model->elements[index].values[kind].real == SAR_KIND_LENGTH;
  double factor = sar_units_factor(&file->units, length ? "N" : "N*m");
  if (factor == 1) return SAR_OK;
  value->function[0] = sar_expr_multiply(model->arena, sar_expr_constant(model->arena, factor), value->function[0]);
  return value->function[0] ? SAR_OK : sar_read_no_memory(file->reader);
}

SarStatus sar_read_relations(SarFile *file, int32_t first_element) {
  SarModel *model = file->reader->model;
  for (int32_t i = first_element; i < model->nelements; i++) {
    SarModelElement *element = &model->elements[i];
    const SarJointSpec *spec = element->class->joint;
    bool own = element->source.file == file->root->source.file; /* sub-models have units of their own */
    if (own) SAR_TRY(convert_generalized(file, element));
    if (!spec || !spec->factors || !own) continue;
    const SarValue *joints = sar_model_value(element, "joints");
    SarValue *factors = &element->values[sar_field_index(element->class, spec->factors)];
    if (joints->given && factors->given) SAR_TRY(convert(file, element, joints, factors));
  }
  return SAR_OK;
}
