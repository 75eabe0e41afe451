/* Two results files, whatever they are: those of Adams are compared in its terms, for which ours are expressed in them
 * too, with the model that they hold. */
#include "result/compare.h"

#include "analysis/record/record.h"
#include "result/xrf.h"
#include "result/xrf_read.h"

static SarStatus in_terms_of_adams(SarContext *context, const char *path, SarResults **results) {
  SarRecord *record = NULL;
  SarTable *table = NULL;
  SarXrf xrf = {0};
  SarStatus status = sar_record_open_file(context, path, &record);
  if (status == SAR_OK) status = sar_xrf_create(context, sar_record_model(record), *results, &xrf);
  if (status == SAR_OK) status = sar_table_create(context, &table);
  if (status == SAR_OK) status = sar_xrf_table(context, &xrf, table);
  sar_xrf_destroy(&xrf);
  sar_record_close(&record);
  if (status != SAR_OK) {
    sar_table_destroy(&table);
    return status;
  }
  sar_results_close(results);
  return sar_results_of_table(context, table, results);
}

/* A table of somebody's own has names of its own: it is compared as it is. */
static SarStatus adapt(SarContext *context, const char *path, SarResults **results, const SarResults *other) {
  if (!sar_results_are_xrf(other) || sar_results_are_xrf(*results) || !sar_results_header(*results)) return SAR_OK;
  return in_terms_of_adams(context, path, results);
}

static SarStatus agree_on_names(SarContext *context, const char *path_a, const char *path_b, SarResults **a,
                                SarResults **b) {
  bool only_a = sar_results_are_xrf(*a) && sar_results_header(*b);
  bool only_b = sar_results_are_xrf(*b) && sar_results_header(*a);
  SAR_TRY(adapt(context, path_a, a, *b));
  SAR_TRY(adapt(context, path_b, b, *a));
  if (only_a) return sar_xrf_plain_names(sar_results_table(*a));
  return only_b ? sar_xrf_plain_names(sar_results_table(*b)) : SAR_OK;
}

SarStatus sar_compare_columns(SarContext *context, const char *path_a, const char *path_b, const char *const *patterns,
                              int32_t npatterns, const SarComparison **out) {
  SAR_NEED(context, context && path_a && path_b && (patterns || npatterns <= 0) && out);
  *out = NULL;
  SarResults *a = NULL, *b = NULL;
  SarStatus status = sar_results_open(context, path_a, &a);
  if (status == SAR_OK) status = sar_results_open(context, path_b, &b);
  if (status == SAR_OK) status = agree_on_names(context, path_a, path_b, &a, &b);
  if (status == SAR_OK) {
    status = sar_compare_results(context, &(SarComparedFile){path_a, a}, &(SarComparedFile){path_b, b}, patterns,
                                 npatterns, out);
  }
  sar_results_close(&a);
  sar_results_close(&b);
  return status;
}

SarStatus sar_compare(SarContext *context, const char *path_a, const char *path_b, const SarComparison **out) {
  return sar_compare_columns(context, path_a, path_b, NULL, 0, out);
}
