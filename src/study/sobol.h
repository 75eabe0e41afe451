/* The points of a Sobol sequence: a net of base 2 in every 2^m points that begin at a multiple of 2^m. */
#ifndef SAR_STUDY_SOBOL_H
#define SAR_STUDY_SOBOL_H

#include <stdint.h>

#define SAR_SOBOL_DIMENSIONS 37
#define SAR_SOBOL_BITS 52 /* of a coordinate: as many as a double holds */

/* The coordinate of a point, as a whole number below 2^SAR_SOBOL_BITS. 0 <= dimension < SAR_SOBOL_DIMENSIONS. */
uint64_t sar_sobol(int64_t point, int32_t dimension);

/* The data of a dimension, for tests of what the theory asks of it: degree and coefficients of its primitive polynomial
 * (inner ones only, highest first), and the first numbers m_1 .. m_degree; degree 0: the first dimension. */
#define SAR_SOBOL_DEGREE 7
typedef struct SarSobolDimension {
  int32_t degree;
  uint32_t coefficients;
  uint32_t m[SAR_SOBOL_DEGREE];
} SarSobolDimension;
const SarSobolDimension *sar_sobol_dimension(int32_t dimension);

#endif
