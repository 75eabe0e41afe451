/* Point i of dimension d is the sum modulo 2, digit by digit, of the direction numbers v_k of those k whose bit is set
 * in i, where v_k = m_k / 2^k and the m_k beyond the first ones follow from the primitive polynomial of the dimension,
 *
 *   x^s + a_1 x^(s-1) + ... + a_(s-1) x + 1:   m_k = 2 a_1 m_(k-1) + 4 a_2 m_(k-2) + ... + 2^s m_(k-s) + m_(k-s)
 *
 * with sums modulo 2 again. Points are taken in the order of their numbers, not of Gray's code: any of them alone costs
 * as much as in a row. */
#include "study/sobol.h"

#include <stddef.h>

static const SarSobolDimension dimensions[SAR_SOBOL_DIMENSIONS] = {
    {.degree = 0},
#define SAR_SOBOL(s, a, ...) {.degree = s, .coefficients = a, .m = {__VA_ARGS__}},
#include "study/sobol.def"
#undef SAR_SOBOL
};

const SarSobolDimension *sar_sobol_dimension(int32_t dimension) {
  return dimension >= 0 && dimension < SAR_SOBOL_DIMENSIONS ? &dimensions[dimension] : NULL;
}

/* The next m, from the last `degree` of them: m[k % degree] is m_k, from which it is made and which it replaces. */
static uint64_t next_m(const SarSobolDimension *d, uint64_t *m, int32_t k) {
  int32_t s = d->degree;
  uint64_t next = m[k % s] ^ (m[k % s] << s);
  for (int32_t j = 1; j < s; j++) {
    uint64_t a = (d->coefficients >> (s - 1 - j)) & 1;
    next ^= (a * m[(k + s - j) % s]) << j;
  }
  return m[k % s] = next;
}

uint64_t sar_sobol(int64_t point, int32_t dimension) {
  const SarSobolDimension *d = &dimensions[dimension];
  uint64_t x = 0, m[SAR_SOBOL_DEGREE] = {0};
  for (int32_t k = 0; k < d->degree; k++) m[k] = d->m[k];
  for (int32_t k = 0; k < SAR_SOBOL_BITS && point >> k; k++) {
    uint64_t number = d->degree == 0 ? 1 : k < d->degree ? m[k] : next_m(d, m, k);
    if ((point >> k) & 1) x ^= number << (SAR_SOBOL_BITS - 1 - k);
  }
  return x;
}
