/* sarrus stress --vtk: which rows become pictures. */
#include <math.h>

#include "cli/stress.h"
#include "cli/times.h"
#include "result/vtk.h"

#define FRAMES 100
#define MOST_FRAMES 100000
#define MOST_TIMES 1000

typedef struct Nearest {
  const double *times;
  int64_t count, *rows;
  double *distance;
} Nearest;

static SarStatus look(void *self, const SarStressPiece *piece) {
  Nearest *n = self;
  for (int32_t r = 0; r < piece->rows; r++) {
    for (int64_t i = 0; i < n->count; i++) {
      double distance = fabs(piece->time[r] - n->times[i]);
      if (!(distance < n->distance[i])) continue;
      n->distance[i] = distance;
      n->rows[i] = piece->first + r;
    }
  }
  return SAR_OK;
}

/* Rows nearest to the times, each once: two times may be nearest to the same. */
static SarStatus rows_at(SarCli *cli, SarStress *stress, const char *text, int64_t **rows, int64_t *count) {
  double *times = SAR_NEW(cli->arena, MOST_TIMES, double), *distance = SAR_NEW(cli->arena, MOST_TIMES, double);
  int64_t kept = 0;
  *rows = SAR_NEW(cli->arena, MOST_TIMES, int64_t);
  if (!times || !distance || !*rows) return sar_report_no_memory(cli->context);
  int32_t ntimes;
  SAR_TRY(sar_cli_times(cli, "--at", text, MOST_TIMES, times, &ntimes));
  *count = ntimes;
  for (int64_t i = 0; i < *count; i++) distance[i] = INFINITY;
  Nearest n = {times, *count, *rows, distance};
  SAR_TRY(sar_stress_each_piece(stress, look, &n));
  for (int64_t i = 0; i < *count; i++) {
    if (kept == 0 || (*rows)[i] != (*rows)[kept - 1]) (*rows)[kept++] = (*rows)[i];
  }
  *count = kept;
  return SAR_OK;
}

/* Evenly, the first and the last one included. */
static SarStatus rows_of_frames(SarCli *cli, const SarStress *stress, int64_t **rows, int64_t *count) {
  int64_t all = sar_results_rows(stress->results);
  int32_t frames = FRAMES;
  SAR_TRY(sar_arguments_count(cli->context, &cli->arguments, "--frames", 1, MOST_FRAMES, &frames));
  *count = frames < all ? frames : all;
  *rows = SAR_NEW(cli->arena, *count, int64_t);
  if (!*rows) return sar_report_no_memory(cli->context);
  for (int64_t i = 0; i < *count; i++) (*rows)[i] = *count > 1 ? i * (all - 1) / (*count - 1) : all - 1;
  return SAR_OK;
}

SarStatus sar_stress_write_vtk(SarCli *cli, SarStress *stress, SarStressWatch watch, int64_t *pictures) {
  const char *folder = sar_arguments_text(&cli->arguments, "--vtk"), *at = sar_arguments_text(&cli->arguments, "--at");
  double scale;
  int64_t *rows = NULL, count = 0;
  *pictures = 0;
  SAR_TRY(sar_arguments_positive(cli->context, &cli->arguments, "--scale", &scale));
  if (!folder) return SAR_OK;
  if (at && sar_arguments_has(&cli->arguments, "--frames")) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give one of them",
                      "--at and --frames both say which rows become pictures");
  }
  SAR_TRY(at ? rows_at(cli, stress, at, &rows, &count) : rows_of_frames(cli, stress, &rows, &count));
  if (!stress->posed) {
    sar_warn(cli->context, sar_nowhere(), stress->name, "leave the body in `output: {of: ..}`",
             "the results have no pose of %s: it is drawn in its own axes", stress->name);
  }
  SarVtkOptions options = {folder, isnan(scale) ? 1 : scale, rows, count, watch};
  SAR_TRY(sar_vtk_write(stress, &options, cli->arena));
  *pictures = count;
  return SAR_OK;
}
