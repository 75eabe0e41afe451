#include "base/context.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#define FIRST_CAPACITY 32   /* messages */
#define LONGEST_MESSAGE 600 /* bytes */
#define LONGEST_NOTE 3000   /* notes may be tables */
#define LONGEST_ELEMENT 200 /* bytes; names are ASCII, and those that are not are wrong */

struct SarContext {
  SarArena *arena;
  SarDiagnostic *list;
  int32_t count, capacity, errors;
  bool out_of_memory;
  const char **interned;
  int32_t ninterned, interned_capacity;
  SarGivenPlugin *plugins;
  int32_t nplugins, plugins_capacity;
};

static const SarDiagnostic no_memory = {SAR_ERROR, SAR_NO_MEMORY,   {NULL, 0, 0},
                                        NULL,      "out of memory", "close other programs or make the model smaller"};

const char *sar_status_text(SarStatus status) {
  switch (status) {
#define SAR_STATUS(name, value, text) \
  case SAR_##name:                    \
    return text;
#include "sarrus/status.def"
#undef SAR_STATUS
  }
  return "unknown status";
}

int sar_status_exit_code(SarStatus status) {
  int value = (int)status;
  if (value == 0) return 0;
  if (value <= -400) return 130;
  if (value <= -300) return 3;
  if (value <= -200) return 2;
  return 1;
}

SarContext *sar_context_create(void) {
  SarContext *context = calloc(1, sizeof *context);
  if (!context) return NULL;
  context->arena = sar_arena_create();
  context->list = malloc(FIRST_CAPACITY * sizeof *context->list);
  context->capacity = FIRST_CAPACITY;
  if (!context->arena || !context->list) sar_context_destroy(&context);
  return context;
}

void sar_context_destroy(SarContext **context) {
  if (!context || !*context) return;
  sar_arena_destroy(&(*context)->arena);
  free((*context)->list);
  free((*context)->interned);
  free((*context)->plugins);
  free(*context);
  *context = NULL;
}

int32_t sar_context_count(const SarContext *context) { return context ? context->count : 0; }
int32_t sar_context_errors(const SarContext *context) { return context ? context->errors : 0; }
bool sar_context_out_of_memory(const SarContext *context) { return context->out_of_memory; }

const SarDiagnostic *sar_context_get(const SarContext *context, int32_t index) {
  if (!context) return NULL;
  return index >= 0 && index < context->count ? &context->list[index] : NULL;
}

