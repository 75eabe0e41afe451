/* HHT: Hilber, Hughes, Taylor's method on index 3.
 *
 * Paper 1: Negrut, Rampalli, Ottarsson, Sajdak, "On an implementation of the Hilber-Hughes-Taylor method in the
 * context of index 3 differential-algebraic equations of multibody dynamics", with the acceleration taken at t_{n+1}
 * (numerics 2): alpha_m = 0, alpha_f = -alpha. */
#include "method/family/alpha.h"
#include "method/table/cautions.h"

static SarAlphaCoefficients coefficients(const SarMethodChoice *choice) {
  double alpha = sar_method_key_real(choice, "alpha");
  double beta = (1 - alpha) * (1 - alpha) / 4;
  return (SarAlphaCoefficients){.alpha_m = 0,
                                .alpha_f = -alpha,
                                .beta = beta,
                                .gamma = 0.5 - alpha,
                                .error = beta - 1 / (6 * (1 + alpha))}; /* eq (26) */
}

static double infinity(const SarMethodChoice *choice) {
  double alpha = sar_method_key_real(choice, "alpha");
  return (1 + alpha) / (1 - alpha);
}

static const SarAlphaTable table = {.coefficients = coefficients};

static const SarMethodKey keys[] = {
    {.name = "alpha",
     .kind = SAR_KEY_REAL,
     .fallback = "-0.2",
     .meaning = "numerical dissipation: -1/3 damps high frequencies most, 0 not at all",
     .least = -1.0 / 3,
     .most = 0,
     .remedy = "choose -1/3 <= alpha <= 0"},
    {.name = "weights",
     .kind = SAR_KEY_WORD,
     .fallback = "length",
     .meaning = "errors over the model's length scale (length), over how far each body has moved (moving), or over "
                "max(1, |q|) as in paper 1, eq 35 (paper)",
     .words = "length|moving|paper"},
    {.name = "states",
     .kind = SAR_KEY_WORD,
     .fallback = "second",
     .meaning = "differential states by the velocities' formula (second), or paper 1, eq 9a, of first order (paper)",
     .words = "second|paper"},
    {.name = "rho",
     .kind = SAR_KEY_REAL,
     .fallback = "1/2-alpha",
     .meaning = "parameter of states=paper",
     .least = 0.5,
     .least_open = true,
     .most = 1,
     .remedy = "choose 1/2 < rho <= 1: rho = 1/2 switches the error estimate off (paper 1, eq 34)"},
};

const SarMethodTable sar_table_hht = {
    .info = {.name = "hht",
             .family = "alpha",
             .summary = "Hilber-Hughes-Taylor on index 3",
             .dissipation = "alpha: spectral radius at infinity (1 + alpha)/(1 - alpha)",
             .stability = "A",
             .paper = "1",
             .cautions = SAR_CAUTION_HHT,
             .order = 2,
             .order_index3 = {2, 2, 2},
             .order_si2 = {2, 2, 2},
             .stages = 1,
             .adaptive = true},
    .infinity = infinity,
    .damped = "alpha < 0",
    .family = &sar_family_alpha,
    .keys = keys,
    .nkeys = sizeof keys / sizeof *keys,
    .coefficients = &table,
};
