/* Forces and torques of three components between two frames, made of equations. */
#include "element/force/components.h"

SarStatus sar_components_declare(SarBuilder *b, const char *const labels[3], const SarExpr *const functions[3]) {
  for (int i = 0; i < 3; i++) SAR_TRY(sar_equation_declare_component(b, labels[i], functions[i]));
  return SAR_OK;
}

SarStatus sar_components_build(SarBuilder *b, const SarExpr *const functions[3], int32_t *next,
                               const SarExpr *components[3]) {
  const SarExpr *const time_only[1] = {NULL};
  for (int i = 0; i < 3; i++) SAR_TRY(sar_equation_component(b, functions[i], time_only, next, &components[i]));
  return SAR_OK;
}

SarStatus sar_components_laws(SarBuilder *b, const SarExpr *const functions[3], int32_t *next) {
  const SarExpr *const time_only[1] = {NULL};
  for (int i = 0; i < 3; i++) SAR_TRY(sar_equation_component_law(b, functions[i], time_only, next));
  return SAR_OK;
}

SarStatus sar_wrench_place(SarBuilder *b, SarWrenchPlace *place) {
  for (int i = 0; i < 3; i++) place->ground[i] = sar_sym3_constant(b->arena, i == 0, i == 1, i == 2);
  SAR_TRY(b->ops->frame(b, &b->a, &place->first));
  return b->ops->frame(b, &b->b, &place->second);
}

static SarStatus work(SarBuilder *b, const SarSym3 *axes, const SarExpr *const *components, SarSym3 velocity) {
  for (int i = 0; components && i < 3; i++) {
    if (sar_node_is(components[i], 0)) continue;
    const SarExpr *along = sar_sym3_dot(b->arena, axes[i], velocity);
    SAR_TRY(sar_equation_made(b, along));
    SAR_TRY(b->ops->work(b, components[i], along, SAR_POWER_WORK));
  }
  return SAR_OK;
}

SarStatus sar_wrench_act(SarBuilder *b, const SarWrenchPlace *place, const SarSym3 *axes, const SarExpr *const *force,
                         const SarExpr *const *torque) {
  const SarSymbolFrame *first = &place->first, *second = &place->second;
  SarSym3 carried = sar_equation_point_velocity(b->arena, first, second->point);
  SAR_TRY(work(b, axes, force, sar_sym3_sub(b->arena, second->velocity, carried)));
  return work(b, axes, torque, sar_sym3_sub(b->arena, second->omega, first->omega));
}

SarStatus sar_components_vector(SarBuilder *b, const SarExpr *const functions[3], bool follow, bool torque) {
  const SarExpr *components[3];
  SarWrenchPlace place;
  int32_t next = 0;
  SAR_TRY(sar_components_build(b, functions, &next, components));
  SAR_TRY(sar_wrench_place(b, &place));
  const SarSym3 *axes = follow ? place.second.axis : place.ground;
  SAR_TRY(sar_wrench_act(b, &place, axes, torque ? NULL : components, torque ? components : NULL));
  next = 0;
  return sar_components_laws(b, functions, &next);
}
