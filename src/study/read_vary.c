/* `set:`, `vary:`, `csv:` and `sample:`: which parameters a study has, and which values they take. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "study/keys.h"
#include "study/reading.h"
#include "study/sobol.h"

/* Columns of the table besides parameters and responses. */
#define TABLE_COLUMNS "run status message steps cpu_seconds host"

/* ---- names ---- */

static SarStatus add_setting(SarStudyReader *r, const SarReadSetting *setting) {
  if (r->nsettings == SAR_STUDY_PARAMETERS) {
    return sar_report(r->context, SAR_INPUT, setting->name_source, NULL, "write others into the model",
                      "a study sets and varies at most %d parameters", SAR_STUDY_PARAMETERS);
  }
  SarReadSetting *slot =
      sar_arena_append(r->arena, 8, &r->settings, &r->nsettings, &r->settings_capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(r->context);
  *slot = *setting;
  return sar_index_put(&r->set, setting->name, r->nsettings - 1) ? SAR_OK : sar_report_no_memory(r->context);
}

/* A name of the model, or, with its prefix, of a sub-model. Whether there is such a parameter the model says. */
static SarStatus check_name(SarStudyReader *r, const char *name, SarSource source) {
  const char *part = name;
  bool valid = name[0] != 0;
  while (valid && *part) {
    size_t length = strcspn(part, ".");
    const char *copy = sar_arena_copy_text_n(r->reader.scratch, part, length);
    if (!copy) return sar_report_no_memory(r->context);
    valid = sar_text_is_name(copy) && (part[length] == 0 || part[length + 1] != 0);
    part += length + (part[length] == '.');
  }
  if (!valid) {
    return sar_report(r->context, SAR_INPUT, source, NULL, "use letters, digits and _, with points between the parts",
                      "`%s` is no name of a parameter", name);
  }
  int32_t before = sar_index_get(&r->set, name);
  if (before < 0) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, source, NULL, "say it once",
                    "the parameter `%s` has a value already, from `%s`", name,
                    r->settings[before].value ? "set" : "vary");
}

SarStatus sar_study_read_set(SarStudyReader *r, const SarNode *node) {
  SarStudy *study = r->study;
  SarStatus status = SAR_OK;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_MAPPING, "set", "parameters with their values"));
  const char **texts = SAR_NEW(r->arena, node->count, const char *);
  if (!texts) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < node->count; i++) {
    const SarNode *key = node->keys[i], *item = node->items[i];
    const char *value = NULL;
    SarStatus one = check_name(r, key->text, key->source);
    if (one == SAR_OK) one = sar_study_text_of(r, item, key->text, &value);
    SarReadSetting setting = {key->text, value, key->source, item->inside};
    if (one == SAR_OK) one = add_setting(r, &setting);
    if (one == SAR_OK && !(texts[study->nset++] = sar_arena_printf(r->arena, "%s=%s", key->text, value))) {
      return sar_report_no_memory(r->context);
    }
    status = sar_worse(status, one);
    if (r->nsettings == SAR_STUDY_PARAMETERS && one != SAR_OK) break;
  }
  study->set = texts;
  return status;
}

static SarStatus add_vary(SarStudyReader *r, const SarVary *vary) {
  SAR_TRY(check_name(r, vary->name, vary->source));
  if (sar_field_choice(TABLE_COLUMNS, vary->name) >= 0) {
    return sar_report(r->context, SAR_INPUT, vary->source, NULL, "give the parameter another name in the model",
                      "the parameter `%s` has the name of a column of every table of runs", vary->name);
  }
  SAR_TRY(sar_study_add_column(r, "parameter", vary->name, vary->source));
  SarReadSetting setting = {vary->name, NULL, vary->source, vary->source};
  SAR_TRY(add_setting(r, &setting));
  SarVary *slot = sar_arena_append(r->arena, 8, &r->vary, &r->nvary, &r->vary_capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(r->context);
  *slot = *vary;
  slot->name = sar_arena_copy_text(r->arena, vary->name);
  bool ok = slot->name && sar_index_put(&r->varied, slot->name, r->nvary - 1);
  return ok ? SAR_OK : sar_report_no_memory(r->context);
}

/* ---- ranges, lists, distributions ---- */

/* Angles: all numbers of a parameter say that they are some, or none does; 0 is 0 in every unit. */
typedef struct Angles {
  bool with, without;
} Angles;

static SarStatus read_end(SarStudyReader *r, const SarNode *node, const char *what, Angles *angles, double *out) {
  bool angle = false;
  SAR_TRY(sar_study_number(r, node, what, out, &angle));
  angles->with = angles->with || angle;
  angles->without = angles->without || (!angle && *out != 0);
  if (!angles->with || !angles->without) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, node->source, NULL, "write deg or rad behind all of them, or behind none",
                    "some of the numbers are angles with their unit, and others are not");
}

