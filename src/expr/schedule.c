/* Operations are taken in windows, so that a long program still reads what it has written a short while ago. Within a
 * window, of the kinds of which operations are ready, that with the most goes first, until none of it is left. */
#include "expr/schedule.h"

#include <stdlib.h>
#include <string.h>

#define WINDOW 1024
#define KINDS (SAR_EXPR_PICK + 1)

typedef struct Queue {
  int32_t first, last, length; /* operations that are ready, linked by `next` */
} Queue;

/* Operations are numbered from the begin of the window. */
typedef struct Window {
  const SarScheduled *operations;
  int32_t begin, count;
  Queue ready[KINDS];
  int32_t next[WINDOW], waiting[WINDOW]; /* waiting: for how many arguments */
  int32_t first_reader[WINDOW + 1], readers[SAR_EXPR_ARGUMENTS * WINDOW];
} Window;

static int32_t argument(const Window *w, int32_t i, int k) {
  int32_t at = w->operations[w->begin + i].arguments[k] - w->begin;
  return at >= 0 ? at : -1;
}

static void push(Window *w, int32_t i) {
  Queue *queue = &w->ready[w->operations[w->begin + i].operation];
  if (queue->length++ > 0) {
    w->next[queue->last] = i;
  } else {
    queue->first = i;
  }
  queue->last = i;
}

/* Who reads what: counted, then summed, then filled from behind. */
static void link_readers(Window *w) {
  memset(w->first_reader, 0, sizeof w->first_reader);
  for (int32_t i = 0; i < w->count; i++) {
    w->waiting[i] = 0;
    for (int k = 0; k < SAR_EXPR_ARGUMENTS; k++) {
      int32_t at = argument(w, i, k);
      if (at < 0) continue;
      w->first_reader[at]++;
      w->waiting[i]++;
    }
  }
  for (int32_t i = 0; i < w->count; i++) w->first_reader[i + 1] += w->first_reader[i];
  for (int32_t i = w->count - 1; i >= 0; i--) {
    for (int k = 0; k < SAR_EXPR_ARGUMENTS; k++) {
      int32_t at = argument(w, i, k);
      if (at >= 0) w->readers[--w->first_reader[at]] = i;
    }
  }
}

static Queue *longest(Window *w) {
  Queue *best = w->ready;
  for (int k = 1; k < KINDS; k++) {
    if (w->ready[k].length > best->length) best = &w->ready[k];
  }
  return best;
}

static void order_window(Window *w, int32_t *place) {
  int32_t done = 0;
  memset(w->ready, 0, sizeof w->ready);
  link_readers(w);
  for (int32_t i = 0; i < w->count; i++) {
    if (w->waiting[i] == 0) push(w, i);
  }
  while (done < w->count) {
    Queue *queue = longest(w);
    while (queue->length > 0) {
      int32_t i = queue->first;
      queue->first = w->next[i];
      queue->length--;
      place[w->begin + i] = w->begin + done++;
      for (int32_t k = w->first_reader[i]; k < w->first_reader[i + 1]; k++) {
        if (--w->waiting[w->readers[k]] == 0) push(w, w->readers[k]);
      }
    }
  }
}

/* A call is a window of its own. */
static int32_t length_of_window(const SarScheduled *operations, int32_t left) {
  int32_t count = 0;
  if (operations[0].operation == SAR_EXPR_CALL) return 1;
  while (count < left && count < WINDOW && operations[count].operation != SAR_EXPR_CALL) count++;
  return count;
}

bool sar_schedule(const SarScheduled *operations, int32_t count, int32_t *place) {
  Window *w = malloc(sizeof *w);
  if (!w) return false;
  w->operations = operations;
  for (w->begin = 0; w->begin < count; w->begin += w->count) {
    w->count = length_of_window(operations + w->begin, count - w->begin);
    order_window(w, place);
  }
  free(w);
  return true;
}
