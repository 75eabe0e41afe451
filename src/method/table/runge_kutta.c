/* Explicit Runge-Kutta pairs of orders 5 and 4, both continued with the formula of order 5.
 *
 * E. Fehlberg, "Klassische Runge-Kutta-Formeln vierter und niedrigerer Ordnung mit Schrittweiten-Kontrolle und ihre
 * Anwendung auf Waermeleitungsprobleme", Computing 6 (1970); J. R. Dormand, P. J. Prince, "A family of embedded
 * Runge-Kutta formulae", J. Comput. Appl. Math. 6 (1980). */
#include "method/family/runge_kutta.h"

#include "method/table/cautions.h"
#include "method/table/no_corrector_keys.h"

const SarRungeKuttaTable sar_runge_kutta_fehlberg = {
    .stages = 6,
    .order = 5,
    .c = {0, 1.0 / 4, 3.0 / 8, 12.0 / 13, 1, 1.0 / 2},
    .a = {{0},
          {1.0 / 4},
          {3.0 / 32, 9.0 / 32},
          {1932.0 / 2197, -7200.0 / 2197, 7296.0 / 2197},
          {439.0 / 216, -8, 3680.0 / 513, -845.0 / 4104},
          {-8.0 / 27, 2, -3544.0 / 2565, 1859.0 / 4104, -11.0 / 40}},
    .b = {16.0 / 135, 0, 6656.0 / 12825, 28561.0 / 56430, -9.0 / 50, 2.0 / 55},
    .embedded = {25.0 / 216, 0, 1408.0 / 2565, 2197.0 / 4104, -1.0 / 5, 0},
};

const SarRungeKuttaTable sar_runge_kutta_dormand_prince = {
    .stages = 7,
    .order = 5,
    .ends = true,
    .c = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1},
    .a = {{0},
          {1.0 / 5},
          {3.0 / 40, 9.0 / 40},
          {44.0 / 45, -56.0 / 15, 32.0 / 9},
          {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
          {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
          {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}},
    .b = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0},
    .embedded = {5179.0 / 57600, 0, 7571.0 / 16695, 393.0 / 640, -92097.0 / 339200, 187.0 / 2100, 1.0 / 40},
};

static const SarMethodKey keys[] = {SAR_EXPLICIT_KEY};

#define RUNGE_KUTTA(name_, summary_, cautions_, table_)                                                                \
  {                                                                                                                    \
    .info = {.name = name_,                                                                                            \
             .family = "runge-kutta",                                                                                  \
             .summary = summary_,                                                                                      \
             .dissipation = "that of its order only; unstable where steps are long against the fastest motion",        \
             .stability = "explicit",                                                                                  \
             .paper = "",                                                                                              \
             .cautions = cautions_,                                                                                    \
             .order = 5,                                                                                               \
             .order_index3 = {5, 5, 5},                                                                                \
             .stages = 6,                                                                                              \
             .adaptive = true,                                                                                         \
             .explicit = true},                                                                                        \
    .family = &sar_family_runge_kutta, .keys = keys, .without = SAR_NO_CORRECTOR, .nkeys = sizeof keys / sizeof *keys, \
    .coefficients = &(table_),                                                                                         \
  }

const SarMethodTable sar_table_rkf45 =
    RUNGE_KUTTA("rkf45", "explicit Runge-Kutta-Fehlberg pair, constraints by projection", SAR_CAUTION_RKF45,
                sar_runge_kutta_fehlberg);
const SarMethodTable sar_table_dopri5 = RUNGE_KUTTA("dopri5", "explicit Dormand-Prince pair, constraints by projection",
                                                    SAR_CAUTION_DOPRI5, sar_runge_kutta_dormand_prince);
