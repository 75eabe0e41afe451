/* Which columns a text means. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "result/columns.h"
#include "result/plot.h"
#include "result/steps.h"

#define SUGGESTED 3

/* * any letters, ? one letter. */
static bool matches(const char *pattern, const char *name) {
  const char *star = NULL, *again = NULL;
  while (*name) {
    if (*pattern == '*') {
      star = pattern++;
      again = name;
    } else if (*pattern == *name || *pattern == '?') {
      pattern++, name++;
    } else if (star) { /* the star takes one letter more */
      pattern = star + 1;
      name = ++again;
    } else {
      return false;
    }
  }
  while (*pattern == '*') pattern++;
  return !*pattern;
}

typedef struct Selection {
  SarContext *context;
  SarArena *arena;
  const SarResults *results;
  SarPlotQuantity *list;
  int32_t count, capacity;
} Selection;

static SarStatus add(Selection *s, SarPlotQuantity quantity) {
  SarPlotQuantity *entry = sar_arena_append(s->arena, 8, &s->list, &s->count, &s->capacity, sizeof *entry);
  if (!entry || !quantity.name) return sar_report_no_memory(s->context);
  *entry = quantity;
  return SAR_OK;
}

static SarStatus add_column(Selection *s, int32_t column) {
  SarPlotQuantity quantity = {.name = sar_results_name(s->results, column),
                              .unit = sar_results_unit(s->results, column)};
  quantity.column[0] = column;
  return add(s, quantity);
}

static SarStatus add_step(Selection *s, int32_t index) {
  return add(s, (SarPlotQuantity){.kind = SAR_PLOT_STEPS,
                                  .step = sar_step_name(index),
                                  .name = sar_step_columns[index],
                                  .unit = sar_results_step_unit(s->results, index)});
}

/* "A.f": A.fx, A.fy, A.fz; "A.f2": A.fx2, A.fy2, A.fz2. False if there are no such columns. */
static bool find_vector(const Selection *s, const char *text, int32_t column[3]) {
  size_t length = strlen(text);
  for (size_t suffix = 0; suffix < 2 && suffix < length; suffix++) {
    if (suffix == 1 && text[length - 1] != '2') break;
    bool found = true;
    for (int32_t k = 0; k < 3; k++) {
      char *name = sar_arena_printf(s->arena, "%.*s%c%s", (int)(length - suffix), text, "xyz"[k], suffix ? "2" : "");
      column[k] = name ? sar_results_find(s->results, name) : -1;
      found &= column[k] >= 0;
    }
    if (found) return true;
  }
  return false;
}

static SarStatus add_magnitude(Selection *s, const char *text) {
  SarPlotQuantity quantity = {.kind = SAR_PLOT_MAGNITUDE};
  if (!strchr(text, '.') || !find_vector(s, text, quantity.column)) return SAR_OK;
  quantity.name = sar_arena_printf(s->arena, "|%s|", text);
  quantity.unit = sar_results_unit(s->results, quantity.column[0]);
  return add(s, quantity);
}

/* The direct quantities of an element or frame, and columns that match a pattern. */
static SarStatus add_matching(Selection *s, const char *text) {
  size_t length = strlen(text);
  bool pattern = strpbrk(text, "*?") != NULL;
  for (int32_t i = 1; i < sar_results_columns(s->results); i++) {
    const char *name = sar_results_name(s->results, i);
    bool below = strncmp(name, text, length) == 0 && name[length] == '.' && !strchr(name + length + 1, '.');
    if (sar_results_is_error(s->results, i) && !strstr(text, SAR_ERROR_ENDING)) continue; /* bands show them */
    if (pattern ? matches(text, name) : below) SAR_TRY(add_column(s, i));
  }
  for (int32_t i = SAR_STEP_SIZE; i < SAR_STEP_COLUMNS; i++) {
    const char *name = sar_step_columns[i];
    bool wanted = pattern ? matches(text, name) : strcmp(text, "solver") == 0 || strcmp(text, name) == 0;
    if (wanted && sar_results_has_step(s->results, i)) SAR_TRY(add_step(s, i));
  }
  return SAR_OK;
}

