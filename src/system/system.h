/* What a compiled system consists of, for those who ask: bodies, coordinates, equations and forces with their numbers,
 * and where each of them came from. How they are stored is known to this folder alone (compiled.h).
 *
 * Constant once compiled. Everything that changes sits in a SarWorkspace (workspace.h), one per thread, which also
 * implements method/problem.h. Bodies are numbered 0 ... nbodies-1; the ground has the index nbodies, so that no loop
 * asks "is this the ground?" before it reads a placement. Coordinates per body: q = (r, p), v = (velocity of the centre
 * of mass, angular velocity in body axes): numerics, section 1. */
#ifndef SAR_SYSTEM_H
#define SAR_SYSTEM_H

#include "element/class.h"
#include "element/part.h"
#include "element/primitive/primitive.h"
#include "model/model.h"
#include "sarrus/system.h"

typedef struct SarBody {
  const char *name;
  int32_t element; /* index in the model */
  double mass;     /* kg */
  SarMat3 inertia; /* kg m^2, about the centre of mass, body axes */
  SarVec3 com;     /* m, centre of mass from the reference point, body axes */
  int32_t tie;     /* from 1: what ties it, an interface without mass, to a modal body; others 0 */
} SarBody;

/* A coordinate of the mechanism: y = sign * (primitive - offset). Angles are followed through their turns. */
typedef struct SarCoordinate {
  const SarPrimitiveClass *class;
  SarPrimitive data;
  int32_t a, b; /* bodies */
  double sign, offset;
  int32_t turns;     /* index of the memory of an angle, -1: none */
  int32_t read_turn; /* 1 + index among those whose turns user-defined equations read; 0: they do not */
} SarCoordinate;

/* An angle, not a length. */
static inline bool sar_coordinate_turns(const SarCoordinate *y) { return y->class->reach == SAR_REACH_ROTATION; }

typedef enum SarLevel { SAR_LEVEL_POSITION, SAR_LEVEL_VELOCITY, SAR_LEVEL_ACCELERATION } SarLevel;

/* Row scale * (sum of coefficient * y - f(t)) = 0 at position level, or the same of the rates at velocity level; given
 * as an acceleration, the rate is the state x with x' = f(t). Couplers and gears have f = 0. */
typedef struct SarRelationRow {
  SarLevel level;
  int32_t element;
  int32_t row;   /* among the position rows, or among the velocity rows */
  int32_t state; /* acceleration level: index in x */
  int32_t term, nterms;
  const SarProgram *function; /* of t: f, f', f''; null: 0 */
  const SarProgram *third;    /* f''', beside a function at position level */
  bool rotation;              /* angles only: the reaction is a torque; a length takes part: a force */
  double scale;               /* L, or 1 */
} SarRelationRow;

typedef struct SarTerm {
  int32_t coordinate;
  double coefficient;
} SarTerm;

/* A force along a coordinate: spring, damper, actuator. */
typedef struct SarLawForce {
  int32_t coordinate;
  SarLawSetup law;
} SarLawForce;

typedef struct SarForce {
  const SarForceClass *class;
  const void *param;
  int32_t a, b;
} SarForce;

/* Something with mathematics of its own on some bodies (element/part.h). */
typedef struct SarPart {
  const SarPartClass *class;
  const void *data;
  int32_t element;
  int32_t nnodes, body[SAR_PART_NODES]; /* the ground is one, too */
  int32_t coordinate, ncoordinates;     /* its own, among the scalar coordinates */
  int32_t shares;                       /* 1 + the part whose coordinates they are; 0: its own */
  int32_t slots;                        /* where its positions in the matrix begin among those of all parts */
  int32_t memory, nmemory;              /* what it remembers, among that of all parts */
  int32_t kept, nkept;                  /* where it keeps what it has computed, likewise */
  bool diagonal;                        /* its coordinates are coupled in the matrix each with itself alone */
  bool live;                            /* one of a crowd: it comes and goes (crowding.h) */
} SarPart;

typedef struct SarRange {
  int32_t first, count;
} SarRange;

/* Where the parts of a model element went. */
typedef struct SarPlace {
  int32_t body; /* bodies: index; others -1 */
  SarSide a, b; /* joints, motions, forces; relations: the second sides of the first two joints named; interfaces: on
                   the modal body, and their own */
  SarRange points, dot1s, scalars, relations, coordinates, laws, forces, parts, ties;
  int32_t crowd; /* contacts of many shapes: number from 1; others 0 */
} SarPlace;

