/* thread: the thread of a screw alone.
 *
 * displacement = pitch * angle, with the pitch per radian, both from the written pose: one row. That the two z stay in
 * line is a matter of other joints (`screw` has all of it). */
#include "element/joint/common.h"

enum { PITCH = 3 };
static const SarField fields[] = {SAR_JOINT_COMMON_FIELDS,
                                  [PITCH] = {.name = "pitch",
                                             .kind = SAR_FIELD_REAL,
                                             .unit = "m/rad",
                                             .meaning = "displacement per angle; right-handed if positive"},
                                  SAR_JOINT_START("angle angle_rate displacement displacement_rate")};

static const SarRowSpec rows[] = {{SAR_ROW_COMBINE, SAR_X, SAR_X, "translation along z against rotation about z"}};
static const SarCoordinateSpec coordinates[] = {SAR_JOINT_ANGLE, SAR_JOINT_DISPLACEMENT};

static SarStatus combine(SarContext *context, const char *name, const SarValue *values, int32_t count,
                         const SarCoordinateKind *kinds, double *coefficient) {
  (void)context, (void)name;
  for (int32_t i = 0; i < count; i++) coefficient[i] = sar_coordinate_is_angle(kinds[i]) ? -values[PITCH].real : 1;
  return SAR_OK;
}

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON,
                                  .rows = rows,
                                  .nrows = SAR_COUNT(rows),
                                  .coordinates = coordinates,
                                  .ncoordinates = SAR_COUNT(coordinates),
                                  .combine = combine};

const SarElementClass sar_joint_thread = {
    .name = "thread",
    .section = SAR_SECTION_JOINTS,
    .summary = "translation in proportion to rotation, and nothing else: other joints keep the axes in line",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
};
