/* Measures of the motion that expressions may ask for: dx(a, b, c), vr(a, b), angle(A), fx(A), dif(x) ...
 *
 * One line of registry.def each: the name, other spellings (Adams'), the arguments, the unit, the meaning, and the
 * function that writes it in symbols. In a user's expression a measure is a variable, SAR_REFERENCES + its index in the
 * model's list of references; the system replaces it by what `make` says. */
#ifndef SAR_ELEMENT_MEASURE_H
#define SAR_ELEMENT_MEASURE_H

#include "element/builder.h"

#define SAR_REFERENCES (1 << 20)                         /* variables of expressions from here on are references */
#define SAR_REFERENCES_MOST ((1 << 24) - SAR_REFERENCES) /* behind them stand the symbols of the system */
#define SAR_MEASURE_ARGUMENTS 4

typedef struct SarMeasureCall SarMeasureCall;

typedef struct SarMeasureClass {
  const char *name;    /* "dx" */
  const char *aliases; /* other spellings, separated by blanks; "" */
  /* The arguments, separated by blanks: `frame`, `element`, `number`, or `thing`, an element or a frame; a `?` behind
   * it: may be left out (or be 0). */
  const char *arguments;
  /* SI symbols; "" a pure number; "?" whatever the element's quantity of the class's name has; "N|N*m" one of the two,
   * as sar_measure_unit says. */
  const char *unit;
  const char *meaning;
  /* frames[i] and sides[i]: of argument i where it is a frame (the ground where left out); names, numbers likewise. */
  SarStatus (*make)(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out);
  int32_t option; /* for `make`: which axis, which component */
} SarMeasureClass;

struct SarMeasureCall {
  const SarMeasureClass *class;
  SarSource source, sources[SAR_MEASURE_ARGUMENTS]; /* of the call, and of its arguments */
  int32_t narguments;                               /* that were given */
  SarSymbolFrame frames[SAR_MEASURE_ARGUMENTS];
  SarSide sides[SAR_MEASURE_ARGUMENTS];
  bool given[SAR_MEASURE_ARGUMENTS];
  const SarSideName *named[SAR_MEASURE_ARGUMENTS]; /* a frame as it was written; null: left out, or no frame */
  const char *names[SAR_MEASURE_ARGUMENTS];        /* elements */
  double numbers[SAR_MEASURE_ARGUMENTS];
};

int32_t sar_measure_class_count(void);
const SarMeasureClass *sar_measure_class(int32_t index);

/* By name or alias, whatever the case; null: none. */
const SarMeasureClass *sar_measure_class_find(const char *name);

/* The unit of a call: the class's, or, where a number chooses the component, that of the component. numbers[i]:
 * argument i where it is a number, as in SarMeasureCall. */
const char *sar_measure_unit(const SarMeasureClass *measure, const double *numbers);

/* Whether it asks for the force or torque of an element: fx(A) and its kin, joint(A, ..). */
bool sar_measure_is_action(const SarMeasureClass *measure);

/* The distance of two frames: an equation that holds it does what a rod without mass would do. */
bool sar_measure_is_distance(const SarMeasureClass *measure);

#endif
