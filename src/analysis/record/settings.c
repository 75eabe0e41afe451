#include "analysis/record/settings.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

/* The numbers of a plan by name. */
typedef struct Number {
  const char *key;
  size_t setting, option; /* offsets in SarSimulation and SarRunOptions */
} Number;

static const Number numbers[] = {
#define NUMBER(member) {#member, offsetof(SarSimulation, member), offsetof(SarRunOptions, member)},
#define SAR_SIMULATE(member, unit, fallback, option, meaning) NUMBER(member)
#define SAR_OUTPUT(member, key, unit, fallback, option, meaning) NUMBER(member)
#include "model/simulation.def"
};
#define NNUMBERS ((int)(sizeof numbers / sizeof *numbers))

static char *append(SarArena *arena, char *text, const char *key, const char *value) {
  return text ? sar_arena_printf(arena, "%s%s=%s\n", text, key, value) : NULL;
}

static char *append_number(SarArena *arena, char *text, const char *key, double number) {
  char value[SAR_NUMBER_SIZE];
  value[sar_format_real(value, number)] = 0;
  return append(arena, text, key, value);
}

static char *append_judging(SarArena *arena, char *text, const SarJudging *judging) {
  if (!judging->judged) return text;
  text = append(arena, text, "judged", "true");
  if (judging->finer) text = append(arena, text, "judged_finer", "true");
  return judging->before > 0 ? append_number(arena, text, "judged_before", judging->before) : text;
}

#define MOST_NOTES 200

/* What a deck was read without, a line each. */
static char *append_notes(SarArena *arena, char *text, const char *notes) {
  int32_t count = 0;
  for (const char *line = notes; text && line && *line && count < MOST_NOTES; count++) {
    size_t length = strcspn(line, "\n");
    const char *copy = sar_arena_copy_text_n(arena, line, length);
    text = copy ? append(arena, text, "note", copy) : NULL;
    line += length + (line[length] == '\n');
  }
  return text && count == MOST_NOTES ? append(arena, text, "note", "and more") : text;
}

/* What the model was read with. */
static char *append_model(SarArena *arena, char *text, const SarModel *model) {
  if (model->simulation.output_compress) text = append(arena, text, "compress", "true"); /* hdf5.c looks for it */
  for (int32_t i = 0; i < model->nset; i++) {
    char *set = sar_arena_copy_text(arena, model->set[i]);
    for (char *c = set; c && *c; c++) *c = *c == '\n' ? ' ' : *c; /* a line each; blanks mean the same */
    text = set ? append(arena, text, "set", set) : NULL;
  }
  if (model->format == SAR_FORMAT_URDF) {
    text = append(arena, text, "robot", "true");
    if (model->deck.fixed_base) text = append(arena, text, "base", "fixed");
    return append_notes(arena, text, model->notes);
  }
  if (model->format != SAR_FORMAT_ADAMS) return text;
  text = append(arena, text, "deck", "true");
  if (model->deck.commands) text = append(arena, text, "commands", model->deck.commands);
  if (model->deck.skip_unsupported) text = append(arena, text, "skip_unsupported", "true");
  if (model->deck.user_zero) text = append(arena, text, "user", "zero");
  return append_notes(arena, text, model->notes);
}

/* Phases have settings of their own, in the text of the model. */
static char *phases_text(const SarRunOptions *options, const SarModel *model, SarArena *arena) {
  char *text = append(arena, sar_arena_copy_text(arena, ""), "analysis", "run");
  if (options->method) text = append(arena, text, "method", options->method);
  for (int i = 0; i < NNUMBERS; i++) {
    double number;
    memcpy(&number, (const char *)options + numbers[i].option, sizeof number);
    if (!isnan(number)) text = append_number(arena, text, numbers[i].key, number);
  }
  if (options->corrector_floor) text = append(arena, text, "corrector_floor", "true");
  if (options->start_static) text = append(arena, text, "start", "static");
  return append_model(arena, text, model);
}

