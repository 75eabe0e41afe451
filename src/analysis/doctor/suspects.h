/* Data that are legal but look wrong: a body that nothing holds, masses that do not go together, numbers that look as
 * if they were in other units. Warnings only. */
#ifndef SAR_ANALYSIS_SUSPECTS_H
#define SAR_ANALYSIS_SUSPECTS_H

#include "system/workspace.h"

SarStatus sar_suspects(SarContext *context, const SarSystem *system);

/* Only the motions that jump and the forces that jump with a rate: after a run whose steps had to be very small. */
SarStatus sar_suspects_after_small_steps(SarContext *context, const SarSystem *system);

/* ---- for the files of rules (suspects_common.c) ---- */

#define SAR_SUSPECTS_NAMED 6 /* findings of one rule, named one by one */

/* The size of a body as its joints, forces and frames show it. */
typedef struct SarBodyFacts {
  double reach;           /* m, the farthest of these points from the centre of mass */
  double span;            /* m, diagonal of the box around them and the centre of mass */
  double gyration;        /* m, largest radius of gyration; 0 without mass */
  int32_t joints, forces; /* that act on it; what bends is neither */
} SarBodyFacts;

typedef struct SarSuspects {
  SarContext *context;
  const SarSystem *system;
  SarWorkspace *m; /* all rows, placed at the written pose */
  SarBodyFacts *bodies;
  int32_t found; /* by the rule at work */
  bool cut;      /* it did not look at all that there is */
} SarSuspects;

/* Counts a finding. True: warn of it by name; false: there were enough, the rest is counted. */
bool sar_suspect(SarSuspects *s);

/* The name of a function of the element that jumps; null: there is none. */
const char *sar_suspect_function(const SarModelElement *element);

/* The element of a body. */
const SarModelElement *sar_suspect_body(const SarSuspects *s, int32_t body);
/* Whether it is a node of a beam, a modal body or an interface of one: its mass was not written in the model. */
bool sar_suspect_is_meshed(const SarSuspects *s, int32_t body);

typedef SarStatus SarSuspectRule(SarSuspects *s);
SarSuspectRule sar_suspect_massless, sar_suspect_unconnected, sar_suspect_mass_ratio, sar_suspect_mass_range,
    sar_suspect_gyration, sar_suspect_density;                              /* suspects_mass.c, suspects_held.c */
SarSuspectRule sar_suspect_stiffness, sar_suspect_damping;                  /* suspects_springs.c */
SarSuspectRule sar_suspect_jumps, sar_suspect_sticking;                     /* suspects_jumps.c, suspects_sticking.c */
SarSuspectRule sar_suspect_bends, sar_suspect_tilt;                         /* suspects_beams.c */
SarSuspectRule sar_suspect_gravity, sar_suspect_extent, sar_suspect_angles; /* suspects_units.c */

#endif
