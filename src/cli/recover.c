/* sarrus recover: a results file from the journal of a run that was cut off. */
#include <inttypes.h>

#include "base/json.h"
#include "cli/cli.h"
#include "cli/terminal.h"

static void print_json(const SarRecovery *r) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "done");
  sar_json_put_text(&json, "written", r->path);
  sar_json_put_int(&json, "rows", r->rows);
  sar_json_put_int(&json, "steps", r->steps);
  sar_json_put_real(&json, "last_time", r->last_time);
  sar_json_put_text(&json, "time_unit", r->time_unit);
  sar_json_put_bool(&json, "complete", r->ended);
  sar_json_put_int(&json, "damaged_bytes", r->damaged_bytes);
  sar_json_end_object(&json);
  putchar('\n');
}

static void print_text(const SarRecovery *r) {
  sar_print("%s: %" PRId64 " row%s rescued, the last one at t = %g %s\n", r->path, r->rows, r->rows == 1 ? "" : "s",
            r->last_time, r->time_unit);
  if (r->ended) puts("  the run had come to its end: nothing is lost");
  if (!r->ended) puts("  the run was cut off: what it computed after that row is lost");
  if (r->damaged_bytes) {
    printf("  the last %" PRId64 " byte%s of the journal hold no whole record and were left out\n", r->damaged_bytes,
           r->damaged_bytes == 1 ? "" : "s");
  }
}

static SarStatus run(SarCli *cli) {
  SarRecovery recovery;
  SarStatus status =
      sar_recover(cli->context, cli->arguments.operands[0], sar_arguments_text(&cli->arguments, "-o"), &recovery);
  if (status == SAR_OK && cli->json) print_json(&recovery);
  if (status == SAR_OK && !cli->json && !cli->quiet) print_text(&recovery);
  cli->answered = status == SAR_OK && cli->json;
  sar_recovery_free(&recovery);
  return status;
}

static const SarOption options[] = {
    {"-o", "OUT.h5", "results as HDF5; without it the name of the journal without .part"},
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_recover = {
    .name = "recover",
    .operands = "OUT.h5.part",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "rescue the results of a run that was killed",
    .options = options,
    .details =
        "While a run lasts its results stand in the journal OUT.h5.part. When the run ends, also by Ctrl-C,\n"
        "they become OUT.h5. If the program was killed or the machine went down, this verb does that: every\n"
        "row before the first damaged byte is rescued. The journal is deleted when the results file is there.\n"
        "With -o, a file that holds something else is not overwritten.\n",
    .examples =
        "  sarrus recover crank.h5.part\n"
        "  sarrus recover crank.h5.part -o rescued.h5 --json\n",
    .run = run,
};
