/* Any bytes given as the files of a finite-element model end in a model that fits together, or in a message; never in a
 * crash, a leak or memory beyond a multiple of their size. The first byte chooses the format, lines `=====` stand
 * between files: of CalculiX JOB.inp, .dof, .sti, .mas and .12d; of Matrix Market stiffness, mass, nodes and unknowns.
 */
#define _GNU_SOURCE

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fe/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FILES 5

static char folder[64];
static const char *const names[2][FILES] = {{"job.inp", "job.dof", "job.sti", "job.mas", "job.12d"},
                                            {"K.mtx", "M.mtx", "nodes.csv", "unknowns.txt", "none"}};

static void path_of(int format, int file, char path[128]) { snprintf(path, 128, "%s/%s", folder, names[format][file]); }

static void remove_all(void) {
  char path[128];
  for (int i = 0; i < 2 * FILES; i++) path_of(i / FILES, i % FILES, path), unlink(path);
  rmdir(folder);
}

/* In memory, where there is such a place. */
static void make_folder(void) {
  snprintf(folder, sizeof folder, "%s/sarrus_fe_fuzz_XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
  if (!mkdtemp(folder)) abort();
  atexit(remove_all);
}

static void check_matrix(const SarFeMatrix *a, int32_t n) {
  if (a->pattern.nrows != n || a->pattern.ncolumns != n || a->pattern.column[0] != 0) __builtin_trap();
  for (int32_t j = 0; j < n; j++) {
    for (int32_t k = a->pattern.column[j]; k < a->pattern.column[j + 1]; k++) {
      if (a->pattern.row[k] < 0 || a->pattern.row[k] > j) __builtin_trap();
      if (k > a->pattern.column[j] && a->pattern.row[k] <= a->pattern.row[k - 1]) __builtin_trap();
      if (!isfinite(a->values[k])) __builtin_trap();
    }
  }
}

static void check_mesh(const SarFeModel *m) {
  static const int32_t nodes[SAR_FE_KINDS] = {4, 10, 8, 20, 6, 15};
  for (int32_t i = 0; i < m->nnodes; i++) {
    if (!isfinite(m->at[i].x + m->at[i].y + m->at[i].z)) __builtin_trap();
    if (i && m->numbers[i] <= m->numbers[i - 1]) __builtin_trap();
  }
  for (int32_t i = 0; i < m->nelements; i++) {
    for (int32_t k = 0; k < nodes[m->elements[i].kind]; k++) {
      int32_t node = m->connectivity[m->elements[i].first + k];
      if (node < 0 || node >= m->nnodes) __builtin_trap();
    }
    if (m->elements[i].material < -1 || m->elements[i].material >= m->nmaterials) __builtin_trap();
  }
  for (int32_t i = 0; i < m->nsets; i++) {
    for (int32_t k = 0; k < m->sets[i].count; k++) {
      int32_t node = m->sets[i].nodes[k];
      if (node < 0 || node >= m->nnodes || (k && node <= m->sets[i].nodes[k - 1])) __builtin_trap();
    }
  }
}

static void check(const SarFeModel *m) {
  for (int32_t i = 0; i < m->nunknowns; i++) {
    SarFeUnknown u = m->unknowns[i];
    if (u.node < -1 || u.node >= m->nnodes || u.direction < 0 || u.direction > 5) __builtin_trap();
  }
  check_matrix(&m->stiffness, m->nunknowns);
  check_matrix(&m->mass, m->nunknowns);
  check_mesh(m);
}

/* Writes the files; how many there are. */
static int write_files(int format, const char *text, size_t size) {
  static const char between[] = "=====\n";
  int count = 0;
  for (const char *end = text + size; count < FILES && text <= end; count++) {
    const char *next = memmem(text, (size_t)(end - text), between, sizeof between - 1);
    size_t length = next ? (size_t)(next - text) : (size_t)(end - text);
    char path[128];
    path_of(format, count, path);
    FILE *stream = fopen(path, "wb");
    if (!stream) abort();
    fwrite(text, 1, length, stream);
    fclose(stream);
    text = next ? next + sizeof between - 1 : end + 1;
  }
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size) return 0;
  if (!folder[0]) make_folder();
  int format = data[0] & 1, count = write_files(format, (const char *)data + 1, size - 1);
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  char paths[FILES][128];
  const char *list[FILES];
  for (int i = 0; i < FILES; i++) {
    path_of(format, i, paths[i]);
    list[i] = paths[i];
    if (i >= count) unlink(paths[i]);
  }
  if (context && arena) {
    SarFeModel model;
    int32_t given = format == 0 ? 1 : count > 3 ? 4 : 3;
    SarStatus status = sar_fe_read(context, list, given, (SarFeUnits){1e-3, 1e3, 1}, arena, &model);
    if (status == SAR_OK) check(&model);
    if ((status != SAR_OK) != (sar_context_errors(context) > 0)) __builtin_trap();
  }
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return 0;
}
