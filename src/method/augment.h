/* The augmented Lagrangian term of a stage (paper 3, section 4; numerics 7): B^T rho s Phi/c_q is added to the
 * dynamics, and rho s B^T B to their block of the matrix. It vanishes with the constraints, so the solution is the
 * same; but the block is regular also where coordinates have no mass, and the matrix can be factorised without
 * pivoting.
 *
 * The product couples all coordinates of a constraint row with each other, so that the matrix gets more entries than
 * the problem's: they are found once, and the product is compiled into a list. */
#ifndef SAR_METHOD_AUGMENT_H
#define SAR_METHOD_AUGMENT_H

#include "base/arena.h"
#include "method/problem.h"

typedef struct SarAugment {
  SarPattern pattern; /* the problem's and the product's */
  int32_t *place;     /* of every entry of the problem among those of the pattern */
  int32_t nproducts;
  struct SarAugmentProduct {
    int32_t target, left, right; /* pattern entry += left * right, entries of the problem */
  } * products;
} SarAugment;

/* Null when memory is exhausted. */
SarAugment *sar_augment_create(SarArena *arena, const SarProblem *problem);

/* out: the values of the problem's matrix with factor times the product added. */
void sar_augment_values(const SarAugment *augment, const SarProblem *problem, const double *values, double factor,
                        double *out);

#endif
