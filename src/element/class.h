/* The contract of an element class. A class is one file with one constant, and one line in registry.def.
 *
 * A joint is data: the rows (primitives on its two frames) and the coordinates it offers. A force brings
 * its mathematics. A motion and a coupler are rows on coordinates of joints. A rigid body is known to the system. */
#ifndef SAR_ELEMENT_CLASS_H
#define SAR_ELEMENT_CLASS_H

#include "element/builder.h"
#include "element/fields.h"
#include "element/kinematics.h"
#include "element/mark.h"
#include "element/part.h"
#include "element/primitive/primitive.h"

typedef enum SarSection {
  SAR_SECTION_BODIES,
  SAR_SECTION_MATERIALS, /* of sections */
  SAR_SECTION_SECTIONS,  /* of beams */
  SAR_SECTION_BEAMS,
  SAR_SECTION_JOINTS,
  SAR_SECTION_FORCES,
  SAR_SECTION_CONTACTS,
  SAR_SECTION_MOTIONS,
  SAR_SECTION_COORDINATES, /* scalar generalised coordinates */
  SAR_SECTION_STATES,      /* differential states, filters, controllers */
  SAR_SECTION_VARIABLES,   /* algebraic variables */
  SAR_SECTION_EQUATIONS,   /* constraints as expressions, rolling */
  SAR_SECTION_MEASURES,    /* expressions that are recorded */
  SAR_SECTION_INPUTS,      /* values from outside */
  SAR_SECTION_EVENTS
} SarSection;
#define SAR_NSECTIONS 15

/* ---- joints ---- */

/* An axis of one of the two joint frames. */
typedef enum SarAxisName { SAR_X, SAR_Y, SAR_Z } SarAxisName;

typedef enum SarRowKind {
  SAR_ROW_POINT,    /* three rows: P_b - P_a = 0 in ground axes */
  SAR_ROW_DOT1,     /* axis `first` of frame a perpendicular to axis `second` of frame b */
  SAR_ROW_DOT2,     /* P_b - P_a perpendicular to axis `first` of frame a */
  SAR_ROW_DISTANCE, /* |P_b - P_a| = length */
  SAR_ROW_TWIST,    /* equal rotation about z of both frames: constant velocity */
  SAR_ROW_COMBINE,  /* sum of coefficient * coordinate = 0, see SarJointSpec.combine */
} SarRowKind;

typedef struct SarRowSpec {
  SarRowKind kind;
  SarAxisName first, second;
  const char *name; /* in words, for the doctor: "translation along x", "rotation about x" (axes of frame a) */
} SarRowSpec;

/* Scalar equations of one entry: 3 for a point, else 1. */
static inline int32_t sar_row_equations(SarRowKind kind) { return kind == SAR_ROW_POINT ? 3 : 1; }

/* The name of one scalar equation: the row's own, or for a point "translation along x of the ground", y, z. */
const char *sar_row_name(const SarRowSpec *row, int32_t equation);

typedef enum SarCoordinateKind {
  SAR_COORDINATE_ANGLE,        /* rotation of b about z of frame a */
  SAR_COORDINATE_DISPLACEMENT, /* P_b - P_a along axis `axis` of frame a */
  SAR_COORDINATE_CROSS_FIRST,  /* universal: rotation of the cross about z of frame a (z of b is its other arm) */
  SAR_COORDINATE_CROSS_SECOND  /* universal: rotation of b about z of frame b, against the cross */
} SarCoordinateKind;

typedef struct SarCoordinateSpec {
  const char *name; /* "angle", "displacement", "angle1", ...; the rate's column is <name>_rate */
  SarCoordinateKind kind;
  SarAxisName axis;
} SarCoordinateSpec;

/* How the joint's two frames are made from `axis`, `axis2` and the sides' own frames. A side's point is the origin of
 * its frame. For a side that is a body alone it is `at`, or without that the other side's point; where the class has no
 * field `at` (distances, pure orientation joints, springs along a line) it is the body's reference point. */
typedef enum SarFrameRule {
  SAR_FRAMES_COMMON,   /* z of both = axis (default: z of each side's frame); axis2 unused */
  SAR_FRAMES_SEPARATE, /* z of a = axis (default: x of the first frame), z of b = axis2 (default: y of the second) */
  SAR_FRAMES_NONE      /* no orientation needed */
} SarFrameRule;

