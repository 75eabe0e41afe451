/* What a page keeps of a large table. Rows go first: every k-th is kept, and the last one. Once a thousand rows are
 * left, columns go, those that one misses least before others; poses stay, for the animation. Then rows again.
 *
 * How much room a column takes is known only when it is packed, so the columns are packed once for every k that is
 * tried.
 */
#define _POSIX_C_SOURCE 200809L

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/columns.h"
#include "result/page_parts.h"
#include "result/steps.h"

#define FEW_ROWS 400    /* no fewer than these before columns go */
#define STEPS_SHARE 0.2 /* of the room, for the solver's steps */
#define TRIES 12

/* ---- rows ---- */

SarPageRows sar_page_rows(int64_t total, int64_t every) {
  SarPageRows rows = {.total = total, .every = every};
  if (total > 0) rows.kept = (total - 1) / every + ((total - 1) % every != 0) + 1;
  return rows;
}

void sar_page_thin(const SarPageRows *rows, double *values) {
  if (rows->every == 1) return;
  for (int64_t i = 0; i < rows->kept; i++) {
    int64_t from = i * rows->every;
    values[i] = values[from < rows->total ? from : rows->total - 1];
  }
}

/* ---- columns ---- */

static bool is_one_of(const char *word, const char *words) {
  size_t length = strlen(word);
  for (const char *at = words; (at = strstr(at, word)); at++) {
    if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return length > 0;
  }
  return false;
}

/* Bytes that a column takes besides its numbers, and where it is left out. */
static double entry_size(const SarResults *results, int32_t column, bool kept) {
  double name = (double)strlen(sar_results_name(results, column));
  return kept ? 80 + 2 * name + (double)strlen(sar_results_unit(results, column)) : name + 3;
}

/* Whether an element is a part of a beam, numbered after this letter: shaft.e3, shaft.n16. */
static bool is_part(const char *element, char letter) {
  const char *dot = strrchr(element, '.');
  return dot && dot[1] == letter && dot[2] && dot[2 + strspn(dot + 2, "0123456789")] == 0;
}

/* mode1, mode2, ... of a modal body: without them it is drawn unbent. */
static bool is_amplitude(const char *quantity) {
  return strncmp(quantity, "mode", 4) == 0 && quantity[4] && quantity[4 + strspn(quantity + 4, "0123456789")] == 0;
}

enum { HIGHEST = 9 };

/* Of beams, whose elements are many: what colours stand for stays longest, and of all elements. 0: nothing of a beam.
 */
static uint8_t rank_in_beam(const char *element, const char *quantity) {
  if (is_part(element, 'n') && is_one_of(quantity, "vx vy vz wx wy wz")) return 6;
  if (!is_part(element, 'e')) return 0;
  if (is_one_of(quantity, "g1 g2 g3 k1 k2 k3")) return 8;
  if (is_one_of(quantity, "n2 n3")) return 6;
  return is_one_of(quantity, "m1") ? 3 : is_one_of(quantity, "n1") ? 2 : 0;
}

/* 0 stays; the highest rank goes first. */
static uint8_t rank_of(const char *name, const SarPagePoses *poses, SarArena *arena, bool *failed) {
  const char *quantity = sar_page_quantity(name);
  size_t length = quantity > name ? (size_t)(quantity - name) - 1 : 0;
  char *element = sar_arena_copy_text_n(arena, name, length);
  *failed = *failed || !element;
  if (!element || strcmp(element, "energy") == 0) return 1;
  char *dot = strrchr(element, '.');
  if (dot) *dot = 0;
  bool frame = dot && sar_page_has_pose(poses, element);
  if (dot) *dot = '.';
  bool pose = is_one_of(quantity, "x y z q0 q1 q2 q3") && sar_page_has_pose(poses, element);
  size_t end = strlen(SAR_ERROR_ENDING), all = strlen(quantity);
  uint8_t beam = rank_in_beam(element, quantity);
  if (all > end && strcmp(quantity + all - end, SAR_ERROR_ENDING) == 0) return HIGHEST;
  if (frame) return is_one_of(quantity, "x y z") ? 4 : 7;
  if (pose || is_amplitude(quantity)) return 0;
  if (beam) return beam;
  if (is_one_of(quantity, "ax ay az alphax alphay alphaz")) return HIGHEST;
  if (is_one_of(quantity, "fx2 fy2 fz2 tx2 ty2 tz2")) return 5;
  if (is_one_of(quantity, "vx vy vz wx wy wz")) return 2;
  return 1; /* reactions, coordinates, values of the user */
}

static bool matches(const char *name, const SarPageOptions *options) {
  for (int32_t i = 0; i < options->npatterns; i++) {
    if (fnmatch(options->patterns[i], name, 0) == 0) return true;
  }
  return options->npatterns == 0;
}

static SarStatus rank_columns(SarContext *context, const SarPageRun *run, const SarPageOptions *options,
                              SarPageChoice *choice) {
  SarPagePoses poses;
  bool failed = false;
  SAR_TRY(sar_page_find_poses(context, run->results, choice->arena, &poses));
  choice->kept[0] = true;
  for (int32_t i = 1; i < choice->ncolumns; i++) {
    const char *name = sar_results_name(run->results, i);
    choice->rank[i] = rank_of(name, &poses, choice->arena, &failed);
    choice->kept[i] = choice->rank[i] == 0 || matches(name, options);
    choice->unwanted += !choice->kept[i];
  }
  return failed ? sar_report_no_memory(context) : SAR_OK;
}

/* ---- sizes ---- */

typedef struct Measuring {
  SarContext *context;
  const SarResults *results;
  SarPageRows rows;
  SarPack pack;
  double *size; /* by column */
} Measuring;

