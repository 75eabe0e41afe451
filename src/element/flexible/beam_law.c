/* The two strains that are functions of the plain ones: curvature of elements of order 1, axial strain of cables. */
#include "element/flexible/beam_gauss.h"

#define SERIES 0.04  /* below, the quotients lose digits */
enum { TERMS = 12 }; /* 0.04^12/25 < 1e-18 */

/* sum (-x)^k/(2k + 1) and its derivatives, by Horner's scheme. */
static void series(double x, double value[3]) {
  double f = 0, f1 = 0, f2 = 0;
  for (int k = TERMS; k >= 0; k--) {
    double c = (k % 2 ? -1.0 : 1.0) / (2 * k + 1);
    f2 = f2 * x + 2 * f1;
    f1 = f1 * x + f;
    f = f * x + c;
  }
  value[0] = f, value[1] = f1, value[2] = f2;
}

void sar_beam_chi(double quarter, double square, SarBeamLaw *law) {
  double scale = quarter * quarter, x = scale * square, value[3];
  if (x < SERIES) {
    series(x, value);
  } else {
    double root = sqrt(x), one = 1 / (1 + x);
    value[0] = atan(root) / root;
    value[1] = (one - value[0]) / (2 * x);
    value[2] = (-one * one - 3 * value[1]) / (2 * x);
  }
  law->chi = value[0];
  law->chi1 = scale * value[1];
  law->chi2 = scale * scale * value[2];
}

/* 0, then a parabola over the slack, then a line: continuous with its derivative, and never pressure. */
void sar_beam_taut(double slack, double strain, SarBeamLaw *law) {
  bool between = strain > 0 && strain < slack;
  law->taut = strain <= 0 ? 0 : between ? strain * strain / (2 * slack) : strain - slack / 2;
  law->taut1 = strain <= 0 ? 0 : between ? strain / slack : 1;
  law->taut2 = between ? 1 / slack : 0;
  double first = fmin(fmax(strain, 0), slack), rest = strain - slack; /* on the parabola, on the line */
  law->stored = slack > 0 ? first * first * first / (6 * slack) : 0;
  if (strain > 0 && !between) law->stored += 0.5 * rest * (rest + slack);
}

void sar_beam_ease(double pressure, SarBeamLaw *law) {
  double tension = 1 - pressure, strain = law->strain;
  law->taut = tension * law->taut + pressure * strain;
  law->taut1 = tension * law->taut1 + pressure;
  law->taut2 *= tension;
  law->stored = tension * law->stored + 0.5 * pressure * strain * strain;
}
