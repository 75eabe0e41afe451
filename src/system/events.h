/* Events, jumps and kinks of a mechanism: its switching functions (method/problem.h) and what the model says about
 * them.
 *
 * Roots are numbered: events of the model first, in the order of the file, then jumps, then kinks. */
#ifndef SAR_SYSTEM_EVENTS_H
#define SAR_SYSTEM_EVENTS_H

#include "base/archive.h"
#include "system/event_info.h"
#include "system/workspace.h"

int32_t sar_system_events(const SarSystem *system);
SarEventInfo sar_system_event(const SarSystem *system, int32_t event);

/* What a root belongs to, in words: "event `hit`", "a jump in `brake`", "a kink in `stop`"; *element: in the model. */
typedef struct SarRootName {
  char text[96];
  int32_t element;
} SarRootName;
SarRootName sar_root_name(const SarSystem *system, int32_t root);

/* The velocities that stand in the function of a root: nv flags, which are set. Variables that stand in it may depend
 * on any of them. False: there are neither. */
bool sar_root_velocities(const SarSystem *system, int32_t root, bool *velocities, bool *variables);

/* The rate of an event's function, b v + c, and the gradient b of that rate by the velocities (nv numbers). Only for
 * events with an impact. */
double sar_workspace_event_rate(const SarWorkspace *m, int32_t event, const SarPoint *at, double *gradient);

/* Gives the parameters that an event sets their new values, all computed from the old ones. */
void sar_workspace_event_set(SarWorkspace *m, int32_t event, const SarPoint *at);

/* A parameter that events change, by its number in the model. */
double sar_workspace_parameter(const SarWorkspace *m, int32_t parameter);
void sar_workspace_set_parameter(SarWorkspace *m, int32_t parameter, double value);

/* ops of problem.h */
SarStatus sar_workspace_roots(const SarProblem *p, const SarPoint *at, double *values);
void sar_workspace_settle(SarProblem *p, const SarPoint *at);
void sar_workspace_enclose_step(const SarProblem *p, const SarPoint *from, const SarPoint *to);
void sar_workspace_enclose_roots(const SarProblem *p, double s0, double s1, SarEnclosure *out);
void sar_workspace_enclose_root(const SarProblem *p, int32_t root, double s0, double s1, SarEnclosure *out);
SarStatus sar_workspace_root(const SarProblem *p, int32_t root, const SarPoint *at, double *value);

/* Room for the bounds; false: memory is exhausted. */
bool sar_workspace_make_paths(SarWorkspace *m);

/* The branches of jumps that have no effect as the others are, and that nobody looks for: as they are at the point.
 * False: they were. */
bool sar_workspace_settle_asleep(SarWorkspace *m, const SarPoint *at);

/* Settles the branch of one root, a jump, and leaves all others as they are. */
void sar_workspace_settle_one(SarWorkspace *m, int32_t root, const SarPoint *at);

/* The branches of all expressions that jump, as they were settled last: how many, and their values (null: not wanted);
 * and whether they are still these. */
int32_t sar_workspace_modes(const SarWorkspace *m, double *modes);
bool sar_workspace_modes_are(const SarWorkspace *m, const double *modes);
void sar_workspace_set_modes(SarWorkspace *m, const double *modes);

/* What the mechanism remembers of events: branches and parameters. */
void sar_workspace_archive_events(SarWorkspace *m, SarArchive *archive);

#endif
