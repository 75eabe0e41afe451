/* How a stage follows from the stages before it, in equal steps. */
#ifndef SAR_METHOD_FAMILY_ESDIRK_WEIGHTS_H
#define SAR_METHOD_FAMILY_ESDIRK_WEIGHTS_H

#include "method/family/esdirk_tableau.h"

#define SAR_ESDIRK_BACK 6 /* stages that a prediction looks back at */

/* Weights of the unknowns of the last stages, the newest first, whose sum predicts those of stage i. Exact for
 *
 *   - unknowns that are cubic in time, as the accelerations of free motion nearly are, and
 *   - accelerations with which the method follows positions of third and fourth degree in time, as constraints
 *     prescribe them: these jump from stage to stage by O(h), and a polynomial would amplify that;
 *
 * or, where this would amplify everything else too much, for one degree less of both, with the least squares. */
void sar_esdirk_weights(const SarTableau *t, int32_t i, double weight[SAR_ESDIRK_BACK]);

#endif
