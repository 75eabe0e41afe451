/* sarrus compare: how two results files differ, column by column. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/terminal.h"

#define SHOWN 20 /* columns, unless --verbose */

/* NaN: not given, then the files must be identical. */
static SarStatus read_tolerance(SarCli *cli, double *out) {
  const char *text = sar_arguments_text(&cli->arguments, "--tolerance");
  *out = NAN;
  if (!text) return SAR_OK;
  size_t used = sar_text_number(text, strlen(text), out);
  if (used && !text[used] && *out >= 0 && isfinite(*out)) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give a number such as 1e-6",
                    "--tolerance %s is no number that is 0 or larger", text);
}

static bool agree(const SarComparison *c, double tolerance) {
  return isnan(tolerance) ? c->identical : c->worst <= tolerance;
}

/* ---- for programs ---- */

static void put_column(SarJson *json, const SarColumnDifference *d) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", d->name);
  sar_json_put_text(json, "unit", d->unit);
  sar_json_put_real(json, "maximum", d->maximum);
  sar_json_put_real(json, "rms", d->rms);
  sar_json_put_real(json, "relative", d->relative);
  sar_json_put_real(json, "difference", d->difference);
  sar_json_put_real(json, "range", d->range);
  sar_json_put_real(json, "share", d->share);
  sar_json_put_real(json, "time", d->at);
  if (!isnan(d->error)) sar_json_put_real(json, "error", d->error);
  if (!isnan(d->error)) sar_json_put_bool(json, "inside", d->inside);
  sar_json_end_object(json);
}

static void print_json(const SarComparison *c, double tolerance) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", agree(c, tolerance) ? "equal" : "different");
  sar_json_put_bool(&json, "identical", c->identical);
  sar_json_put_real(&json, "tolerance", isnan(tolerance) ? 0 : tolerance);
  sar_json_put_real(&json, "difference", c->worst);
  sar_json_put_int(&json, "rows", c->rows);
  sar_json_put_int(&json, "rows_a", c->rows_a);
  sar_json_put_int(&json, "rows_b", c->rows_b);
  sar_json_put_real(&json, "from", c->from);
  sar_json_put_real(&json, "to", c->to);
  sar_json_put_bool(&json, "interpolated", c->interpolated);
  sar_json_key(&json, "columns");
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < c->ncolumns; i++) put_column(&json, &c->columns[i]);
  sar_json_end_array(&json);
  sar_json_put_texts(&json, "only_a", c->only_a, c->nonly_a);
  sar_json_put_texts(&json, "only_b", c->only_b, c->nonly_b);
  sar_json_put_texts(&json, "other_unit", c->other_unit, c->nother_unit);
  sar_json_end_object(&json);
  putchar('\n');
}

/* ---- for people ---- */

static void print_names(const char *what, const char *const *names, int32_t count, bool all) {
  if (!count) return;
  int32_t shown = all || count <= SHOWN ? count : SHOWN;
  sar_print("%s:", what);
  for (int32_t i = 0; i < shown; i++) sar_print(" %s", names[i]);
  if (shown < count) printf(" and %d more", count - shown);
  putchar('\n');
}

static void print_rows(const SarComparison *c, const char *a, const char *b) {
  const char *unit = c->time_unit;
  sar_print("%" PRId64 " rows compared, t = %g to %g%s%s\n", c->rows, c->from, c->to, *unit ? " " : "", unit);
  if (c->interpolated) sar_print("the times differ: %s is interpolated linearly at the times of %s\n", b, a);
  if (c->rows != c->rows_a || c->rows != c->rows_b) {
    sar_print("%s has %" PRId64 " rows, %s has %" PRId64 "\n", a, c->rows_a, b, c->rows_b);
  }
}

/* How many of the columns that differ do so by no more than their error bars. */
static void print_bars(const SarComparison *c, int32_t differing) {
  int32_t barred = 0, inside = 0;
  for (int32_t i = 0; i < differing; i++) {
    barred += !isnan(c->columns[i].error);
    inside += c->columns[i].inside;
  }
  if (barred) printf("%d of %d by no more than the error bars of both files\n", inside, barred);
}

