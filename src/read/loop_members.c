/* What expressions take of a loop: belt.chord, belt.x(i). Node i is where chord i begins; belt.x(i + 0.5) is in the
 * chord's middle; numbers go round: node -1 is the last one. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "read/loop.h"

#define TURN 6.283185307179586477

static const char numbers[] = "chord chords length gap", functions[] = "angle bend spin";

/* A place on the loop: chord `at`, and how far along it. */
typedef struct Place {
  int32_t at;
  double part;
} Place;

static Place place_of(const SarFileLoop *loop, double u) {
  double rest = u - loop->count * floor(u / loop->count), whole = floor(rest);
  if (!(whole >= 0 && whole < loop->count)) return (Place){0, 0}; /* rounding, or too far for digits */
  return (Place){(int32_t)whole, rest - whole};
}

/* 0, 1: the axes of the plane; -1: neither. */
static int axis_of(const SarFileLoop *loop, char letter) {
  return letter == loop->axes[0] ? 0 : letter == loop->axes[1] ? 1 : -1;
}

static double component(SarVec2 v, int axis) { return axis == 0 ? v.x : v.y; }

static double between(SarVec2 a, SarVec2 b, Place place, int axis) {
  return component(a, axis) + place.part * (component(b, axis) - component(a, axis));
}

/* All nodes run along the path with speed 1: what their chord turns by, d angle / d way. */
static double spin(const SarFileLoop *loop, int32_t i) {
  SarVec2 a = loop->nodes[i].way, b = loop->nodes[i + 1].way;
  double c = cos(loop->angles[i]), s = sin(loop->angles[i]);
  return (c * (b.y - a.y) - s * (b.x - a.x)) / loop->chord;
}

static double bend(const SarFileLoop *loop, int32_t i) {
  double angle = loop->angles[i] - loop->angles[i > 0 ? i - 1 : loop->count - 1];
  return angle - TURN * round(angle / TURN);
}

typedef enum Kind { NOTHING, NUMBER, FUNCTION } Kind;

static Kind kind_of(const SarFileLoop *loop, const char *member) {
  if (sar_field_choice(numbers, member) >= 0) return NUMBER;
  if (loop->closing && strcmp(member, loop->closing) == 0) return NUMBER;
  if (sar_field_choice(functions, member) >= 0) return FUNCTION;
  const char *letter = member[0] == 'v' ? member + 1 : member;
  return letter[0] && !letter[1] && axis_of(loop, letter[0]) >= 0 ? FUNCTION : NOTHING;
}

static double number_of(const SarFileLoop *loop, const char *member) {
  const double values[] = {loop->chord, loop->count, loop->length, loop->gap};
  int32_t which = sar_field_choice(numbers, member);
  return which >= 0 ? values[which] : loop->closed;
}

static double value_at(const SarFileLoop *loop, const char *member, double u, bool *angle) {
  Place place = place_of(loop, u);
  const SarLoopNode *node = &loop->nodes[place.at];
  int32_t which = sar_field_choice(functions, member);
  if (which == 0 || which == 1) *angle = true;
  if (which == 0) return loop->angles[place.at];
  if (which == 1) return bend(loop, place.at);
  if (which == 2) return spin(loop, place.at);
  if (member[0] == 'v') return between(node[0].way, node[1].way, place, axis_of(loop, member[1]));
  return between(node[0].at, node[1].at, place, axis_of(loop, member[0]));
}

/* ---- messages ---- */

static SarStatus report_unknown(SarFile *file, const SarFileLoop *loop, const char *member, SarSource at) {
  SarArena *scratch = file->reader->scratch;
  char a = loop->axes[0], b = loop->axes[1];
  const char *all = sar_arena_printf(scratch, "%s%s%s %s %c %c v%c v%c", numbers, loop->closing ? " " : "",
                                     loop->closing ? loop->closing : "", functions, a, b, a, b);
  const char *remedy = all ? sar_arena_printf(scratch, "it has: %s", all) : NULL;
  if (!remedy) return sar_read_no_memory(file->reader);
  SarSuggestion suggestion = sar_suggestion(member);
  for (const char *word = all; *word; word += strcspn(word, " "), word += *word == ' ') {
    const char *one = sar_arena_copy_text_n(scratch, word, strcspn(word, " "));
    if (!one) return sar_read_no_memory(file->reader);
    sar_suggestion_offer(&suggestion, one);
  }
  const char *best = sar_suggestion_best(&suggestion);
  (void)sar_report(file->reader->context, SAR_INPUT, at, file->element, remedy, "the loop `%s` has no `%s`%s%s%s",
                   loop->name, member, best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
  return SAR_FAILED;
}

static SarStatus report_count(SarFile *file, const SarFileLoop *loop, const char *member, Kind kind, SarSource at) {
  SarContext *context = file->reader->context;
  if (kind == NUMBER) {
    (void)sar_report(context, SAR_INPUT, at, file->element, "leave the parentheses out", "`%s.%s` is a number",
                     loop->name, member);
  } else {
    (void)sar_report(context, SAR_INPUT, at, file->element, "say which node, as in (i), or (i + 0.5) between two",
                     "`%s.%s` is a function of one number", loop->name, member);
  }
  return SAR_FAILED;
}

static SarStatus report_circle(SarFile *file, const SarFileLoop *loop) {
  (void)sar_report(file->reader->context, SAR_INPUT, loop->key->source, loop->name,
                   "let its wheels use parameters that do not come from it",
                   "the loop `%s` depends on itself, over parameters that its wheels use", loop->name);
  return SAR_FAILED;
}

/* ---- the way in ---- */

SarStatus sar_read_loop_value(SarFile *file, const char *name, SarSource at, const double *arguments,
                              int32_t narguments, double *out, bool *angle) {
  const char *dot = strchr(name, '.');
  SarFileLoop *loop = NULL;
  for (int32_t i = 0; dot && i < file->nloops && !loop; i++) {
    size_t length = strlen(file->loops[i].name);
    if (length == (size_t)(dot - name) && memcmp(file->loops[i].name, name, length) == 0) loop = &file->loops[i];
  }
  if (!loop) return SAR_INPUT;
  *out = 0;
  if (loop->state == SAR_ACTIVE) return report_circle(file, loop);
  if (loop->state == SAR_WAITING) {
    SarStatus status = loop->solve(file, loop);
    if (status == SAR_NO_MEMORY) return status;
  }
  if (loop->state != SAR_KNOWN) return SAR_FAILED; /* reported */
  Kind kind = kind_of(loop, dot + 1);
  if (kind == NOTHING) return report_unknown(file, loop, dot + 1, at);
  if (narguments == SAR_LOOP_ASK) return SAR_OK;
  if (narguments != (kind == NUMBER ? -1 : 1)) return report_count(file, loop, dot + 1, kind, at);
  *out = kind == NUMBER ? number_of(loop, dot + 1) : value_at(loop, dot + 1, arguments[0], angle);
  return SAR_OK;
}