static SarStatus measure_column(void *self, int32_t column, double *values) {
  Measuring *m = self;
  sar_page_thin(&m->rows, values);
  SAR_TRY(sar_pack_reals(m->context, &m->pack, values, (size_t)m->rows.kept));
  m->size[column] = (double)m->pack.length + entry_size(m->results, column, true);
  return SAR_OK;
}

static SarStatus measure(SarContext *context, const SarPageRun *run, const SarPageChoice *choice, int64_t every,
                         double *size) {
  Measuring m = {
      .context = context, .results = run->results, .rows = sar_page_rows(choice->rows.total, every), .size = size};
  SarStatus status = sar_page_each_column(context, run->results, choice->kept, measure_column, &m);
  sar_pack_free(&m.pack);
  return status;
}

static double sum_sizes(const SarPageRun *run, const SarPageChoice *choice, const double *size) {
  double sum = 0;
  for (int32_t i = 0; i < choice->ncolumns; i++) {
    sum += choice->kept[i] ? size[i] : entry_size(run->results, i, false);
  }
  return sum;
}

/* Drops columns, one rank after the other and the last ones of a rank first, until the rest fits. */
static void drop_columns(const SarPageRun *run, SarPageChoice *choice, const double *size, double bytes) {
  double sum = sum_sizes(run, choice, size);
  for (int rank = HIGHEST; rank > 0; rank--) {
    for (int32_t i = choice->ncolumns - 1; i > 0 && sum > bytes; i--) {
      if (!choice->kept[i] || choice->rank[i] != rank) continue;
      choice->kept[i] = false;
      sum -= size[i] - entry_size(run->results, i, false);
    }
  }
}

static int64_t scaled(int64_t every, double factor) {
  double next = ceil((double)every * factor);
  return next < (double)INT32_MAX ? (int64_t)next : INT32_MAX;
}

/* Tries every k-th row, from a k that at most leaves four times too much, until what is packed fits. */
static SarStatus fit(SarContext *context, const SarPageRun *run, double bytes, double bound, SarPageChoice *choice) {
  int64_t total = choice->rows.total, coarsest = total > FEW_ROWS ? (total - 1) / (FEW_ROWS - 1) : 1;
  int64_t every = scaled(1, fmax(1, bound / (4 * bytes))), fits = 0;
  double *size = SAR_NEW(choice->arena, choice->ncolumns, double);
  if (!size) return sar_report_no_memory(context);
  if (every > coarsest) every = coarsest;
  for (int try = 0; try < TRIES; try++) {
    SAR_TRY(measure(context, run, choice, every, size));
    double sum = sum_sizes(run, choice, size);
    if (sum <= bytes) {
      int64_t finer = scaled(every, 1.02 * sum / bytes);
      fits = every;
      if (every == 1 || finer >= every || sum > 0.7 * bytes || try > TRIES / 2) break;
      every = finer;
    } else if (fits) {
      break; /* the finer one did not */
    } else {
      if (every >= coarsest) drop_columns(run, choice, size, bytes);
      if (every >= coarsest && sum_sizes(run, choice, size) <= bytes) {
        fits = every;
        break;
      }
      int64_t next = scaled(every, fmax(1.03 * sum / bytes, 1.05));
      if (every < coarsest && next > coarsest) next = coarsest;
      every = next > every ? next : every + 1;
      if (every >= total) break;
    }
  }
  choice->rows = sar_page_rows(total, fits ? fits : total > 1 ? total - 1 : 1);
  return SAR_OK;
}

static SarStatus choose(SarContext *context, const SarPageRun *run, const SarPageOptions *options, double bytes,
                        SarPageChoice *choice) {
  int64_t steps = sar_results_steps(run->results), rows = sar_results_rows(run->results);
  choice->rows = sar_page_rows(rows, 1);
  choice->steps = sar_page_rows(steps, 1);
  choice->kept = SAR_NEW(choice->arena, choice->ncolumns, bool);
  choice->rank = SAR_NEW(choice->arena, choice->ncolumns, uint8_t);
  if (!choice->kept || !choice->rank) return sar_report_no_memory(context);
  SAR_TRY(rank_columns(context, run, options, choice));
  if (options->full) return SAR_OK;
  double of_steps = SAR_STEP_COLUMNS * sar_pack_bound((double)steps), room = fmax(bytes, 1);
  if (of_steps > STEPS_SHARE * room) {
    choice->steps = sar_page_rows(steps, scaled(1, fmin(of_steps / (STEPS_SHARE * room), fmax(1, (double)steps - 1))));
    of_steps = SAR_STEP_COLUMNS * sar_pack_bound((double)choice->steps.kept);
  }
  room = fmax(room - of_steps, 1);
  double bound = 0;
  for (int32_t i = 0; i < choice->ncolumns; i++) {
    bound += entry_size(run->results, i, choice->kept[i]) + (choice->kept[i] ? sar_pack_bound((double)rows) : 0);
  }
  choice->quick = options->quick && bound <= room; /* the bound holds for numbers that are not made shorter */
  return bound <= room || rows == 0 ? SAR_OK : fit(context, run, room, bound, choice);
}

SarStatus sar_page_choose(SarContext *context, const SarPageRun *run, const SarPageOptions *options, double bytes,
                          SarPageChoice *out) {
  *out = (SarPageChoice){
      .arena = sar_arena_create(), .ncolumns = sar_results_columns(run->results), .live = options->live != NULL};
  if (!out->arena) return sar_report_no_memory(context);
  SAR_TRY(choose(context, run, options, bytes, out));
  for (int32_t i = 0; i < out->ncolumns; i++) out->omitted += !out->kept[i];
  return SAR_OK;
}

void sar_page_choice_destroy(SarPageChoice *choice) { sar_arena_destroy(&choice->arena); }
