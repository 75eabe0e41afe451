/* IDA: variable-order, variable-step BDF in fixed-leading-coefficient form with a corrector, a step control and a
 * linear solver of its own (A. C. Hindmarsh et al., SUNDIALS, ACM Transactions on Mathematical Software 31, 2005). */
#include "method/family/ida.h"

#include "method/table/cautions.h"

static int32_t max_order(const SarMethodChoice *choice) { return (int32_t)sar_method_key_real(choice, "max_order"); }

static const SarIdaTable table = {.max_order = max_order};

static const SarMethodKey keys[] = {
    {.name = "max_order",
     .kind = SAR_KEY_REAL,
     .fallback = "5",
     .meaning = "highest order",
     .least = 1,
     .most = SAR_IDA_ORDER,
     .whole = true,
     .remedy = "choose 1 to 5; orders above 2 are not A-stable"},
    {.name = "formulation",
     .kind = SAR_KEY_WORD,
     .fallback = "si2",
     .meaning = "constraints as positions and velocities, orientations as quaternions",
     .words = "si2",
     .later = "index3"},
    {.name = "corrector",
     .kind = SAR_KEY_WORD,
     .fallback = "tolerance",
     .meaning = "iterate until the tolerance is met",
     .words = "tolerance",
     .later = "floor"},
    {.name = "linear",
     .kind = SAR_KEY_WORD,
     .fallback = "auto",
     .meaning = "linear solver",
     .words = "auto|klu",
     .later = "dense|block"},
};

const SarMethodTable sar_table_ida = {
    .info = {.name = "ida",
             .family = "ida",
             .summary = "SUNDIALS IDA with KLU, an independent engine for comparisons",
             .dissipation = "damps all high frequencies (spectral radius at infinity 0)",
             .stability = "A up to order 2, stiff beyond",
             .paper = "",
             .cautions = SAR_CAUTION_IDA,
             .order = SAR_IDA_ORDER,
             .order_si2 = {SAR_IDA_ORDER, SAR_IDA_ORDER, SAR_IDA_ORDER},
             .stages = 1,
             .steps = SAR_IDA_ORDER + 1,
             .adaptive = true,
             .independent = true},
    .family = &sar_family_ida,
    .keys = keys,
    .nkeys = sizeof keys / sizeof *keys,
    .without = "scaling|augmentation|predictor",
    .coefficients = &table,
};