void sar_context_clear(SarContext *context) {
  if (!context) return;
  context->count = 0;
  context->errors = 0;
  context->out_of_memory = false;
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static bool is_repeated(const SarContext *context, int32_t before, const SarDiagnostic *message) {
  for (int32_t i = 0; i < before; i++) {
    const SarDiagnostic *known = &context->list[i];
    if (same_text(known->message, message->message) && same_text(known->element, message->element) &&
        same_text(known->source.file, message->source.file) && known->source.line == message->source.line) {
      return true;
    }
  }
  return false;
}

void sar_context_take_back(SarContext *context, int32_t first) {
  for (int32_t i = first; i < context->count; i++) context->errors -= context->list[i].severity == SAR_ERROR;
  if (first < context->count) context->count = first;
}

void sar_context_drop_repeated(SarContext *context, int32_t first) {
  int32_t kept = first;
  for (int32_t i = first; i < context->count; i++) {
    const SarDiagnostic *message = &context->list[i];
    if (is_repeated(context, first, message)) {
      context->errors -= message->severity == SAR_ERROR;
    } else {
      context->list[kept++] = *message;
    }
  }
  if (kept < context->count) context->count = kept;
}

/* Room for one more message. The last place is kept free: that memory is exhausted can always be said. */
static SarDiagnostic *next_slot(SarContext *context) {
  if (context->count + 1 == context->capacity) {
    int32_t capacity = 2 * context->capacity;
    SarDiagnostic *list = realloc(context->list, (size_t)capacity * sizeof *list);
    if (!list) return NULL;
    context->list = list;
    context->capacity = capacity;
  }
  return &context->list[context->count];
}

/* Said once: whatever else fails for the same reason is not another error. */
static void add_no_memory(SarContext *context) {
  if (context->out_of_memory) return;
  context->out_of_memory = true;
  context->errors++;
  context->list[context->count++] = no_memory;
}

/* A name of a million letters in a file must not become a million letters on the screen. */
static void shorten(char *text, size_t end) {
  if (strlen(text) <= end) return;
  while (((unsigned char)text[end] & 0xC0) == 0x80) end--; /* never within a character */
  memcpy(text + end, "...", 4);
}

static void add(SarContext *context, SarDiagnostic diagnostic, const char *format, va_list arguments) {
  bool error = diagnostic.severity == SAR_ERROR;
  if (error && context->errors >= SAR_MAX_ERRORS) {
    context->errors++;
    return;
  }
  SarArena *arena = context->arena;
  SarDiagnostic *slot = next_slot(context);
  char *message = slot ? sar_arena_vprintf(arena, format, arguments) : NULL;
  if (!message) {
    add_no_memory(context);
    return;
  }
  shorten(message, diagnostic.severity == SAR_NOTE ? LONGEST_NOTE : LONGEST_MESSAGE);
  diagnostic.message = message;
  /* Messages pass from one context to another, and outlive the one that knew the file. */
  if (diagnostic.source.file) diagnostic.source.file = sar_intern(context, diagnostic.source.file);
  if (diagnostic.element) {
    const size_t length = strlen(diagnostic.element);
    diagnostic.element =
        sar_arena_copy_text_n(arena, diagnostic.element, length < LONGEST_ELEMENT ? length : LONGEST_ELEMENT);
  }
  if (diagnostic.remedy) {
    const char *copy = sar_arena_copy_text(arena, diagnostic.remedy);
    diagnostic.remedy = copy ? copy : no_memory.remedy; /* an error without one would be of no use */
  }
  *slot = diagnostic;
  context->count++;
  context->errors += error;
}

SarStatus(sar_report)(SarContext *context, SarStatus status, SarSource source, const char *element, const char *remedy,
                      const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add(context, (SarDiagnostic){SAR_ERROR, status, source, element, NULL, remedy}, format, arguments);
  va_end(arguments);
  return status;
}

void sar_warn(SarContext *context, SarSource source, const char *element, const char *remedy, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add(context, (SarDiagnostic){SAR_WARNING, SAR_OK, source, element, NULL, remedy}, format, arguments);
  va_end(arguments);
}

void sar_note(SarContext *context, SarStatus about, SarSource source, const char *element, const char *remedy,
              const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add(context, (SarDiagnostic){SAR_NOTE, about, source, element, NULL, remedy}, format, arguments);
  va_end(arguments);
}

SarStatus(sar_report_no_memory)(SarContext *context) {
  add_no_memory(context);
  return SAR_NO_MEMORY;
}

SarStatus sar_report_null(SarContext *context, const char *function) {
  if (!context) return SAR_USAGE;
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "see the function's header for what may be null",
                    "%s was called with a null pointer", function);
}

const char *sar_intern(SarContext *context, const char *text) {
  for (int32_t i = 0; i < context->ninterned; i++) {
    if (strcmp(context->interned[i], text) == 0) return context->interned[i];
  }
  if (context->ninterned == context->interned_capacity) {
    int32_t capacity = context->interned_capacity ? 2 * context->interned_capacity : 8;
    const char **list = realloc(context->interned, (size_t)capacity * sizeof *list);
    if (!list) return NULL;
    context->interned = list;
    context->interned_capacity = capacity;
  }
  const char *copy = sar_arena_copy_text(context->arena, text);
  if (copy) context->interned[context->ninterned++] = copy;
  return copy;
}

/* ---- plugins in memory ---- */

SarStatus sar_context_add_plugin(SarContext *context, const char *name, const SarPlugin *plugin, void *data) {
  SAR_NEED(context, context && name && plugin);
  if (context->nplugins == context->plugins_capacity) {
    int32_t capacity = context->plugins_capacity ? 2 * context->plugins_capacity : 8;
    SarGivenPlugin *grown = realloc(context->plugins, (size_t)capacity * sizeof *grown);
    if (!grown) return sar_report_no_memory(context);
    context->plugins = grown;
    context->plugins_capacity = capacity;
  }
  const char *copy = sar_arena_copy_text(context->arena, name);
  if (!copy) return sar_report_no_memory(context);
  context->plugins[context->nplugins++] = (SarGivenPlugin){copy, plugin, data};
  return SAR_OK;
}

const SarGivenPlugin *sar_context_plugins(const SarContext *context, int32_t *count) {
  *count = context->nplugins;
  return context->plugins;
}
