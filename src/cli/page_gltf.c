#include "cli/page_gltf.h"

#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "cli/outputs.h"
#include "cli/page_source.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "result/gltf.h"

static SarStatus check(SarCli *cli, const char *path) {
  const SarArguments *given = &cli->arguments;
  size_t length = strlen(path);
  if (given->noperands > 1) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give one results file",
                      "--gltf takes the motion of one run, not of %d", (int)given->noperands);
  }
  if (length < 5 || strcmp(path + length - 4, ".glb") != 0) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give it a name that ends in .glb",
                      "--gltf %s: only the binary form of glTF is written", path);
  }
  if (!sar_file_is_same(given->operands[0], path)) return sar_cli_check_document(cli, path);
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give it a file of its own",
                    "the animation would overwrite the results in %s", path);
}

static void print(SarCli *cli, const char *path, const SarGltfSummary *s) {
  bool with_page = sar_arguments_has(&cli->arguments, "-o"); /* then the JSON is that of the page */
  if (cli->json && !with_page) {
    SarJson json = sar_json(stdout);
    sar_json_begin_object(&json);
    sar_json_put_text(&json, "status", "done");
    sar_json_put_text(&json, "gltf", path);
    sar_json_put_int(&json, "bytes", s->bytes);
    sar_json_put_int(&json, "rows", s->rows);
    sar_json_put_int(&json, "rows_kept", s->kept);
    sar_json_put_int(&json, "nodes", s->nodes);
    sar_report_put_warnings(cli->context, &json);
    sar_json_end_object(&json);
    putchar('\n');
    cli->answered = true;
  } else if (!cli->json && !cli->quiet) {
    sar_print("%s: %.2f MB, %" PRId64 " of %" PRId64 " rows as key frames; open it in any viewer of glTF\n", path,
              (double)s->bytes / 1e6, s->kept, s->rows);
  }
}

SarStatus sar_cli_write_gltf(SarCli *cli) {
  const char *path = sar_arguments_text(&cli->arguments, "--gltf");
  SarPageRun run = {.path = cli->arguments.operands[0]};
  SarPageSource source = {0};
  SarScene *scene = NULL;
  SarGltfSummary summary = {0};
  if (!path) return SAR_OK;
  SAR_TRY(check(cli, path));
  SarStatus status = sar_cli_open_page_source(cli, &run, &source);
  if (status == SAR_OK) {
    status = run.system ? sar_scene_create(cli->context, run.system, &scene)
                        : sar_scene_from_results(cli->context, run.results, &scene);
  }
  if (status == SAR_OK) status = sar_gltf_write(cli->context, path, scene, run.results, &summary);
  sar_scene_destroy(&scene);
  sar_cli_close_page_source(&run, &source);
  if (status == SAR_OK) print(cli, path, &summary);
  return status;
}