typedef struct SarJointSpec {
  SarFrameRule frames;
  bool relation; /* built on coordinates of other joints (gear, coupler, rack-pinion): has no sides of its own */
  bool second;   /* axes of its rows and displacements are those of the second frame, on which the first point moves */
  bool presses;  /* made of equations, the first of which keeps two things in touch: its multiplier is minus their force
                  */
  const SarRowSpec *rows;
  int32_t nrows; /* entries of rows; a point counts once here and three times in the equations */
  const SarCoordinateSpec *coordinates;
  int32_t ncoordinates;
  /* Relations: the list of numbers that has one factor for each joint's coordinate; null: none. In a model file they
   * are factors of coordinates in the file's units. */
  const char *factors;
  /* SAR_ROW_COMBINE: fills coefficient[i] for coordinate i: own coordinates (screw), or, for a relation, the
   * one coordinate of each joint named in its SAR_FIELD_JOINTS field (`joints` of them). Checks them. */
  SarStatus (*combine)(SarContext *context, const char *name, const SarValue *values, int32_t count,
                       const SarCoordinateKind *kinds, double *coefficient);
} SarJointSpec;

/* ---- forces ---- */

/* What prepare gets. */
typedef struct SarForceSetup {
  SarContext *context;
  SarArena *arena;
  const char *name;
  const SarValue *values; /* by index of the class's field table */
  SarSide a, b;           /* first and second side */
  const SarKin *ka, *kb;  /* the bodies at the written pose (velocities are not read) */
} SarForceSetup;

/* Generalised force on both bodies: force in ground axes at the centre of mass, torque in body axes. */
typedef struct SarLoad {
  SarVec3 fa, ta, fb, tb;
} SarLoad;

/* dQ/dq and dQ/dv of a load: rows and columns in the order (r_a, theta_a, r_b, theta_b), stored by rows. */
typedef struct SarLoadJacobian {
  double q[12][12], v[12][12];
} SarLoadJacobian;

/* Energies of a force: V; power dissipated (>= 0) and power put in by everything that is neither. */
typedef struct SarEnergy {
  double potential, dissipation, work;
} SarEnergy;

/* A force along a primitive. With y = primitive - offset (and the turns of an angle followed by the system), its
 * value F = law(y, dy/dt, t) is positive in tension: it acts to make y smaller, so the generalised force on both
 * bodies is -F times the gradient of y. element/force/law.h evaluates it. */
typedef struct SarLawSetup {
  const SarPrimitiveClass *primitive;
  SarPrimitive data;
  double offset; /* y is measured from here */
  bool linear;   /* F = preload + stiffness (y - rest) + damping dy/dt; then program is null */
  double stiffness, rest, damping, preload;
  const SarProgram *program; /* not linear: variables y, dy/dt, t; outputs F, dF/dy, dF/d(dy/dt) */
  const SarProgram *by_time; /* not linear and dependent on t: output dF/dt; else null */
} SarLawSetup;

/* Stiffness and damping along the axes x, y and z of the first side, and about them. */
typedef struct SarSprings {
  SarVec3 stiffness, damping, torsional_stiffness, torsional_damping;
  bool of_second; /* along the axes of the second side instead, and on both through the point of the first */
} SarSprings;

typedef struct SarForceClass {
  size_t param_size;
  SarStatus (*prepare)(const SarForceSetup *setup, void *param);
  SarStatus (*load)(const void *param, double t, const SarKin *a, const SarKin *b, SarLoad *load);
  SarStatus (*jacobian)(const void *param, double t, const SarKin *a, const SarKin *b, SarLoadJacobian *out);
  /* The derivative of the load by t, all else held. SAR_OK or SAR_NO_MEMORY, not reported. Null: it does not depend
   * on t. */
  SarStatus (*by_time)(const void *param, double t, const SarKin *a, const SarKin *b, SarLoad *rate);
  void (*energy)(const void *param, double t, const SarKin *a, const SarKin *b, SarEnergy *energy);

  /* Whether a torque answers to a turn of the second frame against the first: a rotation vector along the axes of the
   * first, longer than 150 degrees. Then the force is asked for more than it can express, and a run ends. Null: there
   * is no such limit. */
  bool (*resists)(const SarValue *values, SarVec3 turn);

  /* Forces along a primitive (springs) give this instead of the functions above: the system evaluates them,
   * follows angles through their turns and offers `length/angle rate force` as columns. */
  SarStatus (*law)(const SarForceSetup *setup, SarLawSetup *law);

  /* What acts on the mechanism from outside, whatever it does: it can be taken away (SarWorkspace.loads). */
  bool outer;
} SarForceClass;