static SarStatus read_list(SarStudyReader *r, const SarNode *node, SarVary *vary) {
  SarStatus status = SAR_OK;
  Angles angles = {false, false};
  double *values = SAR_NEW(r->arena, node->count, double);
  if (!values) return sar_report_no_memory(r->context);
  if (!node->count) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "give values: [500, 800]", "the list of `%s` is empty",
                      vary->name);
  }
  for (int32_t i = 0; i < node->count; i++) {
    status = sar_worse(status, read_end(r, node->items[i], vary->name, &angles, &values[i]));
  }
  vary->kind = SAR_VARY_LIST;
  vary->values = values;
  vary->count = node->count;
  vary->angle = angles.with;
  return status;
}

static SarStatus read_scale(SarStudyReader *r, const SarNode *node, SarVary *vary) {
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_SCALAR, "scale", "linear or log"));
  int32_t choice = sar_field_choice("linear log", node->text);
  vary->log = choice == 1;
  if (choice >= 0) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, node->source, NULL, "write linear or log", "there is no scale `%s`",
                    node->text);
}

static SarStatus check_log(SarStudyReader *r, const SarNode *node, const SarVary *vary) {
  if (!vary->log || (vary->a > 0 && vary->b > 0)) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, node->source, NULL, "let the range begin above zero, or use scale: linear",
                    "the range of `%s` on a logarithmic scale must be positive, but it goes from %g to %g", vary->name,
                    vary->a, vary->b);
}

static SarStatus read_range(SarStudyReader *r, const SarNode *node, SarVary *vary) {
  const SarNode *from = sar_node_get(node, "from"), *to = sar_node_get(node, "to"),
                *count = sar_node_get(node, "count");
  Angles angles = {false, false};
  char owner[96];
  snprintf(owner, sizeof owner, "the range of `%.60s`", vary->name);
  SarStatus status = sar_study_check_keys(r, node, owner, "from to count scale");
  if (status == SAR_OK && (!from || !to)) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL,
                      "write {from: 1e4, to: 3e4, count: 11}, a list, or {normal: [10, 1]}",
                      "the range of `%s` lacks `%s`", vary->name, from ? "to" : "from");
  }
  if (from) status = sar_worse(status, read_end(r, from, "from", &angles, &vary->a));
  if (to) status = sar_worse(status, read_end(r, to, "to", &angles, &vary->b));
  status = sar_worse(status, count ? sar_study_whole(r, count, "count", 1, SAR_SAMPLE_RUNS, &vary->count) : SAR_OK);
  status = sar_worse(status, read_scale(r, sar_node_get(node, "scale"), vary));
  vary->kind = SAR_VARY_RANGE;
  vary->angle = angles.with;
  return status == SAR_OK ? check_log(r, node, vary) : status;
}

static SarStatus check_distribution(SarStudyReader *r, const SarNode *node, const char *word, const SarVary *vary) {
  const char *remedy = NULL;
  if (vary->kind == SAR_VARY_UNIFORM && !(vary->a < vary->b)) remedy = "write {uniform: [least, greatest]}";
  if (vary->kind == SAR_VARY_NORMAL && !(vary->b > 0))
    remedy = "write {normal: [mean, standard deviation]}, the second one positive";
  if (vary->kind == SAR_VARY_LOGNORMAL && !(vary->a > 0 && vary->b > 0)) {
    remedy = "write {lognormal: [median, standard deviation of the logarithm]}, both positive";
  }
  if (!remedy) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, node->source, NULL, remedy, "[%g, %g] does not make a `%s` distribution",
                    vary->a, vary->b, word);
}

static SarStatus read_distribution(SarStudyReader *r, const SarNode *node, int32_t choice, SarVary *vary) {
  static const char *const words[] = {"uniform", "normal", "lognormal"};
  const char *word = words[choice];
  const SarNode *numbers = sar_node_get(node, word);
  Angles angles = {false, false};
  char owner[96];
  snprintf(owner, sizeof owner, "the distribution of `%.60s`", vary->name);
  vary->kind = (SarVaryKind)(SAR_VARY_UNIFORM + choice);
  SAR_TRY(sar_study_check_keys(r, node, owner, choice == 0 ? "uniform scale" : word));
  SAR_TRY(sar_read_expect(&r->file, numbers, SAR_NODE_SEQUENCE, word, "two numbers"));
  if (numbers->count != 2) {
    return sar_report(r->context, SAR_INPUT, numbers->source, NULL, "write both: {normal: [mean, standard deviation]}",
                      "`%s` takes two numbers, not %d", word, (int)numbers->count);
  }
  SarStatus status = read_end(r, numbers->items[0], word, &angles, &vary->a);
  Angles second = choice == 2 ? (Angles){false, false} : angles; /* a standard deviation of logarithms has no unit */
  status = sar_worse(status, read_end(r, numbers->items[1], word, &second, &vary->b));
  status = sar_worse(status, read_scale(r, sar_node_get(node, "scale"), vary));
  SAR_TRY(status);
  vary->angle = angles.with || (choice < 2 && second.with);
  SAR_TRY(check_distribution(r, numbers, word, vary));
  return check_log(r, numbers, vary);
}