static void print_table(const SarComparison *c, bool all) {
  int32_t differing = 0, width = 6;
  while (differing < c->ncolumns && c->columns[differing].share > 0) differing++;
  printf("%d of %d columns differ\n", differing, c->ncolumns);
  print_bars(c, differing);
  int32_t shown = all || differing <= SHOWN ? differing : SHOWN;
  if (!shown) return;
  for (int32_t i = 0; i < shown; i++) {
    int32_t length = (int32_t)strlen(c->columns[i].name);
    if (length > width) width = length;
  }
  bool bars = false;
  for (int32_t i = 0; i < shown; i++) bars = bars || !isnan(c->columns[i].error);
  printf("\n%-*s  %-10s %11s %11s %11s %11s %11s%s\n", width, "column", "unit", "maximum", "rms", "relative", "share",
         "at t", bars ? "  error bars" : "");
  for (int32_t i = 0; i < shown; i++) {
    const SarColumnDifference *d = &c->columns[i];
    sar_print("%-*s  %-10s %11.3e %11.3e %11.3e %11.3e %11.6g", width, d->name, d->unit, d->maximum, d->rms,
              d->relative, d->share, d->at);
    if (!isnan(d->error)) sar_print(" %11.3e%s", d->error, d->inside ? "" : ", exceeded");
    sar_print("\n");
  }
  if (shown < differing) printf("and %d more; --verbose shows them\n", differing - shown);
}

static void print_text(const SarComparison *c, const char *a, const char *b, bool all) {
  if (c->identical) {
    printf("identical: %d columns, %" PRId64 " rows\n", c->ncolumns, c->rows);
    return;
  }
  print_rows(c, a, b);
  print_names("only in the first file", c->only_a, c->nonly_a, all);
  print_names("only in the second file", c->only_b, c->nonly_b, all);
  print_names("in different units, not compared", c->other_unit, c->nother_unit, all);
  print_table(c, all);
}

/* ---- the verb ---- */

static SarStatus verdict(SarCli *cli, const SarComparison *c, double tolerance) {
  if (agree(c, tolerance)) return SAR_OK;
  const SarColumnDifference *d = c->columns; /* the first one that is not within the tolerance */
  while (!isnan(tolerance) && d < c->columns + c->ncolumns - 1 && d->difference <= tolerance) d++;
  if (c->worst > 0) {
    return sar_report(cli->context, SAR_DIFFERENT, sar_nowhere(), d->name, "`--tolerance E` allows differences up to E",
                      "the results differ: %s by %.3g %s at t = %g %s", d->name, d->maximum, d->unit, d->at,
                      c->time_unit);
  }
  return sar_report(cli->context, SAR_DIFFERENT, sar_nowhere(), NULL,
                    "`--tolerance 0` compares only what both files hold",
                    "the results differ: the files do not hold the same columns and rows");
}

static SarStatus run(SarCli *cli) {
  const char *a = cli->arguments.operands[0], *b = cli->arguments.operands[1];
  const SarComparison *comparison = NULL;
  double tolerance;
  SAR_TRY(read_tolerance(cli, &tolerance));
  const char **patterns = SAR_NEW(cli->arena, cli->arguments.ngiven + 1, const char *);
  if (!patterns) return sar_report_no_memory(cli->context);
  int32_t npatterns = sar_arguments_all(&cli->arguments, "--columns", patterns);
  SAR_TRY(sar_compare_columns(cli->context, a, b, patterns, npatterns, &comparison));
  if (cli->json) print_json(comparison, tolerance);
  if (!cli->json && !cli->quiet) print_text(comparison, a, b, cli->verbose);
  cli->answered = cli->json;
  SarStatus status = verdict(cli, comparison, tolerance);
  sar_comparison_destroy(&comparison);
  return status;
}

static const SarOption options[] = {
    {"--columns", "PATTERN", "only these columns: `crank`, `crank.*`, `*.angle`; may be repeated"},
    {"--tolerance", "E", "the largest difference allowed; without it the files must be identical"},
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_compare = {
    .name = "compare",
    .operands = "A B",
    .least_operands = 2,
    .most_operands = 2,
    .summary = "show how two results files differ, column by column",
    .options = options,
    .details =
        "A and B are HDF5, the journal of a run (OUT.h5.part), CSV, or a results file of Adams (.res in its XML\n"
        "form): then in its terms, `part2.x` is the origin of the part's frame. Every column that both hold gets\n"
        "its largest and its root-mean-square difference in its own unit, the largest one relative to the largest\n"
        "absolute value in A, and its share of the largest range that a column of that unit has. The largest\n"
        "share comes first: what one would see first in plots. A unit that holds nothing but rounding comes\n"
        "last. Where the times differ, B is interpolated linearly at the times of A. nan equals nan.\n"
        "A column is within the tolerance if its largest difference is, in its unit or relative. Exit status:\n"
        "0 all columns are, 1 some are not. Without --tolerance also times and columns must be the same.\n",
    .examples =
        "  sarrus compare before.h5 after.h5\n"
        "  sarrus compare before.h5 after.h5 --columns crank --columns '*.angle'\n"
        "  sarrus compare fine.h5 coarse.csv --tolerance 1e-4 --json\n",
    .run = run,
};
