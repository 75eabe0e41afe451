/* Actions of joints, motions and forces on their two bodies. */
#ifndef SAR_SYSTEM_WRENCH_H
#define SAR_SYSTEM_WRENCH_H

#include "system/workspace.h"

/* Evaluates what the wrenches of all elements at a point have in common. The bodies are placed. */
void sar_workspace_prepare_wrenches(const SarWorkspace *m, const SarPoint *at);

/* The action of a joint, motion or force on its two bodies at the point that was prepared: force (ground axes) and
 * torque at the frame, first side then second. 0, > 0 (a force cannot be evaluated here), < 0 (stop). */
SarStatus sar_workspace_wrench(const SarWorkspace *m, int32_t element, const SarPoint *at, double wrench[12]);

/* What a relation (gear, coupler) does to the second side of the joint that it names at place `index`, at the frame
 * `side` there. The first two of these are its wrench; the first side of the joint feels the opposite at the same
 * point. The bodies are placed. */
void sar_workspace_term_wrench(const SarWorkspace *m, int32_t element, int32_t index, const SarSide *side,
                               const SarPoint *at, double wrench[6]);

/* The load with which a modal body acts on one of its interfaces, which is the body `node`: force and torque at it,
 * ground axes. Whatever is attached there feels this. The bodies are placed. */
void sar_workspace_interface_load(const SarWorkspace *m, int32_t node, const SarPoint *at, double load[6]);

#endif
