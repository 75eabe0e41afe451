/* In the place of linear/arnoldi.c where ARPACK is left out: a few eigenvalues of a large operator are not found. Those
 * of up to some 80 are, by LAPACK. */
#include "linear/arnoldi.h"

SarStatus sar_arnoldi(SarContext *context, const SarArnoldi *problem, SarArnoldiResult *out) {
  *out = (SarArnoldiResult){0};
  return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "use the program `sarrus`, which has it",
                    "eigenvalues of %d equations need ARPACK, which is not built in", (int)problem->n);
}

void sar_arnoldi_destroy(SarArnoldiResult *result) { *result = (SarArnoldiResult){0}; }
