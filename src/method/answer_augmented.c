/* The answer of everything at once (answer.h): the columns of the variation (variation.h) with
 *
 *   independent    U = s z + known,  W = z,  X = z - right      one column
 *   dependent      U, W, X                                      three columns
 *   multipliers, states (S = s z_x, D = z_x - right_x), algebraic variables
 *
 * Rows of dynamics, states, variables and of level 2 are those of a change of positions and velocities by s U and s W;
 * levels 0 and 1 are divided by s. Rows that are not carried say Lambda = 0. */
#include <stdlib.h>
#include <string.h>

#include "method/answer.h"

/* factor[power] times an entry of the variation goes to an entry of the system. */
typedef struct Piece {
  int32_t slot, source, power;
} Piece;

typedef struct Augmented {
  int32_t size, capacity; /* unknowns; room for entries */
  int32_t *row_of;        /* per row of the variation: row of the system; -1 none */
  bool *divided;          /* per row of the variation: levels 0 and 1 */
  int32_t *column_of;     /* per independent coordinate */
  int32_t first_state;    /* column of z_x */
  Piece *pieces;
  int32_t npieces;
  int32_t *column, *row;
  double *values, *side, *whole; /* whole: rows of the variation */
} Augmented;

typedef struct Entry {
  int32_t row, column, source, power;
} Entry;

static SarStatus create(SarAnswer *answer, SarArena *arena) {
  const SarVariation *v = answer->variation;
  const SarSizes *n = &v->problem->n;
  Augmented *a = SAR_NEW(arena, 1, Augmented);
  if (!a) return sar_report_no_memory(answer->context);
  answer->own = a;
  int32_t entries = v->pattern.column[v->pattern.ncolumns];
  a->size = n->nv + n->np + 2 * answer->split->ndependent + n->nx + n->nz;
  a->capacity = entries + n->np;
  a->row_of = SAR_NEW(arena, v->nrows, int32_t);
  a->divided = SAR_NEW(arena, v->nrows, bool);
  a->column_of = SAR_NEW(arena, n->nv, int32_t);
  a->pieces = SAR_NEW(arena, a->capacity, Piece);
  a->column = SAR_NEW(arena, a->size + 1, int32_t);
  a->row = SAR_NEW(arena, a->capacity, int32_t);
  a->values = SAR_NEW(arena, a->capacity, double);
  a->side = SAR_NEW(arena, a->size, double);
  a->whole = SAR_NEW(arena, v->nrows, double);
  bool complete =
      a->row_of && a->divided && a->column_of && a->pieces && a->column && a->row && a->values && a->side && a->whole;
  return complete ? SAR_OK : sar_report_no_memory(answer->context);
}

static void number_rows(const SarAnswer *answer) {
  const SarVariation *v = answer->variation;
  const SarSizes *n = &v->problem->n;
  Augmented *a = answer->own;
  int32_t next = 0;
  for (int32_t i = 0; i < n->nv; i++) a->row_of[i] = next++;
  for (int32_t c = 0; c < n->np; c++) {
    bool carried = answer->split->of_row[c] >= 0;
    for (int32_t level = 0; level < 3; level++) {
      a->row_of[v->level[level] + c] = carried || level == 0 ? next++ : -1;
      a->divided[v->level[level] + c] = level < 2;
    }
  }
  for (int32_t i = v->states; i < v->nrows; i++) a->row_of[i] = next++;
}

typedef struct Collector {
  const SarVariation *v;
  const Augmented *a;
  Entry *entries;
  int32_t count;
} Collector;

/* Column `from` of the variation goes to `to`; the power of s where the row stands for changes by s U and s W, and
 * where it is divided by s. */
static void collect(Collector *c, int32_t from, int32_t to, int32_t power, int32_t divided_power) {
  for (int32_t k = c->v->pattern.column[from]; k < c->v->pattern.column[from + 1]; k++) {
    int32_t row = c->v->pattern.row[k];
    if (c->a->row_of[row] < 0) continue;
    int32_t used = c->a->divided[row] ? divided_power : power;
    c->entries[c->count++] = (Entry){c->a->row_of[row], to, k, used};
  }
}

/* Every coordinate where it stands, its columns together: neighbours of the mechanism stay neighbours. */
static void collect_all(const SarAnswer *answer, Collector *c) {
  const SarVariation *v = answer->variation;
  const SarSplit *split = answer->split;
  const SarSizes *n = &v->problem->n;
  Augmented *a = answer->own;
  int32_t next = 0, dependent = 0, independent = 0;
  for (int32_t i = 0; i < n->nv; i++) {
    if (dependent < split->ndependent && split->dependent[dependent] == i) {
      dependent++;
      collect(c, v->u + i, next++, 1, 0);
      collect(c, v->w + i, next++, 1, 0);
      collect(c, v->x + i, next++, 0, 0);
    } else {
      a->column_of[independent++] = next;
      collect(c, v->u + i, next, 2, 1);
      collect(c, v->w + i, next, 1, 0);
      collect(c, v->x + i, next++, 0, 0);
    }
  }
  for (int32_t i = 0; i < n->np; i++, next++) {
    if (split->of_row[i] >= 0) {
      collect(c, v->lambda + i, next, 0, 0);
    } else {
      c->entries[c->count++] = (Entry){a->row_of[v->level[0] + i], next, -1, 0};
    }
  }
  a->first_state = next;
  for (int32_t i = 0; i < n->nx; i++, next++) {
    collect(c, v->s + i, next, 1, 0);
    collect(c, v->d + i, next, 0, 0);
  }
  for (int32_t i = 0; i < n->nz; i++) collect(c, v->z + i, next++, 0, 0);
}