static SarStatus read_entry(SarStudyReader *r, const SarNode *key, const SarNode *node) {
  static const char *const distributions[] = {"uniform", "normal", "lognormal"};
  SarVary vary = {.name = key->text, .source = key->source};
  SarStatus status = SAR_OK;
  if (node->kind == SAR_NODE_SEQUENCE) {
    status = read_list(r, node, &vary);
  } else if (node->kind == SAR_NODE_MAPPING) {
    int32_t choice = 0;
    while (choice < SAR_COUNT(distributions) && !sar_node_get(node, distributions[choice])) choice++;
    status = choice < SAR_COUNT(distributions) ? read_distribution(r, node, choice, &vary) : read_range(r, node, &vary);
  } else {
    status = sar_report(r->context, SAR_INPUT, node->source, NULL, "give one value by `set`",
                        "`%s` takes a range {from, to, count}, a list of values, or a distribution", key->text);
  }
  SarStatus added = add_vary(r, &vary);
  return sar_worse(status, added);
}

/* ---- tables of runs ---- */

/* The names of the first line, without blanks around them, and where they stand. */
static SarStatus read_column(SarStudyReader *r, const SarTable *table, int32_t column, SarSource at) {
  const char *name = sar_table_name(table, column);
  size_t skipped = strspn(name, " \t"), length = strlen(name + skipped);
  while (length && strchr(" \t", name[skipped + length - 1])) length--;
  int64_t rows = sar_table_rows(table);
  double *values = SAR_NEW(r->arena, rows, double);
  SarVary vary = {.name = sar_arena_copy_text_n(r->arena, name + skipped, length), .source = at};
  if (!values || !vary.name) return sar_report_no_memory(r->context);
  memcpy(values, sar_table_values(table, column), (size_t)rows * sizeof *values);
  vary.kind = SAR_VARY_LIST;
  vary.values = values;
  vary.count = rows;
  for (int64_t i = 0; i < rows; i++) {
    if (isfinite(values[i])) continue;
    return sar_report(r->context, SAR_INPUT, at, NULL, "give every run a number", "`%s` is %g in row %lld", vary.name,
                      values[i], (long long)i + 1);
  }
  return add_vary(r, &vary);
}

static SarStatus read_csv(SarStudyReader *r, const SarNode *node) {
  SarTable *table = NULL;
  const char *path = NULL;
  SarStatus status = sar_study_table(r, node, "csv", &path, &table);
  const char *file = path ? sar_intern(r->context, path) : NULL;
  int32_t column = 1;
  for (int32_t i = 0; status == SAR_OK && i < sar_table_columns(table); i++) {
    SarStatus one = read_column(r, table, i, (SarSource){file, 1, column});
    if (one != SAR_OK) r->sample_wrong = true;
    if (one == SAR_NO_MEMORY || (one != SAR_OK && r->nsettings == SAR_STUDY_PARAMETERS)) status = one;
    column += (int32_t)strlen(sar_table_name(table, i)) + 1;
  }
  if (status == SAR_OK) {
    r->study->sample.kind = SAR_SAMPLE_TABLE;
    r->study->sample.runs = sar_table_rows(table);
  }
  sar_table_destroy(&table);
  return r->sample_wrong ? sar_worse(status, SAR_INPUT) : status;
}

SarStatus sar_study_read_vary(SarStudyReader *r, const SarNode *vary, const SarNode *csv) {
  SarStatus status = SAR_OK;
  if (vary && csv) {
    return sar_report(r->context, SAR_INPUT, csv->source, NULL, "leave one of them out",
                      "`csv` and `vary` exclude each other");
  }
  if (csv) return read_csv(r, csv);
  if (!vary || (vary->kind == SAR_NODE_MAPPING && !vary->count)) {
    return sar_report(r->context, SAR_INPUT, vary ? vary->source : r->root->source, NULL,
                      "write vary: {k: {from: 1e4, to: 3e4, count: 11}}, or csv: runs.csv",
                      "the study does not say what to `vary`");
  }
  SAR_TRY(sar_read_expect(&r->file, vary, SAR_NODE_MAPPING, "vary", "parameters with their ranges"));
  for (int32_t i = 0; i < vary->count; i++) {
    SarStatus one = read_entry(r, vary->keys[i], vary->items[i]);
    status = sar_worse(status, one);
    if (r->nsettings == SAR_STUDY_PARAMETERS && one != SAR_OK) break;
  }
  return status;
}

