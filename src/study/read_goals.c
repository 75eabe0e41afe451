/* `optimize:` and what it has in common with `fit:`. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "study/keys.h"
#include "study/optimize_method.h"
#include "study/reading.h"

#define MOST_EVALUATIONS 1000000

/* ---- ranges ---- */

static SarStatus check_range(SarStudyReader *r, const SarVary *v) {
  if (v->kind == SAR_VARY_RANGE && v->a < v->b) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, v->source, NULL, "write {from: 1e4, to: 3e4}, the smaller one first",
                    "`%s` needs a range from one value to a larger one: the best value is looked for in it", v->name);
}

/* The middle of every range, and the model's own value where it lies in the range. */
static void usual_starts(const SarStudyReader *r) {
  const SarModel *model = r->study->model;
  SarStudyRange *ranges = r->study->ranges;
  for (int32_t i = 0; i < r->nvary; i++) {
    const SarVary *v = &r->vary[i];
    ranges[i].start = v->log ? sqrt(v->a) * sqrt(v->b) : 0.5 * v->a + 0.5 * v->b;
  }
  for (int32_t i = 0; model && i < model->nparameters; i++) {
    const SarModelParameter *p = &model->parameters[i];
    int32_t k = sar_index_get(&r->varied, p->name);
    if (k < 0) continue;
    double value = p->value;
    if (p->angle && !r->vary[k].angle) value /= model->units.angle;
    if (!p->angle && r->vary[k].angle) value *= model->units.angle;
    if (value >= r->vary[k].a && value <= r->vary[k].b) ranges[k].start = value;
  }
}

static SarStatus read_start(SarStudyReader *r, const SarNode *key, const SarNode *node) {
  double value = 0;
  int32_t i = sar_index_get(&r->varied, key->text);
  if (i < 0) {
    const char **names = SAR_NEW(r->arena, r->nvary, const char *);
    if (!names) return sar_report_no_memory(r->context);
    for (int32_t k = 0; k < r->nvary; k++) names[k] = r->vary[k].name;
    return sar_study_no_such(r, key->source, "parameter", key->text, names, r->nvary, "name one of those that vary");
  }
  bool angle = false;
  SAR_TRY(sar_study_number(r, node, key->text, &value, &angle));
  if (angle != r->vary[i].angle && value != 0) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "write deg or rad behind all of them, or behind none",
                      "the range of `%s` is written %s a unit of angles, and its start %s", key->text,
                      angle ? "without" : "with", angle ? "with one" : "without");
  }
  r->study->ranges[i].start = value;
  if (value >= r->vary[i].a && value <= r->vary[i].b) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, node->source, NULL, "start inside the range",
                    "the start of `%s` is %g, but its range goes from %g to %g", key->text, value, r->vary[i].a,
                    r->vary[i].b);
}

static SarStatus read_ranges(SarStudyReader *r, const SarNode *start) {
  SarStatus status = SAR_OK;
  SarStudy *study = r->study;
  study->ranges = SAR_NEW(r->arena, r->nvary, SarStudyRange);
  if (!study->ranges) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < r->nvary; i++) {
    const SarVary *v = &r->vary[i];
    status = sar_worse(status, check_range(r, v));
    study->ranges[i] = (SarStudyRange){.from = v->a, .to = v->b, .log = v->log};
  }
  usual_starts(r);
  if (!start || status != SAR_OK) return status;
  SAR_TRY(sar_read_expect(&r->file, start, SAR_NODE_MAPPING, "start", "parameters with their values"));
  for (int32_t i = 0; i < start->count; i++) {
    status = sar_worse(status, read_start(r, start->keys[i], start->items[i]));
  }
  return status;
}

/* ---- optimize ---- */

static SarStatus find_response(SarStudyReader *r, const SarNode *node, const char *name, int32_t *out) {
  if (sar_study_names_response(r, name, out)) return SAR_OK;
  int32_t count = r->named ? r->named->count : 0;
  const char **names = SAR_NEW(r->arena, count, const char *);
  if (!names) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < count; i++) names[i] = r->named->keys[i]->text;
  return sar_study_no_such(r, node->source, "response", name, names, count,
                           "name one of `responses`, such as responses: {peak: max(rod.x)}");
}

