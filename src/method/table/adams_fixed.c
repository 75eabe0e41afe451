/* Adams methods with fixed steps: Adams-Bashforth, Adams-Moulton predictor-corrector, and the modified one whose result
 * is a weighted mean of predictor and corrector.
 *
 * Paper 5. S. D. Wu, J. C. Chiou, Y. C. Lin, "Modified Adams-Moulton predictor-corrector method in solving multibody
 * dynamical systems", Mech. Struct. Mach. 28 (2000). */
#include "method/family/adams_fixed.h"

#include "method/table/no_corrector_keys.h"

static const SarMethodKey keys[] = {
    {.name = "alpha",
     .kind = SAR_KEY_REAL,
     .fallback = "auto",
     .meaning = "Baumgarte: damping of constraint violations, 1/s; auto: beta, or 0.2 of the stability limit over the "
                "step; 0: none",
     .least = 0,
     .most = 1e12,
     .remedy = "choose 0 or a positive number, or leave the key out"},
    {.name = "beta",
     .kind = SAR_KEY_REAL,
     .fallback = "auto",
     .meaning = "Baumgarte: stiffness of constraint violations, 1/s; auto: alpha",
     .least = 0,
     .most = 1e12,
     .remedy = "choose 0 or a positive number, or leave the key out"},
    {.name = "baumgarte_force",
     .kind = SAR_KEY_WORD,
     .fallback = "false",
     .meaning = "run also with alpha and beta beyond the stability limit",
     .words = "false|true"},
    SAR_EXPLICIT_KEY};

#define COEFFICIENTS(steps_)                                                                     \
  static const SarAdamsTable bashforth##steps_ = {.steps = steps_, .kind = SAR_ADAMS_BASHFORTH}, \
                             corrected##steps_ = {.steps = steps_, .kind = SAR_ADAMS_CORRECTED}, \
                             combined##steps_ = {.steps = steps_, .kind = SAR_ADAMS_COMBINED};
COEFFICIENTS(3)
COEFFICIENTS(4)
COEFFICIENTS(5)

#define ADAMS(name_, summary_, steps_, order_, position_, velocity_, multipliers_, stages_, table_)                    \
  {                                                                                                                    \
    .info = {.name = name_,                                                                                            \
             .family = "adams-fixed",                                                                                  \
             .summary = summary_,                                                                                      \
             .dissipation = "that of its order only; unstable where steps are long against the fastest motion",        \
             .stability = "explicit",                                                                                  \
             .paper = "5",                                                                                             \
             .order = order_,                                                                                          \
             .order_index3 = {position_, velocity_, multipliers_},                                                     \
             .stages = stages_,                                                                                        \
             .steps = steps_,                                                                                          \
             .explicit = true},                                                                                        \
    .family = &sar_family_adams_fixed, .keys = keys, .without = SAR_NO_CORRECTOR, .nkeys = sizeof keys / sizeof *keys, \
    .coefficients = &(table_),                                                                                         \
  }

/* Orders on constrained systems are those with alpha as 1/h, the default. There the pull feels the error h^(k+1) of the
 * predicted point times alpha^2: multipliers of a corrected method are off by h^(k-1), velocities across the
 * constraints by h^k. With an alpha that does not depend on the step all have the order of the method. */
#define BASHFORTH(k) ADAMS("ab" #k, "Adams-Bashforth, " #k " steps", k, k, k, k, k, 1, bashforth##k)
#define CORRECTED(k) \
  ADAMS("ampc" #k, "Adams-Moulton predictor-corrector, " #k " steps", k, k, k, k, k - 1, 2, corrected##k)
#define COMBINED(k) \
  ADAMS("mampc" #k, "modified Adams-Moulton predictor-corrector, " #k " steps", k, k + 1, k, k, k - 1, 2, combined##k)

const SarMethodTable sar_table_ab3 = BASHFORTH(3);
const SarMethodTable sar_table_ab4 = BASHFORTH(4);
const SarMethodTable sar_table_ab5 = BASHFORTH(5);
const SarMethodTable sar_table_ampc3 = CORRECTED(3);
const SarMethodTable sar_table_ampc4 = CORRECTED(4);
const SarMethodTable sar_table_ampc5 = CORRECTED(5);
const SarMethodTable sar_table_mampc3 = COMBINED(3);
const SarMethodTable sar_table_mampc4 = COMBINED(4);
const SarMethodTable sar_table_mampc5 = COMBINED(5);
