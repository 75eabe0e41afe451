/* Columns of results as the parts of a page see them: names, values in batches, which bodies have poses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/page_parts.h"

#define BATCH ((size_t)1 << 22) /* numbers read at once, at most */

const char *sar_page_number(double value, char text[SAR_PAGE_NUMBER]) {
  snprintf(text, SAR_PAGE_NUMBER, "%.6g", value);
  char *comma = strchr(text, ','); /* the host program's locale may have one */
  if (comma) *comma = '.';
  return text;
}

const char *sar_page_quantity(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot ? dot + 1 : name;
}

/* ---- reading ---- */

SarStatus sar_page_each_column(SarContext *context, SarResults *results, const bool *wanted, SarPageVisit *visit,
                               void *self) {
  size_t rows = (size_t)sar_results_rows(results), batch = rows ? BATCH / rows : BATCH;
  int32_t count = sar_results_columns(results), most = batch < 1 ? 1 : batch > 4096 ? 4096 : (int32_t)batch;
  if (rows > SIZE_MAX / sizeof(double) / (size_t)most) return sar_report_no_memory(context);
  double *values = malloc(rows * (size_t)most * sizeof *values + 1);
  if (!values) return sar_report_no_memory(context);
  SarStatus status = SAR_OK;
  for (int32_t first = 0; first < count && status == SAR_OK;) {
    while (first < count && !wanted[first]) first++;
    int32_t next = first;
    while (next < count && next - first < most && wanted[next]) next++;
    if (next > first) status = sar_results_read(results, first, next - first, values);
    for (int32_t i = first; i < next && status == SAR_OK; i++) {
      status = visit(self, i, values + (size_t)(i - first) * rows);
    }
    first = next;
  }
  free(values);
  return status;
}

/* ---- which bodies have poses ---- */

typedef struct Seen {
  const char *element;
  uint32_t quantity; /* a bit of the seven */
} Seen;

static uint32_t pose_bit(const char *quantity) {
  static const char *const names[7] = {"x", "y", "z", "q0", "q1", "q2", "q3"};
  for (uint32_t i = 0; i < 7; i++) {
    if (strcmp(quantity, names[i]) == 0) return 1u << i;
  }
  return 0;
}

static int compare_seen(const void *a, const void *b) {
  return strcmp(((const Seen *)a)->element, ((const Seen *)b)->element);
}

SarStatus sar_page_find_poses(SarContext *context, const SarResults *results, SarArena *arena, SarPagePoses *out) {
  int32_t columns = sar_results_columns(results), nseen = 0;
  Seen *seen = SAR_NEW(arena, columns + 1, Seen);
  *out = (SarPagePoses){.names = SAR_NEW(arena, columns / 7 + 1, const char *)};
  if (!seen || !out->names) return sar_report_no_memory(context);
  for (int32_t i = 1; i < columns; i++) {
    const char *name = sar_results_name(results, i), *quantity = sar_page_quantity(name);
    uint32_t bit = quantity > name ? pose_bit(quantity) : 0;
    if (!bit) continue;
    const char *element = sar_arena_copy_text_n(arena, name, (size_t)(quantity - name) - 1);
    if (!element) return sar_report_no_memory(context);
    seen[nseen++] = (Seen){element, bit};
  }
  qsort(seen, (size_t)nseen, sizeof *seen, compare_seen);
  for (int32_t i = 0; i < nseen;) {
    uint32_t bits = 0;
    int32_t first = i;
    for (; i < nseen && strcmp(seen[i].element, seen[first].element) == 0; i++) bits |= seen[i].quantity;
    if (bits == 0x7f) out->names[out->count++] = seen[first].element;
  }
  return SAR_OK;
}

static int compare_name(const void *key, const void *entry) { return strcmp(key, *(const char *const *)entry); }

bool sar_page_has_pose(const SarPagePoses *poses, const char *name) {
  return poses->count && bsearch(name, poses->names, (size_t)poses->count, sizeof *poses->names, compare_name);
}
