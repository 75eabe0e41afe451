/* The binary part of a glTF file: arrays one behind the other, and the accessors that say where they are. */
#ifndef SAR_RESULT_GLTF_BIN_H
#define SAR_RESULT_GLTF_BIN_H

#include "base/arena.h"
#include "base/context.h"
#include "base/json.h"

typedef enum SarGltfUse { SAR_GLTF_DATA, SAR_GLTF_VERTICES, SAR_GLTF_INDICES } SarGltfUse;

typedef struct SarGltfAccessor SarGltfAccessor;

typedef struct SarGltfBin {
  SarContext *context;
  SarArena *arena; /* of the accessors */
  unsigned char *bytes;
  size_t used, room;
  SarGltfAccessor *accessors;
  int32_t count, capacity;
  SarStatus status; /* the first failure; later calls do nothing */
} SarGltfBin;

/* Each gives the index of its accessor. parts: numbers of each, 1, 3, 4 or 16. bounds: its least and largest values are
 * said, as the format asks of positions and times. */
int32_t sar_gltf_floats(SarGltfBin *bin, const float *values, size_t count, int parts, SarGltfUse use, bool bounds);
int32_t sar_gltf_indices(SarGltfBin *bin, const uint32_t *values, size_t count);
/* Four joints each. */
int32_t sar_gltf_joints(SarGltfBin *bin, const uint16_t *values, size_t count);
/* What stands there: how many, and number `index` of them, counted through all parts. */
size_t sar_gltf_count(const SarGltfBin *bin, int32_t accessor);
float sar_gltf_float(const SarGltfBin *bin, int32_t accessor, size_t index);
uint32_t sar_gltf_index(const SarGltfBin *bin, int32_t accessor, size_t index);
void sar_gltf_free(SarGltfBin *bin);

/* "accessors", "bufferViews" and "buffers". */
void sar_gltf_put_arrays(const SarGltfBin *bin, SarJson *json);

#endif
