/* A part at a point: its nodes, its coordinates and what it remembers, as its class sees them. */
#ifndef SAR_SYSTEM_PART_POINT_H
#define SAR_SYSTEM_PART_POINT_H

#include "system/workspace.h"

typedef struct SarPlacedPart {
  SarPartNode nodes[SAR_PART_NODES];
  SarPartPoint at;
} SarPlacedPart;

/* Bodies are placed. What is written points into `out`. */
void sar_part_place(const SarWorkspace *m, const SarPoint *at, const SarPart *part, SarPlacedPart *out);

#endif
