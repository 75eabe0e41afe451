/* gear: the angles of two joints in a fixed ratio.
 *
 * One row: angle of the second = ratio * angle of the first, both from the written pose, each counted as the second
 * side of its joint turning against the first about the joint's own axis. With parallel axes, wheels that mesh on their
 * outsides turn against each other: their ratio is negative, -(teeth of the first)/(teeth of the second); a ring with
 * inner teeth and a belt have a positive one. A joint's angle here is its first coordinate. Results: its action on the
 * second sides of the two joints, each by the part of that joint's coordinate. With a pressure angle the wheels have
 * teeth that load their bearings (gear_teeth.c). */
#include "element/joint/gear_teeth.h"

enum { JOINTS, RATIO, TEETH };
static const SarField fields[] = {
    [JOINTS] = SAR_JOINT_JOINTS("two joints with an angle: revolute, cylindrical or screw"),
    [RATIO] = {.name = "ratio",
               .kind = SAR_FIELD_REAL,
               .unit = "",
               .meaning = "angle of the second joint over angle of the first; negative for outer meshing"},
    [TEETH] = SAR_GEAR_TEETH_FIELDS,
};

static const SarRowSpec rows[] = {{SAR_ROW_COMBINE, SAR_X, SAR_X, "ratio of the angles"}};

static SarStatus combine(SarContext *context, const char *name, const SarValue *values, int32_t count,
                         const SarCoordinateKind *kinds, double *coefficient) {
  static const bool want_angle[2] = {true, true};
  SAR_TRY(sar_joint_check_relation(context, name, &values[JOINTS], count, kinds, want_angle));
  coefficient[0] = -values[RATIO].real;
  coefficient[1] = 1;
  return SAR_OK;
}

static const SarJointSpec spec = {
    .frames = SAR_FRAMES_NONE, .relation = true, .rows = rows, .nrows = SAR_COUNT(rows), .combine = combine};

extern const SarElementClass sar_joint_gear;

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  if (values[RATIO].real != 0) return sar_gear_teeth_check(context, name, &sar_joint_gear, values);
  return sar_report(context, SAR_INPUT, values[RATIO].source, name, "use a fixed joint to stop a wheel",
                    "a gear needs a ratio other than zero");
}

const SarElementClass sar_joint_gear = {
    .name = "gear",
    .section = SAR_SECTION_JOINTS,
    .summary = "two angles in a fixed ratio",
    .remark =
        "with `pressure_angle`, on parallel axes in one carrier, its teeth push at the pitch point: tangential, radial "
        "and axial force on shafts and bearings; without it, it " SAR_JOINT_RELATION_REMARK,
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .equations = &sar_gear_teeth,
    .outputs = "[tangential] [radial] [axial]",
    .check = check,
};
