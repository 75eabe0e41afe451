/* Meshes as they grow: the vertices and triangles as they come, words and numbers of lines. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "read/mesh.h"

SarStatus sar_mesh_wrong(const SarMeshBuilder *builder, int32_t line, const char *remedy, const char *what) {
  SarSource source = {builder->name, line, line ? 1 : 0};
  return sar_report(builder->context, SAR_INPUT, source, NULL, remedy, "%s", what);
}

/* ---- vertices and triangles ---- */

SarStatus sar_mesh_add_vertex(SarMeshBuilder *builder, const double at[3], int32_t line) {
  float v[3];
  for (int i = 0; i < 3; i++) {
    bool fits = fabs(at[i]) <= 3e38; /* false for what is no number, too */
    if (!fits) return sar_mesh_wrong(builder, line, "export the mesh again", "a vertex is not a finite number");
    v[i] = (float)at[i] + 0.0f; /* no negative zeros */
  }
  typedef float Vertex[3];
  Vertex *slot = sar_arena_append(builder->arena, 1024, &builder->vertices, &builder->nvertices,
                                  &builder->vertices_capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(builder->context);
  memcpy(*slot, v, sizeof v);
  return SAR_OK;
}

static uint32_t hash_vertex(const float v[3]) {
  uint32_t bits[3], hash = 2166136261u;
  memcpy(bits, v, sizeof bits);
  for (int i = 0; i < 3; i++) {
    hash = (hash ^ bits[i]) * 2654435761u;
    hash ^= hash >> 15;
  }
  return hash;
}

/* The slot of a vertex: its own, or the free one where it belongs. */
static int32_t *find_slot(const SarMeshBuilder *builder, const float v[3]) {
  uint32_t mask = (uint32_t)builder->nslots - 1;
  for (uint32_t i = hash_vertex(v) & mask;; i = (i + 1) & mask) {
    int32_t *slot = &builder->slots[i];
    if (!*slot) return slot;
    const float *other = builder->vertices + 3 * (size_t)(*slot - 1);
    if (other[0] == v[0] && other[1] == v[1] && other[2] == v[2]) return slot;
  }
}

static SarStatus grow_slots(SarMeshBuilder *builder, int32_t known) {
  int32_t count = builder->nslots ? 2 * builder->nslots : 4096;
  int32_t *slots = SAR_NEW(builder->arena, count, int32_t);
  if (!slots) return sar_report_no_memory(builder->context);
  builder->slots = slots;
  builder->nslots = count;
  for (int32_t i = 0; i < known; i++) *find_slot(builder, builder->vertices + 3 * (size_t)i) = i + 1;
  return SAR_OK;
}

SarStatus sar_mesh_find_vertex(SarMeshBuilder *builder, const double at[3], int32_t line, int32_t *index) {
  SAR_TRY(sar_mesh_add_vertex(builder, at, line));
  int32_t last = builder->nvertices - 1;
  if (2 * builder->nvertices > builder->nslots) SAR_TRY(grow_slots(builder, last));
  int32_t *slot = find_slot(builder, builder->vertices + 3 * (size_t)last);
  if (*slot) {
    builder->nvertices--;
  } else {
    *slot = last + 1;
  }
  *index = *slot - 1;
  return SAR_OK;
}

SarStatus sar_mesh_add_triangle(SarMeshBuilder *builder, int32_t a, int32_t b, int32_t c) {
  typedef int32_t Triangle[3];
  Triangle *slot = sar_arena_append(builder->arena, 1024, &builder->triangles, &builder->ntriangles,
                                    &builder->triangles_capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(builder->context);
  (*slot)[0] = a;
  (*slot)[1] = b;
  (*slot)[2] = c;
  return SAR_OK;
}

/* ---- text ---- */

bool sar_mesh_is(const char *word, size_t length, const char *what) {
  for (size_t i = 0; i < length; i++) {
    char c = word[i] >= 'A' && word[i] <= 'Z' ? (char)(word[i] - 'A' + 'a') : word[i];
    if (!what[i] || c != what[i]) return false; /* words of bytes may hold zeros */
  }
  return !what[length];
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

bool sar_mesh_word(SarMeshText *text, const char **word, size_t *length) {
  while (text->at < text->end && is_blank(*text->at)) text->at++;
  *word = text->at;
  while (text->at < text->end && *text->at != '\n' && !is_blank(*text->at)) text->at++;
  *length = (size_t)(text->at - *word);
  return *length > 0;
}

bool sar_mesh_next_line(SarMeshText *text) {
  while (text->at < text->end && *text->at != '\n') text->at++;
  if (text->at == text->end) return false;
  text->at++;
  text->line++;
  return true;
}

bool sar_mesh_numbers(SarMeshText *text, double out[3]) {
  for (int i = 0; i < 3; i++) {
    const char *word;
    size_t length;
    if (!sar_mesh_word(text, &word, &length) || sar_text_number(word, length, &out[i]) != length) return false;
  }
  return true;
}
