/* sarrus run: simulate. */
#include "cli/adams_files.h"
#include "cli/page.h"
#include "cli/simulate.h"

static SarStatus run(SarCli *cli) { return sar_cli_simulate(cli, sar_run, false); }

static const SarOption options[] = {
    {"-o", "OUT.h5", "results as HDF5; without it <model>.h5 in the current folder; none: no file"},
    {"--csv", "OUT.csv", "results as CSV; - is standard output"},
    {"--steps", "STEPS.csv", "the integrator's steps as CSV"},
#include "cli/run_options.def"
    {"--sensitivity", "NAME,..", "derivatives of all columns by parameters: columns d_rod.x/d_k; may be repeated"},
    {"--checkpoint", "SECONDS", "keep the solver's state in the journal that often (60), for `sarrus resume`"},
    SAR_PAGE_OPTION,
    SAR_ADAMS_FILE_OPTIONS,
    SAR_MODEL_OPTIONS,
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_run = {
    .name = "run",
    .operands = "MODEL",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "simulate a model and write its results",
    .options = options,
    .details =
        "What an option does not say, `simulate:` and `output:` of the model say. Ctrl-C ends the run after the\n"
        "current step and keeps what was computed; a killed run leaves OUT.h5.part. `sarrus resume` continues both.\n",
    .examples =
        "  sarrus run crank.yaml\n"
        "  sarrus run crank.yaml -o fine.h5 --tol 1e-7 --csv fine.csv\n"
        "  sarrus run crank.yaml --method hht:alpha=-0.1 --step 1e-3 --set r=0.25\n"
        "  sarrus run crank.yaml --sensitivity r,left.ks --csv d.csv\n"
        "  sarrus run crank.yaml --json > summary.json\n",
    .run = run,
};
