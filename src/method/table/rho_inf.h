/* The key that most methods of paper 4 have: how much of a motion far too fast for the step one step leaves. */
#ifndef SAR_METHOD_TABLE_RHO_INF_H
#define SAR_METHOD_TABLE_RHO_INF_H

#include "method/engine.h"

#define SAR_RHO_INF_MEANING "spectral radius at infinity: 0 damps high frequencies most, 1 not at all"
#define SAR_RHO_INF_KEY                                                                                                \
  {                                                                                                                    \
    .name = "rho_inf", .kind = SAR_KEY_REAL, .fallback = "0.6", .meaning = SAR_RHO_INF_MEANING, .least = 0, .most = 1, \
    .remedy = "choose 0 <= rho_inf <= 1"                                                                               \
  }

static inline double sar_rho_inf(const SarMethodChoice *choice) { return sar_method_key_real(choice, "rho_inf"); }

#endif
