#include "study/random.h"

#include <math.h>

/* A Feistel network of four rounds permutes the numbers of 2 `half` bits; where it leaves 0 .. count - 1 it is applied
 * again, until it comes back there. At most three of four numbers lie outside, so that this is soon. */
int64_t sar_random_place(uint64_t key, int64_t count, int64_t index) {
  int half = 1;
  while (half < 31 && ((int64_t)1 << (2 * half)) < count) half++;
  uint64_t mask = ((uint64_t)1 << half) - 1, x = (uint64_t)index;
  do {
    uint64_t left = x >> half, right = x & mask;
    for (uint64_t round = 0; round < 4; round++) {
      uint64_t next = left ^ (sar_random_bits(key, (right << 2) | round) & mask);
      left = right;
      right = next;
    }
    x = (left << half) | right;
  } while (x >= (uint64_t)count);
  return (int64_t)x;
}

/* Hastings' approximation (Abramowitz and Stegun, 26.2.23), good to 4.5e-4, improved by Halley's method on
 *
 *   f(x) = erfc(x / sqrt 2) / 2 - p,   f' = -exp(-x^2 / 2) / sqrt(2 pi),   f'' = -x f'
 *
 * which takes the error to its third power: twice is enough, and a third time costs little. In the tail, x > 0, erfc
 * keeps its relative accuracy. */
double sar_normal_quantile(double p) {
  static const double root_half = 0.70710678118654752440, root_two_pi = 2.50662827463100050242;
  double tail = p < 0.5 ? p : 1 - p, t = sqrt(-2 * log(tail));
  double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (int i = 0; i < 3; i++) {
    double step = (0.5 * erfc(x * root_half) - tail) * root_two_pi * exp(0.5 * x * x); /* - f / f' */
    x += step / (1 - 0.5 * x * step);
  }
  return p < 0.5 ? -x : x;
}
