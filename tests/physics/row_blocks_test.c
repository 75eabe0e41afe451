/* Rows of different blocks of the graph of joints do not depend on each other: the rank analysis by blocks finds the
 * rows that the analysis of all of them together finds, on models of all kinds and on random mechanisms; and no null
 * vector that the reduction to least norm makes acts on any body. */
#include "analysis/start/row_blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/poses/gradients.h"
#include "analysis/start/start.h"
#include "linear/rank.h"
#include "physics/trial.h"
#include "read/read.h"

/* Returns how many rows are dependent. */
static int compare_rank(Trial *trial, SarWorkspace *m, const double *q, const char *what) {
  SarGradients g;
  SarRowSet set;
  int32_t rank, rows = m->problem.n.np + m->problem.n.nn;
  bool *dependent = calloc((size_t)rows + 1, sizeof *dependent);
  assert_non_null(dependent);
  expect_ok(trial->context, sar_gradients_make(trial->context, m, 0, q, sar_system_length(trial->system), &g), what);
  expect_ok(trial->context, sar_rank(trial->context, &g.pattern, g.values, SAR_RANK_TOLERANCE, dependent, &rank, NULL),
            what);
  expect_ok(trial->context, sar_row_set_find(trial->context, m, 0, q, SAR_RANK_TOLERANCE, &set), what);
  if (rank != set.rank) fail_msg("%s: rank %d by blocks, %d of all", what, (int)set.rank, (int)rank);
  for (int32_t i = 0; i < rows; i++) {
    if (dependent[i] != set.dependent[i]) fail_msg("%s: row %d", what, (int)i);
  }
  sar_row_set_free(&set);
  sar_gradients_free(&g);
  free(dependent);
  return rows - rank;
}

/* The loads of multipliers on all coordinates, over those of single rows. */
static double find_load(const SarGradients *g, const SarSizes *n, const double *multipliers, double *load) {
  double largest = 0, worst = 0;
  memset(load, 0, (size_t)n->nv * sizeof *load);
  for (int32_t row = 0; row < n->np + n->nn; row++) {
    for (int32_t k = g->column[row]; k < g->column[row + 1]; k++) {
      load[g->row[k]] += multipliers[row] * g->values[k];
      largest = fmax(largest, fabs(multipliers[row] * g->values[k]));
    }
  }
  for (int32_t i = 0; i < n->nv; i++) worst = fmax(worst, fabs(load[i]));
  return largest > 0 ? worst / largest : INFINITY;
}

static void check_null_vectors(Trial *trial, SarStart *s, const SarWorkspace *all, const char *what) {
  SarEquations *e = s->equations;
  const SarSizes *n = &s->m->problem.n;
  SarGradients g;
  double *vector = calloc((size_t)n->np + (size_t)n->nn + (size_t)n->nv + 1, sizeof *vector), *load;
  assert_non_null(vector);
  load = vector + n->np + n->nn;
  expect_ok(trial->context, sar_gradients_make(trial->context, all, 0, s->q, 1, &g), what);
  expect_ok(trial->context, sar_equations_factor(e, 0, s->q, s->v), what);
  for (int32_t row = 0; row < n->np; row++) {
    if (s->m->carried[row]) continue;
    expect_ok(trial->context, sar_equations_null_vector(e, row, vector), what);
    double acts = find_load(&g, n, vector, load);
    if (!(acts <= 1e-9)) fail_msg("%s: null vector of row %d acts: %g", what, (int)row, acts);
  }
  for (int32_t k = 0; k < 3; k++) {
    expect_ok(trial->context, sar_equations_draw(e, k, vector), what);
    double acts = find_load(&g, n, vector, load);
    if (!(acts <= 1e-9)) fail_msg("%s: draw %d acts: %g", what, (int)k, acts);
  }
  sar_gradients_free(&g);
  free(vector);
}

static int check(Trial *trial, const char *what) {
  SarStart *s;
  SarWorkspace *all;
  expect_ok(trial->context, sar_start_create(trial->context, trial->system, &s), what);
  expect_ok(trial->context, sar_workspace_create(trial->context, trial->system, NULL, false, &all), what);
  int redundant = compare_rank(trial, all, s->q, what);
  if (s->m->ndropped) check_null_vectors(trial, s, all, what);
  sar_workspace_destroy(&all);
  sar_start_destroy(&s);
  return redundant;
}

static void models_have_the_same_rank(void **state) {
  (void)state;
  static const char *const paths[] = {
      "models/A02_Nfourbar_N2_natural.yaml", "models/A04_bricard_sec01.yaml",
      "data/sick/01_three_cranks.yaml",      "data/sick/07_sarrus.yaml",
      "data/sick/09_scissors_lift.yaml",     "data/sick/23_platform_welded_at_corners.yaml",
      "data/sick/30_gear_loop.yaml",         "../examples/hmmwv/model.yaml",
      "../examples/hexapod/model.yaml",      "../examples/gear_train/model.yaml",
      "../examples/rolling_coin/model.yaml", "../examples/theo_jansen_walker/model.yaml",
  };
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    Trial trial;
    trial_read(&trial, paths[i]);
    trial_compile(&trial);
    print_message("%s: %d redundant\n", paths[i], check(&trial, paths[i]));
    trial_close(&trial);
  }
}

/* Equations in symbols tie whatever they read: the third follows from the other two, through a scalar coordinate, and
 * `low` holds what `high` holds. */
