/* The implicit midpoint rule of paper 3, eq (9). */
#include "method/engine.h"

const SarMethodTable sar_table_midpoint = {
    .info = {.name = "midpoint",
             .family = "midpoint",
             .summary = "implicit midpoint rule; multipliers belong to the middle of the step",
             .dissipation = "none",
             .stability = "A",
             .paper = "3",
             .order = 2,
             .order_index3 = {2, 2, 1},
             .stages = 1,
             .adaptive = false},
    .family = &sar_family_midpoint,
};
