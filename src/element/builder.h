/* How an element that consists of equations is built: states, variables, coordinates, user forces, constraint
 * equations, measures, friction, rolling.
 *
 * Such an element brings no code that runs in a step. It says its equations in symbols, once; the system differentiates
 * them (exactly, to the order that a row needs), compiles everything into a few programs and scatters the results. A
 * symbol is a variable of an expression; only the system knows which number is what. Two rounds:
 *
 *   declare   the unknowns of the element, so that the equations of others may speak of them
 *   build     its equations
 *
 * The system implements the functions; an element calls them through the builder it is given. Every function returns a
 * status; errors are reported before it returns. Expressions live in builder->arena. */
#ifndef SAR_ELEMENT_BUILDER_H
#define SAR_ELEMENT_BUILDER_H

#include "base/units.h"
#include "element/fields.h"
#include "element/kinematics.h"
#include "element/symbolic.h"

typedef struct SarBuilder SarBuilder;

/* An unknown of the system. */
typedef struct SarUnknown {
  const SarExpr *value;        /* of the state, the variable or the coordinate */
  const SarExpr *rate;         /* states and coordinates */
  const SarExpr *acceleration; /* coordinates */
  int32_t row;                 /* the row of the residual that belongs to it */
} SarUnknown;

/* How a differential state begins. */
typedef struct SarStateStart {
  double value;
  double rate;  /* a guess, for equations that have several rates as solutions; 0 */
  double scale; /* what its errors are measured against; 0: its largest value so far in the run */
  bool held;    /* it keeps its value where the mechanism comes to rest */
} SarStateStart;

/* What a plain number weighs in error tests (numerics, section 4). */
typedef enum SarMeasureKind { SAR_KIND_LENGTH, SAR_KIND_ANGLE, SAR_KIND_NUMBER } SarMeasureKind;

/* Where the power of a force goes in the energy balance (numerics, section 5). */
typedef enum SarPowerKind { SAR_POWER_WORK, SAR_POWER_DISSIPATED } SarPowerKind;

