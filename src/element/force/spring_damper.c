/* spring-damper: a force along the line between two points.
 *
 *   F = preload + stiffness (length - free length) + damping rate        or any law F(length, rate, t)
 *
 * F is positive in tension: it pulls the two bodies together, so the generalised force is -F times the gradient of the
 * length. With no free length given the spring is relaxed (but for its preload) at the written pose. A law that speaks
 * of more than the length, its rate and the time makes F an unknown, and the spring consists of equations. */
#include "element/equations.h"
#include "element/force/law.h"

enum { BETWEEN, STIFFNESS, DAMPING, LENGTH, PRELOAD, LAW };
static const SarField fields[] = {
    [BETWEEN] = {.name = "between",
                 .kind = SAR_FIELD_SIDES,
                 .unit = "",
                 .meaning = "the two ends: frames `body.frame`, or bodies at their reference points"},
    [STIFFNESS] =
        {.name = "stiffness", .kind = SAR_FIELD_REAL, .unit = "N/m", .fallback = "0", .meaning = "force per stretch"},
    [DAMPING] = {.name = "damping",
                 .kind = SAR_FIELD_REAL,
                 .unit = "N*s/m",
                 .fallback = "0",
                 .meaning = "force per rate of the length"},
    [LENGTH] = {.name = "length",
                .kind = SAR_FIELD_REAL,
                .unit = "m",
                .fallback = "",
                .meaning = "free length; default: the length at the written pose"},
    [PRELOAD] = {.name = "preload",
                 .kind = SAR_FIELD_REAL,
                 .unit = "N",
                 .fallback = "0",
                 .meaning = "force at the free length, tension positive"},
    [LAW] = {.name = "law",
             .kind = SAR_FIELD_FUNCTION,
             .unit = "N",
             .fallback = "",
             .meaning = "the force itself, tension positive, instead of the numbers above",
             .variables = "length:m rate:m/s t:s"},
};

static SarLawFields law_fields(const SarValue *values) {
  return (SarLawFields){&values[STIFFNESS], &values[DAMPING], &values[PRELOAD], &values[LENGTH], &values[LAW]};
}

static SarStatus law(const SarForceSetup *setup, SarLawSetup *out) {
  SarLawFields given = law_fields(setup->values);
  *out = (SarLawSetup){.primitive = &sar_primitive_length, .data = {.pa = setup->a.point, .pb = setup->b.point}};
  double written = out->primitive->value(&out->data, setup->ka, setup->kb);
  return sar_law_prepare(setup, &given, given.rest->given ? given.rest->real : written, out);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  SarLawFields given = law_fields(values);
  SAR_TRY(sar_law_check(context, name, &given));
  if (!given.rest->given || given.rest->real >= 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, given.rest->source, name, "give a free length of zero or more",
                    "the free length must not be negative, but is %g m", given.rest->real);
}

/* ---- as equations ---- */

static SarStatus declare(SarBuilder *b) { return sar_equation_declare_component(b, NULL, b->values[LAW].function[0]); }

static SarStatus build(SarBuilder *b) {
  SarArena *arena = b->arena;
  SarSymbolFrame first, second;
  SAR_TRY(b->ops->frame(b, &b->a, &first));
  SAR_TRY(b->ops->frame(b, &b->b, &second));
  SarSym3 d = sar_sym3_sub(arena, second.point, first.point);
  const SarExpr *length = sar_sym3_norm(arena, d);
  SarSym3 along = sar_sym3_direction(arena, d, length);
  const SarExpr *rate = sar_sym3_dot(arena, along, sar_sym3_sub(arena, second.velocity, first.velocity));
  SAR_TRY(sar_equation_made(b, rate));
  const SarExpr *const local[3] = {length, rate, NULL}, *F;
  int32_t next = 0;
  SAR_TRY(sar_equation_component(b, b->values[LAW].function[0], local, &next, &F));
  const SarExpr *closing = sar_sym_neg(arena, rate);
  SAR_TRY(sar_equation_made(b, closing));
  SAR_TRY(b->ops->work(b, F, closing, SAR_POWER_WORK));
  SAR_TRY(b->ops->offer(b, "length", "m", length));
  SAR_TRY(b->ops->offer(b, "rate", "m/s", rate));
  SAR_TRY(b->ops->offer(b, "force", "N", F));
  next = 0;
  return sar_equation_component_law(b, b->values[LAW].function[0], local, &next);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

static const SarForceClass force = {.law = law};

const SarElementClass sar_force_spring_damper = {
    .name = "spring-damper",
    .section = SAR_SECTION_FORCES,
    .summary = "spring and damper, or any law, along the line between two points",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .force = &force,
    .mark = {.shape = SAR_MARK_SPRING, .holds = true},
    .equations = &equations,
    .check = check,
};
