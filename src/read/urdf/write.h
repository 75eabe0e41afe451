/* A robot as the tree of a model file. */
#ifndef SAR_READ_URDF_WRITE_H
#define SAR_READ_URDF_WRITE_H

#include "read/tree.h"
#include "read/urdf/robot.h"

/* Parameters of the model: how deep stops are pressed by the effort of their joint, and how fast they come to rest. */
#define SAR_ROBOT_STOP_ANGLE "stop_angle"
#define SAR_ROBOT_STOP_DEPTH "stop_depth"
#define SAR_ROBOT_STOP_TIME "stop_time"

typedef struct SarRobotWriter {
  SarTree *tree;
  SarRobot *robot;
  SarNode **bodies, **frames; /* by link; of the root: perhaps the ground. Frames: null where there are none yet */
} SarRobotWriter;

void sar_robot_write_links(SarRobotWriter *writer);
void sar_robot_write_joints(SarRobotWriter *writer);

/* A number with all its digits. */
const char *sar_robot_number(SarTree *tree, double number);
void sar_robot_push_number(SarTree *tree, SarNode *list, SarSource source, double number);
/* `at` and `turn` of an origin, unless they are zero. */
void sar_robot_put_origin(SarTree *tree, SarNode *mapping, SarSource source, const SarOrigin *origin);
/* The name of a link as a side of something. */
static inline const char *sar_robot_side(const SarRobotLink *link) { return link->is_ground ? "ground" : link->name; }

#endif
