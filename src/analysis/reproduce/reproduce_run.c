#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/reproduce/collect.h"
#include "analysis/reproduce/papers.h"
#include "base/resource.h"
#include "base/text.h"

/* ---- the registry ---- */

#define SAR_ITEM(name, title, state, speed, function, reason) SarItemFn sar_item_##function;
#include "analysis/reproduce/items.def"
#undef SAR_ITEM

SarStatus sar_item_none(SarReproduction *r) { return r->exhausted ? SAR_NO_MEMORY : SAR_OK; } /* never called */

enum { FAST = false, SLOW = true };

static const SarPaperItem items[] = {
#define SAR_ITEM(name_, title_, state_, speed_, function_, reason_) \
  {.name = name_,                                                   \
   .title = title_,                                                 \
   .state = SAR_ITEM_##state_,                                      \
   .slow = speed_,                                                  \
   .reason = reason_,                                               \
   .run = sar_item_##function_ == sar_item_none ? NULL : sar_item_##function_},
#include "analysis/reproduce/items.def"
#undef SAR_ITEM
};

int32_t sar_paper_items(void) { return (int32_t)(sizeof items / sizeof *items); }

const SarPaperItem *sar_paper_item(int32_t index) { return &items[index]; }

/* "4.fig9", "4.Fig9" and "4.tab2" mean 4.figure9 and 4.table2. */
static bool abbreviates(const char *name, const char *full) {
  size_t word = strcspn(full + 2, "0123456789"), given = strlen(name) > 2 ? strcspn(name + 2, "0123456789") : 0;
  if (given < 3 || given >= word || name[0] != full[0] || name[1] != '.') return false;
  for (size_t i = 2; i < 2 + given; i++) {
    if ((name[i] | 32) != full[i]) return false; /* small letters */
  }
  return strcmp(name + 2 + given, full + 2 + word) == 0;
}

const SarPaperItem *sar_paper_find(const char *name, const char **near) {
  SarSuggestion suggestion = sar_suggestion(name);
  *near = NULL;
  for (int32_t i = 0; i < sar_paper_items(); i++) {
    if (strcmp(items[i].name, name) == 0) return &items[i];
    if (abbreviates(name, items[i].name)) *near = items[i].name;
    sar_suggestion_offer(&suggestion, items[i].name);
  }
  if (!*near) *near = sar_suggestion_best(&suggestion);
  return NULL;
}

int32_t sar_paper_of(const SarPaperItem *item) { return item->name[0] - '0'; }

const char *sar_item_state_text(SarItemState state) {
  static const char *const texts[SAR_ITEM_STATES] = {"reproduced", "runs, but deviates", "input data",
                                                     "no numbers in it"};
  return texts[state];
}

const char *sar_paper_title(int32_t paper) {
  static const char *const titles[SAR_PAPERS] = {
      "Negrut, Rampalli, Ottarsson, Sajdak: the HHT method for index-3 differential-algebraic equations",
      "Sandu, Negrut, Haug, Potra, Sandu: a Rosenbrock-Nystrom state space implicit approach",
      "Bauchau, Epple, Bottasso: scaling of constraints and augmented Lagrangian formulations",
      "Zhang, Zanoni, Masarati: performance of A-stable integrators in multibody dynamics",
      "Wu, Chiou, Lin: a modified Adams-Moulton predictor-corrector method"};
  return titles[paper - 1];
}

const char *sar_paper_page(int32_t paper) {
  static const char *const pages[SAR_PAPERS] = {"hht-and-bdf.md", "papers-2-rosenbrock.md", "papers-3-scaling.md",
                                                "papers-4-squeezer.md", "papers-5-crank-slider.md"};
  return pages[paper - 1];
}

/* ---- one item ---- */

SarStatus sar_reproduce(SarContext *context, SarArena *arena, const SarPaperItem *item,
                        const SarReproduceOptions *options, SarReproduction *out) {
  *out = (SarReproduction){
      .context = context, .arena = arena, .options = options, .item = item, .definition = "", .digits = 4};
  if (!item->run) {
    return sar_report(context, SAR_FAILED, sar_nowhere(), item->name, "`sarrus reproduce` lists what can be run",
                      "%s: %s", sar_item_state_text(item->state), item->reason);
  }
  double begin = sar_cpu_seconds();
  SarStatus status = item->run(out);
  sar_experiments_close(out);
  out->seconds = sar_cpu_seconds() - begin;
  if (status == SAR_OK && out->exhausted) return sar_report_no_memory(context);
  return status;
}

void sar_reproduction_count(const SarReproduction *r, int32_t *compared, int32_t *agree) {
  *compared = *agree = 0;
  for (int32_t i = 0; i < r->nrows; i++) {
    if (r->rows[i].verdict != SAR_ROW_OPEN) ++*compared;
    if (r->rows[i].verdict == SAR_ROW_AGREES) ++*agree;
  }
}

void sar_reproduction_count_text(const SarReproduction *r, char *text, size_t size) {
  int32_t compared, agree;
  sar_reproduction_count(r, &compared, &agree);
  if (compared > 0)
    snprintf(text, size, "%d of %d", (int)agree, (int)compared);
  else
    snprintf(text, size, "none compared");
}

const SarReproduction *sar_reproduction_find(const SarReproduction *list, int32_t count, const SarPaperItem *item) {
  for (int32_t i = 0; i < count; i++) {
    if (list[i].item == item) return &list[i];
  }
  return NULL;
}

/* ---- numbers as texts ---- */

/* Whether so many digits are the number itself; then they are in text. */
static bool is_exact(double number, int digits, char *text, size_t size) {
  double again = NAN;
  snprintf(text, size, "%.*g", digits, number);
  return sar_text_number(text, strlen(text), &again) > 0 && again == number;
}

/* Printed numbers have few digits, and all of them are shown: 14480, 0.592127; 4e4 rather than 40000. */
static void number_text(double number, int digits, char *text, size_t size) {
  if (fabs(number) >= 1e4 && is_exact(number, 2, text, size)) return;
  if (is_exact(number, 6, text, size)) return;
  if (fabs(number) >= pow(10, digits) && fabs(number) < 1e4) /* 124, not 1.2e2 */
    snprintf(text, size, "%.0f", number);
  else
    snprintf(text, size, "%.*g", digits, number);
}

void sar_paper_value_text(const SarPaperValue *value, int32_t digits, char *text, size_t size) {
  if (value->text || isnan(value->number)) {
    snprintf(text, size, "%s", value->text ? value->text : "");
    return;
  }
  number_text(value->number, (int)digits, text, size);
  sar_tidy_exponents(text);
}

void sar_paper_ratio_text(double ratio, char *text, size_t size) {
  if (isnan(ratio))
    snprintf(text, size, "%s", "");
  else if (fabs(ratio) >= 0.01 && fabs(ratio) < 100)
    snprintf(text, size, "%.3f", ratio);
  else
    snprintf(text, size, "%.2g", ratio);
  sar_tidy_exponents(text);
}
