/* Adams: variable-order, variable-step Adams-Moulton formulas with functional iteration, in CVODE (A. C. Hindmarsh et
 * al., SUNDIALS, ACM Transactions on Mathematical Software 31, 2005), on independent coordinates (paper 2, Algorithm 2,
 * which has DDEABM there). */
#include "method/family/cvode.h"
#include "method/table/cautions.h"
#include "method/table/no_corrector_keys.h"

static int32_t max_order(const SarMethodChoice *choice) { return (int32_t)sar_method_key_real(choice, "max_order"); }

static const SarCvodeTable table = {.max_order = max_order};

static const SarMethodKey keys[] = {
    {.name = "max_order",
     .kind = SAR_KEY_REAL,
     .fallback = "12",
     .meaning = "highest order",
     .least = 1,
     .most = SAR_CVODE_ORDER,
     .whole = true,
     .remedy = "choose 1 to 12"},
    SAR_INDEPENDENT_KEY,
};

const SarMethodTable sar_table_adams = {
    .info = {.name = "adams",
             .family = "cvode",
             .summary = "SUNDIALS CVODE, explicit in independent coordinates, for motions that are not stiff",
             .dissipation = "none by design",
             .stability = "explicit: the step is bound by the fastest motion",
             .paper = "2",
             .cautions = SAR_CAUTION_ADAMS,
             .order = SAR_CVODE_ORDER,
             .order_index3 = {SAR_CVODE_ORDER, SAR_CVODE_ORDER, SAR_CVODE_ORDER},
             .stages = 1,
             .steps = SAR_CVODE_ORDER,
             .adaptive = true,
             .explicit = true,
             .independent = true},
    .family = &sar_family_cvode,
    .keys = keys,
    .without = SAR_NO_CORRECTOR,
    .nkeys = sizeof keys / sizeof *keys,
    .coefficients = &table,
};
