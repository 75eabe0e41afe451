/* Friction, damping and stops of a joint, coordinate by coordinate. */
#include "element/joint/passive.h"

#include <stdio.h>

#include "element/joint/common.h"

/* ---- the coordinates of a joint ---- */

static void find_plane(const SarJointSpec *joint, SarPassive *p) {
  for (int32_t i = 0; i < joint->ncoordinates; i++) {
    const SarCoordinateSpec *other = &joint->coordinates[i];
    if (other->kind != SAR_COORDINATE_DISPLACEMENT || other->axis == SAR_Z) continue;
    p->plane = true;
    if (!p->rotation && other != p->coordinate) p->across = other;
  }
  if (p->across) p->prefix = p->coordinate->axis == SAR_X ? "x_" : "y_";
}

static SarPassive passive_of(SarBuilder *b, int32_t index) {
  const SarJointSpec *joint = b->class->joint;
  SarPassive p = {.b = b, .coordinate = &joint->coordinates[index], .prefix = ""};
  p.rotation = sar_coordinate_is_angle(p.coordinate->kind);
  find_plane(joint, &p);
  for (int32_t i = 0; p.rotation && i < joint->ncoordinates; i++) {
    if (!sar_coordinate_is_angle(joint->coordinates[i].kind)) p.prefix = "angle_";
  }
  return p;
}

/* ---- viscous damping ---- */

static bool damping_wanted(const SarPassive *p) { return sar_passive_of_coordinate(p, "damping")->real != 0; }

static SarStatus check_damping(const SarPassive *p) {
  const SarValue *damping = sar_passive_of_coordinate(p, "damping");
  if (damping->real >= 0) return SAR_OK;
  return sar_report(p->b->context, SAR_INPUT, damping->source, p->b->name, "give zero or a positive number",
                    "the damping must not be negative, but is %g", damping->real);
}

static SarStatus build_damping(const SarPassive *p) {
  SarArena *arena = p->b->arena;
  const SarExpr *c = sar_expr_constant(arena, sar_passive_of_coordinate(p, "damping")->real);
  const SarExpr *force = sar_expr_multiply(arena, c, p->rate), *against = sar_sym_neg(arena, p->rate);
  SAR_TRY(sar_equation_made(p->b, force));
  SAR_TRY(sar_equation_made(p->b, against));
  return p->b->ops->work(p->b, force, against, SAR_POWER_DISSIPATED);
}

/* ---- the joint ---- */

static SarStatus check_stops(const SarPassive *p) {
  const SarValue *alone = sar_stops_missing(p);
  if (!alone) return SAR_OK;
  const char *field = p->b->class->fields[alone - p->b->values].name;
  const char *remedy = sar_arena_printf(p->b->arena, "give `%sstops: [lower, upper]`, or leave it out", p->prefix);
  if (!remedy) return sar_report_no_memory(p->b->context);
  return sar_report(p->b->context, SAR_INPUT, alone->source, p->b->name, remedy,
                    "`%s` is given, but there are no stops", field);
}

static bool wanted(const SarPassive *p) { return damping_wanted(p) || sar_friction_wanted(p) || sar_stops_wanted(p); }

static bool applies(const SarElementClass *element_class, const SarValue *values) {
  SarBuilder b = {.class = element_class, .values = values};
  for (int32_t i = 0; i < element_class->joint->ncoordinates; i++) {
    SarPassive p = passive_of(&b, i);
    if (wanted(&p) || sar_stops_missing(&p)) return true;
  }
  return false;
}

static SarStatus declare(SarBuilder *b) {
  for (int32_t i = 0; i < b->class->joint->ncoordinates; i++) {
    SarPassive p = passive_of(b, i);
    SAR_TRY(check_damping(&p));
    SAR_TRY(check_stops(&p));
    if (sar_friction_wanted(&p)) SAR_TRY(sar_friction_declare(&p));
    if (sar_stops_wanted(&p)) SAR_TRY(sar_stops_declare(&p));
  }
  return SAR_OK;
}

static SarStatus build(SarBuilder *b) {
  int32_t next = 0;
  for (int32_t i = 0; i < b->class->joint->ncoordinates; i++) {
    SarPassive p = passive_of(b, i);
    if (!wanted(&p)) continue;
    SAR_TRY(b->ops->quantity(b, b->name, p.coordinate->name, b->source, &p.value));
    SAR_TRY(b->ops->rate(b, p.value, &p.rate));
    if (damping_wanted(&p)) SAR_TRY(build_damping(&p));
    if (sar_friction_wanted(&p)) SAR_TRY(sar_friction_build(&p, b->ops->declared(b, next++)));
    if (sar_stops_wanted(&p)) SAR_TRY(sar_stops_build(&p, b->ops->declared(b, next++)));
  }
  return SAR_OK;
}

const SarEquationClass sar_joint_passive = {.applies = applies, .declare = declare, .build = build};
