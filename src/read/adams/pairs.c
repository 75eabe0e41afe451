/* Which markers elements act between. Adams' FX(i, j) is 0 where nothing does; ours takes it for a mistake. */
#include "read/adams/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "read/adams/left_out.h"

typedef struct Pair {
  int64_t low, high; /* low is -1: anything at `high` */
} Pair;

struct SarDeckPairs {
  Pair *pairs;
  int32_t count;
};

static int compare_pairs(const void *a, const void *b) {
  const Pair *x = a, *y = b;
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  return (x->high > y->high) - (x->high < y->high);
}

static bool acts_between(const SarStatement *statement) {
  static const char *const kinds[] = {"JOINT",  "JPRIM",  "MOTION",  "SPRINGDAMPER", "BUSHING", "FIELD", "BEAM",
                                      "SFORCE", "VFORCE", "VTORQUE", "GFORCE",       "GCON",    "PTCV",  "NFORCE"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strcmp(kinds[i], statement->class->name) == 0) return true;
  }
  return false;
}

static int64_t marker_of(const SarStatement *statement, const char *argument) {
  const char *text = sar_deck_text(statement, argument, 0);
  return text ? strtoll(text, NULL, 10) : -1;
}

static void add_pair(struct SarDeckPairs *made, int64_t i, int64_t j) {
  if (i >= 0) made->pairs[made->count++] = (Pair){-1, i};
  if (j >= 0) made->pairs[made->count++] = (Pair){-1, j};
  if (i >= 0 && j >= 0) made->pairs[made->count++] = (Pair){i < j ? i : j, i < j ? j : i};
}

/* An NFORCE acts between each of its markers and J. */
static int32_t count_of(const SarStatement *statement) {
  const SarArgument *markers = sar_statement_argument(statement, "IMARKERS");
  return !acts_between(statement) ? 0 : markers ? markers->count : 1;
}

/* The markers of FUNCTION = DM(i, j) - number, which becomes a rod between them (couplers.c); -1: it is something else.
 */
static void rod_of(const SarStatement *statement, int64_t *i, int64_t *j) {
  const SarArgument *function = sar_statement_argument(statement, "FUNCTION");
  char text[128], *end;
  size_t used = 0;
  *i = *j = -1;
  for (const char *p = function ? function->expression : NULL; p && *p && used + 1 < sizeof text; p++) {
    if (!strchr(" \t\001", *p)) text[used++] = *p;
  }
  text[used] = 0;
  if (strcmp(statement->class->name, "GCON") != 0 || (text[0] | 32) != 'd' || (text[1] | 32) != 'm' || text[2] != '(') {
    return;
  }
  int64_t first = strtoll(text + 3, &end, 10);
  if (*end != ',') return;
  int64_t second = strtoll(end + 1, &end, 10);
  if (end[0] != ')' || end[1] != '-') return;
  *i = first;
  *j = second;
}

static SarStatus collect(SarDeck *deck) {
  struct SarDeckPairs *made = SAR_NEW(deck->arena, 1, struct SarDeckPairs);
  int32_t most = 0;
  for (int32_t i = 0; i < deck->statements.count; i++) most += 3 * count_of(&deck->statements.all[i]);
  if (made) made->pairs = SAR_NEW(deck->arena, most, Pair);
  if (!made || !made->pairs) return sar_report_no_memory(deck->context);
  for (int32_t k = 0; k < deck->statements.count; k++) {
    const SarStatement *statement = &deck->statements.all[k];
    if (!acts_between(statement) || sar_deck_is_left_out(deck, statement)) continue;
    const SarArgument *markers = sar_statement_argument(statement, "IMARKERS");
    bool alone = sar_statement_has(statement, "ACTIONONLY"); /* nothing acts on J */
    int64_t i = marker_of(statement, "I"), j = alone ? -1 : marker_of(statement, "J"), first, second;
    rod_of(statement, &first, &second);
    if (first >= 0) i = first, j = second;
    if (!markers) add_pair(made, i, j);
    for (int32_t n = 0; markers && n < markers->count; n++)
      add_pair(made, strtoll(markers->values[n].text, NULL, 10), j);
  }
  qsort(made->pairs, (size_t)made->count, sizeof *made->pairs, compare_pairs);
  deck->pairs = made;
  return SAR_OK;
}

SarStatus sar_deck_acts(SarDeck *deck, int64_t i, int64_t j, bool *acts) {
  if (!deck->pairs) SAR_TRY(collect(deck));
  Pair wanted = j <= 0 ? (Pair){-1, i} : (Pair){i < j ? i : j, i < j ? j : i};
  *acts = deck->pairs->count &&
          bsearch(&wanted, deck->pairs->pairs, (size_t)deck->pairs->count, sizeof wanted, compare_pairs) != NULL;
  return SAR_OK;
}
