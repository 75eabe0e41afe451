/* Radau IIA of two and three stages (Hairer and Wanner, Solving Ordinary Differential Equations II, 1996, tables IV.5.5
 * and IV.5.6). */
#include "method/family/radau.h"

#include "method/table/cautions.h"
#include "method/table/weights.h"

#define ROOT6 2.449489742783178098197284

static const SarRadauTable radau3 = {.stages = 2, .c = {1.0 / 3, 1}, .a = {{5.0 / 12, -1.0 / 12}, {3.0 / 4, 1.0 / 4}}};

static const SarRadauTable radau5 = {.stages = 3,
                                     .c = {(4 - ROOT6) / 10, (4 + ROOT6) / 10, 1},
                                     .a = {{(88 - 7 * ROOT6) / 360, (296 - 169 * ROOT6) / 1800, (-2 + 3 * ROOT6) / 225},
                                           {(296 + 169 * ROOT6) / 1800, (88 + 7 * ROOT6) / 360, (-2 - 3 * ROOT6) / 225},
                                           {(16 - ROOT6) / 36, (16 + ROOT6) / 36, 1.0 / 9}}};

#define DISSIPATION "damps all high frequencies (spectral radius at infinity 0)"

/* Their systems are complex but for one, and only KLU solves those. */
static const SarMethodKey keys[] = {
    {.name = "linear",
     .kind = SAR_KEY_WORD,
     .fallback = "auto",
     .meaning = "linear solver",
     .words = "auto|klu",
     .later = "dense|block"},
    SAR_KEY_WEIGHTS,
};

const SarMethodTable sar_table_radau3 = {
    .info = {.name = "radau3",
             .family = "radau",
             .summary = "Radau IIA of two stages",
             .dissipation = DISSIPATION,
             .stability = "L",
             .paper = "",
             .cautions = SAR_CAUTION_RADAU3,
             .order = 3,
             .order_index3 = {3, 2, 1},
             .order_si2 = {3, 3, 2},
             .stages = 2,
             .adaptive = true},
    .family = &sar_family_radau,
    .keys = keys,
    .nkeys = sizeof keys / sizeof *keys,
    .coefficients = &radau3,
};

const SarMethodTable sar_table_radau5 = {
    .info = {.name = "radau5",
             .family = "radau",
             .summary = "Radau IIA of three stages",
             .dissipation = DISSIPATION,
             .stability = "L",
             .paper = "",
             .cautions = SAR_CAUTION_RADAU5,
             .order = 5,
             .order_index3 = {5, 3, 2},
             .order_si2 = {5, 5, 3},
             .stages = 3,
             .adaptive = true},
    .family = &sar_family_radau,
    .keys = keys,
    .nkeys = sizeof keys / sizeof *keys,
    .coefficients = &radau5,
};
