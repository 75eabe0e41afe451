/* The distributions are incomplete beta and gamma functions, by continued fractions and series (Abramowitz and Stegun,
 * 6.5 and 26.5; the fractions by Lentz's method); their quantiles are found by halving intervals. */
#include "study/quantile.h"

#include <math.h>
#include <stdbool.h>

#define TINY 1e-300      /* stands for a zero in Lentz's method */
#define ROUNDING 1e-16   /* a factor so near to one changes nothing */
#define MOST_TERMS 20000 /* many only for large arguments near the middle of a distribution */
#define LARGE 10.0       /* Stirling's series has all digits from here on */
#define MANY 1e5         /* degrees of freedom */
#define HALF_LOG_TWO_PI 0.918938533204672741780

/* ln Gamma(x) - ((x - 1/2) ln x - x + ln(2 pi)/2), x >= 10: Stirling's series */
static double stirling_rest(double x) {
  static const double b[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                             1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400};
  double sum = 0, y = 1 / (x * x);
  for (int i = (int)(sizeof b / sizeof *b) - 1; i >= 0; i--) sum = sum * y + b[i];
  return sum / x;
}

/* ln Gamma(x) of any x > 0; the library's own may write to a global. */
static double log_gamma(double x) {
  double product = 1;
  for (; x < LARGE; x += 1) product *= x;
  return (x - 0.5) * log(x) - x + HALF_LOG_TWO_PI + stirling_rest(x) - log(product);
}

/* ln Gamma(a) - ln Gamma(a + b) without the difference of two large numbers */
static double log_gamma_ratio(double a, double b) {
  if (a < LARGE) return log_gamma(a) - log_gamma(a + b);
  return -(a - 0.5) * log1p(b / a) - b * log(a + b) + b + stirling_rest(a) - stirling_rest(a + b);
}

static double log_beta(double a, double b) {
  return a >= b ? log_gamma(b) + log_gamma_ratio(a, b) : log_gamma(a) + log_gamma_ratio(b, a);
}

static double not_zero(double x) { return fabs(x) < TINY ? TINY : x; }

/* The continued fraction of I_x(a, b) */
static double beta_fraction(double a, double b, double x) {
  double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), f = d;
  for (int m = 1; m < MOST_TERMS; m++) {
    double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / not_zero(1 + even * d);
    c = not_zero(1 + even / c);
    f *= c * d;
    double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / not_zero(1 + odd * d);
    c = not_zero(1 + odd / c);
    f *= c * d;
    if (fabs(c * d - 1) < ROUNDING) break;
  }
  return f;
}

/* I_x(a, b), the part of the beta distribution below x; y = 1 - x, given so that neither has lost digits */
static double beta_part(double a, double b, double x, double y) {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - beta_part(b, a, y, x);
  double log_x = x > 0.5 ? log1p(-y) : log(x), log_y = y > 0.5 ? log1p(-x) : log(y);
  return exp(a * log_x + b * log_y - log_beta(a, b)) * beta_fraction(a, b, x) / a;
}

/* P(a, x), the part of the gamma distribution below x */
static double gamma_part(double a, double x) {
  if (x <= 0) return 0;
  /* x^a e^-x / Gamma(a); of a large one without the difference of large numbers */
  double front = a < LARGE ? exp(a * log(x) - x - log_gamma(a))
                           : sqrt(a) * exp(a * (log(x / a) + 1 - x / a) - stirling_rest(a) - HALF_LOG_TWO_PI);
  if (x < a + 1) { /* the series */
    double term = 1 / a, sum = term;
    for (int k = 1; k < MOST_TERMS && term > sum * ROUNDING; k++) sum += term *= x / (a + k);
    return front * sum;
  }
  double b = x + 1 - a, c = 1 / TINY, d = 1 / b, f = d;
  for (int k = 1; k < MOST_TERMS; k++) {
    double factor = -k * (k - a);
    b += 2;
    d = 1 / not_zero(factor * d + b);
    c = not_zero(b + factor / c);
    f *= c * d;
    if (fabs(c * d - 1) < ROUNDING) break;
  }
  return 1 - front * f;
}

typedef struct Distribution {
  double (*part)(const struct Distribution *self, double x); /* below x, or above it: whichever `rising` says */
  double above, below;
  bool rising;
} Distribution;

/* Where the part is `wanted`, x > 0. */
static double invert(const Distribution *d, double wanted) {
  double low = 0, high = 1;
  while ((d->part(d, high) < wanted) == d->rising && high < 1e300) low = high, high *= 2;
  while (low == 0 && high > 1e-300) { /* to the scale of small ones */
    if ((d->part(d, high / 2) < wanted) == d->rising)
      low = high / 2;
    else
      high /= 2;
  }
  for (;;) {
    double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return middle;
    if ((d->part(d, middle) < wanted) == d->rising)
      low = middle;
    else
      high = middle;
  }
}

/* The part above t: 1/2 I_x(nu/2, 1/2) with x = nu/(nu + t^2) */
static double student_tail(const Distribution *d, double t) {
  double nu = d->above, sum = nu + t * t;
  return 0.5 * beta_part(nu / 2, 0.5, nu / sum, t * t / sum);
}

static double normal_tail(const Distribution *d, double z) {
  (void)d;
  return 0.5 * erfc(z / sqrt(2));
}

/* Fisher's expansion about the normal quantile, for so many degrees of freedom that its third term is below rounding
 * and the continued fraction would lose digits. */
static double student_of_many(double part, double nu) {
  double z = invert(&(Distribution){.part = normal_tail}, 1 - part), y = z * z;
  return z + z * (y + 1) / (4 * nu) + z * ((5 * y + 16) * y + 3) / (96 * nu * nu);
}

static double fisher_part(const Distribution *d, double x) {
  double sum = d->above * x + d->below;
  return beta_part(d->above / 2, d->below / 2, d->above * x / sum, d->below / sum);
}

static double chi_squared_part(const Distribution *d, double x) { return gamma_part(d->above / 2, x / 2); }

static bool is_part(double part) { return part > 0 && part < 1; }

double sar_student_quantile(double part, double freedom) {
  if (!is_part(part) || !(freedom > 0)) return NAN;
  if (part == 0.5) return 0;
  if (part < 0.5) return -sar_student_quantile(1 - part, freedom);
  if (freedom > MANY) return student_of_many(part, freedom);
  return invert(&(Distribution){.part = student_tail, .above = freedom}, 1 - part);
}

double sar_fisher_quantile(double part, double above, double below) {
  if (!is_part(part) || !(above > 0) || !(below > 0)) return NAN;
  return invert(&(Distribution){.part = fisher_part, .above = above, .below = below, .rising = true}, part);
}

double sar_chi_squared_quantile(double part, double freedom) {
  if (!is_part(part) || !(freedom > 0)) return NAN;
  return invert(&(Distribution){.part = chi_squared_part, .above = freedom, .rising = true}, part);
}
