/* Robots in URDF, read into the tree of a model file. Links become bodies, joints joints, visuals looks and collisions
 * shapes; every joint that can be driven has an input for its effort, and a parameter for where it starts. */
#ifndef SAR_READ_URDF_URDF_H
#define SAR_READ_URDF_URDF_H

#include "read/node.h"

typedef struct SarUrdfOptions {
  bool fixed_base; /* the root does not move, though it has mass */
} SarUrdfOptions;

/* By the name: it ends in .urdf, in any case. */
bool sar_urdf_is_robot(const char *path);

/* Every error is reported with its place; SAR_INPUT then. The tree lives in the arena; what was left out is the comment
 * of its root. */
SarStatus sar_urdf_read(SarContext *context, SarArena *arena, const char *file, const char *text, size_t length,
                        const SarUrdfOptions *options, const SarNode **root);

#endif
