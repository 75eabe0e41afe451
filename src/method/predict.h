/* Prediction of the unknowns of the next stage: Newton's divided differences over the last accepted values, order up
 * to three (paper 1, "The prediction stage"). The order is what the data support: each further term
 * must be clearly smaller than the one before, otherwise the differences are noise and would be amplified. */
#ifndef SAR_METHOD_PREDICT_H
#define SAR_METHOD_PREDICT_H

#include "method/history.h"

#define SAR_PREDICTOR_HIGHEST 3 /* order of the polynomial */
#define SAR_PREDICTOR_LARGEST 4 /* order that any prediction reports: that of paper 4's eq (16) */
#define SAR_HERMITE_POINTS 3    /* at most: paper 4, eq (16) */

typedef struct SarPredictor {
  int32_t highest; /* order allowed at all */
  int32_t most;    /* order allowed now: lowered by rejections, regained step by step */
  int32_t order;   /* of the last prediction */
} SarPredictor;

#define SAR_PREDICTOR_NODES (SAR_PREDICTOR_HIGHEST + 1)

/* Fills the unknowns of the node `out` at its time from `count` others, at most SAR_PREDICTOR_NODES, at different
 * times, the one to be trusted most first. The order is chosen on the accelerations and state rates, weighted with
 * weight (nv) and weight_x (nx). */
void sar_predict(SarPredictor *predictor, const SarProblem *problem, const SarNode *const *nodes, int32_t count,
                 const double *weight, const double *weight_x, SarNode *out);

/* The same from the accepted nodes for the trial node. */
void sar_predict_trial(SarPredictor *predictor, const SarProblem *problem, SarHistory *history, const double *weight,
                       const double *weight_x);

/* Paper 4's prediction of a rate, eqs (12) to (17): the slope at time t of the polynomial that takes the values y_j
 * with the slopes y'_j at the times t_j is sum_j (value[j] y_j + rate[j] y'_j). Two points give eq (12), of order two,
 * with the coefficients (14), three points eq (16), of order four, with (17); one point gives the constant prediction
 * (15). Times must differ. */
void sar_hermite_slope(const double *time, int32_t count, double t, double *value, double *rate);

/* Eq (12) for the trial node from the last two accepted ones: accelerations from velocities and state rates from
 * states. Unknowns without an integral are extrapolated linearly, which is what eq (12) does when the trapezoid
 * integrates them. With one accepted node it is
 * eq (15). Returns the order. */
int32_t sar_predict_hermite(const SarProblem *problem, SarHistory *history);

/* highest: from 0, the last values as they are, to SAR_PREDICTOR_HIGHEST. */
void sar_predictor_start(SarPredictor *predictor, int32_t highest);
void sar_predictor_accepted(SarPredictor *predictor);
void sar_predictor_rejected(SarPredictor *predictor);

/* The order supported by terms of these sizes (term[0] the value itself, term[k] the k-th correction), count of them.
 */
int32_t sar_predictor_order(const double *term, int32_t count);

#endif
