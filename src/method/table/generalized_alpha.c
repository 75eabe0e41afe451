/* The generalized-alpha method with the parameters of least low-frequency damping for a given rho_inf.
 *
 * J. Chung, G. M. Hulbert, "A time integration algorithm for structural dynamics with improved numerical dissipation:
 * the generalized-alpha method", J. Appl. Mech. 60 (1993); on constrained systems M. Arnold, O. Bruels, "Convergence of
 * the generalized-alpha scheme for constrained mechanical systems", Multibody Syst. Dyn. 18 (2007), whose form this is
 * (numerics 2). Paper 3 uses it. */
#include "method/family/alpha.h"
#include "method/table/cautions.h"
#include "method/table/rho_inf.h"

static SarAlphaCoefficients coefficients(const SarMethodChoice *choice) {
  double rho = sar_rho_inf(choice), lag = (rho - 1) / (rho + 1); /* alpha_m - alpha_f */
  double beta = (1 - lag) * (1 - lag) / 4;
  return (SarAlphaCoefficients){.alpha_m = (2 * rho - 1) / (rho + 1),
                                .alpha_f = rho / (rho + 1),
                                .beta = beta,
                                .gamma = 0.5 - lag,
                                .error = beta + lag / 2 - 1.0 / 6};
}

static const SarAlphaTable table = {.coefficients = coefficients};

static const SarMethodKey keys[] = {SAR_RHO_INF_KEY};

const SarMethodTable sar_table_generalized_alpha = {
    .info = {.name = "generalized-alpha",
             .family = "alpha",
             .summary = "Chung and Hulbert's generalized-alpha method",
             .dissipation = "rho_inf: spectral radius at infinity",
             .stability = "A",
             .paper = "3",
             .cautions = SAR_CAUTION_GENERALIZED_ALPHA,
             .order = 2,
             .order_index3 = {2, 2, 2},
             .order_si2 = {2, 2, 2},
             .stages = 1,
             .adaptive = true},
    .infinity = sar_rho_inf,
    .family = &sar_family_alpha,
    .keys = keys,
    .nkeys = sizeof keys / sizeof *keys,
    .coefficients = &table,
};