typedef struct SarBuilderOps {
  /* An expression of the user (a value of kind FUNCTION) in symbols of the system: measures are written out, names of
   * elements replaced by their unknowns. `local`: what the field's own variables (t excepted: give null) stand for. */
  SarStatus (*bind)(SarBuilder *b, const SarExpr *f, const SarExpr *const *local, const SarExpr **out);
  const SarExpr *(*time)(SarBuilder *b);
  /* The number of the analysis that is made (SarAnalysisMode of system/inputs.h); null: memory is exhausted. */
  const SarExpr *(*mode)(SarBuilder *b);
  SarStatus (*frame)(SarBuilder *b, const SarSide *side, SarSymbolFrame *out);
  SarStatus (*side)(SarBuilder *b, const SarSideName *name, SarSide *out);
  /* A shape of the ground, which the model has checked to be there. */
  SarStatus (*shape)(SarBuilder *b, const SarSideName *name, const SarShape **out);
  /* A frame where the model file says it is: origin and axes in the ground. */
  SarStatus (*written)(SarBuilder *b, const SarSide *side, SarKin *out);
  /* The two sides of a joint of the model, and whether it has a displacement. */
  SarStatus (*joint)(SarBuilder *b, const char *name, SarSide *first, SarSide *second, bool *slides);
  /* The type of a joint of the model. */
  const char *(*joint_class)(SarBuilder *b, const char *name);

  /* declare: unknowns. `label` is null for the only one of an element, or says which ("x1"). The row of a state is
   * d(...) = 0, of an algebraic unknown the same; `residual` fills it. A coordinate has the dynamics row that `kinetic`
   * and `work` of anybody contribute to; its errors are measured against `scale`, or where that is 0 by its kind. */
  SarStatus (*state)(SarBuilder *b, const char *label, SarStateStart start, SarUnknown *out);
  SarStatus (*algebraic)(SarBuilder *b, const char *label, double guess, SarUnknown *out);
  SarStatus (*coordinate)(SarBuilder *b, SarMeasureKind kind, double start, double velocity, double scale,
                          SarUnknown *out);
  /* A number from outside: `value` until somebody gives it another one. */
  SarStatus (*input)(SarBuilder *b, double value, const SarExpr **out);
  /* The i-th unknown that this element has declared: for `build`. */
  SarUnknown (*declared)(SarBuilder *b, int32_t index);

  /* What others see of the element: `quantity` is a column of the results and can be asked for in expressions as
   * quantity(element); "value" also by the element's bare name. Unit in SI symbols; "?": as the model says. */
  SarStatus (*offer)(SarBuilder *b, const char *quantity, const char *unit, const SarExpr *f);

  /* build: equations */
  /* Takes note of the kinks of an expression that the element has made of its own, so that steps end on them; `bind`
   * does it for those of the user. */
  SarStatus (*kinks)(SarBuilder *b, const SarExpr *f);
  SarStatus (*residual)(SarBuilder *b, int32_t row, const SarExpr *f);                         /* adds f to the row */
  SarStatus (*holonomic)(SarBuilder *b, const char *name, bool rotation, const SarExpr *f);    /* f(q, t) = 0 */
  SarStatus (*nonholonomic)(SarBuilder *b, const char *name, bool rotation, const SarExpr *f); /* f linear in v */
  /* The multipliers of both are offered as quantities multiplier, multiplier2, ... of the element: the force of the
   * equation on a coordinate is minus it times the derivative of f by the coordinate's velocity, f as it was given. */
  /* A force with the power force * velocity: velocity is linear in the velocities, and the generalised force on each
   * coordinate is force times its coefficient there (virtual power). Positive force * velocity puts energy in. */
  SarStatus (*work)(SarBuilder *b, const SarExpr *force, const SarExpr *velocity, SarPowerKind kind);
  /* Energy V(q) that the forces of the element store. It changes nothing in the equations: V counts as potential
   * energy, and its rate is added to the power that they put in, so that what is left of their work is what V does not
   * say. */
  SarStatus (*store)(SarBuilder *b, const SarExpr *energy);
  /* Kinetic energy T(q, v): adds d/dt(dT/dv) - dT/dq to the dynamics rows of the coordinates it depends on. */
  SarStatus (*kinetic)(SarBuilder *b, const SarExpr *energy);
  /* The reaction of a joint or motion, or the action of a force, on its first (side 0) or second body: force at the
   * frame of that side (ground axes), torque. In symbols of the multipliers. */
  SarStatus (*reaction)(SarBuilder *b, const char *element, int side, SarSym3 *force, SarSym3 *torque);
  /* The same of all joints, motions on joints, forces and rolling contacts between two frames, on the side of the first
   * one, the torque about a point. A body alone is any frame on it; j may be null: from anywhere. */
  SarStatus (*action)(SarBuilder *b, const SarSideName *i, const SarSideName *j, SarSym3 about, SarSym3 *force,
                      SarSym3 *torque);
  /* A quantity of an element by name: angle, angle_rate, displacement, length, rate, force, value ... */
  SarStatus (*quantity)(SarBuilder *b, const char *element, const char *quantity, SarSource source,
                        const SarExpr **out);
  /* The angle of the `arm` axis (0 x, 1 y, 2 z) of frame b about axis z of frame a, followed through its turns; zero at
   * the written pose. */
  SarStatus (*angle)(SarBuilder *b, const SarSide *about, const SarSide *of, int arm, const SarExpr **out);
  /* Derivative of f with respect to time along the motion, in symbols: positions become velocities, and so on. */
  SarStatus (*rate)(SarBuilder *b, const SarExpr *f, const SarExpr **out);
  /* Whether f contains velocities, accelerations, multipliers, states or variables (bits of SarContent). */
  uint32_t (*content)(SarBuilder *b, const SarExpr *f);
} SarBuilderOps;

typedef enum SarContent {
  SAR_HAS_TIME = 1,
  SAR_HAS_POSITION = 2,
  SAR_HAS_VELOCITY = 4,
  SAR_HAS_ACCELERATION = 8,
  SAR_HAS_MULTIPLIER = 16,
  SAR_HAS_STATE = 32,
  SAR_HAS_STATE_RATE = 64,
  SAR_HAS_VARIABLE = 128,
  SAR_HAS_JUMP = 256,    /* a branch that events change */
  SAR_HAS_ANYTHING = 512 /* memory is exhausted, what it has is not known: all bits are set */
} SarContent;

struct SarBuilder {
  const SarBuilderOps *ops;
  SarContext *context;
  SarArena *arena;
  const char *name; /* of the element */
  SarSource source;
  const SarValue *values; /* by index of the class's field table */
  SarSide a, b;           /* the element's sides; meaningless where it has none */
  double length;          /* L, m */
  const SarUnits *units;  /* of the model: for messages */
  const struct SarElementClass *class;
};

/* The part of an element class that is made of equations. Classes of forces may have it beside the mathematics of their
 * own: then it is used for elements whose functions speak of more than the field's own variables. */
typedef struct SarEquationClass {
  /* Whether an element with these values has equations; null: always (forces: see above). */
  bool (*applies)(const struct SarElementClass *element_class, const SarValue *values);
  SarStatus (*declare)(SarBuilder *b); /* may be null */
  SarStatus (*build)(SarBuilder *b);
} SarEquationClass;

#endif
