/* sarrus page: results as one HTML file; with --live one that runs its model again. */
#include <inttypes.h>
#include <string.h>

#include "cli/page_live.h"
#include "cli/page_make.h"
#include "cli/page_motion.h"
#include "cli/page_study.h"
#include "cli/report.h"
#include "cli/terminal.h"

#define MOST_FILES 16

static SarStatus read_options(SarCli *cli, SarPageOptions *options) {
  const SarArguments *given = &cli->arguments;
  double megabytes;
  const char **patterns = SAR_NEW(cli->arena, given->ngiven + 1, const char *);
  if (!patterns) return sar_report_no_memory(cli->context);
  *options = (SarPageOptions){.full = sar_arguments_has(given, "--full"),
                              .bytes = sar_arguments_has(given, "--live") ? SAR_LIVE_PAGE_BYTES : SAR_PAGE_BYTES};
  options->npatterns = sar_arguments_all(given, "--columns", patterns);
  options->patterns = patterns;
  SAR_TRY(sar_arguments_positive(cli->context, given, "--max-size", &megabytes));
  if (!sar_arguments_has(given, "--max-size")) return SAR_OK;
  options->bytes = megabytes * 1e6;
  if (!options->full) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give one of them",
                    "--full keeps everything, --max-size leaves out what is too large: they exclude each other");
}

/* "out/crank.h5" -> "crank.html" */
static const char *default_output(SarCli *cli) {
  const char *path = cli->arguments.operands[0], *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path, *dot = strchr(name, '.');
  size_t stem = dot && dot > name ? (size_t)(dot - name) : strlen(name);
  return sar_arena_printf(cli->arena, "%.*s.html", (int)stem, name);
}

static void print_text(const char *path, const SarPageSummary *s) {
  sar_print("%s: %.2f MB, %" PRId64 " row%s", path, (double)s->bytes / 1e6, s->kept, s->kept == 1 ? "" : "s");
  if (s->kept < s->rows) printf(" of %" PRId64, s->rows);
  printf(", %d columns", (int)(s->columns - s->omitted));
  if (s->omitted) printf(" of %d", (int)s->columns);
  printf("; open it in a browser\n");
}

static void print_json(const SarCli *cli, const char *path, const SarPageSummary *s) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "done");
  sar_json_put_text(&json, "page", path);
  sar_json_put_int(&json, "bytes", s->bytes);
  sar_json_put_int(&json, "rows", s->rows);
  sar_json_put_int(&json, "rows_kept", s->kept);
  sar_json_put_int(&json, "columns", s->columns);
  sar_json_put_int(&json, "columns_omitted", s->omitted);
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
}

/* ---- studies ---- */

static void print_study(const char *path, const SarStudyPageSummary *s) {
  sar_print("%s: %.2f MB, %" PRId64 " run%s", path, (double)s->bytes / 1e6, s->rows, s->rows == 1 ? "" : "s");
  if (s->kept) printf(", %d of %d kept ones with curves and motion", (int)s->shown, (int)s->kept);
  printf("; open it in a browser\n");
}

static void print_study_json(const SarCli *cli, const char *path, const SarStudyPageSummary *s) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "done");
  sar_json_put_text(&json, "page", path);
  sar_json_put_int(&json, "bytes", s->bytes);
  sar_json_put_int(&json, "runs", s->rows);
  sar_json_put_int(&json, "runs_kept", s->kept);
  sar_json_put_int(&json, "runs_shown", s->shown);
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
}

static SarStatus show_study(SarCli *cli, const char *output, const SarPageOptions *options) {
  SarStudyPageSummary summary;
  SAR_TRY(sar_cli_make_study_page(cli, cli->arguments.operands[0], output, options, &summary));
  if (cli->json) print_study_json(cli, output, &summary);
  cli->answered = cli->json;
  if (!cli->json && !cli->quiet && strcmp(output, "-") != 0) print_study(output, &summary);
  return SAR_OK;
}

/* A table of a study is shown by itself. */
static SarStatus find_study(SarCli *cli, bool *out) {
  const SarArguments *given = &cli->arguments;
  *out = false;
  for (int32_t i = 0; i < given->noperands && !*out; i++) {
    SAR_TRY(sar_cli_is_study(cli, given->operands[i], out));
    if (*out && given->noperands > 1) {
      return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "make a page of it alone",
                        "%s is the table of a study: it cannot be laid over other files", given->operands[i]);
    }
  }
  return SAR_OK;
}

