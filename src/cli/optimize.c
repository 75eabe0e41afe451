/* sarrus optimize: the best parameters of a model, or those that fit data. */
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/optimum.h"
#include "cli/study_line.h"
#include "cli/study_options.h"
#include "cli/study_watch.h"

static SarStatus optimize(SarCli *cli, const SarStudy *study) {
  SarStudyOptions options = sar_study_options_default();
  SarStudyLine line = sar_study_line(cli->quiet);
  const SarOptimum *optimum = NULL;
  SAR_TRY(sar_cli_study_options(cli, study, "", &options));
  sar_cli_report(cli); /* warnings about the model stand there before a long search begins */
  options.progress = sar_study_line_tell;
  options.progress_self = &line;
  sar_interrupt_watch();
  SarStatus status = sar_optimize(cli->context, study, &options, &optimum);
  sar_study_line_clear(&line);
  const char *page;
  SarStatus paged = sar_cli_page_study(cli, status, options.output, &page);
  status = sar_cli_optimum(cli, study, &options, &line, page, optimum, status);
  sar_optimum_destroy(&optimum);
  return status == SAR_OK ? paged : status;
}

static SarStatus read_study(SarCli *cli, SarStudy **out) {
  return sar_cli_read_study(cli, cli->arguments.operands[0], out);
}

static SarStatus run(SarCli *cli) { return sar_cli_study(cli, &(SarStudyWork){read_study, optimize}); }

static const SarOption options[] = {
    {"-o", "OUT.h5",
     "all runs, and what was found, as HDF5; without it <study>.h5 in the current folder; none: no file"},
    {"--csv", "OUT.csv", "all runs as CSV; - is standard output"},
    SAR_STUDY_OPTIONS,
#include "cli/run_options.def"
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_optimize = {
    .name = "optimize",
    .operands = "STUDY",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "find the best parameters, or those that fit data",
    .options = options,
    .details =
        "STUDY is a study file (docs/studies.md) with ranges of parameters in `vary:` and with `optimize:` or `fit:`.\n"
        "Options of runs, such as --method and --tol, are those of `sarrus run`; the method of the search stands in\n"
        "the study. Every run is in OUT.h5.part before the next one begins; Ctrl-C keeps them, and the same command\n"
        "goes on with a search that was cut off, to the same result.\n"
        "The exit status is 0 where the search has converged and all constraints are kept, otherwise 1.\n",
    .examples =
        "  sarrus optimize study.yaml\n"
        "  sarrus optimize fit.yaml -o fit.h5 --workers 8\n"
        "  sarrus optimize study.yaml --tol 1e-8 --json\n",
    .run = run,
};
