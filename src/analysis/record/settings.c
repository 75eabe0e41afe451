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

char *sar_settings_text(const SarSettled *run, const SarModel *model, SarArena *arena) {
  const SarRunPlan *plan = run->plan;
  char *text = append(arena, sar_arena_copy_text(arena, ""), "analysis", run->kinematic ? "kinematics" : "run");
  text = append(arena, text, "method", plan->settings.method);
  for (int i = 0; i < NNUMBERS; i++) {
    double number;
    memcpy(&number, (const char *)&plan->settings + numbers[i].setting, sizeof number);
    if (!isnan(number)) text = append_number(arena, text, numbers[i].key, number);
  }
  text = append_judging(arena, text, &run->judging);
  if (plan->steps.corrector_floor) text = append(arena, text, "corrector_floor", "true");
#define SAR_SIMULATE_FLAG(member, option, meaning) \
  if (plan->settings.member) text = append(arena, text, #member, "true");
#include "model/simulation.def"
  if (model->simulation.output_compress) text = append(arena, text, "compress", "true"); /* hdf5.c looks for it */
  for (int32_t i = 0; i < model->nset; i++) {
    char *set = sar_arena_copy_text(arena, model->set[i]);
    for (char *c = set; c && *c; c++) *c = *c == '\n' ? ' ' : *c; /* a line each; blanks mean the same */
    text = set ? append(arena, text, "set", set) : NULL;
  }
  return text;
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

static bool read_line(const char *key, const char *value, const char **set, SarSettings *out) {
  if (strcmp(key, "analysis") == 0) {
    out->kinematic = strcmp(value, "kinematics") == 0;
    return out->kinematic || strcmp(value, "run") == 0;
  }
  if (strcmp(key, "method") == 0) {
    out->options.method = value;
    return true;
  }
  if (strcmp(key, "set") == 0) {
    set[out->nset++] = value;
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
#include "model/simulation.def"
  if (strcmp(key, "compress") == 0) return strcmp(value, "true") == 0; /* the model says so itself */
  return read_number(key, value, &out->options);
}

SarStatus sar_settings_read(SarContext *context, const char *path, const char *text, SarArena *arena,
                            SarSettings *out) {
  char *copy = sar_arena_copy_text(arena, text);
  int32_t nlines = 1;
  for (const char *c = text; *c; c++) nlines += *c == '\n';
  const char **set = SAR_NEW(arena, nlines, const char *);
  if (!copy || !set) return sar_report_no_memory(context);
  *out = (SarSettings){.options = sar_run_options_default(), .set = set};
  for (char *line = copy; *line;) {
    char *end = line + strcspn(line, "\n"), *next = *end ? end + 1 : end;
    *end = 0;
    char *equals = strchr(line, '=');
    if (equals) *equals = 0;
    if (!equals || !read_line(line, equals + 1, set, out)) {
      return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "use the version of the program that wrote it",
                        "%s: the setting `%s` of the run is not understood", path, line);
    }
    line = next;
  }
  return SAR_OK;
}