/* Where the length L comes from, to which errors and weights refer. */
typedef enum SarLengthOrigin {
  SAR_LENGTH_GIVEN,    /* `length_scale:` */
  SAR_LENGTH_FRAMES,   /* of joints and forces, from the centres of mass of their bodies */
  SAR_LENGTH_GYRATION, /* of the bodies: no joint or force says more */
  SAR_LENGTH_UNKNOWN   /* one metre */
} SarLengthOrigin;

/* A coordinate of a joint, or its rate, at the start. */
typedef struct SarStartPart {
  bool given;
  double value;
  SarSource source;
} SarStartPart;
typedef struct SarJointStart {
  int32_t element, of; /* the joint, and which of its coordinates */
  int32_t coordinate;  /* among those of the system */
  SarStartPart value, rate;
} SarJointStart;

/* ---- questions; the numbers of bodies and the length L are asked in sarrus/system.h ---- */

const SarModel *sar_system_model(const SarSystem *s);
const SarModelElement *sar_system_element(const SarSystem *s, int32_t element); /* of the model */
SarVec3 sar_system_gravity(const SarSystem *s);
SarLengthOrigin sar_system_length_origin(const SarSystem *s);
/* m, what L would be without `length_scale:`. */
double sar_system_measured_length(const SarSystem *s);
bool sar_system_has_parts(const SarSystem *s); /* something has mathematics of its own: beams */
bool sar_system_has_cables(const SarSystem *s);

/* The part that turns furthest at these positions, beside how far it can follow (part.h). */
typedef struct SarMostTurned {
  int32_t element;   /* of the model; -1: nothing turns */
  double turn, most; /* rad */
} SarMostTurned;
SarMostTurned sar_system_most_turned(const SarSystem *system, const double *q);

bool sar_system_has_power(const SarSystem *s); /* some force or motion dissipates or does work */

/* Sizes of q and v; the index of the ground. */
int32_t sar_system_nq(const SarSystem *s);
int32_t sar_system_nv(const SarSystem *s);
int32_t sar_system_ground(const SarSystem *s);

/* Joints that keep two things in touch: minus the multiplier of the row is the force with which they press on each
 * other. */
typedef struct SarPressing {
  int32_t element, row;
} SarPressing;

typedef struct SarCounts {
  int32_t scalars;               /* scalar coordinates: they follow the bodies in q and v */
  int32_t position, velocity;    /* rows Phi, rows A v + b */
  int32_t states, motion_states; /* x; the first of them belong to motions */
  int32_t relations, laws, turns, starts;
  int32_t algebraic; /* z */
  int32_t memory;    /* numbers that parts remember */
} SarCounts;
SarCounts sar_system_counts(const SarSystem *s);

/* Whether the model says that a state, by its index in x, keeps its value where the mechanism comes to rest. */
bool sar_system_state_is_held(const SarSystem *s, int32_t state);

/* Parts by their number. */
const SarBody *sar_system_body(const SarSystem *s, int32_t body);
const SarCoordinate *sar_system_coordinate(const SarSystem *s, int32_t coordinate);
const SarRelationRow *sar_system_relation(const SarSystem *s, int32_t relation);
const SarTerm *sar_system_term(const SarSystem *s, int32_t term);
const SarLawForce *sar_system_law(const SarSystem *s, int32_t law);
const SarForce *sar_system_force(const SarSystem *s, int32_t force);
const SarJointStart *sar_system_start(const SarSystem *s, int32_t start);

/* Where the parts of an element of the model went. */
const SarPlace *sar_system_place(const SarSystem *s, int32_t element);
/* Where the named frame is, on its body. */
SarSide sar_system_side(const SarSystem *s, const SarSideName *name);

/* Whether a coordinate is an angle. */
bool sar_system_is_angle(const SarSystem *s, int32_t coordinate);

/* For every position row: whether it is an angle times L; all others are lengths. */
void sar_system_rotation_rows(const SarSystem *s, bool *rotation);

/* What computing begins with: the written pose and velocities (7 and 6 numbers per body, then the scalar coordinates),
 * the start of the states, guesses for their rates and for variables and forces. Null where there are none. */
typedef struct SarGuess {
  const double *q, *v, *x, *xdot, *z;
} SarGuess;
SarGuess sar_system_guess(const SarSystem *s);

/* Takes another pose for the written one: nq numbers. */
void sar_system_set_pose(SarSystem *s, const double *q);

/* The written placement of a body, ground included. */
SarKin sar_system_written(const SarSystem *s, int32_t body);

#endif
