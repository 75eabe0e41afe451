/* event: what happens where an expression passes through zero. It has no equations: the system reads its fields. */
#include "element/class.h"

enum { WHEN, DIRECTION, STOP, END_PHASE, RECORD, SET, RESTITUTION, RESTART };
static const SarField fields[] = {
    [WHEN] = {.name = "when",
              .kind = SAR_FIELD_FUNCTION,
              .unit = "",
              .meaning = "the event is where this expression passes through zero",
              .variables = "t:s"},
    [DIRECTION] = {.name = "direction",
                   .kind = SAR_FIELD_CHOICE,
                   .unit = "",
                   .fallback = "both",
                   .meaning = "which way the expression passes",
                   .choices = "up down both"},
    [STOP] = {.name = "stop",
              .kind = SAR_FIELD_BOOL,
              .unit = "",
              .fallback = "false",
              .meaning = "the simulation ends there"},
    [END_PHASE] = {.name = "end_phase",
                   .kind = SAR_FIELD_BOOL,
                   .unit = "",
                   .fallback = "false",
                   .meaning = "the phase of `simulate:` ends there, and the next one begins"},
    [RECORD] = {.name = "record",
                .kind = SAR_FIELD_BOOL,
                .unit = "",
                .fallback = "true",
                .meaning = "rows of the results are written there, before and after what changes"},
    [SET] = {.name = "set",
             .kind = SAR_FIELD_SETTINGS,
             .unit = "",
             .fallback = "",
             .meaning = "parameters with their new values, expressions of the motion at the event",
             .variables = "t:s"},
    [RESTITUTION] = {.name = "restitution",
                     .kind = SAR_FIELD_REAL,
                     .unit = "",
                     .fallback = "",
                     .meaning = "an impulse reverses the rate of the expression times this number (0: stops it)"},
    [RESTART] = {.name = "restart",
                 .kind = SAR_FIELD_BOOL,
                 .unit = "",
                 .fallback = "false",
                 .meaning = "the integrator starts anew, with no memory of the steps before"},
};

/* A comparison is 0 or 1: it does not pass through zero, it jumps onto it. */
static bool is_comparison(const SarExpr *f) {
  switch (f->operation) {
    case SAR_EXPR_LESS:
    case SAR_EXPR_GREATER:
    case SAR_EXPR_LESS_EQUAL:
    case SAR_EXPR_GREATER_EQUAL:
    case SAR_EXPR_EQUAL:
    case SAR_EXPR_UNEQUAL:
    case SAR_EXPR_AND:
    case SAR_EXPR_OR:
    case SAR_EXPR_NOT: return true;
    default: return false;
  }
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *e = &values[RESTITUTION];
  if (e->given && !(e->real >= 0 && e->real <= 1)) {
    return sar_report(context, SAR_INPUT, e->source, name, "give a number from 0 to 1",
                      "the restitution must be from 0 to 1, but is %g", e->real);
  }
  if (values[WHEN].given && is_comparison(values[WHEN].function[0])) {
    return sar_report(context, SAR_INPUT, values[WHEN].source, name,
                      "write the difference of the two sides, `a - b` for `a > b`, and `direction: up`",
                      "`when` is true or false, but an event is where an expression passes through zero");
  }
  if (!values[WHEN].given || !sar_expr_is_constant(values[WHEN].function[0], NULL)) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[WHEN].source, name, "name positions, velocities, states or the time",
                    "`when` is a constant: it never passes through zero");
}

const SarElementClass sar_event_event = {
    .name = "event",
    .section = SAR_SECTION_EVENTS,
    .summary = "actions where an expression passes through zero",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .check = check,
};
