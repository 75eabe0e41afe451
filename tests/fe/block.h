/* Blocks of finite elements for tests: a x b x c hexahedra of second order or first order, or tetrahedra, with node
 * sets at their ends x = 0 (`left`), x = length (`right`), at z = height (`top`), and `line`: an edge of the left end.
 */
#ifndef SAR_TESTS_FE_BLOCK_H
#define SAR_TESTS_FE_BLOCK_H

#include "fe/model.h"

typedef struct Block {
  int cells[3];
  SarVec3 size, corner; /* lengths of the edges; where the block begins */
  SarFeKind kind;       /* HEX8, HEX20 or TET4 */
  bool lumped;          /* the mass as rows' sums */
} Block;

/* Lives in the arena; unknowns, stiffness and mass are assembled. Fails the test on errors. */
void block_create(SarContext *context, SarArena *arena, const Block *block, SarFeModel *out);

/* Replaces the mass by the sums of its rows: only for HEX8 and TET4, whose sums are positive. */
void block_lump(SarFeModel *model, SarArena *arena);

#endif
