/* Motions of joints: the joint must have what they drive, and only one of them and `start` says where it begins. */
#include <string.h>

#include "model/validate_names.h"

/* The class sees to it that one function is given: that its name begins so tells what is driven. */
static bool drives_rotation(const SarModelElement *motion) {
  for (int32_t i = 0; i < motion->class->nfields; i++) {
    if (motion->values[i].given && strncmp(motion->class->fields[i].name, "rotation", 8) == 0) return true;
  }
  return false;
}

/* `rotation_velocity` and the like say a rate: that is one integration away from where a coordinate is, an acceleration
 * two. */
static int32_t integrations(const SarModelElement *motion) {
  for (int32_t i = 0; i < motion->class->nfields; i++) {
    if (motion->values[i].given && strstr(motion->class->fields[i].name, "_velocity")) return 1;
    if (motion->values[i].given && strstr(motion->class->fields[i].name, "_acceleration")) return 2;
  }
  return 0;
}

int32_t sar_model_driven_coordinate(const SarModelElement *motion, const SarModelElement *joint) {
  const SarJointSpec *spec = joint->class->joint;
  int32_t field = sar_field_index(motion->class, "coordinate");
  const SarValue *chosen = &motion->values[field];
  bool rotation = drives_rotation(motion);
  for (int32_t i = 0; i < spec->ncoordinates; i++) {
    const SarCoordinateSpec *coordinate = &spec->coordinates[i];
    if ((coordinate->kind != SAR_COORDINATE_DISPLACEMENT) != rotation) continue;
    int32_t word = sar_field_choice(motion->class->fields[field].choices, coordinate->name);
    if (!chosen->given || word == (int32_t)chosen->real) return i;
  }
  return -1;
}

int32_t sar_model_related_coordinate(const SarModelElement *relation, int32_t i, const SarModelElement *joint) {
  const SarJointSpec *spec = joint->class->joint;
  int32_t field = sar_field_index(relation->class, "coordinates");
  const SarValue *chosen = field < 0 ? NULL : &relation->values[field];
  if (!spec || spec->ncoordinates == 0) return -1;
  if (!chosen || !chosen->given || i >= chosen->nlist) return 0;
  for (int32_t k = 0; k < spec->ncoordinates; k++) {
    if (strcmp(spec->coordinates[k].name, chosen->names[i]) == 0) return k;
  }
  return -1;
}

static SarStatus check_start(SarModel *model, const SarModelElement *motion, const SarModelElement *joint,
                             int32_t coordinate) {
  int32_t field = sar_field_index(joint->class, "start");
  const SarValue *start = field < 0 ? NULL : &joint->values[field];
  int32_t open = integrations(motion); /* a velocity leaves open where, an acceleration also how fast it begins */
  for (int32_t i = 0; start && start->given && i < start->nlist; i++) {
    if (start->starts[i].index / 2 != coordinate || start->starts[i].index % 2 < open) continue;
    return sar_report(model->context, SAR_INPUT, start->starts[i].source, joint->name,
                      "leave the start out, or the motion", "the %s has a start, but the motion `%s` says %s it %s",
                      joint->class->joint->coordinates[coordinate].name, motion->name, open ? "how fast" : "where",
                      open ? "moves" : "is");
  }
  return SAR_OK;
}

SarStatus sar_model_check_motion(SarModel *model, const SarModelElement *motion) {
  int32_t field = sar_field_index(motion->class, "joint");
  const SarValue *name = field < 0 ? NULL : &motion->values[field];
  int32_t index = name && name->given ? sar_model_find(model, name->joints[0]) : -1;
  if (index < 0 || !model->elements[index].class->joint) return SAR_OK;
  const SarModelElement *joint = &model->elements[index];
  int32_t coordinate = sar_model_driven_coordinate(motion, joint);
  if (coordinate >= 0) return check_start(model, motion, joint, coordinate);
  bool rotation = drives_rotation(motion);
  return sar_report(model->context, SAR_INPUT, motion->source, motion->name,
                    rotation ? "drive its `translation`, or another joint" : "drive its `rotation`, or another joint",
                    "joint `%s` (%s) has no such %s to drive", name->joints[0], joint->class->name,
                    rotation ? "rotation" : "translation");
}
