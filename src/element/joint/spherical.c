/* spherical: a ball in a socket.
 *
 * The point removes three translations. Three rows; all rotations stay, and no coordinate is offered, because three
 * angles would have a singular pose. With friction the ball rubs in its socket (ball_friction.c). */
#include "element/joint/ball_friction.h"
#include "element/joint/common.h"

static const SarField fields[] = {
    SAR_JOINT_BETWEEN, SAR_JOINT_AT, SAR_PASSIVE_FRICTION_LAW,
    SAR_PASSIVE_REAL("ball_radius", "m", "", "radius at which the force of the joint rubs; needed with friction")};

static const SarRowSpec rows[] = {SAR_JOINT_POINT};

static const SarJointSpec spec = {.frames = SAR_FRAMES_NONE, .rows = rows, .nrows = SAR_COUNT(rows)};

const SarElementClass sar_joint_spherical = {
    .name = "spherical",
    .section = SAR_SECTION_JOINTS,
    .summary = "rotation in every direction about one point: a ball joint",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_BALL, .radius = 1.15, .support = SAR_SUPPORT_FIXED},
    .dyad = SAR_DYAD_BALL,
    .usual = 3,
    .equations = &sar_joint_ball_friction,
    .outputs = "[friction_x] [friction_y] [friction_z]",
};
