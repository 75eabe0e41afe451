/* The study file from the top: its keys, in the order in which they depend on each other. Parameters come before the
 * model, which says whether it has them, the model before its columns, and responses before what refers to them. */
#include "read/read.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "study/keys.h"
#include "study/reading.h"
#include "study/source.h"

#define BEGIN "start with `model:` and `vary:`"

static SarStatus read_title(SarStudyReader *r, const SarNode *node) {
  r->study->title = "";
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_SCALAR, "study", "free text"));
  r->study->title = sar_arena_copy_text(r->arena, node->text);
  return r->study->title ? SAR_OK : sar_report_no_memory(r->context);
}

static SarStatus read_limit(SarStudyReader *r, const SarNode *node) {
  if (!node) return SAR_OK;
  SAR_TRY(sar_study_positive(r, node, "limit", &r->study->limit));
  r->limit = node;
  return SAR_OK;
}

/* A sweep that keeps nothing and asks for nothing would be runs for nobody. */
static SarStatus check_purpose(SarStudyReader *r) {
  const SarStudy *study = r->study;
  if (!study->responses || sar_responses_count(study->responses) || study->fit) return SAR_OK;
  if (study->keep.kind != SAR_KEEP_NONE) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, r->root->source, NULL,
                    "write responses: {peak: max(rod.x)}, or keep: all for the results of every run",
                    "the study asks for nothing: it has no `responses`, and keeps no results");
}

static SarStatus read_sections(SarStudyReader *r) {
  const SarNode *root = r->root;
  SarStatus status = sar_study_check_keys(r, root, "a study", sar_study_keys);
  status = sar_worse(status, read_title(r, sar_node_get(root, "study")));
  status = sar_worse(status, read_limit(r, sar_node_get(root, "limit")));
  status = sar_worse(status, sar_study_read_set(r, sar_node_get(root, "set")));
  SarStatus vary = sar_study_read_vary(r, sar_node_get(root, "vary"), sar_node_get(root, "csv"));
  r->sample_wrong = vary != SAR_OK;
  status = sar_worse(status, vary);
  status = sar_worse(status, sar_study_read_sample(r, sar_node_get(root, "sample")));
  status = sar_worse(status, sar_study_read_model(r, sar_node_get(root, "model")));
  status = sar_worse(status, sar_study_read_responses(r, sar_node_get(root, "responses")));
  status = sar_worse(status, sar_study_read_keep(r, sar_node_get(root, "keep")));
  status = sar_worse(status, sar_study_read_goals(r, sar_node_get(root, "optimize"), sar_node_get(root, "fit")));
  if (status == SAR_OK) status = check_purpose(r);
  return status == SAR_OK ? sar_study_find_followers(r) : status;
}

/* Who has mistaken a model for a study is told that, and not what is wrong with every key. */
static bool has_any(const SarNode *root, const char *const *keys, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (sar_node_get(root, keys[i])) return true;
  }
  return false;
}

static bool is_model(const SarNode *root) {
  static const char *const of_models[] = {"bodies", "joints", "forces", "beams", "simulate", "include"};
  static const char *const of_studies[] = {"vary", "csv", "responses"};
  return has_any(root, of_models, SAR_COUNT(of_models)) && !has_any(root, of_studies, SAR_COUNT(of_studies));
}

static SarStatus check_root(SarStudyReader *r) {
  if (r->root->kind != SAR_NODE_MAPPING) {
    return sar_report(r->context, SAR_INPUT, r->root->source, NULL, BEGIN, "a study is a mapping of keys, not %s",
                      sar_node_kind_text(r->root));
  }
  if (!is_model(r->root)) return SAR_OK;
  return sar_report(
      r->context, SAR_INPUT, r->root->source, NULL,
      "write a study with `model:` and `vary:`; or give `sarrus sweep` the model and --vary NAME=FROM:TO:N",
      "this is a model, not a study");
}

static SarStatus read_tree(SarStudyReader *r) {
  SAR_TRY(check_root(r));
  static const SarReadOptions none = {0};
  r->reader = (SarReader){.context = r->context, .options = &none, .top_folder = "."};
  r->reader.arena = sar_arena_create();
  r->reader.scratch = sar_arena_create();
  SarStatus status = r->reader.arena && r->reader.scratch ? SAR_OK : sar_report_no_memory(r->context);
  if (status == SAR_OK) status = sar_model_create(r->context, &r->reader.model);
  r->file = (SarFile){.reader = &r->reader, .path = r->study->name, .folder = "", .prefix = "", .root = r->root};
  r->file.units = sar_units_si();
  if (status == SAR_OK) status = read_sections(r);
  sar_model_destroy(&r->reader.model);
  sar_arena_destroy(&r->reader.arena);
  sar_arena_destroy(&r->reader.scratch);
  return status;
}