static void equations_tie_what_they_read(void **state) {
  (void)state;
  static const char text[] =
      "bodies:\n"
      "  a: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}\n"
      "  b: {mass: 1, inertia: [1, 1, 1], at: [2, 1, 0]}\n"
      "  c: {mass: 1, inertia: [1, 1, 1], at: [2, 5, 0]}\n"
      "joints:\n"
      "  rail: {type: prismatic, between: [ground, a], at: [1, 0, 0], axis: x}\n"
      "  rail2: {type: prismatic, between: [ground, b], at: [2, 1, 0], axis: x}\n"
      "  low: {type: revolute, between: [b, c], at: [2, 5, 0], axis: z}\n"
      "  high: {type: revolute, between: [b, c], at: [2, 5, 1], axis: z}\n"
      "coordinates:\n"
      "  s: {mass: 1, at: 1}\n"
      "equations:\n"
      "  first: {position: \"dx(a) - s\"}\n"
      "  second: {position: \"dx(b) - 2*s\"}\n"
      "  third: {position: \"dx(b) - 2*dx(a)\"}\n"
      "simulate: {end: 1}\n";
  Trial trial = {.context = sar_context_create()};
  expect_ok(trial.context,
            sar_model_read_text(trial.context, "test", text, strlen(text), &(SarReadOptions){0}, &trial.model), "read");
  trial_compile(&trial);
  assert_int_equal(check(&trial, "equations"), 6);
  trial_close(&trial);
}

/* ---- random mechanisms ---- */

enum { BODIES = 9, JOINTS = 13, SEEDS = 60 };

static int draw(unsigned *seed, int count) {
  *seed = *seed * 1664525u + 1013904223u;
  return (int)((*seed >> 12) % (unsigned)count);
}

/* A tree and a few joints more, closed as written: joints stand at points of a coarse lattice with axes along x, y or
 * z, so that many are in line or in parallel and hold the same. Every third mechanism has gears between two hinges. */
static void write_random(unsigned seed, char *text, size_t size) {
  static const char *const types[] = {"revolute", "revolute", "revolute", "spherical", "cylindrical", "fixed"};
  size_t used = (size_t)snprintf(text, size, "gravity: [0, 0, 0]\nbodies:\n");
  unsigned draws = seed * 7919u + 1u;
  int hinges = 0;
  for (int i = 0; i < BODIES; i++) {
    int x = draw(&draws, 4), y = draw(&draws, 4), z = draw(&draws, 4);
    used += (size_t)snprintf(text + used, size - used, "  b%d: {mass: 1, inertia: [1, 1, 1], at: [%d, %d, %d]}\n", i, x,
                             y, z);
  }
  used += (size_t)snprintf(text + used, size - used, "joints:\n");
  for (int i = 0; i < JOINTS; i++) {
    int b = i < BODIES ? i : draw(&draws, BODIES),
        a = i < BODIES ? draw(&draws, i + 1) - 1 : draw(&draws, BODIES + 1) - 1;
    char first[16] = "ground";
    const char *type = types[draw(&draws, 6)];
    if (a == b) a = b - 1;
    if (a >= 0) snprintf(first, sizeof first, "b%d", a);
    bool hinge = strcmp(type, "revolute") == 0 && hinges < 2 && i < BODIES;
    bool axis = strcmp(type, "spherical") != 0 && strcmp(type, "fixed") != 0;
    char along[16] = "";
    if (axis) snprintf(along, sizeof along, ", axis: %c", "xyz"[draw(&draws, 3)]);
    int x = draw(&draws, 3), y = draw(&draws, 3), z = draw(&draws, 3);
    used += (size_t)snprintf(text + used, size - used, "  %s%d: {type: %s, between: [%s, b%d], at: [%d, %d, %d]%s}\n",
                             hinge ? "h" : "j", hinge ? hinges : i, type, first, b, x, y, z, along);
    hinges += hinge;
  }
  if (seed % 3 == 0 && hinges == 2) {
    used += (size_t)snprintf(text + used, size - used, "  g: {type: gear, joints: [h0, h1], ratio: 2}\n");
  }
  snprintf(text + used, size - used, "simulate: {end: 1}\n");
}

static void random_mechanisms_have_the_same_rank(void **state) {
  (void)state;
  int redundant = 0, blocks = 0, rows = 0;
  for (unsigned seed = 1; seed <= SEEDS; seed++) {
    char text[8192], what[32];
    snprintf(what, sizeof what, "mechanism %u", seed);
    write_random(seed, text, sizeof text);
    Trial trial = {.context = sar_context_create()};
    expect_ok(trial.context,
              sar_model_read_text(trial.context, what, text, strlen(text), &(SarReadOptions){0}, &trial.model), what);
    trial_compile(&trial);
    SarRowBlocks found;
    SarWorkspace *all;
    expect_ok(trial.context, sar_row_blocks_create(trial.context, trial.system, &found), what);
    expect_ok(trial.context, sar_workspace_create(trial.context, trial.system, NULL, false, &all), what);
    redundant += compare_rank(&trial, all, sar_system_guess(trial.system).q, what);
    blocks += found.nblocks;
    rows += found.nrows;
    sar_workspace_destroy(&all);
    sar_row_blocks_free(&found);
    trial_close(&trial);
  }
  print_message("%d mechanisms: %d rows, %d blocks, %d redundant\n", SEEDS, rows, blocks, redundant);
  assert_true(redundant > SEEDS); /* it was about something */
  assert_true(blocks > 3 * SEEDS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(models_have_the_same_rank),
      cmocka_unit_test(equations_tie_what_they_read),
      cmocka_unit_test(random_mechanisms_have_the_same_rank),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