/* The number after `beam.n`; -1: it is no node. */
static int32_t node_of(const char *name, const char *beam, size_t length) {
  if (strncmp(name, beam, length) != 0 || strncmp(name + length, ".n", 2) != 0) return -1;
  const char *digits = name + length + 2;
  size_t count = strspn(digits, "0123456789");
  return count > 0 && count < 9 && digits[count] == '.' ? (int32_t)strtol(digits, NULL, 10) : -1;
}

/* Ends and the middle of a beam are nodes with numbers: shaft.end.x is shaft.n16.x. Null: memory is exhausted. */
static const char *with_number(const Selection *s, const char *text) {
  static const char *const words[] = {".start", ".end", ".mid"};
  for (int k = 0; k < 3; k++) {
    const char *at = strstr(text, words[k]), *rest = at ? at + strlen(words[k]) : "";
    int32_t last = -1;
    if (!at || (*rest && *rest != '.')) continue;
    for (int32_t i = 1; i < sar_results_columns(s->results); i++) {
      int32_t node = node_of(sar_results_name(s->results, i), text, (size_t)(at - text));
      if (node > last) last = node;
    }
    if (last < 0 || (k == 2 && last % 2)) continue;
    return sar_arena_printf(s->arena, "%.*s.n%d%s", (int)(at - text), text,
                            k == 0   ? 0
                            : k == 1 ? last
                                     : last / 2,
                            rest);
  }
  return text;
}

/* Columns come first, then elements and patterns, then magnitudes; |A.f| is a magnitude in any case. */
static SarStatus select_quantities(Selection *s, const char *asked) {
  const char *text = sar_results_find(s->results, asked) < 0 ? with_number(s, asked) : asked;
  if (!text) return sar_report_no_memory(s->context);
  int32_t column = sar_results_find(s->results, text);
  size_t length = strlen(text);
  if (column >= 0) return add_column(s, column);
  if (strcmp(text, "time") == 0) return add_column(s, 0);
  if (length > 2 && text[0] == '|' && text[length - 1] == '|') {
    const char *inside = sar_arena_copy_text_n(s->arena, text + 1, length - 2);
    return inside ? add_magnitude(s, inside) : sar_report_no_memory(s->context);
  }
  SAR_TRY(add_matching(s, text));
  return s->count ? SAR_OK : add_magnitude(s, text);
}

static SarPlotQuantity time_of(const SarResults *results, const SarPlotQuantity *y) {
  SarPlotQuantity time = {.name = "time", .unit = sar_results_unit(results, 0), .kind = y->kind, .step = "time"};
  if (y->kind == SAR_PLOT_MAGNITUDE) time.kind = SAR_PLOT_COLUMN;
  return time;
}

static SarStatus check_phase(const Selection *x, const SarPlotQuantity *y, const char *text) {
  if (x->count > 1) {
    return sar_report(x->context, SAR_USAGE, sar_nowhere(), NULL, "name one quantity after the colon",
                      "%s has %d quantities after the colon", text, x->count);
  }
  if ((x->list[0].kind == SAR_PLOT_STEPS) == (y->kind == SAR_PLOT_STEPS)) return SAR_OK;
  return sar_report(x->context, SAR_USAGE, sar_nowhere(), NULL, "plot both over the time",
                    "%s: the solver's steps have other times than the results", text);
}

SarStatus sar_plot_select(SarContext *context, SarArena *arena, const SarResults *results, const char *text,
                          SarPlotItems *out) {
  Selection y = {.context = context, .arena = arena, .results = results}, x = y;
  const char *colon = strchr(text, ':');
  const char *first = colon ? sar_arena_copy_text_n(arena, text, (size_t)(colon - text)) : text;
  if (!first) return sar_report_no_memory(context);
  SAR_TRY(select_quantities(&y, first));
  if (colon) SAR_TRY(select_quantities(&x, colon + 1));
  if (colon && x.count == 0) return SAR_OK;
  for (int32_t i = 0; i < y.count; i++) {
    if (colon) SAR_TRY(check_phase(&x, &y.list[i], text));
    SarPlotItem *item = sar_arena_append(arena, 8, &out->list, &out->count, &out->capacity, sizeof *item);
    if (!item) return sar_report_no_memory(context);
    *item =
        (SarPlotItem){.y = y.list[i], .x = colon ? x.list[0] : time_of(results, &y.list[i]), .phase = colon != NULL};
  }
  return SAR_OK;
}

