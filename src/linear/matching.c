/* Augmenting paths, found breadth first from the new columns: the pattern stands by columns. */
#include "linear/matching.h"

#include <stdlib.h>

#define LONGEST_SEARCH 2000 /* columns: the ordering must not become quadratic on large mechanisms */

bool sar_matching_create(const SarPattern *pattern, SarMatching *matching) {
  const size_t n = (size_t)pattern->nrows + 1;
  *matching = (SarMatching){.pattern = *pattern};
  matching->row_of = malloc(n * sizeof *matching->row_of);
  matching->column_of = malloc(n * sizeof *matching->column_of);
  matching->member = calloc(n, sizeof *matching->member);
  matching->seen = calloc(n, sizeof *matching->seen);
  matching->through = malloc(n * sizeof *matching->through);
  matching->queue = malloc(n * sizeof *matching->queue);
  if (!matching->row_of || !matching->column_of || !matching->member) return false;
  for (int32_t i = 0; i < pattern->nrows; i++) matching->row_of[i] = matching->column_of[i] = -1;
  return matching->seen && matching->through && matching->queue;
}

void sar_matching_free(SarMatching *matching) {
  free(matching->row_of);
  free(matching->column_of);
  free(matching->member);
  free(matching->seen);
  free(matching->through);
  free(matching->queue);
  *matching = (SarMatching){0};
}

/* Gives the free row at the end of a path to the column by which it was reached, that column's row to the one before,
 * and so on to the column where the search began. */
static void augment(SarMatching *m, int32_t row) {
  while (row >= 0) {
    const int32_t column = m->through[row], released = m->row_of[column];
    m->row_of[column] = row;
    m->column_of[row] = column;
    row = released;
  }
}

static bool find_partner(SarMatching *m, int32_t column, int32_t longest) {
  int32_t head = 0, tail = 0;
  m->search++;
  m->queue[tail++] = column;
  while (head < tail && head < longest) {
    const int32_t c = m->queue[head++];
    for (int32_t p = m->pattern.column[c]; p < m->pattern.column[c + 1]; p++) {
      const int32_t row = m->pattern.row[p];
      if (!m->member[row] || m->seen[row] == m->search) continue;
      m->seen[row] = m->search;
      m->through[row] = c;
      if (m->column_of[row] < 0) {
        augment(m, row);
        return true;
      }
      m->queue[tail++] = m->column_of[row];
    }
  }
  return false;
}

static void part(SarMatching *m, int32_t row, int32_t column) {
  m->column_of[row] = -1;
  m->row_of[column] = -1;
}

/* Takes the new rows and columns out again. The columns that lose their partner by this find another one: there was a
 * full matching without the new rows. */
static void withdraw(SarMatching *m, int32_t first, int32_t end) {
  for (int32_t i = first; i < end; i++) {
    m->member[i] = false;
    if (m->row_of[i] >= 0) part(m, m->row_of[i], i);
  }
  for (int32_t i = first; i < end; i++) {
    const int32_t column = m->column_of[i];
    if (column < 0) continue;
    part(m, i, column);
    find_partner(m, column, m->pattern.nrows);
  }
}

bool sar_matching_extend(SarMatching *m, int32_t first, int32_t end) {
  for (int32_t i = first; i < end; i++) m->member[i] = true;
  for (int32_t column = first; column < end; column++) {
    if (find_partner(m, column, LONGEST_SEARCH)) continue;
    withdraw(m, first, end);
    return false;
  }
  return true;
}
