/* A robot as its file says it. Lengths in metres, angles in radians. */
#ifndef SAR_READ_URDF_ROBOT_H
#define SAR_READ_URDF_ROBOT_H

#include "base/index.h"
#include "base/rotation.h"
#include "read/taken.h"
#include "read/urdf/tag.h"

/* `origin`: rpy turns about the fixed axes x, y, z in that order. */
typedef struct SarOrigin {
  SarWritten at, rpy;
  SarQuat turn;
} SarOrigin;

typedef enum SarRobotShapeKind {
  SAR_ROBOT_BOX,
  SAR_ROBOT_CYLINDER,
  SAR_ROBOT_SPHERE,
  SAR_ROBOT_CAPSULE,
  SAR_ROBOT_MESH
} SarRobotShapeKind;

/* A visual or a collision. */
typedef struct SarRobotShape {
  const SarTag *tag;
  SarOrigin origin;
  SarRobotShapeKind kind;
  SarWritten sizes;   /* box: edges; cylinder, capsule: radius, length; sphere: radius; mesh: scale */
  const char *file;   /* of a mesh */
  const char *colour; /* "#rrggbb"; null: none */
  bool left_out;
} SarRobotShape;

typedef struct SarRobotLink {
  const SarTag *tag;
  const char *given; /* the name in the file */
  const char *name;  /* in the model */
  bool has_mass;
  SarOrigin centre;
  SarWritten mass;
  SarWritten moments, products; /* xx yy zz; xy xz yz */
  SarRobotShape *visuals, *collisions;
  int32_t nvisuals, ncollisions;
  int32_t joint;    /* that carries it; -1: the root */
  bool is_ground;   /* it does not move */
  SarVec3 position; /* where all joints that lead are at zero */
  SarQuat turn;
} SarRobotLink;

typedef enum SarRobotJointKind {
  SAR_ROBOT_REVOLUTE, /* in the order of the words */
  SAR_ROBOT_CONTINUOUS,
  SAR_ROBOT_PRISMATIC,
  SAR_ROBOT_FIXED,
  SAR_ROBOT_FLOATING,
  SAR_ROBOT_PLANAR
} SarRobotJointKind;
#define SAR_ROBOT_JOINTS "revolute continuous prismatic fixed floating planar"

typedef struct SarRobotJoint {
  const SarTag *tag;
  const char *given, *name;
  const char *frame;                                 /* on the parent */
  const char *start, *effort_name, *motor, *follows; /* parameter, input, force and coupler that come with it */
  SarRobotJointKind kind;
  int32_t parent, child; /* links */
  SarOrigin origin;
  SarWritten axis;
  const SarTag *limit, *dynamics, *mimic;
  SarWritten lower, upper, effort, damping, friction;
  int32_t leader; /* the joint that it mimics; -1: none */
  SarWritten multiplier, offset;
  double written; /* its coordinate where the links are placed: zero, but for those that follow with an offset */
} SarRobotJoint;

typedef struct SarRobot {
  SarContext *context;
  SarArena *arena;
  bool fixed_base; /* the root does not move, though it has mass */
  const SarTag *tag;
  const SarTag **materials; /* that the robot itself has, first ones of their names found by the index */
  SarIndex paints;
  const char *title;
  const char *base; /* name of a joint that holds the root */
  SarRobotLink *links;
  int32_t nlinks;
  SarRobotJoint *joints;
  int32_t njoints;
  int32_t root;   /* link */
  int32_t *order; /* of links: parents before children */
  int32_t *slots; /* by hash of a link's name: its index + 1, 0: free */
  uint64_t mask;
  const char *left_out; /* tags of the robot that say nothing about its motion, "gazebo, transmission"; "" */
} SarRobot;

/* Whether a joint has a coordinate that something may drive. */
static inline bool sar_robot_is_driven(const SarRobotJoint *joint) {
  return joint->leader < 0 && joint->kind <= SAR_ROBOT_PRISMATIC;
}

/* geometry.c: materials that stand apart from links, so many at most, to be found by those that name them. */
SarStatus sar_robot_list_materials(SarRobot *robot, int32_t count);

/* robot.c: links and joints, their names, who carries whom. */
SarStatus sar_robot_read(SarRobot *robot);
/* geometry.c */
SarStatus sar_robot_origin(SarRobot *robot, const SarTag *inside, SarOrigin *out);
SarStatus sar_robot_shapes(SarRobot *robot, const SarTag *link, const char *kind, SarRobotShape **out, int32_t *count);
/* Index of the link of that name; -1: there is none. */
int32_t sar_robot_find_link(const SarRobot *robot, const char *given);
/* kinematics.c: the root, the order of the links, and where they are. */
SarStatus sar_robot_place(SarRobot *robot);

#endif
