/* A crank-rocker built through the public interface, the twin of model.yaml beside it: the results agree to the last
 * bit.
 *
 *   fourbar RESULTS.csv      run, write all columns, print a summary
 *
 * Every call that can fail returns a status; what went wrong in words is in the context. Here one function looks at
 * both and ends the program: a larger one would hand the status on. */
#include <stdio.h>
#include <stdlib.h>

#include "sarrus/sarrus.h"

static SarContext *context;

static void check(SarStatus status) {
  if (status == SAR_OK) return;
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    fprintf(stderr, "%s: %s%s%s\n", d->element ? d->element : "fourbar", d->message, d->remedy ? "; " : "",
            d->remedy ? d->remedy : "");
  }
  exit(sar_status_exit_code(status));
}

/* A link cut from sheet metal, not turned at the start. m, kg, kg m^2 about its centre. */
static SarElementId add_link(SarModel *model, const char *name, double mass, double x, double y,
                             const double moment[3]) {
  const double tensor[3][3] = {{moment[0], 0, 0}, {0, moment[1], 0}, {0, 0, moment[2]}};
  SarElementId link;
  check(sar_model_add(model, "bodies", NULL, name, &link));
  check(sar_model_set_real(model, link, "mass", mass));
  check(sar_model_set_inertia(model, link, "inertia", tensor));
  check(sar_model_set_vector(model, link, "at", x, y, 0));
  return link;
}

static void add_point(SarModel *model, SarElementId body, const char *name, double x, double y) {
  const double at[3] = {x, y, 0}, no_turn[4] = {1, 0, 0, 0};
  check(sar_model_add_frame(model, body, name, at, no_turn));
}

/* About z, or along it. */
static void add_joint(SarModel *model, const char *type, const char *name, const char *first, const char *second) {
  SarElementId joint;
  check(sar_model_add(model, "joints", type, name, &joint));
  check(sar_model_set_sides(model, joint, "between", first, second));
  check(sar_model_set_vector(model, joint, "axis", 0, 0, 1));
}

static void add_links(SarModel *model) {
  SarElementId crank = add_link(model, "crank", 0.2, 0, 0.05, (const double[]){2e-4, 1e-5, 2.1e-4});
  SarElementId coupler = add_link(model, "coupler", 0.7, 0.2, 0.2, (const double[]){3e-3, 9e-3, 1.2e-2});
  SarElementId rocker = add_link(model, "rocker", 0.6, 0.45, 0.15, (const double[]){4e-3, 8e-4, 4.8e-3});
  add_point(model, crank, "A", 0, -0.05);
  add_point(model, crank, "B", 0, 0.05);
  add_point(model, coupler, "B", -0.2, -0.1);
  add_point(model, coupler, "C", 0.2, 0.1);
  add_point(model, rocker, "D", 0.05, -0.15);
  add_point(model, rocker, "C", -0.05, 0.15);
  add_point(model, SAR_GROUND, "anchor", 0.7, 0.2);
}

static void add_spring(SarModel *model) {
  SarElementId spring;
  check(sar_model_add(model, "forces", "spring-damper", "spring", &spring));
  check(sar_model_set_sides(model, spring, "between", "ground.anchor", "rocker"));
  check(sar_model_set_real(model, spring, "stiffness", 400));
  check(sar_model_set_real(model, spring, "damping", 8));
  check(sar_model_set_real(model, spring, "length", 0.25));
}

/* The crank runs up to two revolutions per second. */
static void add_drive(SarModel *model) {
  SarElementId drive;
  check(sar_model_add(model, "motions", NULL, "drive", &drive));
  check(sar_model_set_joint(model, drive, "joint", "A"));
  check(sar_model_set_function(model, drive, "rotation", "4*pi*(t - 0.2*(1 - exp(-t/0.2)))"));
}

static SarModel *build_model(void) {
  SarModel *model;
  check(sar_model_create(context, &model));
  check(sar_model_set_title(model, "four-bar in C"));
  sar_model_set_gravity(model, 0, -9.81, 0);
  add_links(model);
  add_joint(model, "revolute", "A", "ground", "crank.A");
  add_joint(model, "revolute", "B", "crank.B", "coupler.B");
  add_joint(model, "revolute", "D", "ground", "rocker.D");
  add_joint(model, "point-on-line", "C", "rocker.C", "coupler.C"); /* a fourth revolute would be redundant */
  add_spring(model);
  add_drive(model);
  return model;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: fourbar RESULTS.csv\n");
    return 2;
  }
  context = sar_context_create();
  if (!context) return 3;
  SarModel *model = build_model();
  SarSimulation simulation = sar_simulation_default();
  simulation.end = 2;
  simulation.output_every = 0.01;
  sar_model_set_simulation(model, &simulation);

  SarSystem *system;
  SarTable *table;
  SarRunSummary summary;
  check(sar_system_compile(context, model, &system));
  check(sar_table_create(context, &table));
  SarRunOptions options = sar_run_options_default();
  options.table = table;
  check(sar_run(context, system, &options, &summary));
  check(sar_table_write_csv(context, table, argv[1]));

  const double *torque = sar_table_values(table, sar_table_find(table, "drive.tz2"));
  double largest = 0;
  for (int64_t i = 0; i < sar_table_rows(table); i++) {
    if (torque[i] > largest) largest = torque[i];
  }
  printf("%d steps to t = %g s; the drive needs up to %.3f N m\n", (int)summary.steps, summary.end_time, largest);

  sar_table_destroy(&table);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return 0;
}
