/* The alpha family's coefficients: what a table of this family supplies. */
#ifndef SAR_METHOD_FAMILY_ALPHA_H
#define SAR_METHOD_FAMILY_ALPHA_H

#include "method/engine.h"

typedef struct SarAlphaCoefficients {
  double alpha_m, alpha_f, beta, gamma;
  double error; /* kappa: local error in positions = kappa h^2 (a*_{n+1} - a*_n) */
} SarAlphaCoefficients;

typedef struct SarAlphaTable {
  SarAlphaCoefficients (*coefficients)(const SarMethodChoice *choice);
} SarAlphaTable;

/* Those of a method of the family. */
SarAlphaCoefficients sar_alpha_coefficients(const SarMethodChoice *choice);

#endif
