/* What pictures of a motion cost, counted, not timed: texts that are compared while it is written as glTF and as VTK.
 * Three times as many bodies take three times as much, and a little; whoever looked for one among all of them would
 * take nine times. */
#define _GNU_SOURCE

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "compared.h"
#include "result/gltf.h"
#include "result/vtk_motion.h"
#include "sarrus/sarrus.h"

enum { FEW = 60, MANY = 3 * FEW };
#define LINEAR 3.4 /* times; a square would be nine */

static char folder[64];

static int set_up(void **state) {
  (void)state;
  strcpy(folder, "/tmp/sarrus-picture-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *place) {
  (void)facts, (void)kind, (void)place;
  return remove(path);
}

static int tear_down(void **state) {
  (void)state;
  return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* Bodies with a shape, on a spring each. */
static void write_model(const char *path, int count) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs("bodies:\n", out);
  for (int i = 0; i < count; i++) {
    fprintf(out, "  body%d: {shape: {box: [0.1, 0.2, 0.3]}, density: 1000, at: [%d, 0, 0]}\n", i, i);
  }
  fputs("forces:\n", out);
  for (int i = 1; i < count; i++) {
    fprintf(out, "  spring%d: {type: spring-damper, between: [body%d, body%d], stiffness: 100}\n", i, i - 1, i);
  }
  fputs("simulate: {end: 0.02}\noutput: {every: 0.01}\n", out);
  fclose(out);
}

typedef struct Work {
  long gltf, vtk;
} Work;

static void check(SarStatus status, const SarContext *context) {
  if (status != SAR_OK) fail_msg("%s", sar_context_get(context, sar_context_count(context) - 1)->message);
}

static Work work_of(int count) {
  char model[96], file[96], picture[96];
  SarContext *context = sar_context_create();
  SarModel *read = NULL;
  SarSystem *system = NULL;
  SarScene *scene = NULL;
  SarResults *results = NULL;
  SarRunOptions options = sar_run_options_default();
  SarGltfSummary gltf;
  SarVtkMotionSummary vtk;
  Work work;
  snprintf(model, sizeof model, "%s/model.yaml", folder);
  snprintf(file, sizeof file, "%s/model.h5", folder);
  snprintf(picture, sizeof picture, "%s/model.glb", folder);
  write_model(model, count);
  options.hdf5 = file;
  check(sar_model_read(context, model, NULL, 0, &read), context);
  check(sar_system_compile(context, read, &system), context);
  check(sar_run(context, system, &options, NULL), context);
  check(sar_scene_create(context, system, &scene), context);
  check(sar_results_open(context, file, &results), context);
  compared = 0;
  check(sar_gltf_write(context, picture, scene, results, &gltf), context);
  work.gltf = compared;
  assert_true(gltf.nodes >= count);
  compared = 0;
  check(sar_vtk_motion_write(context, &(SarVtkMotion){folder, "model", 3}, scene, results, &vtk), context);
  work.vtk = compared;
  assert_true(vtk.triangles >= 12 * count);
  sar_results_close(&results);
  sar_scene_destroy(&scene);
  sar_system_destroy(&system);
  sar_model_destroy(&read);
  sar_context_destroy(&context);
  return work;
}

static void writing(void **state) {
  (void)state;
  Work few = work_of(FEW), many = work_of(MANY);
  print_message("glTF: %ld comparisons of %d bodies, %ld of %d\n", few.gltf, FEW, many.gltf, MANY);
  print_message("VTK: %ld comparisons of %d bodies, %ld of %d\n", few.vtk, FEW, many.vtk, MANY);
  assert_true(few.gltf > FEW && few.vtk > FEW); /* something is counted */
  assert_true((double)many.gltf < LINEAR * (double)few.gltf);
  assert_true((double)many.vtk < LINEAR * (double)few.vtk);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(writing)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
