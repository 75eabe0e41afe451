/* `model:`, `responses:` and `keep:`: the model as the study sees it, and what of its results counts. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "expr/expr.h"
#include "read/read.h"
#include "study/reading.h"
#include "system/carry.h"
#include "system/columns.h"

#define TABLE_COLUMNS "run status message steps cpu_seconds host"

/* ---- the model ---- */

/* The names of all columns that a run could record, as files show them. */
static SarStatus list_columns(SarStudyReader *r, const SarModel *model, const SarSystem *system) {
  static const SarNameList everything = {0};
  SarColumnSet *set = NULL;
  SAR_TRY(sar_column_set_create_of(system, r->reader.arena, &everything, &set));
  int32_t count = sar_column_set_count(set);
  const SarColumn *columns = sar_column_set_get(set);
  const char **names = SAR_NEW(r->arena, count + 1, const char *), **units = SAR_NEW(r->arena, count + 1, const char *);
  if (!names || !units) return sar_report_no_memory(r->context);
  r->column_of = (SarIndex){.arena = r->arena};
  for (int32_t i = 0; i <= count; i++) {
    char label[64];
    sar_units_label(&model->units, i ? columns[i - 1].unit : "s", label, sizeof label);
    names[i] = i ? sar_arena_printf(r->arena, "%s.%s", columns[i - 1].element, columns[i - 1].quantity) : "time";
    units[i] = sar_arena_copy_text(r->arena, label);
    if (!names[i] || !units[i] || !sar_index_put(&r->column_of, names[i], i)) return sar_report_no_memory(r->context);
  }
  r->columns = names;
  r->units = units;
  r->ncolumns = count + 1;
  r->begin = sar_system_begin(system);
  r->time_unit = model->units.time;
  return SAR_OK;
}

/* Parameters of the model that keep their value in all runs, or follow others. */
static SarStatus list_constants(SarStudyReader *r, const SarModel *model) {
  SarStudy *study = r->study;
  const char *name;
  double value;
  int32_t count = 0;
  while (sar_model_parameter(model, count, &name, &value)) count++;
  study->constants = SAR_NEW(r->arena, count, const char *);
  if (!study->constants) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < count; i++) {
    sar_model_parameter(model, i, &name, &value);
    if (sar_index_get(&r->varied, name) < 0 &&
        !(study->constants[study->nconstants++] = sar_arena_copy_text(r->arena, name))) {
      return sar_report_no_memory(r->context);
    }
  }
  return SAR_OK;
}

/* What the model has; a system is made of it for that. */
static SarStatus look_at(SarStudyReader *r, SarContext *context, SarModel *model) {
  SarSystem *system = NULL;
  SarStatus status = sar_system_compile(context, model, &system);
  if (status == SAR_OK) status = list_columns(r, model, system);
  if (status == SAR_OK) status = list_constants(r, model);
  sar_system_destroy(&system);
  return status;
}

/* Where the study is wrong about the parameters, the model as it is still tells what responses may name. */
static void look_without_settings(SarStudyReader *r, const SarNode *node) {
  static const SarReadOptions none = {0};
  SarContext *silent = sar_context_create();
  SarModel *model = NULL;
  if (!silent) return;
  SarStatus status = sar_model_read_file(silent, r->study->model_path, node->text, node->source, &none, &model);
  if (status == SAR_OK) (void)look_at(r, silent, model);
  sar_model_destroy(&model);
  sar_context_destroy(&silent);
}

SarStatus sar_study_read_model(SarStudyReader *r, const SarNode *node) {
  SarStudy *study = r->study;
  if (!node) {
    return sar_report(r->context, SAR_INPUT, r->root->source, NULL, "write `model: car.yaml`",
                      "the study does not name its `model`");
  }
  SAR_TRY(sar_study_path(r, node, "model", &study->model_path));
  SarReadOptions options = {.settings = r->settings, .nsettings = r->nsettings};
  int32_t before = sar_context_errors(r->context);
  sar_study_watch_begin(r);
  SarStatus status =
      sar_model_read_file(r->context, study->model_path, node->text, node->source, &options, &study->model);
  if (status == SAR_INPUT && r->nsettings) look_without_settings(r, node);
  if (status == SAR_OK) status = look_at(r, r->context, study->model);
  sar_study_watch_end(r);
  if (status != SAR_OK && sar_context_errors(r->context) == before) {
    return sar_report(r->context, status, node->source, NULL, NULL, "the model `%s` cannot be read", node->text);
  }
  return status;
}

/* ---- responses ---- */

static SarStatus check_response_name(SarStudyReader *r, const SarNode *key) {
  const char *name = key->text;
  if (!sar_text_is_name(name) || sar_text_is_reserved(name)) {
    return sar_report(r->context, SAR_INPUT, key->source, NULL,
                      "use letters, digits and _, and none of the words time, t, pi, energy, ground, solver",
                      "`%s` cannot be the name of a response", name);
  }
  if (sar_field_choice(TABLE_COLUMNS, name) < 0 && sar_index_get(&r->varied, name) < 0) {
    return sar_study_add_column(r, "response", name, key->source);
  }
  return sar_report(r->context, SAR_INPUT, key->source, NULL, "give the response another name",
                    "the table of runs has a column `%s` already", name);
}

