/* From the command line to a compiled system, and the small services that all verbs with a model need. */
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/report.h"
#include "element/plugin/instance.h"

SarStatus sar_cli_deck_options(const SarCli *cli, SarContext *context, SarDeckOptions *out) {
  const char *user = sar_arguments_text(&cli->arguments, "--user"),
             *base = sar_arguments_text(&cli->arguments, "--base");
  const char **packages = SAR_NEW(cli->arena, cli->arguments.ngiven + 1, const char *);
  if (!packages) return sar_report_no_memory(context);
  *out = (SarDeckOptions){.commands = sar_arguments_text(&cli->arguments, "--acf"),
                          .skip_unsupported = sar_arguments_has(&cli->arguments, "--skip-unsupported"),
                          .user_zero = user != NULL,
                          .packages = packages,
                          .npackages = sar_arguments_all(&cli->arguments, "--package", packages),
                          .fixed_base = base != NULL};
  if (base && strcmp(base, "fixed") != 0) {
    return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "write --base fixed, or leave it out",
                      "--base %s: the root of a robot is fixed, or as its file says", base);
  }
  if (!user || strcmp(user, "zero") == 0) return SAR_OK;
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "write --user zero",
                    "--user %s: USER(...) can only be zero", user);
}

SarStatus sar_cli_read(SarCli *cli, SarContext *context, const char *more, SarModel **out) {
  const char **set = SAR_NEW(cli->arena, cli->arguments.ngiven + 1, const char *);
  if (!set) return sar_report_no_memory(context);
  int32_t nset = sar_arguments_all(&cli->arguments, "--set", set);
  if (more) set[nset++] = more;
  SarDeckOptions deck;
  SAR_TRY(sar_cli_deck_options(cli, context, &deck));
  return sar_model_read_deck(context, cli->arguments.operands[0], &deck, set, nset, out);
}

SarStatus sar_cli_load(SarCli *cli) {
  SAR_TRY(sar_cli_read(cli, cli->context, NULL, &cli->model));
  SAR_TRY(sar_system_compile(cli->context, cli->model, &cli->system));
  sar_cli_report(cli); /* warnings about the model stand there before a long run begins */
  return SAR_OK;
}

void sar_cli_first_phase(SarCli *cli) {
  const SarModel *model = cli->model;
  int32_t modes = 0, last = model->nphases;
  for (int32_t i = 1; i < model->nphases && !modes; i++) {
    if (model->phases[i].analysis == SAR_PHASE_MODES) modes = i + 1;
  }
  if (last < 2) return;
  const char *range = last > 2 ? sar_arena_printf(cli->arena, "phases 2 to %d are", (int)last) : "phase 2 is";
  const char *remedy = "`sarrus run` goes through all of them";
  if (modes) {
    remedy = sar_arena_printf(cli->arena, "%s, and writes the eigenvalues of %s to OUT.phase%d.modes.h5", remedy,
                              model->format == SAR_FORMAT_ADAMS ? "LINEAR" : "`analysis: modes`", (int)modes);
  }
  sar_warn(cli->context, model->phases[1].source, NULL, remedy,
           "`%s` looks at the start of the first of %d phases: %s left out, with what they change", cli->verb->name,
           (int)last, range ? range : "others are");
  sar_cli_report(cli);
}

SarStatus sar_cli_time(SarCli *cli, const char *name, double *out) {
  SAR_TRY(sar_arguments_positive(cli->context, &cli->arguments, name, out));
  *out *= cli->model->units.time;
  return SAR_OK;
}

/* ---- files that were read ---- */

/* The path of a file as the model has it, from the folder of the model; *same: it is the one to be written. */
static SarStatus compare_file(SarCli *cli, const SarModel *model, const char *file, const char *path, bool *same) {
  const char *slash = strrchr(model->path, '/');
  int folder = slash && file[0] != '/' ? (int)(slash - model->path) + 1 : 0;
  const char *whole = sar_arena_printf(cli->arena, "%.*s%s", folder, model->path, file);
  if (!whole) return sar_report_no_memory(cli->context);
  *same = *same || sar_file_is_same(whole, path);
  return SAR_OK;
}

/* Meshes that are too large to be kept with the model are none of its files. */
static SarStatus compare_looks(SarCli *cli, const SarModel *model, int32_t element, const char *path, bool *same) {
  int32_t count = 0;
  const SarLook *looks = sar_model_looks(model, element, &count);
  for (int32_t i = 0; i < count; i++) {
    if (looks[i].file) SAR_TRY(compare_file(cli, model, looks[i].file, path, same));
  }
  return SAR_OK;
}

SarStatus sar_cli_check_inputs(SarCli *cli, const SarModel *model, const char *path) {
  bool same = false;
  if (!path || strcmp(path, "-") == 0) return SAR_OK;
  for (int32_t i = 0; i < model->nfiles; i++) SAR_TRY(compare_file(cli, model, model->files[i].path, path, &same));
  for (int32_t i = -1; i < model->nelements; i++) SAR_TRY(compare_looks(cli, model, i, path, &same));
  for (int32_t i = 0; i < model->nplugins; i++) {
    SAR_TRY(compare_file(cli, model, model->plugins[i]->path, path, &same));
  }
  if (!same) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give the file to write another name",
                    "%s is a file of the model", path);
}

SarStatus sar_cli_check_output(SarCli *cli, const char *path) {
  if (!path || strcmp(path, "-") == 0) return SAR_OK;
  if (!sar_file_is_same(path, cli->arguments.operands[0])) {
    return cli->model ? sar_cli_check_inputs(cli, cli->model, path) : SAR_OK;
  }
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give the file to write another name",
                    "%s is the model itself", path);
}

void sar_cli_report(SarCli *cli) {
  sar_report_print(cli->context, cli->reported, cli->quiet, cli->verbose, stderr);
  cli->reported = sar_context_count(cli->context);
}
