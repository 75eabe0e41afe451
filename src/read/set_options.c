/* `--set NAME=VALUE` and what a study sets: new values of parameters and inputs from outside. NAME is a parameter or an
 * input of the model's file, or, with the prefix of its elements, of a sub-model: `left.ks`, `car1.left.ks`. It comes
 * before what the include gives; VALUE is an expression of that sub-model, in its units.
 *
 * Every file takes its own when its parameters are read, and inputs when they are. What no file has taken is reported
 * at the end, when all names are known. */
#include <string.h>

#include "base/text.h"
#include "read/reader.h"

struct SarSetOption {
  const char *name, *value; /* value null: it keeps its own */
  SarSource source, value_source;
  bool used;
  const char *elsewhere; /* a parameter of a sub-model with this name, or null */
  SarSuggestion suggestion;
};

static SarSource source_of(const SarReader *reader) { return (SarSource){sar_intern(reader->context, "--set"), 0, 0}; }

static SarStatus split(SarReader *reader, const char *text, SarSetOption *option) {
  const char *equals = strchr(text, '=');
  SarSource source = source_of(reader);
  *option = (SarSetOption){.used = true, .source = source, .value_source = source}; /* a wrong one is reported here */
  if (!equals || equals == text || !equals[1]) {
    return sar_report(reader->context, SAR_INPUT, source_of(reader), NULL, "write --set NAME=VALUE",
                      "`%s` does not set a parameter", text);
  }
  size_t skipped = strspn(text, " "), length = strcspn(text + skipped, " =");
  option->name = sar_arena_copy_text_n(reader->arena, text + skipped, length);
  option->value = sar_arena_copy_text(reader->arena, equals + 1);
  if (!option->name || !option->value) return sar_read_no_memory(reader);
  option->used = false;
  option->suggestion = sar_suggestion(option->name);
  return SAR_OK;
}

/* A name that an option may have meant; whole: with its prefix. */
static SarStatus offer_name(SarReader *reader, SarSetOption *option, const char *name, const char *whole) {
  const char *dot = strrchr(option->name, '.'), *last = dot ? dot + 1 : option->name;
  bool same = !option->elsewhere && strcmp(name, last) == 0;
  const char *before = option->suggestion.best;
  sar_suggestion_offer(&option->suggestion, whole);
  if (!same && option->suggestion.best == before) return SAR_OK;
  const char *kept = sar_arena_copy_text(reader->arena, whole);
  if (!kept) return sar_read_no_memory(reader);
  if (option->suggestion.best == whole) option->suggestion.best = kept;
  if (same) option->elsewhere = kept;
  return SAR_OK;
}

/* The names of a file that an option may have meant. */
static SarStatus offer(SarFile *file, SarSetOption *option) {
  SarReader *reader = file->reader;
  for (int32_t i = 0; i < file->nparameters - file->nhidden; i++) {
    const char *whole = sar_arena_printf(reader->scratch, "%s%s", file->prefix, file->parameters[i].name);
    if (!whole) return sar_read_no_memory(reader);
    SAR_TRY(offer_name(reader, option, file->parameters[i].name, whole));
  }
  return SAR_OK;
}

static SarSetOption option_of(const SarReadSetting *setting) {
  return (SarSetOption){.name = setting->name,
                        .value = setting->value,
                        .source = setting->name_source,
                        .value_source = setting->value_source,
                        .suggestion = sar_suggestion(setting->name)};
}

/* What phases say comes last, and so it counts. */
static SarStatus make_options(SarReader *reader) {
  int32_t texts = reader->options->nset, given = texts + reader->options->nsettings, count = given + reader->nsettings;
  SarStatus status = SAR_OK;
  if (reader->set_options || !count) return SAR_OK;
  reader->set_options = SAR_NEW(reader->arena, count, SarSetOption);
  if (!reader->set_options) return sar_read_no_memory(reader);
  reader->nset_options = count;
  for (int32_t i = 0; i < texts; i++) {
    SarStatus one = split(reader, reader->options->set[i], &reader->set_options[i]);
    if (one != SAR_OK) status = one;
  }
  for (int32_t i = texts; i < given; i++) {
    reader->set_options[i] = option_of(&reader->options->settings[i - texts]);
  }
  for (int32_t i = given; i < count; i++) {
    const SarPhaseSetting *p = &reader->settings[i - given];
    reader->set_options[i] = option_of(&(SarReadSetting){p->name, p->value, p->source, p->source});
  }
  return status;
}

SarStatus sar_read_set_options(SarFile *file) {
  SarReader *reader = file->reader;
  SarStatus status = make_options(reader);
  int32_t count = reader->nset_options;
  size_t length = strlen(file->prefix);
  for (int32_t i = 0; i < count; i++) {
    SarSetOption *option = &reader->set_options[i];
    if (option->used) continue;
    bool own = strncmp(option->name, file->prefix, length) == 0 && sar_parameter_find(file, option->name + length);
    if (!own) {
      SAR_TRY(offer(file, option));
      continue;
    }
    option->used = true;
    SarParameter by = {.text = option->value, .source = option->value_source, .state = SAR_WAITING};
    if (by.text) SAR_TRY(sar_parameter_replace(file, option->name + length, option->source, &by));
  }
  return status;
}

SarStatus sar_read_set_input(SarFile *file, const char *name, const char *whole, SarValue *value) {
  SarReader *reader = file->reader;
  for (int32_t i = 0; reader->set_options && i < reader->nset_options; i++) {
    SarSetOption *option = &reader->set_options[i];
    if (option->used) continue;
    SAR_TRY(offer_name(reader, option, name, whole));
    if (strcmp(option->name, whole) != 0) continue;
    option->used = true;
    if (!option->value) continue;
    SAR_TRY(sar_read_constant(file, option->value, option->value_source, &value->real, NULL));
    value->given = true;
  }
  SarReadProbe *probe = reader->options->probe;
  int32_t marked = probe ? sar_read_probe_find(probe, "", whole) : -1;
  if (marked >= 0) probe->there[marked] = true; /* and nothing follows it but the motion */
  if (!probe || !probe->name || strcmp(probe->name, whole) != 0) return SAR_OK;
  sar_read_probe_move(probe, value->source, &value->real);
  value->given = true;
  return SAR_OK;
}

SarStatus sar_read_unused_options(SarFile *file, bool complete) {
  SarReader *reader = file->reader;
  SarStatus status = SAR_OK;
  for (int32_t i = 0; reader->set_options && i < reader->nset_options; i++) {
    const SarSetOption *option = &reader->set_options[i];
    bool inside = strchr(option->name ? option->name : "", '.') != NULL;
    if (option->used || (inside && !complete)) continue;
    const char *best = sar_suggestion_best(&option->suggestion);
    if (!best) best = option->elsewhere;
    bool inputs = sar_node_get(file->root, sar_section_name(SAR_SECTION_INPUTS)) != NULL;
    const char *remedy = inside              ? "name a parameter of a sub-model with its prefix, as in left.ks"
                         : inputs            ? "name a parameter or an input of the model"
                         : file->nparameters ? "name a parameter of the model"
                         : reader->includes  ? "name a parameter of a sub-model with its prefix, as in left.ks"
                                             : sar_model_parameter_remedy(reader->model);
    status = sar_report(reader->context, SAR_INPUT, option->source, NULL, remedy, "there is no parameter `%s`%s%s%s",
                        option->name, best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
  }
  return status;
}