static SarStatus create_responses(SarStudyReader *r) {
  const char **parameters = SAR_NEW(r->arena, r->nvary, const char *);
  if (!parameters) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < r->nvary; i++) parameters[i] = r->vary[i].name;
  const SarModel *model = r->study->model;
  SarResponseNames names = {.angle = model && model->units.angle != 1 ? model->units.angle_name : NULL,
                            .columns = r->columns,
                            .units = r->units,
                            .ncolumns = r->ncolumns,
                            .parameters = parameters,
                            .nparameters = r->nvary,
                            .constants = r->study->constants,
                            .nconstants = r->study->nconstants};
  r->study->responses = sar_responses_create(r->arena, &names);
  return r->study->responses ? SAR_OK : sar_report_no_memory(r->context);
}

/* Before anything is said of them: what follows names them whether they are right or not. */
static SarStatus list_responses(SarStudyReader *r, const SarNode *node) {
  r->named = node;
  r->responses = (SarIndex){.arena = r->arena};
  for (int32_t i = 0; i < node->count; i++) {
    if (!sar_index_put(&r->responses, node->keys[i]->text, i)) return sar_report_no_memory(r->context);
  }
  return SAR_OK;
}

bool sar_study_names_response(const SarStudyReader *r, const char *name, int32_t *index) {
  *index = r->study->responses ? sar_responses_find(r->study->responses, name) : -1;
  bool nothing_known = !r->named && sar_node_get(r->root, "responses"); /* it is no mapping */
  return *index >= 0 || nothing_known || sar_index_get(&r->responses, name) >= 0;
}

SarStatus sar_study_read_responses(SarStudyReader *r, const SarNode *node) {
  SarStatus status = SAR_OK;
  bool known = r->columns != NULL; /* else the model is wrong, and so may be every name */
  if (known) SAR_TRY(create_responses(r));
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_MAPPING, "responses", "names with their expressions"));
  SAR_TRY(list_responses(r, node));
  if (node->count > SAR_STUDY_RESPONSES) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "make several studies of it",
                      "a study has at most %d responses, but these are %d", SAR_STUDY_RESPONSES, (int)node->count);
  }
  for (int32_t i = 0; i < node->count; i++) {
    const SarNode *key = node->keys[i], *item = node->items[i];
    const char *text = NULL, *name = sar_arena_copy_text(r->arena, key->text);
    if (!name) return sar_report_no_memory(r->context);
    SarStatus one = check_response_name(r, key);
    one = sar_worse(one, sar_study_text_of(r, item, name, &text));
    if (one == SAR_OK && known) {
      one = sar_responses_add(r->context, r->study->responses, name, text, item->inside);
    }
    status = sar_worse(status, one);
  }
  return status;
}

/* ---- keep ---- */

static int compare(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

static SarStatus read_list(SarStudyReader *r, const SarNode *node) {
  SarKeep *keep = &r->study->keep;
  SarStatus status = SAR_OK;
  int64_t *runs = SAR_NEW(r->arena, node->count, int64_t), all = r->study->sample.runs;
  int64_t last = (all ? all : SAR_SAMPLE_RUNS) - 1; /* nobody knows how many runs a search makes */
  if (!runs) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < node->count; i++) {
    status = sar_worse(status, sar_study_whole(r, node->items[i], "keep", 0, last, &runs[i]));
  }
  qsort(runs, (size_t)node->count, sizeof *runs, compare);
  *keep = (SarKeep){.kind = SAR_KEEP_LIST, .runs = runs, .nruns = node->count};
  return status;
}

/* Names in a condition: responses, then parameters. */
static const char *list(void *self, int32_t index) {
  const SarStudyReader *r = self;
  int32_t count = r->named ? r->named->count : 0;
  if (index < count) return r->named->keys[index]->text;
  return index - count < r->nvary ? r->vary[index - count].name : NULL;
}

static SarStatus resolve(void *self, const char *name, double *constant, int32_t *variable) {
  const SarStudyReader *r = self;
  int32_t response, parameter = sar_index_get(&r->varied, name);
  bool named = sar_study_names_response(r, name, &response);
  int32_t count = r->study->responses ? sar_responses_count(r->study->responses) : 0;
  *constant = 0;
  *variable = response >= 0 ? response : parameter >= 0 ? count + parameter : 0; /* 0: the study is wrong anyway */
  return named || parameter >= 0 ? SAR_OK : SAR_INPUT;
}

static SarStatus read_condition(SarStudyReader *r, const SarNode *node) {
  SarScope scope = {.resolve = resolve, .list = list, .self = r};
  const SarExpr *f = NULL;
  SAR_TRY(sar_expr_parse(r->context, r->arena, node->text, node->inside, "keep", &scope, &f));
  if (sar_expr_is_constant(f, NULL)) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "write none, all, [0, 17] or \"peak > 20\"",
                      "`keep` takes a condition of responses or parameters");
  }
  r->study->keep.kind = SAR_KEEP_WHERE;
  return sar_program_compile(r->context, r->arena, &f, 1, &r->study->keep.where);
}

SarStatus sar_study_read_keep(SarStudyReader *r, const SarNode *node) {
  if (!node) return SAR_OK;
  if (node->kind == SAR_NODE_SEQUENCE) return read_list(r, node);
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_SCALAR, "keep", "none, all, numbers of runs or a condition"));
  if (strcmp(node->text, "none") == 0) return SAR_OK;
  if (strcmp(node->text, "all") != 0) return read_condition(r, node);
  r->study->keep.kind = SAR_KEEP_ALL;
  return SAR_OK;
}
