/* What the springs along a primitive share: from fields to a law, and the checks of the fields. */
#include "element/force/law.h"

/* Variables: y, dy/dt, t */
static SarStatus compile(const SarForceSetup *setup, const SarExpr *f, SarLawSetup *law) {
  const SarExpr *outputs[3] = {f, sar_expr_derivative(setup->arena, f, 0), sar_expr_derivative(setup->arena, f, 1)};
  const SarExpr *by_time = sar_expr_derivative(setup->arena, f, 2);
  if (!outputs[1] || !outputs[2] || !by_time) return sar_report_no_memory(setup->context);
  SAR_TRY(sar_program_compile(setup->context, setup->arena, outputs, 3, &law->program));
  if (!sar_expr_depends_on(f, 2)) return SAR_OK;
  return sar_program_compile(setup->context, setup->arena, &by_time, 1, &law->by_time);
}

SarStatus sar_law_prepare(const SarForceSetup *setup, const SarLawFields *fields, double rest, SarLawSetup *law) {
  law->linear = !fields->law->given;
  if (!law->linear) return compile(setup, fields->law->function[0], law);
  law->stiffness = fields->stiffness->real;
  law->damping = fields->damping->real;
  law->preload = fields->preload->real;
  law->rest = rest;
  return SAR_OK;
}

static SarStatus check_not_negative(SarContext *context, const char *name, const char *field, const SarValue *value) {
  if (value->real >= 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, value->source, name, "give it as a law if it is meant",
                    "the %s must not be negative, but is %g", field, value->real);
}

SarStatus sar_law_check(SarContext *context, const char *name, const SarLawFields *fields) {
  bool numbers = fields->stiffness->given || fields->damping->given || fields->preload->given;
  if (fields->law->given && (numbers || fields->rest->given)) {
    return sar_report(context, SAR_INPUT, fields->law->source, name,
                      "put everything into the law, or leave the law out",
                      "a law and the numbers of a linear spring exclude each other");
  }
  if (fields->law->given) return SAR_OK;
  if (!numbers) {
    return sar_report(context, SAR_INPUT, fields->stiffness->source, name, "give stiffness, damping, preload or a law",
                      "this spring has no force");
  }
  SAR_TRY(check_not_negative(context, name, "stiffness", fields->stiffness));
  return check_not_negative(context, name, "damping", fields->damping);
}