static SarStatus read_objective(SarStudyReader *r, const SarNode *node, const char *key, SarOptimizeGoal *goal) {
  bool several = node->kind == SAR_NODE_SEQUENCE;
  int32_t count = several ? node->count : 1, *responses = SAR_NEW(r->arena, count, int32_t);
  SarStatus status = SAR_OK;
  if (!responses) return sar_report_no_memory(r->context);
  if (!count) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "name a response", "the list of `%s` is empty", key);
  }
  for (int32_t i = 0; i < count; i++) {
    const SarNode *item = several ? node->items[i] : node;
    SarStatus one = sar_read_expect(&r->file, item, SAR_NODE_SCALAR, key, "a response, or a list of them");
    status = sar_worse(status, one == SAR_OK ? find_response(r, item, item->text, &responses[i]) : one);
  }
  goal->responses = responses;
  goal->nresponses = count;
  return status;
}

static SarStatus read_objectives(SarStudyReader *r, const SarNode *node, SarOptimizeGoal *goal) {
  const SarNode *least = sar_node_get(node, "minimize"), *most = sar_node_get(node, "maximize");
  goal->maximize = most != NULL;
  if (least && most) {
    return sar_report(r->context, SAR_INPUT, most->source, NULL, "keep one of them, and the other by `subject_to`",
                      "`maximize` and `minimize` exclude each other");
  }
  if (!least && !most) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "write {minimize: peak}",
                      "`optimize` does not say what to minimize or to maximize");
  }
  return read_objective(r, least ? least : most, least ? "minimize" : "maximize", goal);
}

/* "<= 0.1" */
static SarStatus read_limit(SarStudyReader *r, const SarNode *node, int32_t response, SarStudyLimit *out) {
  static const struct {
    const char *word;
    SarLimitKind kind;
  } kinds[] = {{"<=", SAR_LIMIT_AT_MOST}, {">=", SAR_LIMIT_AT_LEAST}, {"==", SAR_LIMIT_EQUAL}, {"=", SAR_LIMIT_EQUAL}};
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_SCALAR, "subject_to", "a limit such as \"<= 0.1\""));
  const char *text = node->text + strspn(node->text, " ");
  int32_t i = 0;
  while (i < SAR_COUNT(kinds) && strncmp(text, kinds[i].word, strlen(kinds[i].word)) != 0) i++;
  if (i == SAR_COUNT(kinds)) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "write \"<= 0.1\", \">= -0.1\" or \"= 0.3\"",
                      "`%s` is no limit", node->text);
  }
  text += strlen(kinds[i].word);
  text += strspn(text, " ");
  SarSource at = node->inside;
  at.column += (int32_t)(text - node->text);
  *out = (SarStudyLimit){.response = response, .kind = kinds[i].kind};
  if (!text[0]) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "write \"<= 0.1\"", "`%s` lacks its number",
                      node->text);
  }
  bool angle = false;
  SAR_TRY(sar_read_constant(&r->file, text, at, &out->value, &angle));
  out->value = sar_study_for_columns(r, out->value, angle);
  return SAR_OK;
}

static SarStatus read_limits(SarStudyReader *r, const SarNode *node, SarOptimizeGoal *goal) {
  SarStatus status = SAR_OK;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_MAPPING, "subject_to", "responses with their limits"));
  int32_t room = 0;
  for (int32_t i = 0; i < node->count; i++)
    room += node->items[i]->kind == SAR_NODE_SEQUENCE ? node->items[i]->count : 1;
  SarStudyLimit *limits = SAR_NEW(r->arena, room, SarStudyLimit);
  if (!limits) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < node->count; i++) {
    const SarNode *item = node->items[i];
    bool several = item->kind == SAR_NODE_SEQUENCE;
    int32_t response = -1;
    status = sar_worse(status, find_response(r, node->keys[i], node->keys[i]->text, &response));
    for (int32_t k = 0; k < (several ? item->count : 1); k++) {
      status = sar_worse(status, read_limit(r, several ? item->items[k] : item, response, &limits[goal->nlimits++]));
    }
  }
  goal->limits = limits;
  return status;
}

