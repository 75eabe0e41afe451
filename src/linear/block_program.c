#include "linear/block_program.h"

#include <stdlib.h>

#include "linear/block_order.h"

typedef struct Compiler {
  SarBlockOrder order;
  int32_t *position; /* of each block in the sequence */
  int32_t *block_of; /* of each unknown */
  int32_t *diagonal; /* by position: where D begins; U follows, then the blocks of L */
  int32_t *width;    /* by entry of order.later: unknowns of the later blocks before this one */
  SarBlockProgram *program;
} Compiler;

static int32_t size_of(const Compiler *c, int32_t block) { return c->order.start[block + 1] - c->order.start[block]; }

static int32_t first_later(const Compiler *c, int32_t k) { return c->order.later_start[k]; }
static int32_t end_later(const Compiler *c, int32_t k) { return c->order.later_start[k + 1]; }

/* Unknowns of all later blocks. */
static int32_t total_width(const Compiler *c, int32_t k) {
  const int32_t end = end_later(c, k);
  return end == first_later(c, k) ? 0 : c->width[end - 1] + size_of(c, c->order.later[end - 1]);
}

/* Where U_kj and L_jk begin, for the later block j at this place in the list. */
static int32_t upper(const Compiler *c, int32_t k, int32_t entry) {
  const int32_t m = size_of(c, c->order.sequence[k]);
  return c->diagonal[k] + m * (m + c->width[entry]);
}
static int32_t lower(const Compiler *c, int32_t k, int32_t entry) {
  const int32_t m = size_of(c, c->order.sequence[k]);
  return c->diagonal[k] + m * (m + total_width(c, k) + c->width[entry]);
}

static int32_t entry_of(const Compiler *c, int32_t k, int32_t block) {
  int32_t first = first_later(c, k), end = end_later(c, k);
  while (end - first > 1) {
    const int32_t middle = first + (end - first) / 2;
    if (c->position[c->order.later[middle]] <= c->position[block]) {
      first = middle;
    } else {
      end = middle;
    }
  }
  return first;
}

/* Where the block in these rows and columns begins. */
static int32_t place(const Compiler *c, int32_t row, int32_t column) {
  const int32_t i = c->position[row], j = c->position[column];
  if (i == j) return c->diagonal[i];
  return i < j ? upper(c, i, entry_of(c, i, column)) : lower(c, j, entry_of(c, j, row));
}

static bool lay_out(Compiler *c, const SarPattern *pattern) {
  const SarBlockOrder *o = &c->order;
  c->position = malloc(((size_t)o->count + 1) * sizeof *c->position);
  c->diagonal = malloc(((size_t)o->count + 1) * sizeof *c->diagonal);
  c->block_of = malloc(((size_t)pattern->nrows + 1) * sizeof *c->block_of);
  c->width = malloc(((size_t)o->later_start[o->count] + 1) * sizeof *c->width);
  if (!c->position || !c->diagonal || !c->block_of || !c->width) return false;
  int64_t size = 0;
  for (int32_t k = 0; k < o->count; k++) {
    const int32_t block = o->sequence[k], m = size_of(c, block);
    c->position[block] = k;
    for (int32_t i = o->start[block]; i < o->start[block + 1]; i++) c->block_of[i] = block;
    if (m > c->program->largest) c->program->largest = m;
    c->diagonal[k] = (int32_t)size;
    int32_t width = 0;
    for (int32_t e = first_later(c, k); e < end_later(c, k); width += size_of(c, o->later[e++])) c->width[e] = width;
    size += (int64_t)m * (m + 2 * (int64_t)width);
    if (size > INT32_MAX) return false;
  }
  c->program->size = (int32_t)size;
  return true;
}

static bool make_slots(Compiler *c, const SarPattern *pattern) {
  int32_t *slot = malloc(((size_t)pattern->column[pattern->ncolumns] + 1) * sizeof *slot);
  c->program->slot = slot;
  if (!slot) return false;
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    const int32_t column = c->block_of[j];
    int32_t row = -1, begin = 0;
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) {
      const int32_t i = pattern->row[p];
      if (c->block_of[i] != row) begin = place(c, row = c->block_of[i], column);
      slot[p] = begin + (i - c->order.start[row]) + (j - c->order.start[column]) * size_of(c, row);
    }
  }
  return true;
}

static bool allocate_rows(const Compiler *c, SarBlockRows *rows) {
  const size_t most = (size_t)c->order.count + (size_t)c->order.later_start[c->order.count];
  rows->row = malloc((most + 1) * sizeof *rows->row);
  return rows->row != NULL;
}