/* ---- parts ---- */

/* What prepare gets. The sides are the nodes: the two of `between`, where the class has it, then those of
 * fields of one side. */
#define SAR_PART_SIDES 4
typedef struct SarPartSetup {
  SarContext *context;
  const char *name;
  const SarValue *values; /* by index of the class's field table */
  const SarSide *sides;
  const SarKin *kin; /* the bodies of the sides at the written pose (velocities are not read) */
  SarVec3 gravity;
} SarPartSetup;

/* An element that is a part on the bodies that it names. Where the class has equations besides, coordinates that they
 * declare are those of the part. */
typedef struct SarPartSpec {
  const SarPartClass *class;
  size_t size; /* of the data that prepare fills */
  SarStatus (*prepare)(const SarPartSetup *setup, void *part);
} SarPartSpec;

/* ---- all ---- */

typedef struct SarElementClass {
  const char *name; /* the `type:` of the model file */
  SarSection section;
  const char *summary; /* one line */
  const char *remark;  /* what its users should know besides; may be null */
  const SarField *fields;
  int32_t nfields;
  const SarJointSpec *joint;         /* joints */
  const SarForceClass *force;        /* forces */
  const SarPartSpec *part;           /* forces that are parts */
  const SarEquationClass *equations; /* what consists of equations */
  /* What its equations offer as columns besides those of its section, in their order: `[word]` only with some of the
   * fields, `x1...` x1, x2 and so on. May be null. */
  const char *outputs;
  SarMark mark;     /* how it is drawn */
  SarDyadKind dyad; /* joints: in mechanisms that can be assembled in two ways */
  int32_t usual;    /* joints: from 1, the most usual to buy or build, up; 0: it is not usual */
  /* Forces: the springs along and about axes that an element with these values consists of. Null: it has none such. */
  void (*springs)(const SarValue *values, SarSprings *out);
  /* Checks values against each other. May be null. */
  SarStatus (*check)(SarContext *context, const char *name, const SarValue *values);
} SarElementClass;

int32_t sar_element_class_count(void);
const SarElementClass *sar_element_class(int32_t index);

/* type = null finds the first class of a section, where the type need not be said. Null if there is none. */
const SarElementClass *sar_element_class_find(SarSection section, const char *type);

/* Index of a field of a class, -1 if there is none. */
int32_t sar_field_index(const SarElementClass *element_class, const char *name);

/* Whether lines and planes of a joint are fixed in its second side: by its class, or by `fixed_in: second`. */
bool sar_joint_in_second(const SarElementClass *element_class, const SarValue *values);

/* Reports unless the number is positive, where it is given. */
SarStatus sar_field_check_positive(SarContext *context, const char *name, const SarField *field, const SarValue *value,
                                   const char *remedy);

/* A number as messages tell it: in the units of the model. Returns text. */
#define SAR_VALUE_TEXT 64
const char *sar_value_text(const SarValue *value, const char *unit, char text[SAR_VALUE_TEXT]);

/* The unit of the i-th number of a list, from 0: that of the field, with the power i where it ends in ^i; of two units,
 * "m,rad", the first for three numbers and the second for those behind them. */
#define SAR_FIELD_UNIT 32
const char *sar_field_unit_of(const SarField *field, int32_t i, char room[SAR_FIELD_UNIT]);

/* The unit of a number in a matrix with that many columns. Where the unit of the field ends in ^ij, as N*m^ij of
 * stiffnesses, the power counts how many of row and column, from 0, belong to curvatures: are 3 or more. One column
 * stands for the diagonal. Of four units, "N/m,N/rad,N,N*m/rad", row and column choose likewise: forces by ways, forces
 * by angles, torques by ways, torques by angles. */
const char *sar_field_unit_at(const SarField *field, int32_t row, int32_t column, int32_t columns,
                              char room[SAR_FIELD_UNIT]);

/* The unit of a word of a field of starts: rad, rad/s, m or m/s. */
const char *sar_start_unit(const char *word);

bool sar_section_has_classes(SarSection section);

/* Joints and forces say what they are; elsewhere the first class of the section is meant where `type:` is left out. */
bool sar_section_needs_type(SarSection section);

/* Whether the section has more than one class. */
bool sar_section_has_types(SarSection section);

/* The section's key in the model file: "bodies", "joints", ... */
const char *sar_section_name(SarSection section);

#define SAR_COUNT(array) ((int32_t)(sizeof(array) / sizeof((array)[0])))

#endif
