/* What controllers share: an input that is an expression, and an output that is an unknown. */
#ifndef SAR_ELEMENT_CONTROL_COMMON_H
#define SAR_ELEMENT_CONTROL_COMMON_H

#include "element/equations.h"

#define SAR_CONTROL_INPUT \
  { .name = "input", .kind = SAR_FIELD_FUNCTION, .unit = "", .meaning = "what goes in", .variables = "t:s" }

/* A state that is offered as `value`, its rate as `rate`. */
SarStatus sar_control_declare_state(SarBuilder *b, double start);

/* States x1, x2, ..., which start as the list says, or at zero where it is not given. Each is offered as a column, in
 * the unit that the field of the list has. */
SarStatus sar_control_declare_states(SarBuilder *b, int32_t count, const SarValue *start, const SarField *field);

/* The values of `count` unknowns that were declared, from the index `first` on; in the builder's arena. */
SarStatus sar_control_values(SarBuilder *b, int32_t first, int32_t count, const SarExpr *const **out);

/* An output of a controller: an algebraic unknown, offered as `quantity`. */
SarStatus sar_control_declare_output(SarBuilder *b, const char *quantity);

/* Reports unless `start` has, where it is given, one number for each of `count` states. */
SarStatus sar_control_check_start(SarContext *context, const char *name, const SarValue *start, int32_t count);

/* Reports unless either the field or `equation` is given; `what` is the thing that has them. */
SarStatus sar_control_check_either(SarContext *context, const char *name, const SarField *field, const SarValue *value,
                                   const SarValue *equation, const char *what);

#endif
