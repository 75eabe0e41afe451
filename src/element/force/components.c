/* Forces and torques of three components between two frames, made of equations. */
#include "element/force/components.h"

SarStatus sar_components_declare(SarBuilder *b, const char *const labels[3], const SarExpr *const functions[3]) {
  for (int i = 0; i < 3; i++) SAR_TRY(sar_build_declare_component(b, labels[i], functions[i]));
  return SAR_OK;
}

SarStatus sar_components_build(SarBuilder *b, const SarExpr *const functions[3], int32_t *next,
                               const SarExpr *components[3]) {
  const SarExpr *const time_only[1] = {NULL};
  for (int i = 0; i < 3; i++) SAR_TRY(sar_build_component(b, functions[i], time_only, next, &components[i]));
  return SAR_OK;
}

SarStatus sar_wrench_place(SarBuilder *b, SarWrenchPlace *place) {
  for (int i = 0; i < 3; i++) place->ground[i] = sar_sym3_constant(b->arena, i == 0, i == 1, i == 2);
  SAR_TRY(b->ops->frame(b, &b->a, &place->first));
  return b->ops->frame(b, &b->b, &place->second);
}

/* The work of components along axes on a relative velocity, and their sum as a vector. */
static SarStatus work(SarBuilder *b, const SarSym3 *axes, const SarExpr *const *components, SarSym3 velocity,
                      SarSym3 *sum) {
  *sum = sar_sym3_constant(b->arena, 0, 0, 0);
  for (int i = 0; components && i < 3; i++) {
    if (sar_node_is(components[i], 0)) continue;
    const SarExpr *along = sar_sym3_dot(b->arena, axes[i], velocity);
    SAR_TRY(sar_build_made(b, along));
    SAR_TRY(b->ops->work(b, components[i], along, SAR_POWER_WORK));
    *sum = sar_sym3_add(b->arena, *sum, sar_sym3_scale(b->arena, components[i], axes[i]));
  }
  return SAR_OK;
}

SarStatus sar_wrench_act(SarBuilder *b, const SarWrenchPlace *place, const SarSym3 *axes, const SarExpr *const *force,
                         const SarExpr *const *torque) {
  SarArena *arena = b->arena;
  const SarSymbolFrame *first = &place->first, *second = &place->second;
  SarSym3 slip = sar_sym3_sub(arena, second->velocity, sar_build_point_velocity(arena, first, second->point));
  SarSym3 spin = sar_sym3_sub(arena, second->omega, first->omega);
  SarSym3 zero = sar_sym3_constant(arena, 0, 0, 0);
  SarAction action;
  SAR_TRY(work(b, axes, force, slip, &action.force[1]));
  SAR_TRY(work(b, axes, torque, spin, &action.torque[1]));
  SarSym3 arm = sar_sym3_sub(arena, second->point, first->point);
  SarSym3 moment = sar_sym3_add(arena, action.torque[1], sar_sym3_cross(arena, arm, action.force[1]));
  action.force[0] = sar_sym3_sub(arena, zero, action.force[1]);
  action.torque[0] = sar_sym3_sub(arena, zero, moment);
  return sar_build_offer_action(b, &action);
}
