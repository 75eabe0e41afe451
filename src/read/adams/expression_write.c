/* Terms of a deck's expression as text of our language. Operators and parentheses stay as they were, because both
 * languages bind alike; vectors are written out:
 *
 *   (v + w)_i = v_i + w_i    (s v)_i = s v_i    v * w = v_1 w_1 + v_2 w_2 + v_3 w_3    (v % w)_i = v_j w_k - v_k w_j */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "read/adams/expression.h"
#include "read/adams/floats.h"
#include "read/adams/left_out.h"

/* ---- text ---- */

void sar_deck_append(SarDeckText *out, const char *text, size_t length) {
  size_t needed = (size_t)out->length + length + 1;
  if (out->out_of_memory) return;
  if (needed > (size_t)out->room) {
    size_t room = needed * 2 + 64;
    char *bytes = room < INT32_MAX ? sar_arena_grow(out->arena, out->bytes, (size_t)out->length, room, 1) : NULL;
    if (!bytes) {
      out->out_of_memory = true;
      return;
    }
    out->bytes = bytes;
    out->room = (int32_t)room;
  }
  memcpy(out->bytes + out->length, text, length);
  out->length += (int32_t)length;
  out->bytes[out->length] = 0;
}

static void put(SarDeckText *out, const char *text) { sar_deck_append(out, text, strlen(text)); }

void sar_deck_appendf(SarDeckText *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = sar_arena_vprintf(out->arena, format, arguments);
  va_end(arguments);
  if (text) put(out, text);
  if (!text) out->out_of_memory = true;
}

/* ---- operators ---- */

static void write_operator(SarDeckText *out, char symbol) {
  switch (symbol) {
    case '+': put(out, " + "); break;
    case '-': put(out, " - "); break;
    case '^': put(out, "^"); break;
    default: sar_deck_append(out, &symbol, 1); break;
  }
}

/* A term that is an operand of a product: sums in parentheses. */
static void write_factor(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *term, int axis) {
  if (term->kind == SAR_DECK_TERM_VECTOR) term = term->arguments[axis];
  bool simple =
      term->kind == SAR_DECK_TERM_NUMBER || term->kind == SAR_DECK_TERM_CONSTANT || term->kind == SAR_DECK_TERM_CALL;
  if (!simple) put(out, "(");
  sar_deck_write(r, out, term, axis);
  if (!simple) put(out, ")");
}

static void write_product(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *term, int i, int j) {
  write_factor(r, out, term->arguments[0], i);
  put(out, "*");
  write_factor(r, out, term->arguments[1], j);
}

/* Products in which vectors take part. */
static void write_vector_product(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *term, int axis) {
  put(out, "(");
  if (term->symbol == '%') {
    write_product(r, out, term, (axis + 1) % 3, (axis + 2) % 3);
    put(out, " - ");
    write_product(r, out, term, (axis + 2) % 3, (axis + 1) % 3);
  } else if (term->arguments[0]->vector && term->arguments[1]->vector) {
    for (int i = 0; i < 3; i++) {
      if (i) put(out, " + ");
      write_product(r, out, term, i, i);
    }
  } else {
    write_product(r, out, term, axis, axis);
  }
  put(out, ")");
}

static bool multiplies_vectors(const SarDeckTerm *term) {
  return (term->symbol == '*' || term->symbol == '%') && (term->arguments[0]->vector || term->arguments[1]->vector);
}

static bool joins(const SarDeckTerm *term) { return term->kind == SAR_DECK_TERM_BINARY && !multiplies_vectors(term); }

/* A sum or product of thousands is as deep to the left as it is long: it is written from its beginning, without
 * recursion. */
static void write_binary(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *term, int axis) {
  int32_t depth = 0;
  for (const SarDeckTerm *left = term; joins(left); left = left->arguments[0]) depth++;
  const SarDeckTerm **spine = SAR_NEW(r->deck->arena, depth, const SarDeckTerm *);
  if (!spine) {
    out->out_of_memory = true;
    return;
  }
  const SarDeckTerm *left = term;
  for (int32_t i = depth - 1; i >= 0; i--, left = left->arguments[0]) spine[i] = left;
  sar_deck_write(r, out, left, axis);
  for (int32_t i = 0; i < depth; i++) {
    write_operator(out, spine[i]->symbol);
    sar_deck_write(r, out, spine[i]->arguments[1], axis);
  }
}

void sar_deck_write(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *term, int axis) {
  if (r->status != SAR_OK || r->refused || out->out_of_memory) return;
  switch (term->kind) {
    case SAR_DECK_TERM_NUMBER:
    case SAR_DECK_TERM_CONSTANT: put(out, term->text); break;
    case SAR_DECK_TERM_CALL: term->function->write(r, out, term, axis); break;
    case SAR_DECK_TERM_VECTOR: write_factor(r, out, term->arguments[axis], axis); break;
    case SAR_DECK_TERM_SIGN:
      sar_deck_append(out, &term->symbol, 1);
      sar_deck_write(r, out, term->arguments[0], axis);
      break;
    case SAR_DECK_TERM_GROUP:
      put(out, "(");
      sar_deck_write(r, out, term->arguments[0], axis);
      put(out, ")");
      break;
    case SAR_DECK_TERM_BINARY:
      if (multiplies_vectors(term)) {
        write_vector_product(r, out, term, axis);
      } else {
        write_binary(r, out, term, axis);
      }
      break;
  }
}

/* ---- arguments ---- */

