/* The compiled system: the model as numbers, indices and arrays that the loops of a step run through.
 *
 * Constant once compiled. Everything that changes sits in a SarMechanism (mechanism.h), one per thread, which also
 * implements method/problem.h. Bodies are numbered 0 ... nbodies-1; the ground has the index nbodies, so that no loop
 * asks "is this the ground?" before it reads a placement. Coordinates per body: q = (r, p), v = (velocity of the centre
 * of mass, angular velocity in body axes): numerics, section 1. */
#ifndef SAR_SYSTEM_H
#define SAR_SYSTEM_H

#include "element/class.h"
#include "element/primitive/primitive.h"
#include "model/model.h"
#include "sarrus/system.h"

typedef struct SarBody {
  const char *name;
  int32_t element; /* index in the model */
  double mass;     /* kg */
  SarMat3 inertia; /* kg m^2, about the centre of mass, body axes */
  SarVec3 com;     /* m, centre of mass from the reference point, body axes */
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

/* Rows P_b - P_a = 0: `row` and the two after it. */
typedef struct SarPointRow {
  int32_t a, b, row;
  SarVec3 sa, sb;
} SarPointRow;

/* Row scale * (u . w) = 0; scale = L makes the multiplier a torque over L (numerics, section 6). */
typedef struct SarDot1Row {
  int32_t a, b, row;
  SarVec3 u, w;
  double scale;
} SarDot1Row;

/* Row scale * primitive = 0 for the rarer ones. Scale is L for rows of rotation and 1 for rows in metres. */
typedef struct SarScalarRow {
  const SarPrimitiveClass *class;
  SarPrimitive data;
  int32_t a, b, row;
  bool rotation;
  double scale;
} SarScalarRow;

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

typedef struct SarRange {
  int32_t first, count;
} SarRange;

/* Where the parts of a model element went. */
typedef struct SarPlace {
  int32_t body; /* bodies: index; others -1 */
  SarSide a, b; /* joints, motions, forces; relations: the second sides of the first two joints named */
  SarRange points, dot1s, scalars, relations, coordinates, laws, forces;
} SarPlace;

typedef struct SarRowInfo {
  int32_t element;
  const char *name; /* in words: "rotation about x" */
} SarRowInfo;

struct SarSystem {
  SarContext *context;
  SarArena *arena;
  const SarModel *model;
  SarVec3 gravity;
  double length; /* L of numerics section 4 */

  SarBody *bodies;
  int32_t nbodies;
  SarPlace *places; /* one per model element */
  SarCoordinate *coordinates;
  SarPointRow *points;
  SarDot1Row *dot1s;
  SarScalarRow *scalars;
  SarRelationRow *relations;
  SarTerm *terms;
  SarLawForce *laws;
  SarForce *forces;
  int32_t ncoordinates, npoints, ndot1s, nscalars, nrelations, nterms, nlaws, nforces, nturns;
  int32_t capacity[9]; /* of the nine arrays above while compiling */

  int32_t nposition, nvelocity, nstates; /* rows Phi, rows A v + b, states x */
  SarRowInfo *rows;                      /* position rows in words */
  int32_t scratch;                       /* doubles that the programs need */
  bool has_power;                        /* some force or motion dissipates or does work */

  double *q0, *v0; /* the written pose and velocities: 7 and 6 numbers per body, then the scalar coordinates */
  double *x0, *z0; /* start of the states; a guess for variables and forces */
  double *xdot0;   /* a guess for the rates of states */

  int32_t ncoords;        /* scalar coordinates: they follow the bodies in q and v */
  int32_t nmotion_states; /* the first states belong to motions */
  int32_t nalgebraic;     /* z */
  bool *is_user;          /* by element of the model: it consists of equations in symbols (user/user.h) */
  struct SarUser *user;   /* equations that elements have written in symbols (user/user.h); null: none */
};

/* Sizes of q and v. */
static inline int32_t sar_system_nq(const SarSystem *s) { return 7 * s->nbodies + s->ncoords; }
static inline int32_t sar_system_nv(const SarSystem *s) { return 6 * s->nbodies + s->ncoords; }

/* Notes that a program needs scratch space. */
void sar_system_need_scratch(SarSystem *s, const SarProgram *program);

static inline int32_t sar_system_ground(const SarSystem *s) { return s->nbodies; }

/* Adds rows, coordinates and forces of one element (compile_*.c). */
SarStatus sar_compile_joint(SarSystem *s, int32_t element);
SarStatus sar_compile_motion(SarSystem *s, int32_t element);
SarStatus sar_compile_force(SarSystem *s, int32_t element);

/* Room for one more entry in one of the arrays; null when memory is exhausted. */
void *sar_system_append(SarSystem *s, void *array_field, int32_t *count, int32_t *capacity, size_t size);

/* Adds a position row named in words; returns its index, or -1 when memory is exhausted. */
int32_t sar_system_add_row(SarSystem *s, int32_t element, const char *name);

/* Entries of the arrays; null (-1) when memory is exhausted. */
int32_t sar_system_add_coordinate(SarSystem *s, SarCoordinate y);
int32_t sar_system_add_zeroed_coordinate(SarSystem *s, SarCoordinate y); /* zero at the written pose */
SarRelationRow *sar_system_add_relation(SarSystem *s);
SarTerm *sar_system_add_term(SarSystem *s);
SarLawForce *sar_system_add_law(SarSystem *s);
SarForce *sar_system_add_force(SarSystem *s);

/* Whether all terms are angles. */
bool sar_system_is_rotation(const SarSystem *s, int32_t term, int32_t nterms);

/* The written placement of a body, ground included. */
SarKin sar_system_written(const SarSystem *s, int32_t body);

/* The angle of arm `arm` of frame b about z of frame a; the displacement of b's point along an axis of frame a. */
SarCoordinate sar_system_angle(const SarSide *a, const SarSide *b, SarAxisName arm);
SarCoordinate sar_system_displacement(const SarSide *a, const SarSide *b, SarAxisName axis);

/* Resolves a side and builds joint frames: sides.c */
SarSide sar_system_side(const SarSystem *s, const SarSideName *name);
SarStatus sar_system_sides(SarSystem *s, int32_t element, SarFrameRule rule, SarSide *a, SarSide *b);

#endif
