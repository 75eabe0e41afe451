/* What the prediction of a stage missed one step ago. The stages of a step do not lie on one smooth curve: each has an
 * error of its own, the same in every step of the same size. So a polynomial through some stages misses the next one
 * by nearly as much as it did in the step before, and adding that leaves the change of it only. */
#ifndef SAR_METHOD_DEFECT_H
#define SAR_METHOD_DEFECT_H

#include "base/archive.h"
#include "method/stage.h"

typedef struct SarDefect {
  double *value; /* unknowns: solution less polynomial */
  double step;   /* the step it belongs to; 0: none */
  int32_t order; /* of the polynomial */
  bool recurs;   /* the last two were alike */
  bool added;    /* to the running prediction */
} SarDefect;

bool sar_defect_create(SarArena *arena, int32_t unknowns, SarDefect *defect);

/* A new start. */
void sar_defect_forget(SarDefect *defect);

/* Adds the defect to the node's unknowns, a prediction of this order, if that promises to be nearer. */
void sar_defect_add(SarDefect *defect, double step, int32_t order, SarNode *node);

/* The node is solved: `predicted` is what the prediction, with the defect where it was added, was. */
void sar_defect_learn(SarDefect *defect, const SarSizes *n, double step, int32_t order, const double *predicted,
                      const SarNode *node, const double *weight, const double *weight_x);

void sar_defect_archive(SarDefect *defect, int32_t unknowns, SarArchive *archive);

#endif
