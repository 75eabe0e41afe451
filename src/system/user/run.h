/* Running programs of user-defined equations at a point. The bodies are placed (sar_workspace_place). */
#ifndef SAR_SYSTEM_USER_RUN_H
#define SAR_SYSTEM_USER_RUN_H

#include "system/user/leaves.h"

/* Fills m->leaves: what programs read, reactions as redundant joints share them (share.h). */
void sar_user_load(const SarWorkspace *m, const SarPoint *at);

/* The same for one program: what it does not read may be left out. */
void sar_user_load_for(const SarWorkspace *m, const struct SarUserProgram *program, const SarPoint *at);

/* Evaluates a program at the point: its outputs, valid until the next one is evaluated. */
const double *sar_user_run(const SarWorkspace *m, const struct SarUserProgram *program, const SarPoint *at);

/* Only those outputs that the part of the program is for, where it has one; others may be anything. */
const double *sar_user_run_part(const SarWorkspace *m, const struct SarUserProgram *program, const SarPoint *at);

#endif