/* ---- samples ---- */

static SarStatus read_kind(SarStudyReader *r, const SarNode *node) {
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_SCALAR, "kind", "grid, random, latin or sobol"));
  int32_t choice = sar_field_choice(SAR_SAMPLE_KINDS, node->text);
  if (choice < 0) {
    static const char *const kinds[] = {"grid", "random", "latin", "sobol"};
    return sar_study_no_such(r, node->source, "kind of sample", node->text, kinds, SAR_COUNT(kinds),
                             "write grid, random, latin or sobol");
  }
  r->study->sample.kind = (SarSampleKind)choice;
  return SAR_OK;
}

static SarStatus too_many(SarStudyReader *r, SarSource at) {
  return sar_report(r->context, SAR_INPUT, at, NULL, "take fewer values, or kind: latin with a `count`",
                    "the study has more than %d runs", SAR_SAMPLE_RUNS);
}

/* Every range of a grid has a count, unless the study is for something else. */
static SarStatus count_grid(SarStudyReader *r, const SarNode *node) {
  SarSample *sample = &r->study->sample;
  SarStatus status = SAR_OK;
  bool goal = sar_study_get(r->root, "optimize") || sar_study_get(r->root, "fit"), drawn = false, counted = true;
  for (int32_t i = 0; i < sample->nvary; i++) {
    const SarVary *v = &sample->vary[i];
    drawn = drawn || sar_vary_is_drawn(v);
    if (v->kind != SAR_VARY_RANGE || v->count > 0) continue;
    counted = false;
    if (goal) continue;
    status = sar_report(r->context, SAR_INPUT, v->source, NULL,
                        "write {from: 1, to: 2, count: 11}, or sample: {kind: latin, count: 100}",
                        "a grid needs the `count` of values of `%s`", v->name);
  }
  SAR_TRY(status);
  if (sample->count && !drawn) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL,
                      "leave it out: the grid has as many runs as combinations; or choose another kind",
                      "`count` of a grid says how often values are drawn, but no parameter has a distribution");
  }
  sample->runs = counted ? sar_sample_grid(sample) : 0;
  return sample->runs >= 0 ? SAR_OK : too_many(r, sample->vary[0].source);
}

static SarStatus count_runs(SarStudyReader *r, const SarNode *node, const SarNode *count) {
  SarSample *sample = &r->study->sample;
  static const char *const kinds[] = {"grid", "random", "latin", "sobol"};
  if (sample->kind == SAR_SAMPLE_GRID) return count_grid(r, count ? count : node);
  if (!sample->count) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "write sample: {kind: latin, count: 100}",
                      "a sample of kind %s needs the `count` of its runs", kinds[sample->kind]);
  }
  if (sample->kind == SAR_SAMPLE_SOBOL && sample->nvary > SAR_SOBOL_DIMENSIONS) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "use kind: latin, which has no such limit",
                      "a sample of kind `sobol` has at most %d parameters, but %d vary", SAR_SOBOL_DIMENSIONS,
                      (int)sample->nvary);
  }
  sample->runs = sample->count;
  return SAR_OK;
}

SarStatus sar_study_read_sample(SarStudyReader *r, const SarNode *node) {
  SarSample *sample = &r->study->sample;
  SarStatus status = SAR_OK;
  const SarNode *count = sar_study_get(node, "count"), *seed = sar_study_get(node, "seed");
  sample->vary = r->vary;
  sample->nvary = r->nvary;
  sample->seed = 1;
  if (sample->kind == SAR_SAMPLE_TABLE) {
    if (!node) return SAR_OK;
    return sar_report(r->context, SAR_INPUT, node->source, NULL,
                      "leave `sample` out: the rows of the table are the runs",
                      "`sample` and `csv` exclude each other");
  }
  if (node) {
    SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_MAPPING, "sample", "a kind with its count"));
    status = sar_study_check_keys(r, node, "`sample`", sar_sample_keys);
    status = sar_worse(status, read_kind(r, sar_node_get(node, "kind")));
    if (count) {
      status = sar_worse(status, sar_study_whole(r, count, "count", 1, SAR_SAMPLE_RUNS, &sample->count));
    }
    int64_t whole = 1;
    if (seed) status = sar_worse(status, sar_study_whole(r, seed, "seed", 0, (int64_t)1 << 53, &whole));
    sample->seed = (uint64_t)whole;
  }
  return status == SAR_OK && r->nvary && !r->sample_wrong ? count_runs(r, node ? node : r->root, count) : status;
}
