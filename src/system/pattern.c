/* The sparsity pattern of the iteration matrix and the scatter maps into it.
 *
 * One walk over the elements is made twice: first it collects the entries that each element can touch, then, with the
 * pattern known, it looks up where they are. So an element's entries are written down once. */
#include <stdlib.h>
#include <string.h>

#include "system/crowding_pattern.h"
#include "system/parts.h"
#include "system/share.h"
#include "system/user/user.h"
#include "system/workspace.h"

typedef struct Walk {
  SarWorkspace *m;
  int32_t n; /* unknowns */
  bool collecting;
  bool by_state; /* what follows is weighted by c_q, c_v or that of states: not part of the index-1 matrix */
  struct Entry {
    int32_t row, column;
    bool by_state;
  } * entries;
  int64_t nentries, capacity;
  bool no_memory;
  int32_t *column, *row; /* the pattern */
} Walk;

/* The position of an entry (second pass), or its registration (first pass). */
static int32_t at(Walk *w, int32_t row, int32_t column) {
  if (w->collecting) {
    if (w->nentries == w->capacity) {
      int64_t larger = w->capacity ? 2 * w->capacity : 1024;
      struct Entry *entries = realloc(w->entries, (size_t)larger * sizeof *entries);
      if (!entries) {
        w->no_memory = true;
        return -1;
      }
      w->entries = entries;
      w->capacity = larger;
    }
    w->entries[w->nentries++] = (struct Entry){row, column, w->by_state};
    return -1;
  }
  int32_t low = w->column[column], high = w->column[column + 1] - 1;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (w->row[middle] < row) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static int32_t run_at(Walk *w, int32_t row, int32_t count, int32_t column) {
  int32_t first = at(w, row, column);
  for (int32_t i = 1; i < count; i++) {
    if (w->collecting) at(w, row + i, column);
  }
  return first;
}

/* The same, of stiffness and damping. */
static int32_t stiffness_at(Walk *w, int32_t row, int32_t count, int32_t column) {
  w->by_state = true;
  int32_t first = run_at(w, row, count, column);
  w->by_state = false;
  return first;
}

static void walk_bodies(Walk *w) {
  for (int32_t b = 0; b < w->m->system->nbodies; b++) {
    SarBodySlots *slots = &w->m->body_slots[b];
    for (int32_t i = 0; i < 3; i++) {
      slots->mass[i] = at(w, 6 * b + i, 6 * b + i);
      slots->rotation[i] = run_at(w, 6 * b + 3, 3, 6 * b + 3 + i);
    }
  }
}

static void walk_points(Walk *w) {
  const SarSystem *s = w->m->system;
  for (int32_t k = 0; k < s->npoints; k++) {
    const SarPointRow *point = &s->points[k];
    int32_t row = sar_system_nv(s) + point->row;
    for (int side = 0; side < 2; side++) {
      int32_t body = side ? point->b : point->a;
      bool ground = body == s->nbodies;
      for (int32_t i = 0; i < 3; i++) {
        int32_t t = 6 * body + i, r = 6 * body + 3;
        w->m->point_slots[k].side[side].row_t[i] = ground ? -1 : at(w, row + i, t);
        w->m->point_slots[k].side[side].row_r[i] = ground ? -1 : run_at(w, row, 3, r + i);
        w->m->point_slots[k].side[side].col_t[i] = ground ? -1 : at(w, t, row + i);
        w->m->point_slots[k].side[side].col_r[i] = ground ? -1 : run_at(w, r, 3, row + i);
        w->m->point_slots[k].side[side].k[i] = ground ? -1 : stiffness_at(w, r, 3, r + i);
      }
    }
  }
}

static void walk_dot1s(Walk *w) {
  const SarSystem *s = w->m->system;
  for (int32_t i = 0; i < s->ndot1s; i++) {
    SarDot1Slots *slots = &w->m->dot1_slots[i];
    int32_t body[2] = {s->dot1s[i].a, s->dot1s[i].b}, row = sar_system_nv(s) + s->dot1s[i].row;
    for (int p = 0; p < 2; p++) {
      bool ground = body[p] == s->nbodies;
      slots->col[p] = ground ? -1 : run_at(w, 6 * body[p] + 3, 3, row);
      for (int32_t j = 0; j < 3; j++) {
        slots->row[p][j] = ground ? -1 : at(w, row, 6 * body[p] + 3 + j);
        for (int q = 0; q < 2; q++) {
          bool either = ground || body[q] == s->nbodies;
          slots->k[p][q][j] = either ? -1 : stiffness_at(w, 6 * body[p] + 3, 3, 6 * body[q] + 3 + j);
        }
      }
    }
  }
}

/* row < 0: a force without a row of its own */
static void walk_pair(Walk *w, SarPairSlots *slots, int32_t from, int32_t a, int32_t b, int32_t row) {
  int32_t ground = w->m->system->nbodies, body[2] = {a, b}, width = 6 - from;
  slots->from = from;
  for (int p = 0; p < 2; p++) {
    bool absent = body[p] == ground;
    slots->col[p] = absent || row < 0 ? -1 : run_at(w, 6 * body[p] + from, width, row);
    for (int32_t j = from; j < 6; j++) {
      slots->row[p][j] = absent || row < 0 ? -1 : at(w, row, 6 * body[p] + j);
      for (int q = 0; q < 2; q++) {
        bool either = absent || body[q] == ground;
        slots->k[p][q][j] = either ? -1 : stiffness_at(w, 6 * body[p] + from, width, 6 * body[q] + j);
      }
    }
  }
}

static int32_t first_of(const SarPrimitiveClass *class) { return class->reach == SAR_REACH_ROTATION ? 3 : 0; }

static void walk_relations(Walk *w) {
  const SarSystem *s = w->m->system;
  int32_t nv = sar_system_nv(s);
  for (int32_t i = 0; i < s->nrelations; i++) {
    const SarRelationRow *r = &s->relations[i];
    int32_t row = r->level == SAR_LEVEL_POSITION ? nv + r->row : nv + s->nposition + r->row;
    for (int32_t k = r->term; k < r->term + r->nterms; k++) {
      const SarCoordinate *y = &s->coordinates[s->terms[k].coordinate];
      walk_pair(w, &w->m->term_slots[k], first_of(y->class), y->a, y->b, row);
    }
    int32_t x = nv + s->nposition + s->nvelocity + r->state;
    w->m->velocity_state[i] = r->state < 0 ? -1 : at(w, row, x);
  }
}

/* Six rows in each column of a coordinate, all coordinates in each of six columns. */
static void walk_tie(Walk *w, const SarTie *tie) {
  int32_t eta = 6 * w->m->system->nbodies + tie->coordinate, row = sar_system_nv(w->m->system) + tie->row;
  int32_t *slots = w->m->tie_slots + tie->slots;
  for (int32_t i = 0; i < tie->n; i++) *slots++ = run_at(w, row, 6, eta + i);
  for (int32_t k = 0; k < 6; k++) *slots++ = run_at(w, eta, tie->n, row + k);
}

static void walk_part(Walk *w, const SarPart *part) {
  int32_t ground = w->m->system->nbodies, n = sar_part_rows(part), nodes = part->nnodes;
  int32_t *slots = w->m->part_slots + part->slots;
  w->by_state = !part->class->inertial;
  for (int32_t c = 0; c < n; c++) {
    int32_t body = c < 6 * nodes ? part->body[c / 6] : -1;
    int32_t column = body >= 0 ? 6 * body + c % 6 : 6 * ground + part->coordinate + c - 6 * nodes;
    for (int32_t p = 0; p < nodes; p++) {
      bool none = body == ground || part->body[p] == ground;
      *slots++ = none ? -1 : run_at(w, 6 * part->body[p], 6, column);
    }
    if (!part->ncoordinates) continue;
    if (part->diagonal && c >= 6 * nodes) {
      *slots++ = at(w, column, column);
    } else {
      *slots++ = body == ground ? -1 : run_at(w, 6 * ground + part->coordinate, part->ncoordinates, column);
    }
  }
  w->by_state = false;
}

static void walk_block(Walk *w, int32_t a, int32_t b) {
  for (int32_t c = 0; c < 6; c++) run_at(w, 6 * a, 6, 6 * b + c);
}

/* Whatever touches the ground has its own block; two bodies that may touch, those of both. */
static void walk_crowds(Walk *w) {
  const SarCrowding *c = w->m->crowding;
  if (!c || !w->collecting) return;
  w->by_state = true;
  for (int32_t b = 0; b < w->m->system->nbodies; b++) {
    if (c->size[b] > 0) walk_block(w, b, b);
  }
  for (int32_t k = 0; k < c->ncoupled; k++) {
    walk_block(w, c->coupled[k].a, c->coupled[k].b);
    walk_block(w, c->coupled[k].b, c->coupled[k].a);
  }
  w->by_state = false;
}

static void walk_user(Walk *w) {
  const SarUser *u = w->m->system->user;
  for (int32_t i = 0; u && i < u->jacobian.nentries; i++) {
    const SarUserEntry *entry = &u->jacobian.entries[i];
    w->by_state = sar_user_entry_is_of_state(entry);
    for (int32_t k = 0; k < (entry->rotation ? 3 : 1); k++) {
      w->m->user_slots[3 * (size_t)i + (size_t)k] = at(w, entry->row, entry->column + k);
    }
  }
  w->by_state = false;
}

/* Every row that reads shared reactions depends on all of their loops. */
static void walk_share(Walk *w) {
  SarShare *share = w->m->share;
  int32_t nv = sar_system_nv(w->m->system);
  for (SarShareSet *s = share ? share->sets : NULL; share && s < share->sets + share->nsets; s++) {
    int32_t *slot = s->slot;
    for (int32_t i = 0; i < s->nfeeling; i++) {
      for (int32_t k = 0; k < s->nrows; k++) *slot++ = at(w, s->feeling[i], nv + s->row[k]);
      for (int32_t k = 0; k < s->ncoordinates; k++) *slot++ = stiffness_at(w, s->feeling[i], 1, s->coordinate[k]);
    }
  }
}

static void walk_all(Walk *w) {
  const SarSystem *s = w->m->system;
  int32_t nv = sar_system_nv(s);
  walk_bodies(w);
  walk_points(w);
  walk_dot1s(w);
  for (int32_t i = 0; i < s->nscalars; i++) {
    const SarScalarRow *r = &s->scalars[i];
    walk_pair(w, &w->m->scalar_slots[i], first_of(r->class), r->a, r->b, nv + r->row);
  }
  walk_relations(w);
  for (int32_t i = 0; i < s->nlaws; i++) {
    const SarCoordinate *y = &s->coordinates[s->laws[i].coordinate];
    walk_pair(w, &w->m->law_slots[i], first_of(y->class), y->a, y->b, -1);
  }
  for (int32_t i = 0; i < s->nforces; i++) walk_pair(w, &w->m->force_slots[i], 0, s->forces[i].a, s->forces[i].b, -1);
  for (int32_t i = 0; i < s->nties; i++) walk_tie(w, &s->ties[i]);
  for (int32_t i = 0; i < s->nparts; i++) walk_part(w, &s->parts[i]);
  walk_crowds(w);
  for (int32_t i = 0; i < s->nstates; i++) {
    int32_t x = nv + s->nposition + s->nvelocity + i;
    w->m->state_slot[i] = at(w, x, x);
  }
  for (int32_t i = 0; i < s->nalgebraic; i++) {
    int32_t z = nv + s->nposition + s->nvelocity + s->nstates + i;
    at(w, z, z);
  }
  walk_user(w);
  walk_share(w);
  for (int32_t i = 0; w->m->constraint_diagonal && i < s->nposition + s->nvelocity; i++) {
    w->m->constraint_diagonal[i] = at(w, nv + i, nv + i);
  }
  for (int32_t i = 0, k = 0; i < s->nposition; i++) {
    if (!w->m->carried[i]) w->m->dropped_diagonal[k++] = at(w, nv + i, nv + i);
  }
}

static int compare_rows(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Entries -> columns with sorted, distinct rows. */
static bool compress(Walk *w) {
  SarArena *arena = w->m->pattern_arena;
  w->column = SAR_NEW(arena, w->n + 1, int32_t);
  int32_t *rows = malloc(((size_t)w->nentries + 1) * sizeof *rows);
  if (!w->column || !rows) {
    free(rows);
    return false;
  }
  for (int64_t k = 0; k < w->nentries; k++) w->column[w->entries[k].column + 1]++;
  for (int32_t c = 0; c < w->n; c++) w->column[c + 1] += w->column[c];
  for (int64_t k = 0; k < w->nentries; k++) rows[w->column[w->entries[k].column]++] = w->entries[k].row;
  int32_t count = 0, begin = 0; /* now column[c] is the end of column c */
  for (int32_t c = 0; c < w->n; c++) {
    int32_t end = w->column[c];
    qsort(rows + begin, (size_t)(end - begin), sizeof *rows, compare_rows);
    w->column[c] = count;
    for (int32_t k = begin; k < end; k++) {
      if (k == begin || rows[k] != rows[k - 1]) rows[count++] = rows[k];
    }
    begin = end;
  }
  w->column[w->n] = count;
  w->row = SAR_NEW(arena, count + 1, int32_t);
  if (w->row) memcpy(w->row, rows, (size_t)count * sizeof *rows);
  free(rows);
  return w->row != NULL;
}

/* Which entries the matrix of accelerations has: see problem.h. */
static bool mark_index1(Walk *w) {
  const SarSizes *n = &w->m->problem.n;
  bool *index1 = SAR_NEW(w->m->pattern_arena, w->column[w->n] + 1, bool);
  if (!index1) return false;
  w->collecting = false;
  for (int64_t k = 0; k < w->nentries; k++) {
    int32_t row = w->entries[k].row, column = w->entries[k].column;
    bool constraint = row >= n->nv && row < n->nv + n->np + n->nn;
    if (!w->entries[k].by_state || constraint || row == column) index1[at(w, row, column)] = true;
  }
  w->m->problem.index1 = index1;
  return true;
}

/* The values of rows and columns that are not carried: cleared after every assembly. */
static bool collect_dropped(Walk *w) {
  SarWorkspace *m = w->m;
  int32_t nv = sar_system_nv(m->system), np = m->system->nposition;
  for (int pass = 0; pass < 2; pass++) {
    int32_t count = 0;
    for (int32_t c = 0; c < w->n && m->ndropped; c++) {
      bool dropped_column = c >= nv && c < nv + np && !m->carried[c - nv];
      for (int32_t k = w->column[c]; k < w->column[c + 1]; k++) {
        int32_t r = w->row[k];
        bool dropped_row = r >= nv && r < nv + np && !m->carried[r - nv];
        if (!dropped_row && !dropped_column) continue;
        if (pass) m->dropped_entries[count] = k;
        count++;
      }
    }
    m->ndropped_entries = count;
    if (!pass && !(m->dropped_entries = SAR_NEW(m->pattern_arena, count + 1, int32_t))) return false;
  }
  return true;
}

/* The six unknowns of a body belong together; all others stand alone. */
static bool make_partition(SarWorkspace *m) {
  int32_t nbodies = m->system->nbodies, n = sar_sizes_unknowns(&m->problem.n), count = n - 5 * nbodies;
  int32_t *start = SAR_NEW(m->pattern_arena, count + 1, int32_t);
  if (!start) return false;
  for (int32_t k = 0; k <= count; k++) start[k] = k < nbodies ? 6 * k : k + 5 * nbodies;
  m->problem.partition = (SarPartition){count, start};
  return true;
}

SarStatus sar_workspace_make_pattern(SarWorkspace *m) {
  Walk w = {.m = m, .n = sar_sizes_unknowns(&m->problem.n), .collecting = true};
  sar_arena_destroy(&m->pattern_arena);
  m->pattern_arena = sar_arena_create();
  if (!m->pattern_arena) return sar_report_no_memory(m->problem.context);
  walk_all(&w);
  bool done = !w.no_memory && compress(&w) && mark_index1(&w);
  free(w.entries);
  if (!done) return sar_report_no_memory(m->problem.context);
  w.collecting = false;
  walk_all(&w);
  m->problem.pattern = (SarPattern){w.n, w.n, w.column, w.row};
  if (!collect_dropped(&w) || !make_partition(m)) return sar_report_no_memory(m->problem.context);
  SAR_TRY(sar_share_find_places(m));
  return sar_crowding_find_slots(m);
}