/* ---- from a text ---- */

SarStatus sar_study_create(SarContext *context, const char *name, const char *text, SarStudy **out) {
  SarArena *arena = sar_arena_create();
  SarStudy *study = arena ? SAR_NEW(arena, 1, SarStudy) : NULL;
  *out = study;
  if (!study) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  *study = (SarStudy){.context = context, .arena = arena, .title = "", .model_path = "", .limit = INFINITY};
  study->name = sar_intern(context, name);
  study->text = sar_arena_copy_text(arena, text);
  if (study->name && study->text) return SAR_OK;
  sar_study_destroy(out);
  return sar_report_no_memory(context);
}

/* Of all that was wrong, what the environment could not do counts first. */
static SarStatus judge(SarContext *context, SarStatus status, int32_t errors_before, SarStudy **study) {
  if (status == SAR_OK && sar_context_errors(context) == errors_before) return SAR_OK;
  sar_study_destroy(study);
  if (sar_context_out_of_memory(context)) return SAR_NO_MEMORY;
  return status != SAR_OK ? status : SAR_INPUT;
}

SarStatus sar_study_finish_reading(SarStudy **study, const SarNode *root, const SarStudyWatch *watch,
                                   int32_t errors_before) {
  SarStudy *s = *study;
  SarStudyReader reader = {.context = s->context, .study = s, .arena = s->arena, .root = root, .watch = watch};
  reader.set.arena = reader.varied.arena = reader.column_of.arena = s->arena;
  const char *slash = strrchr(s->name, '/');
  reader.folder = slash ? sar_arena_copy_text_n(s->arena, s->name, (size_t)(slash - s->name) + 1) : "";
  SarStatus status = reader.folder ? read_tree(&reader) : sar_report_no_memory(s->context);
  return judge(s->context, status, errors_before, study);
}

static SarStatus parse(SarContext *context, const char *name, const char *text, const SarStudyWatch *watch,
                       SarStudy **out) {
  int32_t before = sar_context_errors(context);
  const SarNode *root = NULL;
  SAR_TRY(sar_study_create(context, name, text, out));
  SarStudy *study = *out;
  SarArena *tree = sar_arena_create();
  SarStatus status = tree ? sar_yaml_parse(context, tree, study->name, text, strlen(text), BEGIN, &root)
                          : sar_report_no_memory(context);
  status = status == SAR_OK ? sar_study_finish_reading(out, root, watch, before) : judge(context, status, before, out);
  sar_arena_destroy(&tree);
  return status;
}

SarStatus sar_study_parse(SarContext *context, const char *name, const char *text, SarStudy **out) {
  SAR_NEED(context, context && name && text && out);
  return parse(context, name, text, NULL, out);
}

SarStatus sar_study_read_watched(SarContext *context, const char *path, const SarStudyWatch *watch, SarStudy **out) {
  *out = NULL;
  SarArena *arena = sar_arena_create();
  if (!arena) return sar_report_no_memory(context);
  const char *text;
  size_t length;
  SarSource source = {sar_intern(context, path), 0, 0};
  SarStatus status = sar_file_check_regular(context, path, path, source, "give the path of a study file");
  if (status == SAR_OK) status = sar_read_bytes(context, arena, path, path, source, &text, &length);
  if (status == SAR_OK) status = sar_read_check_text(context, source.file, text, length);
  if (status == SAR_OK) status = parse(context, path, text, watch, out);
  sar_arena_destroy(&arena);
  return status;
}

SarStatus sar_study_read(SarContext *context, const char *path, SarStudy **out) {
  SAR_NEED(context, context && path && out);
  return sar_study_read_watched(context, path, NULL, out);
}

bool sar_study_is_one(const char *path) {
  static const char *const of_studies[] = {"vary", "csv"};
  SarContext *quiet = sar_context_create();
  SarArena *arena = sar_arena_create();
  const SarNode *root = NULL;
  const char *text;
  size_t length;
  SarSource source = {path, 0, 0};
  bool is = quiet && arena && sar_read_bytes(quiet, arena, path, path, source, &text, &length) == SAR_OK &&
            sar_yaml_parse(quiet, arena, path, text, length, BEGIN, &root) == SAR_OK &&
            root->kind == SAR_NODE_MAPPING && has_any(root, of_studies, SAR_COUNT(of_studies));
  sar_arena_destroy(&arena);
  sar_context_destroy(&quiet);
  return is;
}
