/* The compiled system: the model as numbers, indices and arrays that the loops of a step run through. For this folder
 * alone (tests/layers/system.sh); others ask (system.h, ask.h, names.h). */
#ifndef SAR_SYSTEM_COMPILED_H
#define SAR_SYSTEM_COMPILED_H

#include "model/contacts.h"
#include "system/system.h"

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

/* A massless body, the node, that moves with another one and with scalar coordinates eta of an element (an interface of
 * a modal body): six scalar rows, u . (P_b - P_a) and u . log(A_a^T A_b) along the axes of the body, each of them less
 * its row of the shape times eta. */
typedef struct SarTie {
  int32_t element; /* whose coordinates they are */
  int32_t body, node;
  int32_t scalar, row;   /* the first of six, among the scalar rows and among the position rows */
  int32_t coordinate, n; /* eta */
  int32_t slots;         /* where its positions in the matrix begin among those of all ties */
  const double *shape;   /* 6 x n, by rows */
} SarTie;

typedef struct SarRowInfo {
  int32_t element;
  const char *name; /* in words: "rotation about x" */
} SarRowInfo;

/* A contact of many shapes: which of them are near each other is the workspace's to know (crowding.h). */
typedef struct SarCrowdShape {
  SarShape shape; /* from the centre of mass */
  int32_t body;
} SarCrowdShape;

typedef struct SarCrowd {
  int32_t element;
  SarModelCrowd model;
  const SarCrowdShape *shapes; /* model.count of them, by body */
  const SarContactLaw *law;    /* between any two; null: it depends on the shapes */
} SarCrowd;

/* What takes the place of the written start (carry.h); pose, velocities and states stand where the written ones did. */
typedef struct SarCarried {
  double t;           /* s */
  double *turns;      /* by turn: where the angle is */
  double *memory;     /* of parts, as workspaces have it */
  bool remembers;     /* something of it has been carried */
  double *parameters; /* of the model, or what events have set */
} SarCarried;

struct SarSystem {
  SarContext *context;
  SarArena *arena;
  const SarModel *model;
  SarVec3 gravity;
  double length; /* L of numerics section 4 */
  SarLengthOrigin length_origin;
  double measured_length; /* m, what `length` would be without `length_scale:` */

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
  SarTie *ties;
  int32_t nties, ties_capacity;
  int32_t ntie_slots; /* of all ties (workspace.h) */
  int32_t *modal;     /* modal bodies: elements of the model */
  int32_t nmodal, modal_capacity;
  SarPart *parts;
  int32_t nparts, parts_capacity;
  SarCrowd *crowds;
  int32_t ncrowds, crowds_capacity;
  int32_t npart_slots;  /* of all parts (workspace.h) */
  int32_t part_rows;    /* of the part that has most */
  size_t part_size;     /* of the largest matrix of a part */
  int32_t part_space;   /* the largest working space of a part */
  int32_t npart_kept;   /* numbers of working space that parts have for themselves */
  int32_t npart_memory; /* numbers that parts remember */
  int32_t ncoordinates, npoints, ndot1s, nscalars, nrelations, nterms, nlaws, nforces, nturns;
  int32_t capacity[9]; /* of the nine arrays above while compiling */

  SarJointStart *starts; /* what assembly holds, besides the constraints */
  int32_t nstarts, starts_capacity;

  int32_t nposition, nvelocity, nstates; /* rows Phi, rows A v + b, states x */
  SarRowInfo *rows;                      /* position rows in words */
  int32_t scratch;                       /* doubles that the programs need */
  bool has_power;                        /* some force or motion dissipates or does work */

  double *q0, *v0;     /* the written pose and velocities: 7 and 6 numbers per body, then the scalar coordinates */
  double *x0, *z0;     /* start of the states; a guess for variables and forces */
  double *xdot0;       /* a guess for the rates of states */
  SarCarried *carried; /* null: it begins as it is written */

  int32_t ncoords;        /* scalar coordinates: they follow the bodies in q and v */
  int32_t nmotion_states; /* the first states belong to motions */
  int32_t nalgebraic;     /* z */
  int32_t *limited;       /* elements with forces that are not made for every turn (turned.c) */
  int32_t nlimited, limited_capacity;
  bool *is_user;        /* by element of the model: it consists of equations in symbols (user/user.h) */
  struct SarUser *user; /* equations that elements have written in symbols (user/user.h); null: none */
};

/* The body whose mass answers to a force: itself, or the modal body of an interface, which has none. A guess of how
 * fast it gives way, nothing more. */
static inline const SarBody *sar_system_heavy(const SarSystem *s, int32_t body) {
  const SarBody *b = &s->bodies[body];
  return b->tie ? &s->bodies[s->ties[b->tie - 1].body] : b;
}

/* Notes that a program needs scratch space. */
void sar_system_need_scratch(SarSystem *s, const SarProgram *program);

/* Adds rows, coordinates and forces of one element (compile_*.c). */
SarStatus sar_compile_joint(SarSystem *s, int32_t element);
SarStatus sar_compile_motion(SarSystem *s, int32_t element);
SarStatus sar_compile_force(SarSystem *s, int32_t element);
/* The starts of all joints; motions are known. */
SarStatus sar_compile_starts(SarSystem *s);

/* Room for one more entry in one of the arrays; null when memory is exhausted. */
void *sar_system_append(SarSystem *s, void *array_field, int32_t *count, int32_t *capacity, size_t size);

/* Adds a position row named in words; returns its index, or -1 when memory is exhausted. */
int32_t sar_system_add_row(SarSystem *s, int32_t element, const char *name);

/* Entries of the arrays; null (-1) when memory is exhausted. */
SarScalarRow *sar_system_add_scalar(SarSystem *s, int32_t element, const char *name); /* with its position row */
int32_t sar_system_add_coordinate(SarSystem *s, SarCoordinate y);
int32_t sar_system_add_zeroed_coordinate(SarSystem *s, SarCoordinate y); /* zero at the written pose */
SarRelationRow *sar_system_add_relation(SarSystem *s);
SarTerm *sar_system_add_term(SarSystem *s);
SarLawForce *sar_system_add_law(SarSystem *s);
SarForce *sar_system_add_force(SarSystem *s);
SarStatus sar_system_add_limited(SarSystem *s, int32_t element);

/* Whether all terms are angles. */
bool sar_system_is_rotation(const SarSystem *s, int32_t term, int32_t nterms);

/* The angle of arm `arm` of frame b about z of frame a; the displacement of b's point along an axis of frame a. */
SarCoordinate sar_system_angle(const SarSide *a, const SarSide *b, SarAxisName arm);
SarCoordinate sar_system_displacement(const SarSide *a, const SarSide *b, SarAxisName axis);

/* Resolves a side and builds joint frames: sides.c */
SarStatus sar_system_sides(SarSystem *s, int32_t element, SarFrameRule rule, SarSide *a, SarSide *b);

#endif
