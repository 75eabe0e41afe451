/* Forces and torques of three components between two frames, made of equations. The sign is that of the classes force
 * and torque: they act on the second side, at the origin of its frame, and the reaction on the first body through the
 * same point. */
#ifndef SAR_ELEMENT_FORCE_COMPONENTS_H
#define SAR_ELEMENT_FORCE_COMPONENTS_H

#include "element/equations.h"

SarStatus sar_components_declare(SarBuilder *b, const char *const labels[3], const SarExpr *const functions[3]);
SarStatus sar_components_build(SarBuilder *b, const SarExpr *const functions[3], int32_t *next,
                               const SarExpr *components[3]);
/* Their equations, after the work. */
SarStatus sar_components_laws(SarBuilder *b, const SarExpr *const functions[3], int32_t *next);

/* The two frames, and the axes of the ground. */
typedef struct SarWrenchPlace {
  SarSymbolFrame first, second;
  SarSym3 ground[3];
} SarWrenchPlace;
SarStatus sar_wrench_place(SarBuilder *b, SarWrenchPlace *place);

/* Their work. Components along `axes` (three unit vectors); force or torque may be null. */
SarStatus sar_wrench_act(SarBuilder *b, const SarWrenchPlace *place, const SarSym3 *axes, const SarExpr *const *force,
                         const SarExpr *const *torque);

/* All that a force, or a torque, of three components builds: along the axes of the ground or, where it follows, of the
 * second side. */
SarStatus sar_components_vector(SarBuilder *b, const SarExpr *const functions[3], bool follow, bool torque);

#endif
