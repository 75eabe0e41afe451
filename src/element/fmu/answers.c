/* What an FMU answers and says, as messages. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "element/fmu/calls.h"

/* ---- what it says ---- */

static bool is_of_letter(SarSlaveType type, char letter) {
  switch (letter) {
    case 'r': return type == SAR_SLAVE_FLOAT64;
    case 'i': return type == SAR_SLAVE_INT32;
    case 'b': return type == SAR_SLAVE_BOOLEAN;
    case 's': return type == SAR_SLAVE_STRING;
    default: return false;
  }
}

static const char *name_of(const SarSlaveFile *f, char letter, unsigned long reference) {
  for (int32_t i = 0; i < f->nports; i++) {
    if (f->ports[i].reference == reference && is_of_letter(f->ports[i].type, letter)) return f->ports[i].name;
  }
  return NULL;
}

/* The variable that `#r12#` at this place means, and the end of it; null: none. */
static const char *named_here(const SarSlaveFile *f, const char *text, const char **end) {
  char *digits_end;
  if (text[0] != '#' || !text[1] || !isdigit((unsigned char)text[2])) return NULL;
  unsigned long reference = strtoul(text + 2, &digits_end, 10);
  *end = digits_end + 1;
  return *digits_end == '#' ? name_of(f, text[1], reference) : NULL;
}

void sar_slave_hear(SarSlave *s, const char *text) {
  size_t used = 0;
  s->heard[0] = 0;
  while (*text && used + 1 < sizeof s->heard) {
    const char *end, *name = s->file->version == 2 ? named_here(s->file, text, &end) : NULL;
    bool doubled = s->file->version == 2 && text[0] == '#' && text[1] == '#'; /* stands for itself */
    int length = name ? snprintf(s->heard + used, sizeof s->heard - used, "%s", name) : 1;
    if (!name) s->heard[used] = *text == '\n' ? ' ' : *text;
    used += (size_t)length;
    text = name ? end : text + 1 + doubled;
  }
  if (used >= sizeof s->heard) used = sizeof s->heard - 1;
  while (used && isspace((unsigned char)s->heard[used - 1])) used--;
  s->heard[used] = 0;
}

/* ---- answers ---- */

static const char *in_words(int answer) {
  static const char *const words[] = {"ok", "warning", "discard", "error", "fatal", "pending"};
  return answer >= 0 && answer < (int)(sizeof words / sizeof *words) ? words[answer] : "none of the standard";
}

/* `: what it said`, in two parts */
static const char *colon(const SarSlave *s) { return s->heard[0] ? ": " : ""; }

static void warn(SarSlave *s, const char *what) {
  if (s->warned) return; /* once is enough */
  s->warned = true;
  sar_warn(s->context, s->file->source, s->file->element, "look at its inputs and parameters",
           "the FMU `%s` warns when it is to %s%s%s", s->file->shown, what, colon(s), s->heard);
}

static void note_failure(SarSlave *s, int answer) {
  s->dead = s->dead || answer == SAR_ANSWER_FATAL;
  s->failed = s->failed || answer >= SAR_ANSWER_ERROR;
}

SarStatus sar_slave_check(SarSlave *s, const char *what, int answer) {
  if (answer == SAR_ANSWER_WARNING) warn(s, what);
  if (answer == SAR_ANSWER_OK || answer == SAR_ANSWER_WARNING) return SAR_OK;
  note_failure(s, answer);
  return sar_report(s->context, SAR_FAILED, s->file->source, s->file->element,
                    "look at its inputs, and try a shorter `step`", "the FMU `%s` cannot %s (its answer: %s)%s%s",
                    s->file->shown, what, in_words(answer), colon(s), s->heard);
}

SarStatus sar_slave_check_step(SarSlave *s, double from, double step, const SarSlaveStep *done) {
  char what[160];
  int length = snprintf(what, sizeof what, "be stepped from t = %.9g s by %.9g s", from, step);
  if (done->ended) {
    note_failure(s, done->answer);
    double last = isfinite(done->last) ? done->last : from;
    return sar_report(
        s->context, SAR_FAILED, s->file->source, s->file->element, "let the motion end before that: `end`",
        "the FMU `%s` has ended its simulation at t = %.9g s%s%s", s->file->shown, last, colon(s), s->heard);
  }
  if (done->answer == SAR_ANSWER_DISCARD && done->last > from && length > 0) {
    snprintf(what + length, sizeof what - (size_t)length, " but only to t = %.9g s", done->last);
  }
  return sar_slave_check(s, what, done->answer);
}

SarStatus sar_slave_need(SarSlave *s, SarSlaveCall call) {
  if (s->functions[call]) return SAR_OK;
  return sar_report(s->context, SAR_INPUT, s->file->source, s->file->element, "tell whoever made it",
                    "the FMU `%s` does not export %s", s->file->shown, s->face->names[call]);
}
