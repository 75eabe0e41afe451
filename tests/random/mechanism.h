/* A random mechanism: bodies in random places, a tree of joints that reaches all of them, further joints that close
 * loops, and what acts on it. Joints are given by points and axes at the written pose, so that every mechanism is
 * assembled as written; everything else about it is left to chance. */
#ifndef SAR_TESTS_RANDOM_MECHANISM_H
#define SAR_TESTS_RANDOM_MECHANISM_H

#include <stdint.h>

#include "random/dice.h"

#define BODIES_MAX 7
#define JOINTS_MAX 16
#define GROUND (-1)

typedef enum JointKind {
  FIXED,
  REVOLUTE,
  PRISMATIC,
  SCREW,
  CYLINDRICAL,
  UNIVERSAL,
  CONSTANT_VELOCITY,
  SPHERICAL,
  PLANAR,
  SAME_ORIENTATION,
  POINT_ON_LINE,
  REVOLUTE_SPHERICAL,
  PARALLEL,
  DISTANCE,
  POINT_IN_PLANE,
  PERPENDICULAR,
  JOINT_KINDS
} JointKind;

typedef struct RandomBody {
  double at[3], turn[4]; /* m; w, x, y, z */
  double mass, moment;   /* kg, kg m^2: the same about all axes but for a factor each */
  double eye[3];         /* the frame `eye`, from the reference point in ground axes at the written pose */
} RandomBody;

typedef struct RandomJoint {
  JointKind kind;
  int first, second; /* bodies, or GROUND */
  double at[3];      /* of kinds with one point */
  double axis[3], axis2[3];
  double pitch;            /* of screws */
  double friction;         /* 0: none */
  double stop;             /* its coordinate is held between -stop and stop; 0: it is not */
  bool driven, turns;      /* a motion moves it; its coordinate is an angle */
  double amplitude, pulse; /* of the motion amplitude * sin(pulse * t) */
} RandomJoint;

typedef struct RandomMechanism {
  uint64_t seed;
  bool planar; /* all of it moves in the plane z = 0 */
  int nbodies, njoints;
  RandomBody bodies[BODIES_MAX];
  RandomJoint joints[JOINTS_MAX];
  double ground_eye[3], gravity[3];
  /* What acts, and user physics. */
  int nsprings, spring_ends[4][2];
  double stiffness[4], damping[4];
  bool bushing, follower, state, controller, variable, measure, event, submodel, mirrored;
  int bushing_body, follower_body, state_body, controller_body, variable_body, event_body;
  bool coordinate; /* one of its own, tied to the height of a body by an equation */
  bool knife;      /* a body that may move along one direction of the x-y plane only, by an equation of velocities */
  int coordinate_body, knife_body;
  double edge[3]; /* normal to that direction */
  bool geared;    /* two hinges in a fixed ratio */
  int gear_joints[2];
  double ratio;
} RandomMechanism;

void random_mechanism(RandomMechanism *mechanism, uint64_t seed);

/* Where the `eye` of a body, or of the ground, is. */
void random_eye(const RandomMechanism *mechanism, int body, double out[3]);

/* 6 per body minus the rank of all velocity equations of joints and motions at the written pose, found from points and
 * axes alone. *doubtful: the rank is not clear in double precision. */
int random_freedom(const RandomMechanism *mechanism, bool *doubtful);
/* Equations, independent or not. */
int random_equations(const RandomMechanism *mechanism);

/* The name of a type in a model file. */
const char *random_joint_type(JointKind kind);

/* Writes the model to `<folder>/<seed>.yaml`, with sub-models as `<folder>/<seed>-part.yaml`; path: of the model.
 * False: it cannot be written. */
bool random_write(const RandomMechanism *mechanism, const char *folder, char *path, int size);

#endif