static int by_place(const void *x, const void *y) {
  const Entry *a = x, *b = y;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  if (a->row != b->row) return a->row < b->row ? -1 : 1;
  return (a->source > b->source) - (a->source < b->source);
}

/* Rows of the variation that a dropped constraint leaves behind have no entries: they are not collected. */
static SarStatus make_pattern(SarAnswer *answer) {
  Augmented *a = answer->own;
  Collector c = {.v = answer->variation, .a = a};
  c.entries = malloc(((size_t)a->capacity + 1) * sizeof *c.entries);
  if (!c.entries) return sar_report_no_memory(answer->context);
  number_rows(answer);
  collect_all(answer, &c);
  qsort(c.entries, (size_t)c.count, sizeof *c.entries, by_place);
  int32_t slots = 0;
  memset(a->column, 0, ((size_t)a->size + 1) * sizeof *a->column);
  for (int32_t k = 0; k < c.count; k++) {
    const Entry *e = &c.entries[k];
    bool new = k == 0 || e->column != e[-1].column || e->row != e[-1].row;
    if (new) a->row[slots++] = e->row, a->column[e->column + 1] = slots;
    a->pieces[k] = (Piece){slots - 1, e->source, e->power};
  }
  a->npieces = c.count;
  free(c.entries);
  for (int32_t j = 1; j <= a->size; j++) {
    if (a->column[j] < a->column[j - 1]) a->column[j] = a->column[j - 1];
  }
  sar_linear_destroy(&answer->linear);
  return sar_linear_create(answer->context, "auto", &(SarPattern){a->size, a->size, a->column, a->row},
                           &answer->linear);
}

static SarStatus renew(SarAnswer *answer, bool chosen) {
  return chosen || !answer->linear ? make_pattern(answer) : SAR_OK;
}

static SarStatus prepare(SarAnswer *answer, double s) {
  Augmented *a = answer->own;
  const double power[3] = {1, s, s * s}, *value = answer->variation->values;
  memset(a->values, 0, (size_t)a->column[a->size] * sizeof *a->values);
  for (int32_t k = 0; k < a->npieces; k++) {
    const Piece *piece = &a->pieces[k];
    a->values[piece->slot] += piece->source < 0 ? 1 : power[piece->power] * value[piece->source];
  }
  answer->s = s;
  answer->stats->factorisations++;
  return sar_linear_factor(answer->linear, a->values);
}

/* The rows for what is known: changes s U of positions, X of accelerations, D of rates, s tau of time. */
static void known_rows(const SarAnswer *answer, const SarStageSide *side) {
  const SarVariation *v = answer->variation;
  const SarSplit *split = answer->split;
  Augmented *a = answer->own;
  memset(a->whole, 0, (size_t)v->nrows * sizeof *a->whole);
  for (int32_t k = 0; k < split->nindependent; k++) {
    sar_variation_add(v, v->u + split->independent[k], 1, 1, &side->known[k], a->whole);
  }
  for (int32_t i = 0; i < v->nrows; i++) {
    a->whole[i] += side->tau * v->by_time[i];
    if (!a->divided[i]) a->whole[i] *= answer->s;
  }
  for (int32_t k = 0; k < split->nindependent; k++) {
    sar_variation_add(v, v->x + split->independent[k], 1, -1, &side->right[k], a->whole);
  }
  sar_variation_add(v, v->d, v->problem->n.nx, -1, side->right_x, a->whole);
}

static SarStatus solve(SarAnswer *answer, const SarStageSide *side, double *z, double *z_x) {
  const SarVariation *v = answer->variation;
  Augmented *a = answer->own;
  known_rows(answer, side);
  memset(a->side, 0, (size_t)a->size * sizeof *a->side);
  for (int32_t i = 0; i < v->nrows; i++) {
    if (a->row_of[i] >= 0) a->side[a->row_of[i]] = -a->whole[i];
  }
  sar_linear_solve(answer->linear, a->side);
  answer->stats->solves++;
  for (int32_t k = 0; k < answer->split->nindependent; k++) z[k] = a->side[a->column_of[k]];
  for (int32_t i = 0; i < v->problem->n.nx; i++) z_x[i] = a->side[a->first_state + i];
  return SAR_OK;
}

static SarStatus archive_pivots(SarAnswer *answer, SarArchive *archive) {
  bool made = answer->linear != NULL;
  sar_archive_flag(archive, &made);
  SAR_TRY(archive->status);
  if (!made) return SAR_OK;
  if (archive->loading) SAR_TRY(make_pattern(answer));
  return sar_linear_archive(answer->linear, archive);
}

const SarAnswerClass sar_answer_augmented = {.name = "augmented",
                                             .create = create,
                                             .renew = renew,
                                             .prepare = prepare,
                                             .solve = solve,
                                             .archive = archive_pivots};