/* ---- what was meant ---- */

typedef struct Near {
  const char *wanted;
  char names[SUGGESTED][96];
  int32_t distance[SUGGESTED], count;
} Near;

/* Keeps the nearest ones, the first of equals first. */
static void offer(Near *near, const char *name, size_t length) {
  char word[sizeof near->names[0]];
  if (length >= sizeof word) return;
  memcpy(word, name, length);
  word[length] = 0;
  for (int32_t i = 0; i < near->count; i++) {
    if (strcmp(near->names[i], word) == 0) return;
  }
  int32_t distance = sar_text_distance(near->wanted, word), place = near->count;
  if ((size_t)distance > (strlen(near->wanted) + 1) / 3) return; /* as sar_suggestion_best */
  while (place > 0 && near->distance[place - 1] > distance) place--;
  if (place == SUGGESTED) return;
  for (int32_t i = SUGGESTED - 1; i > place; i--) {
    memcpy(near->names[i], near->names[i - 1], sizeof word);
    near->distance[i] = near->distance[i - 1];
  }
  memcpy(near->names[place], word, sizeof word);
  near->distance[place] = distance;
  if (near->count < SUGGESTED) near->count++;
}

/* Columns, elements and frames, and vectors. */
static void offer_all(Near *near, const SarResults *results) {
  for (int32_t i = 1; i < sar_results_columns(results); i++) {
    const char *name = sar_results_name(results, i), *dot = strrchr(name, '.');
    size_t length = strlen(name);
    offer(near, name, length);
    if (!dot) continue;
    if (length > 2 && name[length - 1] == 'x' && name[length - 2] != '.') offer(near, name, length - 1);
    offer(near, name, (size_t)(dot - name));
  }
  for (int32_t i = SAR_STEP_SIZE; i < SAR_STEP_COLUMNS; i++) {
    if (sar_results_has_step(results, i)) offer(near, sar_step_columns[i], strlen(sar_step_columns[i]));
  }
}

/* Whether the text means something by itself. */
static SarStatus is_known(SarContext *context, const SarResults *results, const char *text, bool *out) {
  Selection s = {.context = context, .arena = sar_arena_create(), .results = results};
  if (!s.arena) return sar_report_no_memory(context);
  SarStatus status = select_quantities(&s, text);
  *out = s.count > 0;
  sar_arena_destroy(&s.arena);
  return status;
}

SarStatus sar_plot_report_unknown(SarContext *context, const SarResults *results, const char *file, const char *text) {
  const char *colon = strchr(text, ':');
  Near near = {.wanted = text};
  char part[128] = "", remedy[64 + SUGGESTED * sizeof near.names[0]];
  if (colon) { /* the half that does not exist */
    if (colon == text || !colon[1]) {
      return sar_report(context, SAR_USAGE, sar_nowhere(), NULL,
                        "write Y:X to draw Y over X, Y alone to draw it over the time",
                        "%s: nothing stands %s the colon", text, colon[1] ? "before" : "after");
    }
    bool known = false;
    snprintf(part, sizeof part, "%.*s", (int)(colon - text), text);
    SAR_TRY(is_known(context, results, part, &known));
    near.wanted = known ? colon + 1 : part;
  }
  offer_all(&near, results);
  int used = snprintf(remedy, sizeof remedy, "did you mean ");
  for (int32_t i = 0; i < near.count; i++) {
    const char *between = i == 0 ? "" : i + 1 < near.count ? ", " : " or ";
    const char *after = i + 1 < near.count ? "" : "?";
    used += snprintf(remedy + used, sizeof remedy - (size_t)used, "%s%s%s", between, near.names[i], after);
  }
  if (near.count == 0) {
    snprintf(remedy, sizeof remedy, "`sarrus plot` with the file alone lists the quantities");
  }
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, remedy, "%s holds no quantity %s", file, near.wanted);
}
