/* coupler: a linear relation between the coordinates of two or three joints.
 *
 * One row: the sum of ratio_i * coordinate_i is zero, all coordinates measured from the written pose. In a model file
 * the ratios are factors of angles and displacements in the file's units; the reader turns them into those of radians
 * and metres, which they are here and in the C interface. Three joints make a differential. Each joint enters with the
 * coordinate that `coordinates` names, or with its first one: the angle of a revolute, cylindrical, screw or planar
 * joint, angle1 of a universal one, the displacement of a prismatic joint or a point on a line. Results: its action on
 * the second sides of the first two joints, each by the part of that joint's coordinate. */
#include "element/joint/common.h"

enum { JOINTS, RATIOS, COORDINATES };
static const SarField fields[] = {
    [JOINTS] = SAR_JOINT_JOINTS("two or three joints, each with one coordinate"),
    [RATIOS] = {.name = "ratios",
                .kind = SAR_FIELD_REALS,
                .unit = "",
                .meaning = "one factor per joint, of its angle or displacement in the units of the file"},
    [COORDINATES] = {.name = "coordinates",
                     .kind = SAR_FIELD_WORDS,
                     .unit = "",
                     .fallback = "",
                     .meaning = "which coordinate of each joint; default: the first of each",
                     .choices = "angle displacement angle1 angle2 displacement_x displacement_y"},
};

static const SarRowSpec rows[] = {{SAR_ROW_COMBINE, SAR_X, SAR_X, "relation of the coordinates"}};

static SarStatus combine(SarContext *context, const char *name, const SarValue *values, int32_t count,
                         const SarCoordinateKind *kinds, double *coefficient) {
  (void)context, (void)name, (void)kinds;
  for (int32_t i = 0; i < count && i < values[RATIOS].nlist; i++) coefficient[i] = values[RATIOS].list[i];
  return SAR_OK;
}

static const SarJointSpec spec = {.frames = SAR_FRAMES_NONE,
                                  .relation = true,
                                  .rows = rows,
                                  .nrows = SAR_COUNT(rows),
                                  .factors = "ratios",
                                  .combine = combine};

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *joints = &values[JOINTS], *ratios = &values[RATIOS];
  if (joints->nlist < 2 || joints->nlist > 3) {
    return sar_report(context, SAR_INPUT, joints->source, name,
                      "name two or three joints; chain several couplers for more",
                      "a coupler relates two or three joints, but %d are named", (int)joints->nlist);
  }
  if (ratios->nlist != joints->nlist) {
    return sar_report(context, SAR_INPUT, ratios->source, name, "give one ratio for each joint",
                      "%d ratios are given for %d joints", (int)ratios->nlist, (int)joints->nlist);
  }
  if (values[COORDINATES].given && values[COORDINATES].nlist != joints->nlist) {
    return sar_report(context, SAR_INPUT, values[COORDINATES].source, name, "name one coordinate of each joint",
                      "%d coordinates are named for %d joints", (int)values[COORDINATES].nlist, (int)joints->nlist);
  }
  for (int32_t i = 0; i < ratios->nlist; i++) {
    if (ratios->list[i] != 0) continue;
    return sar_report(context, SAR_INPUT, ratios->source, name, "leave out the joint, or give its ratio",
                      "the ratio of the joint `%s` is zero", joints->joints[i]);
  }
  return SAR_OK;
}

const SarElementClass sar_joint_coupler = {
    .name = "coupler",
    .section = SAR_SECTION_JOINTS,
    .summary = "a linear relation between the coordinates of two or three joints",
    .remark = SAR_JOINT_RELATION_REMARK,
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .check = check,
};
