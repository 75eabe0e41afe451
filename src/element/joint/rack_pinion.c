/* rack-pinion: the displacement of one joint rolls on the angle of another.
 *
 * One row: displacement of the second joint = radius * angle of the first (in radians), both from the written pose. A
 * negative radius puts the rack on the other side of the pinion. Results: its action on the
 * second sides of the two joints, each by the part of that joint's coordinate. */
#include "element/joint/common.h"

enum { JOINTS, RADIUS };
static const SarField fields[] = {
    [JOINTS] = SAR_JOINT_JOINTS("the pinion's joint (revolute), then the rack's (prismatic)"),
    [RADIUS] = {.name = "radius",
                .kind = SAR_FIELD_REAL,
                .unit = "m",
                .meaning = "pitch radius: displacement per radian; negative turns the direction round"},
};

static const SarRowSpec rows[] = {{SAR_ROW_COMBINE, SAR_X, SAR_X, "rolling of the pinion on the rack"}};

static SarStatus combine(SarContext *context, const char *name, const SarValue *values, int32_t count,
                         const SarCoordinateKind *kinds, double *coefficient) {
  static const bool want_angle[2] = {true, false};
  SAR_TRY(sar_joint_check_relation(context, name, &values[JOINTS], count, kinds, want_angle));
  coefficient[0] = -values[RADIUS].real;
  coefficient[1] = 1;
  return SAR_OK;
}

static const SarJointSpec spec = {
    .frames = SAR_FRAMES_NONE, .relation = true, .rows = rows, .nrows = SAR_COUNT(rows), .combine = combine};

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  if (values[RADIUS].real != 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[RADIUS].source, name, "use a fixed joint to stop a rack",
                    "a rack and pinion need a radius other than zero");
}

const SarElementClass sar_joint_rack_pinion = {
    .name = "rack-pinion",
    .section = SAR_SECTION_JOINTS,
    .summary = "displacement of one joint in proportion to the angle of another",
    .remark = SAR_JOINT_RELATION_REMARK,
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .check = check,
};
