#include "study/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

SarStudyHead rows_head(void) {
  static const SarStudyColumn columns[] = {{.name = "k", .unit = "N/m"},
                                           {.name = "c,\"x\"", .unit = "N s/m"},
                                           {.name = "peak", .unit = "m", .expression = "max(abs(rod.x))"},
                                           {.name = "# rms", .unit = "", .expression = "rms(rod.x)"}};
  return (SarStudyHead){.kind = SAR_STUDY_SWEEP,
                        .hash = "0123456789abcdef0123456789abcdef",
                        .version = "1.2.3",
                        .title = "a title",
                        .name = "folder/study.yaml",
                        .text = "study: a title\n",
                        .model = "folder/model.yaml",
                        .model_text = "model: m\n",
                        .method = "hht",
                        .runs = 100,
                        .nparameters = ROWS_PARAMETERS,
                        .nresponses = ROWS_RESPONSES,
                        .columns = columns};
}

SarJobResult rows_result(int64_t run, RowsNumbers *n) {
  bool failed = run % 3 == 2, more = run % 4 == 3;
  double x = (double)run + 0.1;
  for (int i = 0; i < ROWS_PARAMETERS; i++) n->parameters[i] = x * (i + 1) / 7;
  for (int i = 0; i < ROWS_RESPONSES; i++) n->responses[i] = failed ? (double)NAN : -x * (i + 1) / 3;
  for (int i = 0; i < ROWS_PARAMETERS * ROWS_RESPONSES; i++) n->gradient[i] = x + i;
  for (int i = 0; i < ROWS_CURVES; i++) n->curves[i] = 1 / (x + i);
  for (int i = 0; i < ROWS_CURVES * ROWS_PARAMETERS; i++) n->curves_by[i] = 2 / (x + i);
  n->message[0] = 0;
  if (failed) snprintf(n->message, sizeof n->message, "run %d, \"it\"\nfailed", (int)run);
  return (SarJobResult){.row = {.run = run,
                                .status = failed ? SAR_ROW_FAILED : SAR_ROW_DONE,
                                .message = n->message,
                                .parameters = n->parameters,
                                .responses = n->responses,
                                .gradient = more ? n->gradient : NULL,
                                .steps = 10 * run,
                                .cpu_seconds = x / 100,
                                .host = run % 2 ? "one" : "another"},
                        .ncurves = more ? ROWS_CURVES : 0,
                        .curves = more ? n->curves : NULL,
                        .curves_by = more ? n->curves_by : NULL};
}

static void same(const double *a, const double *b, size_t count) {
  assert_true(!a == !b);
  if (a) assert_memory_equal(a, b, count * sizeof *a);
}

void rows_check(const SarJobResult *r, bool gradient, bool curves) {
  RowsNumbers numbers;
  SarJobResult want = rows_result(r->row.run, &numbers);
  assert_int_equal(r->row.status, want.row.status);
  assert_string_equal(r->row.message, want.row.message);
  assert_string_equal(r->row.host, want.row.host);
  assert_int_equal(r->row.steps, want.row.steps);
  assert_memory_equal(&r->row.cpu_seconds, &want.row.cpu_seconds, sizeof(double));
  same(r->row.parameters, want.row.parameters, ROWS_PARAMETERS);
  same(r->row.responses, want.row.responses, ROWS_RESPONSES);
  same(r->row.gradient, gradient ? want.row.gradient : NULL, ROWS_PARAMETERS * ROWS_RESPONSES);
  if (!curves) return;
  assert_int_equal(r->ncurves, want.ncurves);
  same(r->curves, want.curves, ROWS_CURVES);
  same(r->curves_by, want.curves_by, ROWS_CURVES * ROWS_PARAMETERS);
}