bool sar_deck_whole(SarDeckReading *r, const SarDeckTerm *call, int32_t index, int64_t *out) {
  const SarDeckTerm *term = index < call->count ? call->arguments[index] : NULL;
  *out = 0;
  if (!term) return true;
  const char *text = term->kind == SAR_DECK_TERM_NUMBER ? term->text : "";
  int32_t digits = 0;
  while (text[digits] >= '0' && text[digits] <= '9' && digits < 18) {
    *out = *out * 10 + (text[digits] - '0');
    digits++;
  }
  const char *rest = text + digits;
  if (*rest == '.') rest++;
  while (*rest == '0') rest++;
  if (digits && !*rest) return true;
  sar_deck_fail(r, term->offset, "write a whole number", "argument %d of `%s` must be a whole number", (int)index + 1,
                call->function->name);
  return false;
}

bool sar_deck_whole_within(SarDeckReading *r, const SarDeckTerm *call, int32_t index, int64_t least, int64_t most,
                           int64_t *out) {
  if (!sar_deck_whole(r, call, index, out)) return false;
  if (*out >= least && *out <= most) return true;
  char remedy[64];
  snprintf(remedy, sizeof remedy, "write a number from %lld to %lld", (long long)least, (long long)most);
  sar_deck_fail(r, call->arguments[index]->offset, remedy, "argument %d of `%s` cannot be %lld", (int)index + 1,
                call->function->name, (long long)*out);
  return false;
}

bool sar_deck_use(SarDeckReading *r, const SarDeckTerm *call, const SarStatement *used) {
  if (sar_deck_note_use(r->deck, r->statement, used) != SAR_OK) r->status = SAR_NO_MEMORY;
  if (!sar_deck_is_left_out(r->deck, used)) return true;
  sar_deck_give_up(r, call->offset, NULL, "%s, which it names, is left out", sar_deck_title(r->deck, used));
  return false;
}

const SarStatement *sar_deck_named(SarDeckReading *r, const SarDeckTerm *call, int32_t index, const char *kind) {
  int64_t id;
  if (!sar_deck_whole(r, call, index, &id)) return NULL;
  const SarStatement *found = sar_deck_find(r->deck, kind, id);
  if (!found) {
    sar_deck_fail(r, call->arguments[index]->offset, "write the number of one that the deck has",
                  "there is no %s/%lld in the deck", kind, (long long)id);
    return NULL;
  }
  return sar_deck_use(r, call, found) ? found : NULL;
}

/* DX, DY, DZ, DM: of their first two markers only the origins count. */
static bool is_place(const SarDeckFunction *function) {
  const char *ours = function->ours;
  return ours[0] == 'd' && ours[1] && strchr("xyzm", ours[1]) && (!ours[2] || ours[2] == ' ');
}

static void write_marker(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int32_t index) {
  int64_t id;
  if (!sar_deck_whole(r, call, index, &id)) return;
  if (id == 0) {
    put(out, "0");
    return;
  }
  const SarStatement *marker = sar_deck_named(r, call, index, "MARKER");
  if (!marker) return;
  const SarStatement *ptcv = NULL;
  const char *frame;
  if (sar_deck_frame_or_rider(r->deck, marker, &frame) != SAR_OK ||
      sar_deck_on_curve(r->deck, marker, &ptcv) != SAR_OK) {
    r->status = SAR_NO_MEMORY;
    return;
  }
  if (!frame && ptcv && index < 2 && is_place(call->function)) frame = sar_deck_place_on_curve(r->deck, ptcv);
  if (frame) {
    put(out, frame);
  } else if (ptcv) {
    sar_deck_give_up(r, call->arguments[index]->offset,
                     "use it in DX, DY, DZ, DM and FX .. TM, and of a plane curve as axes of forces; else a marker of "
                     "the part that has the curve",
                     "MARKER/%lld moves along its curve and turns with it", (long long)id);
  } else {
    sar_deck_give_up(r, call->arguments[index]->offset, "use a marker that is fixed on a part",
                     "MARKER/%lld is floating or not on a part, and has no place of its own", (long long)id);
  }
}

static char letter_of(const SarDeckFunction *function, int32_t index) {
  return index < (int32_t)strcspn(function->signature, "*") ? function->signature[index] : 'e';
}

void sar_deck_write_argument(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int32_t index) {
  const SarStatement *named;
  int64_t whole;
  switch (letter_of(call->function, index)) {
    case 'm':
    case 'M': write_marker(r, out, call, index); break;
    case 's':
    case 'x':
      named = sar_deck_named(r, call, index, letter_of(call->function, index) == 's' ? "SPLINE" : call->function->kind);
      if (named && named->name) put(out, named->name);
      break;
    case 'w':
    case 'W':
      if (sar_deck_whole(r, call, index, &whole)) sar_deck_appendf(out, "%lld", (long long)whole);
      break;
    default: sar_deck_write(r, out, call->arguments[index], 0); break;
  }
}

/* Markers at the end that are left out, or the ground, are not written. */
static int32_t count_written(const SarDeckTerm *call) {
  int32_t count = call->count;
  while (count > 1 && letter_of(call->function, count - 1) == 'M') {
    const SarDeckTerm *last = call->arguments[count - 1];
    bool ground = !last || (last->kind == SAR_DECK_TERM_NUMBER && strspn(last->text, "0") == strlen(last->text));
    if (!ground) break;
    count--;
  }
  return count;
}

void sar_deck_write_call(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, const char *name,
                         size_t length) {
  int32_t count = count_written(call);
  sar_deck_append(out, name, length);
  put(out, "(");
  for (int32_t i = 0; i < count; i++) {
    if (i) put(out, ", ");
    sar_deck_write_argument(r, out, call, i);
  }
  put(out, ")");
}
