/* Rosenbrock methods for second-order systems (paper 2, section 4). The coefficients of the 4-stage method are printed
 * with two mistakes: gamma_21 is negative, and a_21 is 2 (made here by Theorem 2.1, not typed in). The W-method is that
 * of Verwer et al. with all digits of gamma = 1 + 1/sqrt 2; it keeps its order with any matrix. */
#include "method/family/rosenbrock.h"

#include "method/table/cautions.h"
#include "method/table/no_corrector_keys.h"

static const SarMethodKey keys[] = {
    {.name = "matrix",
     .kind = SAR_KEY_WORD,
     .fallback = "auto",
     .meaning = "linear systems dense in the independent coordinates (reduced), sparse in all unknowns (augmented), or "
                "whichever is cheaper (auto)",
     .words = "auto|reduced|augmented",
     .later = "approximate"},
    {.name = "estimate",
     .kind = SAR_KEY_WORD,
     .fallback = "plain",
     .meaning = "error estimate as it is (plain), or without what stiff components exaggerate (filtered)",
     .words = "plain|filtered"},
    SAR_INDEPENDENT_KEY,
};

static const SarMethodKey w_keys[] = {
    {.name = "matrix",
     .kind = SAR_KEY_WORD,
     .fallback = "auto",
     .meaning = "linear systems dense in the independent coordinates (reduced), sparse in all unknowns (augmented), "
                "whichever is cheaper (auto), or without the curvature of constraints (approximate)",
     .words = "auto|approximate|reduced|augmented"},
    {.name = "keep",
     .kind = SAR_KEY_REAL,
     .fallback = "1",
     .meaning = "steps for which a matrix is kept",
     .least = 1,
     .most = 1000,
     .whole = true,
     .remedy = "choose 1 (a new matrix in every step) to about 10"},
    {.name = "estimate",
     .kind = SAR_KEY_WORD,
     .fallback = "plain",
     .meaning = "error estimate as it is (plain), or without what stiff components exaggerate (filtered)",
     .words = "plain|filtered"},
    SAR_INDEPENDENT_KEY,
};

#define G 0.57281606
static const SarRosenbrockTable nystrom = {
    .stages = 4,
    .alpha = {{0},
              {1.14563212},
              {0.520920789130629029328516, 0.134294186842504800149232},
              {0.520920789130629029328516, 0.134294186842504800149232}},
    .gamma = {{G},
              {-2.341993127112013949170520, G},
              {-0.027333746543489836196505, 0.213811650836699689867472, G},
              {-0.259083837785510222112641, -0.190595807732311751616358, -0.228031035973133829477744, G}},
    .b = {0.324534707891734513474196, 0.049086544787523308684633, 0, 0.626378747320742177841171},
    .b_hat = {0.520920789130629029328516, 0.144549714665364599584681, 0.124559686414702049774897,
              0.209969809789304321311906},
    .embedded_order = 3,
    .exact = true};

#define W 1.70710678118654752440
static const SarRosenbrockTable verwer = {.stages = 2,
                                          .alpha = {{0}, {1}},
                                          .gamma = {{W}, {-2 * W, W}},
                                          .b = {0.5, 0.5},
                                          .b_hat = {0, 1},
                                          .embedded_order = 1};

const SarMethodTable sar_table_rosenbrock_nystrom = {
    .info = {.name = "rosenbrock-nystrom",
             .family = "rosenbrock",
             .summary = "4 stages without iteration in independent coordinates, exact Jacobians",
             .dissipation = "damps all high frequencies (spectral radius at infinity 0)",
             .stability = "L",
             .paper = "2",
             .cautions = SAR_CAUTION_ROSENBROCK_NYSTROM,
             .order = 4,
             .order_index3 = {4, 4, 4},
             .stages = 4,
             .adaptive = true},
    .family = &sar_family_rosenbrock,
    .keys = keys,
    .without = SAR_NO_CORRECTOR,
    .nkeys = sizeof keys / sizeof *keys,
    .coefficients = &nystrom,
};

const SarMethodTable sar_table_w_method = {
    .info = {.name = "w-method",
             .family = "rosenbrock",
             .summary = "2 stages without iteration in independent coordinates, any matrix",
             .dissipation = "damps all high frequencies (spectral radius at infinity 0)",
             .stability = "L",
             .paper = "2",
             .cautions = SAR_CAUTION_W_METHOD,
             .order = 2,
             .order_index3 = {2, 2, 2},
             .stages = 2,
             .adaptive = true},
    .family = &sar_family_rosenbrock,
    .keys = w_keys,
    .without = SAR_NO_CORRECTOR,
    .nkeys = sizeof w_keys / sizeof *w_keys,
    .coefficients = &verwer,
};
