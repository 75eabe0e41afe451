/* Convergence orders of a method at fixed step on a toy, against its reference (numerics 3). */
#ifndef TOY_ORDER_H
#define TOY_ORDER_H

#include "method/toy.h"

#define TOY_HALVINGS 3 /* steps h, h/2, h/4, h/8 */

/* Slopes of log error over log h (least squares over the halvings) of positions, velocities and multipliers: RMS errors
 * over the grid points of [T/2, T]. substeps: of the reference in the finest step. */
void toy_orders(const ToyClass *class, const char *method, double end, int32_t steps, int32_t substeps,
                double order[3]);

/* The same, and the slopes of the single halvings of positions, velocities and multipliers. */
void toy_order_slopes(const ToyClass *class, const char *method, double end, int32_t steps, int32_t substeps,
                      double order[3], double slopes[TOY_HALVINGS][3]);

/* Slope of log error at the end over log tolerance, for five tolerances, each a tenth of the one before. */
double toy_tolerance_slope(const ToyClass *class, const char *method, double end, double largest);

#endif
