/* What paper 4 says of its methods on Andrews' squeezer (section 5.1, figures 9, 10 and 12), one by one. */
#ifndef SAR_ANALYSIS_REPRODUCE_PAPER4_CASES_H
#define SAR_ANALYSIS_REPRODUCE_PAPER4_CASES_H

#include <stdbool.h>

#define SAR_SQUEEZER_TORQUE 0.033 /* N m */
#define SAR_SQUEEZER_END 0.05     /* s */

/* What figure 10 shows of the energy at 1e-4 s, in the paper's words. */
typedef enum SarSqueezerEnergy {
  SAR_ENERGY_RISES, /* "show an increasing trend" */
  SAR_ENERGY_KEEPS, /* "can mostly preserve energy, although with oscillations" */
  SAR_ENERGY_DROPS  /* "show an obvious drop in energy" */
} SarSqueezerEnergy;

typedef struct SarSqueezerCase {
  const char *method;
  SarSqueezerEnergy energy;
  bool observable; /* figure 9: "depart from the reference solution", "show observable differences" */
  bool unstable;   /* figure 12: "energy instability is still observed" */
} SarSqueezerCase;

static const SarSqueezerCase sar_squeezer_cases[] = {
    {"lms2:rho_inf=0", SAR_ENERGY_DROPS, false, false},     {"lms3:rho_inf=0", SAR_ENERGY_KEEPS, false, false},
    {"lms4:rho_inf=0", SAR_ENERGY_KEEPS, false, false},     {"ss2:rho_inf=0", SAR_ENERGY_DROPS, false, false},
    {"ss3:rho_inf=0", SAR_ENERGY_KEEPS, false, false},      {"ss4:rho_inf=0", SAR_ENERGY_KEEPS, false, false},
    {"bathe:rho_inf=0", SAR_ENERGY_DROPS, false, false},    {"msstc3:rho_inf=0", SAR_ENERGY_KEEPS, false, false},
    {"msstc4:rho_inf=0", SAR_ENERGY_DROPS, false, false},   {"msstc5:rho_inf=0", SAR_ENERGY_RISES, false, false},
    {"lms2:rho_inf=0.6", SAR_ENERGY_KEEPS, false, false},   {"lms3:rho_inf=0.6", SAR_ENERGY_KEEPS, false, false},
    {"lms4:rho_inf=0.6", SAR_ENERGY_KEEPS, false, false},   {"ss2:rho_inf=0.6", SAR_ENERGY_KEEPS, false, false},
    {"ss3:rho_inf=0.6", SAR_ENERGY_KEEPS, false, false},    {"ss4:rho_inf=0.6", SAR_ENERGY_KEEPS, false, false},
    {"bathe:rho_inf=0.6", SAR_ENERGY_DROPS, true, false},   {"msstc3:rho_inf=0.6", SAR_ENERGY_KEEPS, false, false},
    {"msstc4:rho_inf=0.6", SAR_ENERGY_DROPS, false, false}, {"msstc5:rho_inf=0.6", SAR_ENERGY_KEEPS, false, false},
    {"mssth3:rho_inf=0", SAR_ENERGY_RISES, true, true},     {"mssth4:rho_inf=0", SAR_ENERGY_RISES, true, true},
    {"mssth5:rho_inf=0", SAR_ENERGY_DROPS, true, false},    {"esdirk324l2sa", SAR_ENERGY_RISES, true, true},
    {"esdirk325l2sa", SAR_ENERGY_DROPS, false, false},      {"esdirk436l2sa2", SAR_ENERGY_DROPS, false, true},
};
enum {
  SAR_SQUEEZER_CASES = sizeof sar_squeezer_cases / sizeof *sar_squeezer_cases,
  SAR_SQUEEZER_SECOND_ORDER = 20 /* the first ones; the others are of higher order */
};

#endif
