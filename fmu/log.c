/* What an instance tells whoever steps it: the messages of the library, and calls that are not in order. */
#include <stdarg.h>
#include <stdio.h>

#include "fmu/inside.h"

#define MESSAGE_SIZE 2000

static const char *category_of(Answer answer) {
  switch (answer) {
    case ANSWER_WARNING: return "logStatusWarning";
    case ANSWER_DISCARD: return "logStatusDiscard";
    default: return "logStatusError";
  }
}

void instance_say(Instance *i, Answer answer, const char *text) {
  if (i->log.write) i->log.write(i->log.self, answer, category_of(answer), text);
}

/* `file:line:column: element: what; what to do` */
static void tell_diagnostic(Instance *i, Answer answer, const SarDiagnostic *d) {
  char place[400] = "", text[MESSAGE_SIZE];
  if (d->source.file && d->source.line > 0) {
    snprintf(place, sizeof place, "%s:%d:%d: ", d->source.file, (int)d->source.line, (int)d->source.column);
  } else if (d->source.file) {
    snprintf(place, sizeof place, "%s: ", d->source.file);
  }
  snprintf(text, sizeof text, "%s%s%s%s%s%s", place, d->element ? d->element : "", d->element ? ": " : "", d->message,
           d->remedy ? "; " : "", d->remedy ? d->remedy : "");
  instance_say(i, answer, text);
}

void instance_tell(Instance *i, Answer answer) {
  for (int32_t k = 0; k < sar_context_count(i->context); k++) {
    const SarDiagnostic *d = sar_context_get(i->context, k);
    if (d->severity == SAR_ERROR) tell_diagnostic(i, answer, d);
    if (d->severity == SAR_WARNING) tell_diagnostic(i, ANSWER_WARNING, d);
  }
  sar_context_clear(i->context);
}

Answer instance_refuse(Instance *i, const char *format, ...) {
  char text[MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  instance_say(i, ANSWER_ERROR, text);
  return ANSWER_ERROR;
}

const char *phase_in_words(Phase phase) {
  switch (phase) {
    case PHASE_INSTANTIATED: return "before it is initialised";
    case PHASE_INITIALISING: return "in initialization mode";
    case PHASE_STEPPING: return "while it is stepped";
    case PHASE_TERMINATED: return "after it was terminated";
    default: return "after a failure: restore a state, reset it, or free it";
  }
}

bool instance_allows(Instance *i, const char *function, unsigned phases) {
  if ((unsigned)i->phase & phases) return true;
  instance_refuse(i, "%s must not be called %s", function, phase_in_words(i->phase));
  return false;
}
