/* What expressions find outside of themselves: splines and functions of plugins. */
#include <string.h>

#include "base/text.h"
#include "read/reader.h"

/* The slot of a name: the number of its spline, or 0 where it would go. */
static int32_t *spline_slot(const SarReader *reader, const char *name) {
  uint64_t hash = 14695981039346656037u, mask = (uint64_t)reader->spline_capacity - 1; /* FNV-1a */
  for (const char *p = name; *p; p++) hash = (hash ^ (unsigned char)*p) * 1099511628211u;
  for (uint64_t i = (hash ^ (hash >> 32)) & mask;; i = (i + 1) & mask) {
    int32_t number = reader->spline_slots[i];
    if (!number || strcmp(reader->model->splines[number - 1].name, name) == 0) return &reader->spline_slots[i];
  }
}

SarStatus sar_read_lookup_spline(SarReader *reader, const char *whole, const SarModelSpline **out) {
  const SarModel *model = reader->model;
  *out = NULL;
  if (2 * (model->nsplines + 1) > reader->spline_capacity) {
    int32_t capacity = 64;
    while (capacity < 4 * (model->nsplines + 1)) capacity *= 2;
    reader->spline_slots = SAR_NEW(reader->arena, capacity, int32_t);
    if (!reader->spline_slots) return sar_read_no_memory(reader);
    reader->spline_capacity = capacity;
    reader->nspline_slots = 0;
  }
  for (; reader->nspline_slots < model->nsplines; reader->nspline_slots++) {
    *spline_slot(reader, model->splines[reader->nspline_slots].name) = reader->nspline_slots + 1;
  }
  int32_t number = *spline_slot(reader, whole);
  if (number) *out = &model->splines[number - 1];
  return SAR_OK;
}

SarStatus sar_read_find_spline(SarFile *file, const char *name, const SarSpline **out) {
  const char *whole = sar_arena_printf(file->reader->scratch, "%s%s", file->prefix, name);
  if (!whole) return sar_read_no_memory(file->reader);
  const SarModelSpline *found;
  SAR_TRY(sar_read_lookup_spline(file->reader, whole, &found));
  if (found) {
    *out = found->spline;
    return SAR_OK;
  }
  /* what is wrong with it has been said */
  bool failed = file->repeated_spline_failed || (file->splines && sar_node_get(file->splines, name));
  return failed ? SAR_FAILED : SAR_INPUT;
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/* All that may be called of a plugin, or the outputs of one of its functions, as a remedy; and what was meant. */
typedef struct Offer {
  SarSuggestion suggestion;
  const char *list;
} Offer;

static void offer(SarArena *scratch, Offer *o, const char *word) {
  sar_suggestion_offer(&o->suggestion, word);
  if (o->list) o->list = sar_arena_printf(scratch, "%s%s%s", o->list, o->list[0] ? ", " : "", word);
}

/* Where a name first stands in an expression: the parser asks for names from left to right, and ends at the first that
 * there is not. */
SarSource sar_read_place_of(const char *name, const char *text, SarSource at) {
  size_t length = strlen(name);
  const char *found = strstr(text, name);
  while (found && (is_word(found[length]) || (found > text && is_word(found[-1])))) found = strstr(found + 1, name);
  for (const char *c = text; found && at.column > 0 && c < found; c++) at.column += ((unsigned char)*c & 0xc0) != 0x80;
  return at;
}

/* Of `rest`, the part behind a plugin's name, what says which output of the function is meant: "" if nothing does. */
static const char *output_part(const SarPluginCall *call, const char *rest) {
  size_t length = strcspn(rest, "."), known = strlen(call->function->name);
  if (length != known || memcmp(rest, call->function->name, known) != 0) return rest; /* the plugin's own function */
  return rest + length + (rest[length] != 0);
}

static SarStatus report_unknown(SarFile *file, const SarPluginInstance *instance, const SarPluginCall *call,
                                const char *rest, SarSource at) {
  SarArena *scratch = file->reader->scratch;
  const char *wanted = call ? output_part(call, rest) : rest;
  size_t length = call ? strlen(wanted) : strcspn(wanted, ".");
  const char *word = sar_arena_copy_text_n(scratch, wanted, length);
  if (!word) return sar_read_no_memory(file->reader);
  Offer o = {sar_suggestion(word), ""};
  int32_t count = call ? call->function->noutputs : instance->plugin->nfunctions;
  for (int32_t i = 0; i < count; i++) {
    offer(scratch, &o, call ? call->function->outputs[i].name : instance->plugin->functions[i].name);
  }
  const char *best = sar_suggestion_best(&o.suggestion);
  const char *remedy = sar_arena_printf(scratch, "it has: %s", o.list ? o.list : "");
  const char *hint = best ? sar_arena_printf(scratch, "; did you mean `%s`?", best) : "";
  if (!o.list || !remedy || !hint) return sar_read_no_memory(file->reader);
  if (!call) {
    sar_report(file->reader->context, SAR_INPUT, at, file->element, remedy, "the plugin `%s` has no function `%s`%s",
               instance->name, word, word[0] ? hint : "");
  } else if (!word[0]) {
    sar_report(file->reader->context, SAR_INPUT, at, file->element, remedy,
               "`%s` has %d outputs: say which one, as in `%s.%s(..)`", call->external.name, (int)count,
               call->external.name, call->function->outputs[0].name);
  } else {
    sar_report(file->reader->context, SAR_INPUT, at, file->element, remedy, "`%s` has no output `%s`%s",
               call->external.name, word, hint);
  }
  return SAR_FAILED;
}

/* Whoever gives functions to a model knows what they have. */
static void warn_of_differences(SarFile *file, SarPluginCall *call) {
  if (call->function->has_jacobian || call->differences_reported || sar_plugin_is_given(call->instance)) return;
  call->differences_reported = true;
  sar_warn(file->reader->context, call->instance->source, call->instance->name, "let the plugin give its jacobian",
           "`%s` has no derivatives of its own: they are taken by differences", call->external.name);
}

/* The plugin that the part of a name before its first dot stands for; null: none. */
static const SarFilePlugin *find_plugin(const SarFilePlugin *list, int32_t count, const char *name) {
  size_t length = strcspn(name, ".");
  for (int32_t i = 0; i < count; i++) {
    if (strlen(list[i].name) == length && memcmp(list[i].name, name, length) == 0) return &list[i];
  }
  return NULL;
}

SarStatus sar_read_plugin_function(SarFile *file, const char *name, const char *text, SarSource at,
                                   const SarExternal **out, int32_t *output, bool *angle) {
  const char *rest = name + strcspn(name, ".");
  const SarFilePlugin *plugin = rest[0] ? find_plugin(file->plugins, file->nplugins, name) : NULL;
  if (!plugin) plugin = find_plugin(file->reader->given, file->reader->ngiven, name);
  if (!plugin) return SAR_INPUT;
  if (rest[0]) rest++;                   /* the dot */
  if (plugin->faulty) return SAR_FAILED; /* reported */
  if (!plugin->instance->plugin) {       /* not loaded */
    *out = NULL;
    *output = 0;
    return SAR_OK;
  }
  SarPluginCall *call;
  if (sar_plugin_find(plugin->instance, rest, &call, output) != SAR_OK) {
    return report_unknown(file, plugin->instance, call, rest, sar_read_place_of(name, text, at));
  }
  warn_of_differences(file, call);
  if (call->has_angles) *angle = true;
  *out = &call->external;
  return SAR_OK;
}
