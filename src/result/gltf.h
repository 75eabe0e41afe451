/* The motion of a mechanism as glTF 2.0 (binary, .glb), for viewers, browsers and programs of animation. Bodies are
 * nodes whose places and turns are animated; beams are skins on their nodes; modal bodies have their modes as morph
 * targets. Metres, seconds, y up, as the format wants it. */
#ifndef SAR_RESULT_GLTF_H
#define SAR_RESULT_GLTF_H

#include "result/results.h"
#include "result/scene.h"

typedef struct SarGltfSummary {
  int64_t bytes, rows, kept; /* rows of the results; those that became key frames */
  int32_t nodes, modes;      /* modes: morph targets of all modal bodies */
} SarGltfSummary;

#define SAR_GLTF_FRAMES 3000 /* key frames at most: one row in so many is kept */

SarStatus sar_gltf_write(SarContext *context, const char *path, const SarScene *scene, SarResults *results,
                         SarGltfSummary *summary);

#endif
