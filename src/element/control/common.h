/* What controllers share: an input that is an expression, and an output that is an unknown. */
#ifndef SAR_ELEMENT_CONTROL_COMMON_H
#define SAR_ELEMENT_CONTROL_COMMON_H

#include "element/equations.h"

#define SAR_CONTROL_INPUT \
  { .name = "input", .kind = SAR_FIELD_FUNCTION, .unit = "", .meaning = "what goes in", .variables = "t:s" }

/* A state that is offered as `value`, its rate as `rate`. */
SarStatus sar_control_declare_state(SarBuilder *b, SarStateStart start);

#define SAR_CONTROL_SCALE                                                                  \
  {                                                                                        \
    .name = "scale", .kind = SAR_FIELD_REAL, .unit = "", .fallback = "",                   \
    .meaning = "size against which errors are measured; default: the largest value so far" \
  }
#define SAR_CONTROL_SCALES                                                                                 \
  {                                                                                                        \
    .name = "scale", .kind = SAR_FIELD_REALS, .unit = "", .fallback = "",                                  \
    .meaning = "sizes against which errors of the states are measured; default: the largest values so far" \
  }

#define SAR_CONTROL_HOLD                                                                      \
  {                                                                                           \
    .name = "hold", .kind = SAR_FIELD_BOOL, .unit = "", .fallback = "false",                  \
    .meaning = "where the mechanism comes to rest, as in static analyses, it keeps its value" \
  }

/* States x1, x2, ...: their values at the start (null or not given: zeros), guesses of their rates (the same), and what
 * their errors are measured against. Each is offered as a column, in
 * the unit that the field of the values has. */
typedef struct SarControlStarts {
  const SarValue *value, *rate, *scale;
  bool held;
} SarControlStarts;
SarStatus sar_control_declare_states(SarBuilder *b, int32_t count, const SarControlStarts *starts,
                                     const SarField *field);

/* The values of `count` unknowns that were declared, from the index `first` on; in the builder's arena. */
SarStatus sar_control_values(SarBuilder *b, int32_t first, int32_t count, const SarExpr *const **out);

/* An output of a controller: an algebraic unknown, offered as `quantity`. */
SarStatus sar_control_declare_output(SarBuilder *b, const char *quantity);

/* Reports unless the list of a field has, where it is given, one number for each of `count` states. */
SarStatus sar_control_check_list(SarContext *context, const char *name, const char *field, const SarValue *list,
                                 int32_t count);
/* The scale of SarStateStart. */
static inline double sar_control_scale(const SarValue *scale) { return scale->given ? scale->real : 0; }

/* The same of a list of scales, which are positive. */
SarStatus sar_control_check_scales(SarContext *context, const char *name, const SarValue *scales, int32_t count);
SarStatus sar_control_check_scale(SarContext *context, const char *name, const SarValue *scale);

/* Reports unless either the field or `equation` is given; `what` is the thing that has them. */
SarStatus sar_control_check_either(SarContext *context, const char *name, const SarField *field, const SarValue *value,
                                   const SarValue *equation, const char *what);

#endif