char *sar_settings_text(const SarSettled *run, const SarModel *model, SarArena *arena) {
  const SarRunPlan *plan = run->plan;
  if (run->phases) return phases_text(run->phases, model, arena);
  char *text = append(arena, sar_arena_copy_text(arena, ""), "analysis", run->kinematic ? "kinematics" : "run");
  text = append(arena, text, "method", plan->settings.method);
  for (int i = 0; i < NNUMBERS; i++) {
    double number;
    memcpy(&number, (const char *)&plan->settings + numbers[i].setting, sizeof number);
    if (!isnan(number)) text = append_number(arena, text, numbers[i].key, number);
  }
  text = append_judging(arena, text, &run->judging);
  for (int32_t i = 0; i < run->nsensitivity; i++) text = append(arena, text, "sensitivity", run->sensitivity[i]);
  if (plan->steps.corrector_floor) text = append(arena, text, "corrector_floor", "true");
#define SAR_SIMULATE_FLAG(member, option, meaning) \
  if (plan->settings.member) text = append(arena, text, #member, "true");
#define SAR_SIMULATE_WORD(member, key, word, option, meaning) \
  if (plan->settings.member) text = append(arena, text, key, word);
#include "model/simulation.def"
  return append_model(arena, text, model);
}

/* "0:1:50", with all digits */
char *sar_settings_static_text(const SarStaticOptions *options, const SarModel *model, SarArena *arena) {
  char *text = append(arena, sar_arena_copy_text(arena, ""), "analysis", "static");
  char from[SAR_NUMBER_SIZE], to[SAR_NUMBER_SIZE];
  from[sar_format_real(from, options->from)] = 0;
  to[sar_format_real(to, options->to)] = 0;
  const char *times = sar_arena_printf(arena, "%s:%s:%d", from, to, (int)options->count);
  text = times ? append(arena, text, "times", times) : NULL;
  if (options->relax) text = append(arena, text, "relax", "true");
  return append_model(arena, text, model);
}

static bool is_number(const char *value, double *number) {
  size_t length = strlen(value);
  *number = NAN;
  return length > 0 && sar_text_number(value, length, number) == length;
}

static bool read_number(const char *key, const char *value, SarRunOptions *options) {
  for (int i = 0; i < NNUMBERS; i++) {
    if (strcmp(key, numbers[i].key) != 0) continue;
    double number;
    bool read = is_number(value, &number);
    memcpy((char *)options + numbers[i].option, &number, sizeof number);
    return read;
  }
  return false;
}

/* As sar_settings_static_text writes them. */
static bool read_times(const char *value, SarStaticOptions *out) {
  double parts[3];
  for (int i = 0; i < 3; i++) {
    size_t length = strcspn(value, ":");
    if (!length || sar_text_number(value, length, &parts[i]) != length) return false;
    value += length + (value[length] == ':');
  }
  out->from = parts[0];
  out->to = parts[1];
  out->count = parts[2] >= 1 && parts[2] <= INT32_MAX ? (int32_t)parts[2] : 0;
  return !*value && out->count > 0;
}

/* As append_model writes it. */
static bool read_deck_line(const char *key, const char *value, SarSettings *out) {
  bool yes = strcmp(value, "true") == 0;
  if (strcmp(key, "deck") == 0) {
    out->format = yes ? SAR_FORMAT_ADAMS : SAR_FORMAT_YAML;
    return yes;
  }
  if (strcmp(key, "robot") == 0) {
    out->format = yes ? SAR_FORMAT_URDF : SAR_FORMAT_YAML;
    return yes;
  }
  if (strcmp(key, "base") == 0) return out->deck.fixed_base = strcmp(value, "fixed") == 0;
  if (strcmp(key, "skip_unsupported") == 0) return out->deck.skip_unsupported = yes;
  if (strcmp(key, "user") == 0) return out->deck.user_zero = strcmp(value, "zero") == 0;
  if (strcmp(key, "note") == 0) return true; /* reading the deck again gives it again */
  if (strcmp(key, "commands") != 0) return false;
  out->deck.commands = value;
  return true;
}

/* Texts that may come more than once. */
typedef struct Lists {
  const char **set, **sensitivity;
} Lists;

static bool read_line(const char *key, const char *value, const Lists *lists, SarSettings *out) {
  if (strcmp(key, "analysis") == 0) {
    out->kinematic = strcmp(value, "kinematics") == 0;
    if (strcmp(value, "static") == 0) out->statics = sar_static_options_default();
    return out->kinematic || out->statics.count || strcmp(value, "run") == 0;
  }
  if (out->statics.count && strcmp(key, "times") == 0) return read_times(value, &out->statics);
  if (out->statics.count && strcmp(key, "relax") == 0) return out->statics.relax = strcmp(value, "true") == 0;
  if (strcmp(key, "method") == 0) {
    out->options.method = value;
    return true;
  }
  if (strcmp(key, "set") == 0) {
    lists->set[out->nset++] = value;
    return true;
  }
  if (strcmp(key, "sensitivity") == 0) {
    lists->sensitivity[out->options.nsensitivity++] = value;
    return true;
  }
  if (strcmp(key, "judged") == 0) {
    out->judging.judged = strcmp(value, "true") == 0;
    return true;
  }
  if (strcmp(key, "judged_finer") == 0) {
    out->judging.finer = strcmp(value, "true") == 0;
    return true;
  }
  if (strcmp(key, "judged_before") == 0) return is_number(value, &out->judging.before);
  if (strcmp(key, "corrector_floor") == 0) {
    out->options.corrector_floor = strcmp(value, "true") == 0;
    return true;
  }
#define SAR_SIMULATE_FLAG(member, option, meaning)    \
  if (strcmp(key, #member) == 0) {                    \
    out->options.member = strcmp(value, "true") == 0; \
    return true;                                      \
  }
#define SAR_SIMULATE_WORD(member, word_key, word, option, meaning) \
  if (strcmp(key, word_key) == 0) {                                \
    out->options.member = strcmp(value, word) == 0;                \
    return true;                                                   \
  }
#include "model/simulation.def"
  if (strcmp(key, "compress") == 0) return strcmp(value, "true") == 0; /* the model says so itself */
  return read_deck_line(key, value, out) || read_number(key, value, &out->options);
}

SarStatus sar_settings_read(SarContext *context, const char *path, const char *text, SarArena *arena,
                            SarSettings *out) {
  char *copy = sar_arena_copy_text(arena, text);
  int32_t nlines = 1;
  for (const char *c = text; *c; c++) nlines += *c == '\n';
  Lists lists = {SAR_NEW(arena, nlines, const char *), SAR_NEW(arena, nlines, const char *)};
  if (!copy || !lists.set || !lists.sensitivity) return sar_report_no_memory(context);
  *out = (SarSettings){.options = sar_run_options_default(), .set = lists.set};
  out->options.sensitivity = lists.sensitivity;
  for (char *line = copy; *line;) {
    char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
    *end = 0;
    char *equals = strchr(line, '=');
    if (equals) *equals = 0;
    if (!equals || !read_line(line, equals + 1, &lists, out)) {
      return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "use the version of the program that wrote it",
                        "%s: the setting `%s` of the run is not understood", path, line);
    }
    line = next;
  }
  return SAR_OK;
}