/* A live page has one model, whose results are not there yet. */
static SarStatus check_live(SarCli *cli, bool motion) {
  if (cli->arguments.noperands > 1) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give one model",
                      "a live page has one model, not %d", (int)cli->arguments.noperands);
  }
  if (!motion) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "run the model, and give its results to them",
                    "--live takes a model, --gltf and --vtk results: they exclude each other");
}

static SarStatus run(SarCli *cli) {
  const char *output = sar_arguments_text(&cli->arguments, "-o");
  SarPageOptions options;
  SarPageSummary summary;
  SAR_TRY(read_options(cli, &options));
  if (!output) output = default_output(cli);
  if (!output) return sar_report_no_memory(cli->context);
  bool standard = strcmp(output, "-") == 0;
  if (standard && cli->json) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "write the page to a file",
                      "-o - and --json both want standard output");
  }
  bool live = sar_arguments_has(&cli->arguments, "--live");
  bool motion = sar_arguments_has(&cli->arguments, "--gltf") || sar_arguments_has(&cli->arguments, "--vtk");
  bool is_study = false;
  if (live) SAR_TRY(check_live(cli, motion));
  if (!live) SAR_TRY(find_study(cli, &is_study));
  if (is_study && motion) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give the results of one of its runs",
                      "a study has no motion of its own");
  }
  if (is_study) return show_study(cli, output, &options);
  SAR_TRY(sar_cli_write_motion(cli));
  if (motion && !sar_arguments_has(&cli->arguments, "-o")) return SAR_OK;
  SAR_TRY(live ? sar_cli_live_page(cli, output, &options, &summary)
               : sar_cli_make_page(cli, cli->arguments.operands, cli->arguments.noperands, output, &options, &summary));
  if (cli->json) print_json(cli, output, &summary);
  cli->answered = cli->json;
  if (!cli->json && !cli->quiet && !standard) print_text(output, &summary);
  return SAR_OK;
}

static const SarOption options[] = {
    {"-o", "OUT.html", "the page; without it <results>.html in the current folder, - is standard output"},
    {"--live", NULL,
     "carry the model and the solver: the page runs it again in the browser; takes a model, not results"},
    {"--full", NULL, "keep all rows and columns, however large the page becomes"},
    {"--max-size", "MB", "leave out rows, then columns, until the page is at most this large (30; live: 6)"},
    {"--columns", "PATTERN", "keep only these columns, and poses: `crank.*`, `*.angle`; may be repeated"},
    {"--gltf", "OUT.glb", "the motion as glTF, for viewers and programs of animation; a page besides only with -o"},
    {"--vtk", "DIR", "the motion as surfaces for ParaView, DIR/<results>.pvd; a page besides only with -o"},
    {"--frames", "N", "pictures that --vtk writes, evenly over the rows (100)"},
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_page = {
    .name = "page",
    .operands = "OUT.h5...",
    .least_operands = 1,
    .most_operands = MOST_FILES,
    .summary = "show results as one page for any browser: animation, plots, model",
    .options = options,
    .details =
        "The page is one HTML file that needs nothing else: it opens offline by a double click, and can be sent\n"
        "by mail. Files are HDF5, the journal of a run (OUT.h5.part) or CSV; the first is the main one, others are\n"
        "laid over it and compared with it. The model is read again from the text in the file.\n"
        "A page of at most 30 MB keeps one row in so many, then fewer columns, and says so; poses, times and\n"
        "energies stay. The results file is the full record. Of an HDF5 file that was cut short the page shows\n"
        "what is left, and says so.\n"
        "Of the table of a study (sarrus sweep, sarrus optimize), or of its journal, the page shows response curves,\n"
        "maps, a scatter matrix, parallel coordinates, distributions and every run; runs that were kept in runs/\n"
        "beside the table with their curves and their motion, as many as there is room for.\n"
        "\n"
        "With --live the operand is a model. The page opens with its results and holds its text, sliders for its\n"
        "parameters and the solver itself (WebAssembly, built by `make live`): whatever is changed runs again in\n"
        "the browser, offline.\n",
    .examples =
        "  sarrus page crank.h5\n"
        "  sarrus page before.h5 after.h5 -o compare.html\n"
        "  sarrus page study.h5 -o study.html\n"
        "  sarrus page crank.h5 --gltf crank.glb\n"
        "  sarrus page crank.h5 --vtk pictures --frames 200\n"
        "  sarrus page --live crank.yaml -o crank.html\n"
        "  sarrus page long.h5 --columns '*.angle' --columns 'energy.*' --max-size 5\n",
    .run = run,
};
