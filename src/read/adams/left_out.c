/* What is left out is found while statements are translated: a force of user code, a flexible body. Markers on that
 * body, joints at those markers, motions of those joints and requests of all of them have to go with it, whichever
 * comes first in the deck. So the first translation notes who names whom; then all that leads to what is left out is
 * marked, in one walk over these notes; and where that is more than before the deck is translated once more. */
#include "read/adams/left_out.h"

#include <stdlib.h>
#include <string.h>

typedef struct Use {
  int32_t used, user;
  bool stays; /* without what it uses, the user is another one, but is not left out */
} Use;

struct SarDeckLeftOut {
  bool *gone; /* by statement */
  int32_t count;
  Use *uses;
  int32_t nuses, capacity;
};

/* -1: not of the deck, but of the command file. */
static int32_t index_of(const SarDeck *deck, const SarStatement *statement) {
  const SarStatements *all = &deck->statements;
  bool own = all->count > 0 && statement >= all->all && statement < all->all + all->count;
  return own ? (int32_t)(statement - all->all) : -1;
}

/* Null: nothing is ever left out, or memory is exhausted. Commands may add a statement. */
static struct SarDeckLeftOut *state_of(SarDeck *deck) {
  struct SarDeckLeftOut *l = deck->left_out;
  if (!deck->options->skip_unsupported || (l && l->count >= deck->statements.count)) return l;
  if (!l) l = SAR_NEW(deck->arena, 1, struct SarDeckLeftOut);
  bool *gone = l ? SAR_NEW(deck->arena, deck->statements.count + 1, bool) : NULL;
  if (!gone) return NULL;
  if (l->count) memcpy(gone, l->gone, (size_t)l->count * sizeof *gone);
  l->gone = gone;
  l->count = deck->statements.count;
  deck->left_out = l;
  return l;
}

SarStatus sar_deck_leave_out(SarDeck *deck, const SarStatement *statement) {
  int32_t index = index_of(deck, statement);
  if (!deck->options->skip_unsupported || index < 0) return SAR_OK;
  struct SarDeckLeftOut *l = state_of(deck);
  if (!l) return sar_report_no_memory(deck->context);
  l->gone[index] = true;
  return SAR_OK;
}

bool sar_deck_is_left_out(const SarDeck *deck, const SarStatement *statement) {
  int32_t index = index_of(deck, statement);
  return deck->left_out && index >= 0 && index < deck->left_out->count && deck->left_out->gone[index];
}

static SarStatus note_use(SarDeck *deck, const SarStatement *user, const SarStatement *used, bool stays) {
  Use note = {index_of(deck, used), index_of(deck, user), stays};
  if (!deck->options->skip_unsupported || note.used < 0 || note.user < 0) return SAR_OK;
  struct SarDeckLeftOut *l = state_of(deck);
  Use *use = l ? sar_arena_append(deck->arena, 64, &l->uses, &l->nuses, &l->capacity, sizeof *use) : NULL;
  if (!use) return sar_report_no_memory(deck->context);
  *use = note;
  return SAR_OK;
}

SarStatus sar_deck_note_use(SarDeck *deck, const SarStatement *user, const SarStatement *used) {
  return note_use(deck, user, used, false);
}

SarStatus sar_deck_note_value(SarDeck *deck, const SarStatement *user, const SarStatement *used) {
  return note_use(deck, user, used, true);
}

/* ---- spreading ---- */

static int by_used(const void *a, const void *b) {
  const Use *x = a, *y = b;
  return (x->used > y->used) - (x->used < y->used);
}

/* The first use of a statement. */
static int32_t first_use(const struct SarDeckLeftOut *l, int32_t used) {
  int32_t low = 0, high = l->nuses;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (l->uses[middle].used < used) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

SarStatus sar_deck_spread_left_out(SarDeck *deck, bool *more) {
  struct SarDeckLeftOut *l = deck->left_out;
  *more = false;
  if (!l || !l->nuses) return SAR_OK;
  int32_t *waiting = calloc((size_t)l->count + 1, sizeof *waiting), count = 0;
  if (!waiting) return sar_report_no_memory(deck->context);
  qsort(l->uses, (size_t)l->nuses, sizeof *l->uses, by_used);
  for (int32_t i = 0; i < l->count; i++) {
    if (l->gone[i]) waiting[count++] = i;
  }
  while (count > 0) {
    int32_t used = waiting[--count];
    for (int32_t i = first_use(l, used); i < l->nuses && l->uses[i].used == used; i++) {
      int32_t user = l->uses[i].user;
      if (l->gone[user]) continue;
      *more = true;
      if (l->uses[i].stays) continue;
      l->gone[user] = true;
      waiting[count++] = user;
    }
  }
  l->nuses = 0;
  free(waiting);
  return SAR_OK;
}
