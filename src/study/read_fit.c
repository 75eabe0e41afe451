/* `fit:`: measured data, and the columns of the model that are compared with them. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "study/keys.h"
#include "study/reading.h"

#define LARGEST 1e100 /* of the data: sums of many squares are still numbers */

/* ---- times ---- */

/* Whether a row has the time of the one before. */
static bool repeats(const SarTable *table, int64_t row) {
  const double *times = sar_table_values(table, 0);
  return row > 0 && times[row] == times[row - 1];
}

/* Seconds of the unit in which the file has its times: what it says itself, else the model's. */
static SarStatus time_unit(SarStudyReader *r, const SarNode *node, const SarTable *table, double *out) {
  const char *label = sar_table_unit(table, 0);
  SarUnits units = sar_units_si();
  *out = r->time_unit;
  if (!label[0]) return SAR_OK;
  if (sar_units_choose(&units, "time", label) != SAR_OK) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, sar_units_known("time"),
                      "the times of the data are in `%s`, which is no unit of time", label);
  }
  *out = units.time;
  return SAR_OK;
}

/* Times come once: a run writes two rows at an event, before and after it. */
static SarStatus read_times(SarStudyReader *r, const SarNode *node, const SarTable *table, SarFitGoal *goal) {
  double factor = 1;
  SAR_TRY(time_unit(r, node, table, &factor));
  int64_t rows = sar_table_rows(table);
  double *times = SAR_NEW(r->arena, rows, double);
  const double *given = sar_table_values(table, 0);
  if (!times) return sar_report_no_memory(r->context);
  goal->times = times;
  for (int64_t i = 0; i < rows; i++) {
    double time = given[i] * factor;
    bool rising = isfinite(time) && (i == 0 || given[i] >= given[i - 1]);
    if (!rising || time < r->begin) {
      return sar_report(r->context, SAR_INPUT, node->source, NULL,
                        "give the times in the first column, no row earlier than the one before",
                        rising ? "row %lld of the data is at %g, before the run begins"
                               : "row %lld of the data, at %g, is not later than the one before it",
                        (long long)i + 1, given[i]);
    }
    if (!repeats(table, i)) times[goal->ntimes++] = time;
  }
  return SAR_OK;
}

/* ---- columns ---- */

/* The numbers that were measured, at the times of the goal; nan elsewhere, and where a column jumps from one row to
 * another one at the same time: which of them a run has just there hangs on rounding. Returns their number. jumps: of
 * these times. */
static int64_t take_values(const SarTable *table, int32_t column, double *values, int64_t *jumps) {
  const double *given = sar_table_values(table, column);
  int64_t last = -1, measured = 0;
  bool jumped = false;
  *jumps = 0;
  for (int64_t i = 0; i < sar_table_rows(table); i++) {
    double value = isinf(given[i]) ? NAN : given[i];
    if (!repeats(table, i)) {
      values[++last] = value;
      jumped = false;
    } else if (isnan(values[last]) && !jumped) {
      values[last] = value;
    } else if (!jumped && !isnan(value) && value != values[last]) {
      values[last] = NAN;
      jumped = true;
      ++*jumps;
    }
  }
  for (int64_t i = 0; i <= last; i++) measured += !isnan(values[i]);
  return measured;
}

static SarStatus read_match(SarStudyReader *r, const SarTable *table, const SarNode *key, const SarNode *item,
                            SarFitMatch *out) {
  int32_t column = sar_index_get(&r->column_of, key->text), count = sar_table_columns(table);
  SarStatus status = SAR_OK;
  if (column <= 0) {
    status = sar_study_no_such(r, key->source, "column", key->text, r->columns, r->ncolumns,
                               "name a column of the results, as in match: {seat.az: acc}");
  }
  SAR_TRY(sar_read_expect(&r->file, item, SAR_NODE_SCALAR, key->text, "a column of the data"));
  int32_t data = sar_table_find(table, item->text);
  if (data <= 0) {
    const char **names = SAR_NEW(r->arena, count, const char *);
    if (!names) return sar_report_no_memory(r->context);
    for (int32_t i = 0; i < count; i++) names[i] = sar_table_name(table, i);
    return sar_study_no_such(r, item->source, "column of the data", item->text, names + 1, count - 1,
                             "name a column of its first line, but the first, which is the time");
  }
  SAR_TRY(status);
  const char *unit = sar_table_unit(table, data);
  if (unit[0] && strcmp(unit, r->units[column]) != 0) {
    return sar_report(r->context, SAR_INPUT, item->source, NULL, "write the data in the unit of the model",
                      "the data of `%s` are in %s, but `%s` is in %s", item->text, unit, key->text, r->units[column]);
  }
  int64_t rows = sar_table_rows(table);
  double *values = SAR_NEW(r->arena, rows, double);
  *out = (SarFitMatch){.column = r->columns[column],
                       .data = sar_arena_copy_text(r->arena, item->text),
                       .unit = r->units[column],
                       .sigma = NAN,
                       .values = values};
  if (!values || !out->data) return sar_report_no_memory(r->context);
  for (int64_t i = 0; i < rows; i++) {
    double value = sar_table_values(table, data)[i];
    if (isinf(value) || !(fabs(value) > LARGEST)) continue;
    return sar_report(r->context, SAR_INPUT, item->source, NULL, "look at the data, or write nan where it is none",
                      "`%s` is %g in row %lld: no square of such a number can be computed", item->text, value,
                      (long long)i + 1);
  }
  int64_t jumps, measured = take_values(table, data, values, &jumps);
  if (jumps) {
    sar_note(r->context, SAR_OK, item->source, NULL, NULL,
             "`%s` has two values at %lld of its times: they are left out", item->text, (long long)jumps);
  }
  if (measured) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, item->source, NULL, "match a column that has numbers",
                    "the data of `%s` hold no number", item->text);
}

