#include "cli/page_motion.h"

#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "cli/outputs.h"
#include "cli/page_source.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "result/gltf.h"
#include "result/vtk_motion.h"

/* ---- glTF ---- */

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

/* ---- pictures for ParaView ---- */

#define FRAMES 100
#define MOST_FRAMES 100000

/* "out/crank.h5" -> "crank" */
static const char *stem_of(SarCli *cli) {
  const char *path = cli->arguments.operands[0], *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path, *dot = strchr(name, '.');
  return sar_arena_printf(cli->arena, "%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

static SarStatus check_vtk(SarCli *cli, SarVtkMotion *motion) {
  const SarArguments *given = &cli->arguments;
  *motion = (SarVtkMotion){.folder = sar_arguments_text(given, "--vtk"), .stem = stem_of(cli), .frames = FRAMES};
  if (!motion->stem) return sar_report_no_memory(cli->context);
  SAR_TRY(sar_arguments_count(cli->context, given, "--frames", 1, MOST_FRAMES, &motion->frames));
  if (motion->folder && given->noperands > 1) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give one results file",
                      "--vtk takes the motion of one run, not of %d", (int)given->noperands);
  }
  if (motion->folder || !sar_arguments_has(given, "--frames")) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give a folder: --vtk DIR",
                    "--frames says how many pictures --vtk writes");
}

static void print_vtk(SarCli *cli, const SarVtkMotion *motion, const SarVtkMotionSummary *s) {
  bool alone = !sar_arguments_has(&cli->arguments, "-o") && !sar_arguments_has(&cli->arguments, "--gltf");
  if (cli->json && alone) {
    SarJson json = sar_json(stdout);
    sar_json_begin_object(&json);
    sar_json_put_text(&json, "status", "done");
    sar_json_put_text(&json, "vtk", motion->folder);
    sar_json_put_int(&json, "pictures", s->pictures);
    sar_json_put_int(&json, "rows", s->rows);
    sar_json_put_int(&json, "triangles", s->triangles);
    sar_report_put_warnings(cli->context, &json);
    sar_json_end_object(&json);
    putchar('\n');
    cli->answered = true;
  } else if (!cli->json && !cli->quiet) {
    sar_print("%s/%s.pvd: %" PRId64 " pictures of %" PRId64 " triangles; open it in ParaView\n", motion->folder,
              motion->stem, s->pictures, s->triangles);
  }
}

/* ---- both ---- */

static SarStatus write_both(SarCli *cli, const SarPageRun *run, const SarScene *scene, const SarVtkMotion *motion) {
  const char *path = sar_arguments_text(&cli->arguments, "--gltf");
  SarGltfSummary animation;
  SarVtkMotionSummary pictures;
  if (path) {
    SAR_TRY(sar_gltf_write(cli->context, path, scene, run->results, &animation));
    print(cli, path, &animation);
  }
  if (motion->folder) {
    SAR_TRY(sar_vtk_motion_write(cli->context, motion, scene, run->results, &pictures));
    print_vtk(cli, motion, &pictures);
  }
  return SAR_OK;
}

SarStatus sar_cli_write_motion(SarCli *cli) {
  const char *path = sar_arguments_text(&cli->arguments, "--gltf");
  SarPageRun run = {.path = cli->arguments.operands[0]};
  SarPageSource source = {0};
  SarScene *scene = NULL;
  SarVtkMotion motion;
  SAR_TRY(check_vtk(cli, &motion));
  if (path) SAR_TRY(check(cli, path));
  if (!path && !motion.folder) return SAR_OK;
  SarStatus status = sar_cli_open_page_source(cli, &run, &source);
  if (status == SAR_OK) {
    status = run.system ? sar_scene_create(cli->context, run.system, &scene)
                        : sar_scene_from_results(cli->context, run.results, &scene);
  }
  if (status == SAR_OK) status = write_both(cli, &run, scene, &motion);
  sar_scene_destroy(&scene);
  sar_cli_close_page_source(&run, &source);
  return status;
}
