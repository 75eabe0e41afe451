/* What must agree before there is a page: the units of its files, and patterns with the names of columns. */
#define _POSIX_C_SOURCE 200809L

#include <fnmatch.h>
#include <string.h>

#include "base/text.h"
#include "cli/page_make.h"

/* ---- units ---- */

/* A table from elsewhere may say nothing of units. */
static bool units_agree(const char *a, const char *b) { return !a[0] || !b[0] || strcmp(a, b) == 0; }

/* The column of that name; files of one model have it at the place that is expected. */
static int32_t find_near(const SarResults *results, const char *name, int32_t expected) {
  const char *there = sar_results_name(results, expected);
  return there && strcmp(there, name) == 0 ? expected : sar_results_find(results, name);
}

static SarStatus compare_units(SarCli *cli, const SarPageRun *first, const SarPageRun *other) {
  for (int32_t i = 0, found = -1; i < sar_results_columns(other->results); i++) {
    const char *name = sar_results_name(other->results, i);
    int32_t near = i ? find_near(first->results, name, found + 1) : 0;
    if (near < 0) continue;
    found = near;
    const char *one = sar_results_unit(first->results, near), *two = sar_results_unit(other->results, i);
    if (units_agree(one, two)) continue;
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL,
                      "make a page of each of them, or run both models in the same `units:`",
                      "%s and %s are in different units: %s is in %s and in %s", first->path, other->path,
                      i ? name : "the time", one, two);
  }
  return SAR_OK;
}

SarStatus sar_cli_check_page_units(SarCli *cli, const SarPageRun *runs, int32_t count) {
  for (int32_t i = 1; i < count; i++) SAR_TRY(compare_units(cli, &runs[0], &runs[i]));
  return SAR_OK;
}

/* ---- patterns ---- */

static bool matches_one(const char *pattern, const SarPageRun *runs, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    for (int32_t k = 0; k < sar_results_columns(runs[i].results); k++) {
      if (fnmatch(pattern, sar_results_name(runs[i].results, k), 0) == 0) return true;
    }
  }
  return false;
}

static bool is_plain(const char *text) { return strpbrk(text, "*?[\\") == NULL; }

/* "crank.x" -> "crank" and "x"; without a dot the quantity is empty. */
static bool split(SarArena *arena, const char *name, const char **element, const char **quantity) {
  const char *dot = strrchr(name, '.');
  *element = sar_arena_copy_text_n(arena, name, dot ? (size_t)(dot - name) : strlen(name));
  *quantity = dot ? dot + 1 : "";
  return *element != NULL;
}

/* A pattern of which the half without stars is spelt as in the files; null: none is near. */
static const char *nearest(SarCli *cli, const char *pattern, const SarPageRun *runs, int32_t count) {
  const char *element, *quantity, *its_element, *its_quantity;
  if (!split(cli->arena, pattern, &element, &quantity)) return NULL;
  SarSuggestion whole = sar_suggestion(pattern), front = sar_suggestion(element), back = sar_suggestion(quantity);
  for (int32_t i = 0; i < count; i++) {
    for (int32_t k = 1; k < sar_results_columns(runs[i].results); k++) {
      const char *name = sar_results_name(runs[i].results, k);
      if (!split(cli->arena, name, &its_element, &its_quantity)) return NULL;
      sar_suggestion_offer(&whole, name);
      sar_suggestion_offer(&front, its_element);
      sar_suggestion_offer(&back, its_quantity);
    }
  }
  const char *best;
  if (is_plain(pattern) && (best = sar_suggestion_best(&whole))) return best;
  if (is_plain(element) && (best = sar_suggestion_best(&front))) {
    return sar_arena_printf(cli->arena, "%s.%s", best, quantity[0] ? quantity : "*");
  }
  if (!quantity[0] || !is_plain(quantity) || !(best = sar_suggestion_best(&back))) return NULL;
  return sar_arena_printf(cli->arena, "%s.%s", element, best);
}

SarStatus sar_cli_check_page_columns(SarCli *cli, const SarPageRun *runs, int32_t count,
                                     const SarPageOptions *options) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < options->npatterns; i++) {
    const char *pattern = options->patterns[i];
    if (matches_one(pattern, runs, count)) continue;
    const char *near = nearest(cli, pattern, runs, count);
    const char *remedy = near ? sar_arena_printf(cli->arena, "did you mean `%s`?", near)
                              : "`sarrus plot` with the file alone lists the columns";
    if (!remedy) return sar_report_no_memory(cli->context);
    status = sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, remedy, "--columns %s: no column has such a name",
                        pattern);
  }
  return status;
}