static SarStatus read_matches(SarStudyReader *r, const SarNode *node, const SarTable *table, SarFitGoal *goal) {
  SarStatus status = SAR_OK;
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_MAPPING, "match", "columns of the model with those of the data"));
  SarFitMatch *matches = SAR_NEW(r->arena, node->count, SarFitMatch);
  if (!matches) return sar_report_no_memory(r->context);
  if (!node->count) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "write match: {seat.az: acc}",
                      "`match` names no column");
  }
  for (int32_t i = 0; i < node->count; i++) {
    status = sar_worse(status, read_match(r, table, node->keys[i], node->items[i], &matches[i]));
  }
  goal->matches = matches;
  goal->nmatches = node->count;
  return status;
}

static SarStatus read_deviation(SarStudyReader *r, const SarNode *node, double *out) {
  bool angle = false;
  SAR_TRY(sar_study_positive(r, node, "sigma", out));
  SAR_TRY(sar_study_number(r, node, "sigma", out, &angle));
  *out = sar_study_for_columns(r, *out, angle);
  return SAR_OK;
}

static SarStatus read_sigma(SarStudyReader *r, const SarNode *node, const SarFitGoal *goal) {
  SarStatus status = SAR_OK;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_MAPPING, "sigma", "columns with their standard deviation"));
  for (int32_t i = 0; i < node->count; i++) {
    int32_t k = 0;
    SarFitMatch *matches = (SarFitMatch *)goal->matches; /* ours until the study is read */
    while (k < goal->nmatches && strcmp(matches[k].column, node->keys[i]->text) != 0) k++;
    SarStatus one = SAR_OK;
    if (k == goal->nmatches) {
      one = sar_report(r->context, SAR_INPUT, node->keys[i]->source, NULL, "name a column of `match`",
                       "`%s` is not compared with data", node->keys[i]->text);
    } else {
      one = read_deviation(r, node->items[i], &matches[k].sigma);
    }
    status = sar_worse(status, one);
  }
  return status;
}

static SarStatus read_data(SarStudyReader *r, const SarNode *node, const SarTable *table, SarFitGoal *goal) {
  const SarNode *match = sar_node_get(node, "match");
  SarStatus status = read_times(r, sar_node_get(node, "data"), table, goal);
  SarStatus matches = read_matches(r, match, table, goal);
  status = sar_worse(status, matches);
  return matches == SAR_OK ? sar_worse(status, read_sigma(r, sar_node_get(node, "sigma"), goal)) : status;
}

/* Rows at the times of the data are those of one plain run. */
static SarStatus check_model(SarStudyReader *r, const SarNode *node) {
  const SarModel *model = r->study->model;
  if (!model) return SAR_OK;
  if (model->nphases) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "write `simulate: {end: 2}` in the model",
                      "`fit` takes a model whose `simulate` is no list of phases");
  }
  if (isnan(model->simulation.accuracy) && !model->naccuracy_goals) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, node->source, NULL, "give the model a `tolerance` instead",
                    "`fit` takes a model without an `accuracy`: its runs would have different steps");
}

SarStatus sar_study_read_fit(SarStudyReader *r, const SarNode *node) {
  static const char *const needed[] = {"data", "match"};
  SarFitGoal *goal = SAR_NEW(r->arena, 1, SarFitGoal);
  if (!goal) return sar_report_no_memory(r->context);
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_MAPPING, "fit", "data with what they match"));
  SarStatus status = sar_study_check_keys(r, node, "`fit`", sar_fit_keys);
  for (int i = 0; i < SAR_COUNT(needed); i++) {
    if (sar_node_get(node, needed[i])) continue;
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "write {data: m.csv, match: {seat.az: acc}}",
                      "`fit` lacks `%s`", needed[i]);
  }
  status = sar_worse(status, check_model(r, node));
  SarTable *table = NULL;
  SarStatus read = sar_study_table(r, sar_node_get(node, "data"), "data", &goal->path, &table);
  if (read == SAR_OK && r->columns) read = read_data(r, node, table, goal);
  sar_table_destroy(&table);
  r->study->fit = goal;
  return sar_worse(status, read);
}
