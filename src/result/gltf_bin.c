#include "result/gltf_bin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FLOAT = 5126, UNSIGNED_INT = 5125, UNSIGNED_SHORT = 5123, ARRAY_BUFFER = 34962, ELEMENT_ARRAY_BUFFER = 34963 };

struct SarGltfAccessor {
  size_t offset, bytes, count;
  int kind, parts; /* component type; numbers of each */
  SarGltfUse use;
  bool bounds;
  float least[4], largest[4];
};

static unsigned char *grow(SarGltfBin *bin, size_t bytes) {
  size_t padded = (bytes + 3) & ~(size_t)3;
  if (bin->status != SAR_OK) return NULL;
  if (bin->used + padded > bin->room) {
    size_t room = 2 * bin->room + padded + 4096;
    unsigned char *larger = realloc(bin->bytes, room);
    if (!larger) {
      bin->status = sar_report_no_memory(bin->context);
      return NULL;
    }
    bin->bytes = larger;
    bin->room = room;
  }
  unsigned char *at = bin->bytes + bin->used;
  memset(at, 0, padded);
  bin->used += padded;
  return at;
}

static int32_t add(SarGltfBin *bin, size_t bytes, size_t count, int kind, int parts, SarGltfUse use) {
  SarGltfAccessor *slot = bin->status == SAR_OK ? sar_arena_append(bin->arena, 64, &bin->accessors, &bin->count,
                                                                   &bin->capacity, sizeof *slot)
                                                : NULL;
  if (!slot) {
    if (bin->status == SAR_OK) bin->status = sar_report_no_memory(bin->context);
    return 0;
  }
  size_t padded = (bytes + 3) & ~(size_t)3;
  *slot = (SarGltfAccessor){
      .offset = bin->used - padded, .bytes = bytes, .count = count, .kind = kind, .parts = parts, .use = use};
  return bin->count - 1;
}

/* The format wants the least significant byte first, whatever the machine has. */
static void put_word(unsigned char *to, uint32_t word) {
  for (int k = 0; k < 4; k++) to[k] = (unsigned char)(word >> 8 * k & 255);
}

int32_t sar_gltf_floats(SarGltfBin *bin, const float *values, size_t count, int parts, SarGltfUse use, bool bounds) {
  size_t all = count * (size_t)parts;
  unsigned char *to = grow(bin, 4 * all);
  for (size_t i = 0; to && i < all; i++) {
    uint32_t word;
    memcpy(&word, &values[i], sizeof word);
    put_word(to + 4 * i, word);
  }
  int32_t index = add(bin, 4 * all, count, FLOAT, parts, use);
  if (!bounds || bin->status != SAR_OK || parts > 4) return index;
  SarGltfAccessor *a = &bin->accessors[index];
  a->bounds = true;
  for (int k = 0; k < parts; k++) a->least[k] = INFINITY, a->largest[k] = -INFINITY;
  for (size_t i = 0; i < all; i++) {
    size_t k = i % (size_t)parts;
    a->least[k] = fminf(a->least[k], values[i]), a->largest[k] = fmaxf(a->largest[k], values[i]);
  }
  return index;
}

int32_t sar_gltf_indices(SarGltfBin *bin, const uint32_t *values, size_t count) {
  unsigned char *to = grow(bin, 4 * count);
  for (size_t i = 0; to && i < count; i++) put_word(to + 4 * i, values[i]);
  return add(bin, 4 * count, count, UNSIGNED_INT, 1, SAR_GLTF_INDICES);
}

int32_t sar_gltf_joints(SarGltfBin *bin, const uint16_t *values, size_t count) {
  unsigned char *to = grow(bin, 8 * count);
  for (size_t i = 0; to && i < 4 * count; i++) {
    to[2 * i] = (unsigned char)(values[i] & 255);
    to[2 * i + 1] = (unsigned char)(values[i] >> 8);
  }
  return add(bin, 8 * count, count, UNSIGNED_SHORT, 4, SAR_GLTF_VERTICES);
}

/* ---- reading ---- */

static uint32_t get_word(const unsigned char *from, int bytes) {
  uint32_t word = 0;
  for (int k = 0; k < bytes; k++) word |= (uint32_t)from[k] << 8 * k;
  return word;
}

size_t sar_gltf_count(const SarGltfBin *bin, int32_t accessor) { return bin->accessors[accessor].count; }

float sar_gltf_float(const SarGltfBin *bin, int32_t accessor, size_t index) {
  float value;
  uint32_t word = get_word(bin->bytes + bin->accessors[accessor].offset + 4 * index, 4);
  memcpy(&value, &word, sizeof value);
  return value;
}

uint32_t sar_gltf_index(const SarGltfBin *bin, int32_t accessor, size_t index) {
  const SarGltfAccessor *a = &bin->accessors[accessor];
  int bytes = a->kind == UNSIGNED_SHORT ? 2 : 4;
  return get_word(bin->bytes + a->offset + (size_t)bytes * index, bytes);
}

void sar_gltf_free(SarGltfBin *bin) {
  free(bin->bytes);
  bin->bytes = NULL;
}

/* ---- what is said of them ---- */

static void put_bounds(SarJson *json, const char *key, const float *values, int count) {
  double wide[4];
  for (int k = 0; k < count; k++) wide[k] = (double)values[k];
  sar_json_put_reals(json, key, wide, count);
}

static void put_accessor(const SarGltfAccessor *a, int32_t view, SarJson *json) {
  const char *type = a->parts == 1 ? "SCALAR" : a->parts == 3 ? "VEC3" : a->parts == 4 ? "VEC4" : "MAT4";
  sar_json_begin_object(json);
  sar_json_put_int(json, "bufferView", view);
  sar_json_put_int(json, "componentType", a->kind);
  sar_json_put_int(json, "count", (int64_t)a->count);
  sar_json_put_text(json, "type", type);
  if (a->bounds) {
    put_bounds(json, "min", a->least, a->parts);
    put_bounds(json, "max", a->largest, a->parts);
  }
  sar_json_end_object(json);
}

void sar_gltf_put_arrays(const SarGltfBin *bin, SarJson *json) {
  sar_json_key(json, "accessors");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < bin->count; i++) put_accessor(&bin->accessors[i], i, json);
  sar_json_end_array(json);
  sar_json_key(json, "bufferViews");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < bin->count; i++) {
    const SarGltfAccessor *a = &bin->accessors[i];
    sar_json_begin_object(json);
    sar_json_put_int(json, "buffer", 0);
    sar_json_put_int(json, "byteOffset", (int64_t)a->offset);
    sar_json_put_int(json, "byteLength", (int64_t)a->bytes);
    if (a->use != SAR_GLTF_DATA) {
      sar_json_put_int(json, "target", a->use == SAR_GLTF_INDICES ? ELEMENT_ARRAY_BUFFER : ARRAY_BUFFER);
    }
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
  sar_json_key(json, "buffers");
  sar_json_begin_array(json);
  sar_json_begin_object(json);
  sar_json_put_int(json, "byteLength", (int64_t)bin->used);
  sar_json_end_object(json);
  sar_json_end_array(json);
}