static bool count_operations(Compiler *c) {
  const int32_t count = c->order.count;
  int64_t operations = 0;
  for (int32_t k = 0; k < count; k++) {
    const int64_t degree = end_later(c, k) - first_later(c, k);
    operations += 2 + degree + degree * degree;
  }
  if (operations > INT32_MAX) return false;
  SarBlockProgram *program = c->program;
  program->operations = malloc(((size_t)operations + 1) * sizeof *program->operations);
  return program->operations && allocate_rows(c, &program->down) && allocate_rows(c, &program->up);
}

static void add(Compiler *c, SarBlockOperation operation) {
  SarBlockProgram *program = c->program;
  program->operations[program->noperations++] = operation;
  program->work += (double)operation.rows * operation.inner * operation.columns;
}

static void compile_updates(Compiler *c, int32_t k) {
  const SarBlockOrder *o = &c->order;
  const int32_t m = size_of(c, o->sequence[k]);
  for (int32_t f = first_later(c, k); f < end_later(c, k); f++) {
    for (int32_t e = first_later(c, k); e < end_later(c, k); e++) {
      const int32_t row = o->later[e], column = o->later[f];
      add(c, (SarBlockOperation){SAR_KERNEL_UPDATE, size_of(c, row), m, size_of(c, column), lower(c, k, e),
                                 upper(c, k, f), place(c, row, column)});
    }
  }
}

static void compile_pivot(Compiler *c, int32_t k) {
  const SarBlockOrder *o = &c->order;
  SarBlockProgram *program = c->program;
  const int32_t block = o->sequence[k], m = size_of(c, block), d = c->diagonal[k];
  const int32_t width = total_width(c, k);
  add(c, (SarBlockOperation){SAR_KERNEL_INVERT, m, m, m, 0, 0, d});
  if (width > 0) add(c, (SarBlockOperation){SAR_KERNEL_SCALE, m, m, width, d, 0, d + m * m});
  compile_updates(c, k);
  for (int32_t e = first_later(c, k); e < end_later(c, k); e++) {
    add(c, (SarBlockOperation){SAR_KERNEL_FINISH, size_of(c, o->later[e]), m, m, d, 0, lower(c, k, e)});
  }
  program->solve_work += (double)m * (m + 2.0 * width);
}

static void add_row(SarBlockRows *rows, SarBlockRow row) { rows->row[rows->count++] = row; }

/* What is finished goes to all that wait for it: L stands by columns of blocks. */
static void compile_down(Compiler *c) {
  const SarBlockOrder *o = &c->order;
  for (int32_t k = 0; k < o->count; k++) {
    const int32_t block = o->sequence[k];
    for (int32_t e = first_later(c, k); e < end_later(c, k); e++) {
      const int32_t to = o->later[e];
      add_row(&c->program->down,
              sar_block_row(size_of(c, to), size_of(c, block), o->start[to], o->start[block], -1, lower(c, k, e)));
    }
  }
}

static void compile_up(Compiler *c) {
  const SarBlockOrder *o = &c->order;
  for (int32_t k = o->count - 1; k >= 0; k--) {
    const int32_t block = o->sequence[k], m = size_of(c, block), x = o->start[block], first = first_later(c, k);
    if (first == end_later(c, k)) add_row(&c->program->up, sar_block_row(m, 0, x, x, c->diagonal[k], 0));
    for (int32_t e = first; e < end_later(c, k); e++) {
      const int32_t from = o->later[e], d = e == first ? c->diagonal[k] : -1;
      add_row(&c->program->up, sar_block_row(m, size_of(c, from), x, o->start[from], d, upper(c, k, e)));
    }
  }
}

static bool compile(Compiler *c, const SarPattern *pattern, const SarPartition *partition, bool patient) {
  if (!sar_block_order_make(pattern, partition, patient, &c->order)) return false;
  if (!lay_out(c, pattern) || !make_slots(c, pattern) || !count_operations(c)) return false;
  for (int32_t k = 0; k < c->order.count; k++) compile_pivot(c, k);
  compile_down(c);
  compile_up(c);
  return true;
}

bool sar_block_program_make(const SarPattern *pattern, const SarPartition *partition, bool patient,
                            SarBlockProgram *program) {
  *program = (SarBlockProgram){0};
  Compiler c = {.program = program};
  const bool made = compile(&c, pattern, partition, patient);
  sar_block_order_free(&c.order);
  free(c.position);
  free(c.block_of);
  free(c.diagonal);
  free(c.width);
  return made;
}

void sar_block_program_free(SarBlockProgram *program) {
  free(program->slot);
  free(program->operations);
  free(program->down.row);
  free(program->up.row);
  *program = (SarBlockProgram){0};
}