static SarStatus read_method(SarStudyReader *r, const SarNode *node, SarOptimizeGoal *goal) {
  int32_t equalities = 0;
  SarOptimizeMethodKind kind;
  goal->method = "auto";
  if (!node) return SAR_OK;
  SAR_TRY(sar_study_text_of(r, node, "method", &goal->method));
  for (int32_t i = 0; i < goal->nlimits; i++) equalities += goal->limits[i].kind == SAR_LIMIT_EQUAL;
  return sar_optimize_method_find(r->context, node->source, goal->method, goal->nlimits - equalities, equalities,
                                  &kind);
}

/* `tolerance` and `evaluations`, which both goals have. */
static SarStatus read_effort(SarStudyReader *r, const SarNode *node, double *tolerance, int32_t *evaluations) {
  const SarNode *accuracy = sar_node_get(node, "tolerance"), *most = sar_node_get(node, "evaluations");
  int64_t count = SAR_GOAL_EVALUATIONS;
  *tolerance = SAR_GOAL_TOLERANCE;
  SarStatus status = accuracy ? sar_study_positive(r, accuracy, "tolerance", tolerance) : SAR_OK;
  if (most) status = sar_worse(status, sar_study_whole(r, most, "evaluations", 1, MOST_EVALUATIONS, &count));
  *evaluations = (int32_t)count;
  return status;
}

SarStatus sar_study_read_optimize(SarStudyReader *r, const SarNode *node) {
  SarOptimizeGoal *goal = SAR_NEW(r->arena, 1, SarOptimizeGoal);
  const SarNode *seed = sar_study_get(node, "seed");
  int64_t whole = 1;
  if (!goal) return sar_report_no_memory(r->context);
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_MAPPING, "optimize", "what to minimize or to maximize"));
  SarStatus status = sar_study_check_keys(r, node, "`optimize`", sar_optimize_keys);
  status = sar_worse(status, read_objectives(r, node, goal));
  status = sar_worse(status, read_limits(r, sar_node_get(node, "subject_to"), goal));
  status = sar_worse(status, read_method(r, sar_node_get(node, "method"), goal));
  status = sar_worse(status, read_effort(r, node, &goal->tolerance, &goal->evaluations));
  if (seed) status = sar_worse(status, sar_study_whole(r, seed, "seed", 0, (int64_t)1 << 53, &whole));
  goal->seed = (uint64_t)whole;
  r->study->optimize = goal;
  return status;
}

SarStatus sar_study_read_goals(SarStudyReader *r, const SarNode *optimize, const SarNode *fit) {
  SarStatus status = SAR_OK;
  double tolerance = 0;
  int32_t evaluations = 0;
  if (!optimize && !fit) return SAR_OK;
  if (optimize && fit) {
    return sar_report(r->context, SAR_INPUT, fit->source, NULL, "make two studies of it",
                      "`fit` and `optimize` exclude each other");
  }
  if (r->study->sample.kind == SAR_SAMPLE_TABLE) {
    const SarNode *goal = optimize ? optimize : fit;
    return sar_report(r->context, SAR_INPUT, goal->source, NULL, "give ranges by `vary`",
                      "`%s` looks for values in ranges, but `csv` gives a table", optimize ? "optimize" : "fit");
  }
  if (optimize) status = sar_study_read_optimize(r, optimize);
  if (fit) status = sar_study_read_fit(r, fit);
  if (fit && fit->kind == SAR_NODE_MAPPING) {
    status = sar_worse(status, read_effort(r, fit, &tolerance, &evaluations));
    SarFitGoal *goal = (SarFitGoal *)r->study->fit; /* ours until the study is read */
    if (goal) goal->tolerance = tolerance, goal->evaluations = evaluations;
  }
  if (r->sample_wrong) return status;
  return sar_worse(status, read_ranges(r, sar_study_get(optimize ? optimize : fit, "start")));
}
