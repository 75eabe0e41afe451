/* state-space: a linear system x' = A x + B u, y = C x + D u. One output is the element's value; several are offered as
 * y1, y2, ... */
#include "element/control/common.h"

enum { INPUTS, A, B, C, D, START, SCALE, HOLD };

#define COEFFICIENTS(letter, dimension, default_text, what) \
  { .name = letter, .kind = SAR_FIELD_MATRIX, .unit = dimension, .fallback = default_text, .meaning = what }

static const SarField fields[] = {
    [INPUTS] = {.name = "inputs",
                .kind = SAR_FIELD_FUNCTIONS,
                .unit = "",
                .fallback = "",
                .meaning = "what goes in: u, a list; default: nothing",
                .variables = "t:s"},
    [A] = COEFFICIENTS("a", "1/s", NULL, "A of x' = A x + B u: a row for each state"),
    [B] = COEFFICIENTS("b", "1/s", "", "B of x' = A x + B u: a row for each state, a column for each input"),
    [C] = COEFFICIENTS("c", "", "", "C of y = C x + D u: a row for each output; default: there are no outputs"),
    [D] = COEFFICIENTS("d", "", "", "D of y = C x + D u: a row for each output; default: zero"),
    [START] = {.name = "start",
               .kind = SAR_FIELD_REALS,
               .unit = "",
               .fallback = "",
               .meaning = "states at the start; default: zeros"},
    [SCALE] = SAR_CONTROL_SCALES,
    [HOLD] = SAR_CONTROL_HOLD,
};

static int32_t outputs_of(const SarValue *values) {
  return values[C].given ? values[C].nlist : values[D].given ? values[D].nlist : 0;
}

static SarStatus declare(SarBuilder *b) {
  SarControlStarts starts = {.value = &b->values[START], .scale = &b->values[SCALE], .held = b->values[HOLD].real != 0};
  int32_t noutputs = outputs_of(b->values);
  SAR_TRY(sar_control_declare_states(b, b->values[A].nlist, &starts, &fields[START]));
  if (noutputs == 1) return sar_control_declare_output(b, "value");
  for (int32_t i = 0; i < noutputs; i++) {
    const char *label = sar_arena_printf(b->arena, "y%d", (int)i + 1);
    if (!label) return sar_report_no_memory(b->context);
    SAR_TRY(sar_control_declare_output(b, label));
  }
  return SAR_OK;
}

/* Row i of M x + N u; one of them may be missing. */
static const SarExpr *row(SarBuilder *b, const SarValue *M, const SarExpr *const *x, const SarValue *N,
                          const SarExpr *const *u, int32_t i) {
  const SarExpr *sum = sar_expr_constant(b->arena, 0);
  if (M->given) sum = sar_equation_combine(b->arena, M->list + (size_t)i * (size_t)M->columns, x, M->columns);
  if (!N->given) return sum;
  return sar_expr_add(b->arena, sum,
                      sar_equation_combine(b->arena, N->list + (size_t)i * (size_t)N->columns, u, N->columns));
}

static SarStatus build(SarBuilder *b) {
  const SarValue *values = b->values;
  int32_t nx = values[A].nlist, nu = values[INPUTS].nlist, ny = outputs_of(values);
  const SarExpr *const *x, **u = SAR_NEW(b->arena, nu, const SarExpr *);
  if (!u) return sar_report_no_memory(b->context);
  for (int32_t i = 0; i < nu; i++) SAR_TRY(sar_equation_bind(b, values[INPUTS].functions[i], &u[i]));
  SAR_TRY(sar_control_values(b, 0, nx, &x));
  for (int32_t i = 0; i < nx; i++) {
    SarUnknown state = b->ops->declared(b, i);
    SAR_TRY(sar_equation_equal(b, state.row, state.rate, row(b, &values[A], x, &values[B], u, i)));
  }
  for (int32_t i = 0; i < ny; i++) {
    SarUnknown y = b->ops->declared(b, nx + i);
    SAR_TRY(sar_equation_equal(b, y.row, y.value, row(b, &values[C], x, &values[D], u, i)));
  }
  return SAR_OK;
}

static SarStatus check_size(SarContext *context, const char *name, const SarValue *values, int32_t field, int32_t rows,
                            int32_t columns) {
  const SarValue *m = &values[field];
  if (!m->given || (m->nlist == rows && m->columns == columns)) return SAR_OK;
  return sar_report(context, SAR_INPUT, m->source, name,
                    "with n states, m inputs, p outputs: a is n x n, b is n x m, c is p x n, d is p x m",
                    "`%s` must be %d x %d, but is %d x %d", fields[field].name, (int)rows, (int)columns, (int)m->nlist,
                    (int)m->columns);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  if (!values[A].given) return SAR_OK;
  int32_t nx = values[A].nlist, nu = values[INPUTS].nlist, ny = outputs_of(values);
  bool fed = values[B].given || values[D].given;
  if (fed != (nu > 0)) {
    return sar_report(context, SAR_INPUT, fed ? values[values[B].given ? B : D].source : values[INPUTS].source, name,
                      "give `inputs` together with `b` or `d`",
                      fed ? "there are no `inputs` for it" : "nothing says what the `inputs` do");
  }
  SAR_TRY(check_size(context, name, values, A, nx, nx));
  SAR_TRY(check_size(context, name, values, B, nx, nu));
  SAR_TRY(check_size(context, name, values, C, ny, nx));
  SAR_TRY(check_size(context, name, values, D, ny, nu));
  SAR_TRY(sar_control_check_list(context, name, "start", &values[START], nx));
  return sar_control_check_scales(context, name, &values[SCALE], nx);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_control_state_space = {
    .name = "state-space",
    .section = SAR_SECTION_STATES,
    .summary = "a linear system in state space",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "x1... [value] [y1...]",
    .check = check,
};
