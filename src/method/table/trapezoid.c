/* The trapezoidal rule (paper 4, eq 3), of first-order equations: multistep methods start with it. */
#include "method/family/multistep.h"

static void formula(const SarMethodChoice *choice, SarMultistep *out) {
  (void)choice;
  *out = (SarMultistep){.steps = 1, .alpha = {0, 1}, .beta = {0.5, 0.5}};
}

static double infinity(const SarMethodChoice *choice) { return (void)choice, 1; }

static const SarMultistepTable table = {.formula = formula};

const SarMethodTable sar_table_trapezoid = {
    .info = {.name = "trapezoid",
             .family = "multistep",
             .summary = "trapezoidal rule",
             .dissipation = "none",
             .stability = "A",
             .paper = "4",
             .order = 2,
             .order_index3 = {2, 2, 0},
             .order_si2 = {2, 2, 2},
             .stages = 1},
    .infinity = infinity,
    .family = &sar_family_multistep,
    .coefficients = &table,
};
