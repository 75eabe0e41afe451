/* Newmark's method, beta and gamma given: the alpha family with alpha_m = alpha_f = 0 (numerics 2).
 *
 * N. M. Newmark, "A method of computation for structural dynamics", J. Eng. Mech. Div. ASCE 85 (1959); paper 1, eq 2.
 */
#include <math.h>

#include "method/family/alpha.h"
#include "method/table/cautions.h"

static SarAlphaCoefficients coefficients(const SarMethodChoice *choice) {
  double beta = sar_method_key_real(choice, "beta");
  return (SarAlphaCoefficients){
      .alpha_m = 0, .alpha_f = 0, .beta = beta, .gamma = sar_method_key_real(choice, "gamma"), .error = beta - 1.0 / 6};
}

/* The larger root of zeta^2 - trace zeta + det, to which the characteristic equation tends. */
static double infinity(const SarMethodChoice *choice) {
  SarAlphaCoefficients c = coefficients(choice);
  double half = 1 - (c.gamma + 0.5) / (2 * c.beta), det = 1 - (c.gamma - 0.5) / c.beta, disc = half * half - det;
  /* beta = (gamma + 1/2)^2/4, the usual choice, makes it a double root: disc is then rounding only */
  if (disc <= 1e-14 * half * half) return sqrt(fabs(det));
  return fabs(half) + sqrt(disc);
}

static const SarAlphaTable table = {.coefficients = coefficients};

static const SarMethodKey keys[] = {
    {.name = "beta",
     .kind = SAR_KEY_REAL,
     .fallback = "0.3025",
     .meaning = "of positions; unconditionally stable for beta >= gamma/2, most damping for (gamma + 1/2)^2/4",
     .least = 0,
     .least_open = true,
     .most = 1,
     .remedy = "choose 0 < beta <= 1, best (gamma + 1/2)^2/4"},
    {.name = "gamma",
     .kind = SAR_KEY_REAL,
     .fallback = "0.6",
     .meaning = "of velocities; 1/2: second order without dissipation, above: first order with dissipation",
     .least = 0.5,
     .most = 1,
     .shown = true,
     .remedy = "choose 1/2 <= gamma <= 1: smaller values make every motion grow"},
};

const SarMethodTable sar_table_newmark = {
    .info = {.name = "newmark",
             .family = "alpha",
             .summary = "Newmark's method; first order unless gamma = 1/2",
             .dissipation = "gamma: none for 1/2; spectral radius at infinity (3/2 - gamma)/(1/2 + gamma) for "
                            "beta = (gamma + 1/2)^2/4",
             .stability = "A",
             .paper = "1",
             .cautions = SAR_CAUTION_NEWMARK,
             .order = 1,
             .order_index3 = {1, 1, 1},
             .order_si2 = {1, 1, 1},
             .stages = 1,
             .adaptive = true},
    .infinity = infinity,
    .damped = "gamma > 1/2 with beta = (gamma + 1/2)^2/4",
    .family = &sar_family_alpha,
    .keys = keys,
    .nkeys = sizeof keys / sizeof *keys,
    .coefficients = &table,
};
