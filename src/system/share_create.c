/* Sets of loops whose reactions are shared, and where everything of them stands. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "system/compiled.h"
#include "system/share.h"
#include "system/user/user.h"

/* A row of the equations that reads multipliers of a set. */
typedef struct Feeling {
  int32_t set, row;
} Feeling;

typedef struct Making {
  SarWorkspace *m;
  SarShare *share;
  int32_t *of;      /* by row of the constraints: the set, of those that are made; -1 */
  int32_t *number;  /* by row: its place in the set */
  int32_t *local;   /* by coordinate: its place in a set; -1 between uses */
  bool *symbolic;   /* by row: the constraint is in symbols */
  Feeling *feeling; /* sorted */
  int32_t nfeeling;
} Making;

static int32_t rows_of(const SarWorkspace *m) { return m->problem.n.np + m->problem.n.nn; }

static bool is_carried(const SarWorkspace *m, int32_t row) { return row >= m->problem.n.np || m->carried[row]; }

static int compare(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static int compare_feelings(const void *a, const void *b) {
  const Feeling *x = a, *y = b;
  return x->set != y->set ? compare(&x->set, &y->set) : compare(&x->row, &y->row);
}

/* ---- who feels what ---- */

static void find_symbolic(Making *x) {
  const SarUser *u = x->m->system->user;
  for (int32_t i = 0; i < u->jacobian.nentries; i++) {
    int32_t row = u->jacobian.entries[i].row - x->m->problem.n.nv;
    if (row >= 0 && row < rows_of(x->m)) x->symbolic[row] = true;
  }
}

/* The set that a row feels by an entry; -1: none. What a constraint in symbols does to its own bodies is no feeling. */
static int32_t felt_set(const Making *x, const SarUserEntry *entry) {
  int32_t nv = x->m->problem.n.nv, rows = rows_of(x->m), row = entry->column - nv;
  if (row < 0 || row >= rows || (entry->row >= nv && entry->row < nv + rows)) return -1;
  return entry->row < nv && x->symbolic[row] ? -1 : x->share->set_of[row];
}

/* Numbers the sets that something feels. */
static bool find_feelings(Making *x) {
  const SarUser *u = x->m->system->user;
  int32_t *number = calloc((size_t)x->share->asked + 1, sizeof *number);
  x->feeling = calloc((size_t)u->jacobian.nentries + 1, sizeof *x->feeling);
  if (!number || !x->feeling) {
    free(number);
    return false;
  }
  for (int32_t i = 0; i < u->jacobian.nentries; i++) {
    int32_t set = felt_set(x, &u->jacobian.entries[i]);
    if (set < 0) continue;
    if (!number[set]) number[set] = ++x->share->nsets;
    x->feeling[x->nfeeling++] = (Feeling){number[set] - 1, u->jacobian.entries[i].row};
  }
  for (int32_t row = 0; row < rows_of(x->m); row++) {
    x->of[row] = x->share->set_of[row] < 0 ? -1 : number[x->share->set_of[row]] - 1;
  }
  free(number);
  qsort(x->feeling, (size_t)x->nfeeling, sizeof *x->feeling, compare_feelings);
  int32_t kept = 0;
  for (int32_t i = 0; i < x->nfeeling; i++) {
    if (i == 0 || compare_feelings(&x->feeling[i], &x->feeling[kept - 1]) != 0) x->feeling[kept++] = x->feeling[i];
  }
  x->nfeeling = kept;
  return true;
}

static bool put_feelings(Making *x) {
  for (int32_t i = 0; i < x->nfeeling; i++) x->share->sets[x->feeling[i].set].nfeeling++;
  for (SarShareSet *s = x->share->sets; s < x->share->sets + x->share->nsets; s++) {
    s->feeling = SAR_NEW(x->m->arena, s->nfeeling + 1, int32_t);
    s->slot = SAR_NEW(x->m->arena, (size_t)s->nfeeling * (size_t)(s->nrows + s->ncoordinates) + 1, int32_t);
    if (!s->feeling || !s->slot) return false;
    s->nfeeling = 0; /* counted again */
  }
  for (int32_t i = 0; i < x->nfeeling; i++) {
    SarShareSet *s = &x->share->sets[x->feeling[i].set];
    s->feeling[s->nfeeling++] = x->feeling[i].row;
  }
  return true;
}

/* ---- rows and their gradients ---- */

static bool put_rows(Making *x) {
  for (int32_t row = 0; row < rows_of(x->m); row++) {
    SarShareSet *s = x->of[row] < 0 ? NULL : &x->share->sets[x->of[row]];
    if (!s) continue;
    x->share->symbolic |= x->symbolic[row];
    s->nrows++;
    s->ncarried += is_carried(x->m, row);
  }
  for (SarShareSet *s = x->share->sets; s < x->share->sets + x->share->nsets; s++) {
    s->row = SAR_NEW(x->m->arena, s->nrows + 1, int32_t);
    s->first = SAR_NEW(x->m->arena, s->nrows + 2, int32_t);
    if (!s->row || !s->first) return false;
  }
  for (int pass = 0; pass < 2; pass++) { /* first those that are carried; nrows and ncarried are counted again */
    for (SarShareSet *s = x->share->sets; !pass && s < x->share->sets + x->share->nsets; s++)
      s->nrows = s->ncarried = 0;
    for (int32_t row = 0; row < rows_of(x->m); row++) {
      SarShareSet *s = x->of[row] < 0 ? NULL : &x->share->sets[x->of[row]];
      if (!s || is_carried(x->m, row) != (pass == 0)) continue;
      x->number[row] = s->nrows++;
      s->ncarried += pass == 0;
      s->row[x->number[row]] = row;
    }
  }
  return true;
}

/* The entries of gradients in the pattern, by rows: counted, then put, then where they stand. Columns are those of the
 * mechanism at first. */
static void walk_gradients(const Making *x, bool put) {
  const SarProblem *p = &x->m->problem;
  for (int32_t c = 0; c < p->n.nv; c++) {
    for (int32_t k = p->pattern.column[c]; k < p->pattern.column[c + 1]; k++) {
      int32_t row = p->pattern.row[k] - p->n.nv;
      if (row < 0 || row >= rows_of(x->m) || x->of[row] < 0) continue;
      SarShareSet *s = &x->share->sets[x->of[row]];
      int32_t *next = &s->first[x->number[row] + 1];
      if (put) s->column[*next] = c;
      ++*next;
    }
  }
}

static bool put_gradients(Making *x) {
  walk_gradients(x, false);
  for (SarShareSet *s = x->share->sets; s < x->share->sets + x->share->nsets; s++) {
    for (int32_t i = 0; i < s->nrows; i++) s->first[i + 1] += s->first[i];
    int32_t count = s->first[s->nrows] + 1;
    s->column = SAR_NEW(x->m->arena, count, int32_t);
    s->from = SAR_NEW(x->m->arena, count, int32_t);
    s->gradient = SAR_NEW(x->m->arena, count, double);
    if (!s->column || !s->from || !s->gradient) return false;
    for (int32_t i = s->nrows; i > 0; i--) s->first[i] = s->first[i - 1]; /* it moves on while they are put */
  }
  walk_gradients(x, true);
  return true;
}

/* Coordinates get numbers of the set, in their order. */
static bool number_coordinates(Making *x, SarShareSet *s) {
  const SarProblem *p = &x->m->problem;
  int32_t count = s->first[s->nrows];
  s->coordinate = SAR_NEW(x->m->arena, count + 1, int32_t);
  if (!s->coordinate) return false;
  for (int32_t k = 0; k < count; k++) {
    if (x->local[s->column[k]] < 0) s->coordinate[s->ncoordinates++] = s->column[k];
    x->local[s->column[k]] = 0;
  }
  qsort(s->coordinate, (size_t)s->ncoordinates, sizeof *s->coordinate, compare);
  for (int32_t i = 0; i < s->ncoordinates; i++) x->local[s->coordinate[i]] = i;
  for (int32_t k = 0; k < count; k++) s->column[k] = x->local[s->column[k]];
  for (int32_t i = 0; i < s->ncoordinates; i++) x->local[s->coordinate[i]] = -1;
  s->scale = SAR_NEW(x->m->arena, s->ncoordinates + 1, double);
  for (int32_t i = 0; s->scale && i < s->ncoordinates; i++) {
    s->scale[i] = 1 / (p->weight[s->coordinate[i]] * x->m->system->length);
  }
  return s->scale != NULL;
}

/* The upper triangle of G_c G_c^T: each row with those before it that share a coordinate, and with itself. meets: the
 * carried rows of each coordinate; seen: by row, the last column that met it. */
static int32_t meet_rows(const SarShareSet *s, const int32_t *begin, const int32_t *meets, int32_t *seen,
                         int32_t *row) {
  int32_t count = 0;
  for (int32_t c = 0; c < s->ncarried; c++) {
    int32_t start = count;
    for (int32_t k = s->first[c]; k < s->first[c + 1]; k++) {
      for (int32_t e = begin[s->column[k]]; e < begin[s->column[k] + 1] && meets[e] <= c; e++) {
        if (seen[meets[e]] == c) continue;
        seen[meets[e]] = c;
        if (row) row[count] = meets[e];
        count++;
      }
    }
    if (row) qsort(row + start, (size_t)(count - start), sizeof *row, compare);
    if (row) s->normal_column[c + 1] = count;
  }
  return count;
}

/* The carried rows of each coordinate, increasing: begin has two numbers more than there are coordinates. */
static void list_rows(const SarShareSet *s, int32_t *begin, int32_t *meets) {
  int32_t entries = s->first[s->ncarried];
  for (int32_t k = 0; k < entries; k++) begin[s->column[k] + 2]++;
  for (int32_t i = 0; i < s->ncoordinates; i++) begin[i + 2] += begin[i + 1];
  for (int32_t row = 0; row < s->ncarried; row++) {
    for (int32_t k = s->first[row]; k < s->first[row + 1]; k++) meets[begin[s->column[k] + 1]++] = row;
  }
}

static bool make_normal(Making *x, SarShareSet *s) {
  int32_t *begin = calloc((size_t)s->ncoordinates + 3, sizeof *begin);
  int32_t *meets = calloc((size_t)s->first[s->ncarried] + 1, sizeof *meets);
  int32_t *seen = calloc(2 * (size_t)s->nrows + 1, sizeof *seen);
  bool room = begin && meets && seen;
  if (room) {
    list_rows(s, begin, meets);
    for (int32_t i = 0; i < 2 * s->nrows; i++) seen[i] = -1;
    int32_t count = meet_rows(s, begin, meets, seen, NULL);
    s->normal_column = SAR_NEW(x->m->arena, s->ncarried + 1, int32_t);
    s->normal_row = SAR_NEW(x->m->arena, count + 1, int32_t);
    s->normal = SAR_NEW(x->m->arena, count + 1, double);
    room = s->normal_column && s->normal_row && s->normal;
    if (room) meet_rows(s, begin, meets, seen + s->nrows, s->normal_row);
  }
  free(begin);
  free(meets);
  free(seen);
  return room;
}

static SarStatus make_set(Making *x, SarShareSet *s) {
  SarArena *arena = x->m->arena;
  if (!number_coordinates(x, s) || !make_normal(x, s)) return sar_report_no_memory(x->m->problem.context);
  double **const by_row[] = {&s->x, &s->shared, &s->felt, &s->along, &s->search, &s->wander, &s->solved};
  for (size_t i = 0; i < sizeof by_row / sizeof *by_row; i++) {
    if (!(*by_row[i] = SAR_NEW(arena, s->nrows + 1, double))) return sar_report_no_memory(x->m->problem.context);
  }
  s->load = SAR_NEW(arena, s->ncoordinates + 1, double);
  s->shortest = SAR_NEW(arena, s->ncoordinates + 1, double);
  if (!s->load || !s->shortest) return sar_report_no_memory(x->m->problem.context);
  SarPattern normal = {s->ncarried, s->ncarried, s->normal_column, s->normal_row};
  return sar_ldl_create(x->m->problem.context, &normal, &s->ldl);
}

/* ---- all of it ---- */

/* Whether two sets move the same coordinate. seen: by coordinate. */
static bool sets_meet(const SarShare *share, int32_t *seen) {
  for (const SarShareSet *s = share->sets; s < share->sets + share->nsets; s++) {
    for (int32_t i = 0; i < s->ncoordinates; i++) {
      if (seen[s->coordinate[i]] >= 0) return true;
      seen[s->coordinate[i]] = 0;
    }
  }
  return false;
}

static bool make_room(Making *x) {
  const SarSizes *n = &x->m->problem.n;
  SarShare *share = x->share;
  size_t rows = (size_t)rows_of(x->m);
  share->sets = SAR_NEW(x->m->arena, share->nsets + 1, SarShareSet);
  share->q = SAR_NEW(x->m->arena, (size_t)n->nq + 3 * rows + (size_t)n->nv + 1, double);
  if (!share->sets || !share->q) return false;
  share->raw = share->q + n->nq;
  share->lambda = share->raw + rows;
  share->room = share->lambda + rows;
  share->v = share->room + rows;
  return true;
}

static SarStatus make(Making *x) {
  SarContext *context = x->m->problem.context;
  find_symbolic(x);
  if (!find_feelings(x) || !make_room(x) || !put_rows(x) || !put_gradients(x)) return sar_report_no_memory(context);
  for (int32_t i = 0; i < x->share->nsets; i++) SAR_TRY(make_set(x, &x->share->sets[i]));
  if (!put_feelings(x)) return sar_report_no_memory(context);
  x->m->problem.approximate |= x->share->symbolic || sets_meet(x->share, x->local);
  return SAR_OK;
}

static bool reads_shared(const SarWorkspace *m, const SarReads *reads) {
  for (int32_t k = 0; k < reads->nothers; k++) {
    int32_t row = reads->others[k] - m->problem.n.nv;
    if (row >= 0 && row < rows_of(m) && m->share->set_of[row] >= 0) return true;
  }
  return false;
}

/* Switching functions that read what is shared depend on all of the loops: they are not asked for one by one. Tables
 * that do are not watched, for which alone nobody has to give up the bounds of all others. */
static SarStatus find_ops(SarWorkspace *m) {
  SarProblem *p = &m->problem;
  SarShare *share = m->share;
  bool reads = false;
  if (!p->reads || p->n.nroots == 0) return SAR_OK;
  SarRoot *roots = SAR_NEW(m->arena, p->n.nroots, SarRoot);
  if (!roots) return sar_report_no_memory(p->context);
  memcpy(roots, p->roots, (size_t)p->n.nroots * sizeof *roots);
  for (int32_t i = 0; i < p->n.nroots; i++) {
    if (!reads_shared(m, &p->reads[i])) continue;
    if (roots[i].kind == SAR_ROOT_TABLE) roots[i].range = INFINITY;
    reads |= roots[i].kind != SAR_ROOT_TABLE;
  }
  p->roots = roots;
  if (!reads) return SAR_OK;
  share->ops = *p->ops;
  share->ops.root = NULL;
  share->ops.enclose_root = NULL;
  share->ops.enclose_roots = NULL;
  share->ops.enclose_step = NULL;
  p->ops = &share->ops;
  p->reads = NULL;
  return SAR_OK;
}

SarStatus sar_workspace_share(SarWorkspace *m, const int32_t *set, int32_t nsets) {
  SarContext *context = m->problem.context;
  size_t rows = (size_t)rows_of(m), nv = (size_t)m->problem.n.nv;
  if (!m->system->user) return SAR_OK;
  SarShare *share = m->share = SAR_NEW(m->arena, 1, SarShare);
  int32_t *of = calloc(2 * rows + nv + 1, sizeof *of);
  bool *symbolic = calloc(rows + 1, sizeof *symbolic);
  SarStatus status = SAR_NO_MEMORY;
  if (share) share->set_of = SAR_NEW(m->arena, rows + 1, int32_t);
  if (share && share->set_of && of && symbolic) {
    memcpy(share->set_of, set, rows * sizeof *set);
    share->asked = nsets;
    Making x = {.m = m, .share = share, .of = of, .number = of + rows, .symbolic = symbolic};
    x.local = x.number + rows;
    for (size_t i = 0; i < nv; i++) x.local[i] = -1;
    status = make(&x);
    free(x.feeling);
  } else {
    sar_report_no_memory(context);
  }
  free(of);
  free(symbolic);
  SAR_TRY(status);
  SAR_TRY(find_ops(m));
  m->problem.generation++;
  return sar_workspace_make_pattern(m);
}

SarStatus sar_workspace_share_alike(SarWorkspace *m, const SarWorkspace *from) {
  return from->share ? sar_workspace_share(m, from->share->set_of, from->share->asked) : SAR_OK;
}

void sar_share_destroy(SarWorkspace *m) {
  for (int32_t i = 0; m->share && m->share->sets && i < m->share->nsets; i++) sar_ldl_destroy(&m->share->sets[i].ldl);
}
