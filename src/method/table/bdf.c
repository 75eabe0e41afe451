/* BDF: Gear's backward differentiation formulas, orders 1 to 6, with variable step and order: what Adams calls GSTIFF
 * (paper 1 measures against it). Fixed steps use the highest order allowed. */
#include "method/family/bdf.h"

#include "method/table/cautions.h"
#include "method/table/weights.h"

static int32_t max_order(const SarMethodChoice *choice) { return (int32_t)sar_method_key_real(choice, "max_order"); }

static const SarBdfTable table = {.max_order = max_order};

static const SarMethodKey keys[] = {
    {.name = "max_order",
     .kind = SAR_KEY_REAL,
     .fallback = "5",
     .meaning = "highest order; with a fixed step, the order",
     .least = 1,
     .most = SAR_BDF_ORDER,
     .whole = true,
     .remedy = "choose 1 to 6; orders above 2 are not A-stable"},
    SAR_KEY_WEIGHTS,
};

const SarMethodTable sar_table_bdf = {
    .info = {.name = "bdf",
             .family = "bdf",
             .summary = "backward differentiation formulas of order 1 to 6",
             .dissipation = "damps all high frequencies (spectral radius at infinity 0)",
             .stability = "A up to order 2, stiff beyond",
             .paper = "1",
             .cautions = SAR_CAUTION_BDF,
             .order = 5,
             .order_index3 = {5, 5, 5},
             .order_si2 = {5, 5, 5},
             .stages = 1,
             .steps = SAR_BDF_ORDER + 1,
             .adaptive = true},
    .family = &sar_family_bdf,
    .keys = keys,
    .nkeys = sizeof keys / sizeof *keys,
    .coefficients = &table,
};
