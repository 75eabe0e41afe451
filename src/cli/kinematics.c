/* sarrus kinematics: the motion of a mechanism that its motions determine completely. */
#include "cli/adams_files.h"
#include "cli/page.h"
#include "cli/simulate.h"

static SarStatus run(SarCli *cli) { return sar_cli_simulate(cli, sar_kinematics, true); }

static const SarOption options[] = {
    {"-o", "OUT.h5", "results as HDF5; without it <model>.h5 in the current folder; none: no file"},
    {"--csv", "OUT.csv", "results as CSV; - is standard output"},
    {"--end", "T", "end of the motion, in the model's unit of time"},
    {"--every", "T", "time between rows, in the model's unit of time"},
    SAR_PAGE_OPTION,
    SAR_ADAMS_FILE_OPTIONS,
    SAR_MODEL_OPTIONS,
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_kinematics = {
    .name = "kinematics",
    .operands = "MODEL",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "compute the motion and reactions of a fully driven mechanism",
    .options = options,
    .details =
        "Positions, velocities, accelerations and reactions follow from the constraints alone at every output\n"
        "time; the model must have no degree of freedom left.\n",
    .examples = "  sarrus kinematics driven_fourbar.yaml --csv fourbar.csv\n",
    .run = run,
};
