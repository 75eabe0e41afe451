/* label: numbers. The flexible mechanisms of papers 3 and 4 and a beam that is spun up, against histories that other
 * programs made (tests/data/flexible) and against closed forms. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "physics/support.h"

typedef struct Extremes {
  double least, most;
} Extremes;

/* Of a column from a time on. */
static Extremes extremes_of(const Run *run, const char *column, double from) {
  const double *value = physics_column(run, column), *t = physics_column(run, "time");
  Extremes found = {INFINITY, -INFINITY};
  for (int64_t i = 0; i < physics_rows(run); i++) {
    if (t[i] < from) continue;
    found.least = fmin(found.least, value[i]);
    found.most = fmax(found.most, value[i]);
  }
  return found;
}

/* The column at the first row from a time on. */
static double value_at(const Run *run, const char *column, double time) {
  const double *value = physics_column(run, column), *t = physics_column(run, "time");
  for (int64_t i = 0; i < physics_rows(run); i++) {
    if (t[i] > time - 1e-9) return value[i];
  }
  fail_msg("the run ends before %g s", time);
  return NAN;
}

/* The first time at which a column falls to `level`. */
static double falls_to(const Run *run, const char *column, double level) {
  const double *value = physics_column(run, column), *t = physics_column(run, "time");
  for (int64_t i = 1; i < physics_rows(run); i++) {
    if (value[i] <= level) return t[i - 1] + (t[i] - t[i - 1]) * (level - value[i - 1]) / (value[i] - value[i - 1]);
  }
  fail_msg("%s does not fall to %g", column, level);
  return NAN;
}

/* ---- the four-bar ---- */

#define TURNS 20.943951023931955 /* s: two turns, in which what is left of the start dies away */
#define LARGEST 4.2646e-3        /* m: of the lateral displacement with the sections of the MBDyn input */

/* The largest difference of the lateral displacement at C from a history, between two times. */
static double lateral_error(const Run *run, const char *path, double from, double until) {
  Reference reference = reference_load(path);
  Grid grid = grid_match(run, &reference);
  const double *y = physics_column(run, "bc.end.y"), *t = physics_column(run, "time");
  const double *right = reference_column(&reference, "uy");
  double largest = 0;
  for (int i = 0; i < grid.count; i++) {
    double time = t[grid.run[i]];
    if (time >= from && time <= until) largest = fmax(largest, fabs(y[grid.run[i]] - right[grid.reference[i]]));
  }
  grid_free(&grid);
  reference_free(&reference);
  return largest;
}

/* The method and step of the history: the same numbers but for what the elements differ in. Extremes of the history
 * with all its rows: 4.26459e-3, -3.42595e-3 m. */
static void fourbar_at_every_step(void **state) {
  (void)state;
  Run run = physics_run(
      &(Setup){.model = "flexible/fourbar_mbdyn", .method = "lms3:rho_inf=0.6", .step = 4e-3, .every = 4e-3});
  double error = lateral_error(&run, "flexible/fourbar_mbdyn_ms3.csv", 0, INFINITY) / LARGEST;
  Extremes y = extremes_of(&run, "bc.end.y", TURNS);
  print_message("four-bar: %.1e of the largest; extremes %.6e %.6e\n", error, y.most, y.least);
  assert_true(error <= 1e-5);
  CHECK_NEAR(y.most, 4.26459e-3, 1e-4 * 4.26459e-3);
  CHECK_NEAR(y.least, -3.42595e-3, 1e-4 * 3.42595e-3);
  physics_finish(&run);
}

/* When all bars are in line (2.618 s of every turn) they snap into vibrations that nothing damps but the method: up to
 * there, and when they are gone, methods agree. With 1e-7 hht follows the vibrations, and nothing is left to compare.
 */
static void fourbar_with_error_control(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "flexible/fourbar_mbdyn", .method = "hht", .tolerance = 1e-5, .every = 4e-3});
  const char *path = "flexible/fourbar_mbdyn_ms3.csv";
  double before = lateral_error(&run, path, TURNS, TURNS + 2.5) / LARGEST;
  double snap = lateral_error(&run, path, TURNS + 2.5, TURNS + 4) / LARGEST;
  double after = lateral_error(&run, path, TURNS + 4, INFINITY) / LARGEST;
  print_message("four-bar, hht at 1e-5: %.1e before the bars are in line, %.1e then, %.1e after\n", before, snap,
                after);
  assert_true(before <= 1e-4 && snap <= 2e-2 && after <= 1e-4);
  physics_finish(&run);
}

static void fourbar_with_the_printed_sections(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){
      .model = "flexible/fourbar_printed", .method = "lms3:rho_inf=0.6", .step = 4e-3, .every = 4e-3, .end = 12});
  double error = lateral_error(&run, "flexible/fourbar_printed_prototype.csv", 0, 12) / 8e-4;
  Extremes y = extremes_of(&run, "bc.end.y", 0);
  print_message("four-bar as printed: %.1e of the largest; extremes %.6e %.6e\n", error, y.most, y.least);
  assert_true(error <= 1e-2);
  CHECK_NEAR(y.most, 2.76e-4, 1e-2 * 2.76e-4);
  CHECK_NEAR(y.least, -8.00e-4, 1e-2 * 8.00e-4);
  physics_finish(&run);
}

/* ---- the shaft ---- */

/* A clamped beam with a weight in its middle, bending and shear. */
static double sag(void) {
  double w = 11.64 * 9.81, P = 70.573 * 9.81, L = 6, EI = 354.5e3, GA = 60.5e6;
  return w * pow(L, 4) / (384 * EI) + P * pow(L, 3) / (192 * EI) + P * L / (4 * GA) + w * L * L / (8 * GA);
}

/* Beside a history of MBDyn with a method of fifth order and 1e-4 s, whose nodes carry other masses: after 2.5 s it is
 * 3e-5 s behind. Its disk has another inertia across, which is of no effect where the shaft does not tilt. Finer meshes
 * and radau5 change our numbers by less than 1e-4 of the largest. */
static void shaft_runs_through_its_critical_speed(void **state) {
  (void)state;
  Run run = physics_run(
      &(Setup){.model = "flexible/rotating_shaft", .method = "esdirk436l2sa2", .step = 1e-3, .every = 1e-3});
  Extremes z = extremes_of(&run, "shaft.mid.z", 0);
  double start = value_at(&run, "shaft.mid.z", 0), two = value_at(&run, "shaft.mid.z", 2);
  double end = value_at(&run, "shaft.mid.z", 2.5);
  print_message("shaft: sag %.6e (closed form %.6e), u3(2) %.6f, u3(2.5) %.6f, %.6f to %.6f\n", start, -sag(), two, end,
                z.least, z.most);
  CHECK_NEAR(start, -sag(), 1e-4 * sag());
  CHECK_NEAR(start, -3.3098e-3, 1e-4 * 3.3098e-3);
  CHECK_NEAR(two, -0.109192, 3e-3 * 0.2695);
  CHECK_NEAR(end, 0.193266, 3e-3 * 0.2695);
  CHECK_NEAR(two, -0.108952, 1e-4 * 0.2695);
  CHECK_NEAR(end, 0.192713, 1e-4 * 0.2695);
  CHECK_NEAR(z.most, 0.262032, 1e-3 * 0.262);
  CHECK_NEAR(z.least, -0.269498, 1e-3 * 0.2695);
  physics_finish(&run);
}

/* ---- the beam that is spun up ---- */

/* Displacements of the tip in the axes that turn as prescribed. */
static void spin_up(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "flexible/spinup", .method = "radau5", .tolerance = 1e-6});
  Reference reference = reference_load("flexible/simo_spinup_beam.csv");
  Grid grid = grid_match(&run, &reference);
  const double *x = physics_column(&run, "arm.n24.x"), *y = physics_column(&run, "arm.n24.y");
  const double *psi = reference_column(&reference, "psi");
  const double *u1 = reference_column(&reference, "u1_tip_axial_rotframe");
  const double *u2 = reference_column(&reference, "u2_tip_transverse_rotframe");
  double along = 0, across = 0, largest = 0;
  for (int i = 0; i < grid.count; i++) {
    int k = grid.run[i], j = grid.reference[i];
    double c = cos(psi[j]), s = sin(psi[j]);
    along = fmax(along, fabs(c * x[k] + s * y[k] - 10 - u1[j]));
    across = fmax(across, fabs(c * y[k] - s * x[k] - u2[j]));
    largest = fmax(largest, fabs(u2[j]));
  }
  print_message("spin-up: errors %.1e along, %.1e across, of %.3f\n", along, across, largest);
  assert_true(largest > 0.5 && along <= 5e-5 && across <= 1e-4);
  grid_free(&grid);
  reference_free(&reference);
  physics_finish(&run);
}

/* ---- the crank-actuated beam ---- */

/* Lateral buckling of a cantilever with a force at its tip: 4.013 sqrt(EI3 GJ)/L^2. The link pushes with it at
 * about 0.05 s, and soon after the beam moves more sidewards than upwards. */
static void crank_actuated_beam_buckles(void **state) {
  (void)state;
  double critical = 4.013 * sqrt(9.5052 * 14.393), when[2];
  for (int i = 0; i < 2; i++) {
    Run run = physics_run(&(Setup){.model = "flexible/crank_actuated_beam",
                                   .method = "radau3",
                                   .step = i == 0 ? 1e-3 : 2.5e-4,
                                   .every = 1e-3,
                                   .end = 0.2});
    const double *y = physics_column(&run, "beam.mid.y"), *z = physics_column(&run, "beam.mid.z");
    const double *t = physics_column(&run, "time");
    int64_t sidewards = 1;
    while (sidewards < physics_rows(&run) - 1 && fabs(y[sidewards]) < fabs(z[sidewards])) sidewards++;
    when[i] = falls_to(&run, "link.e0.n1", -critical);
    print_message("crank: %.1f N at %.4f s, sidewards from %.3f s, u2(0.2) = %.5f m\n", critical, when[i], t[sidewards],
                  value_at(&run, "beam.mid.y", 0.2));
    CHECK_NEAR(when[i], 0.055, 1e-3);
    CHECK_NEAR(t[sidewards], 0.0605, 1e-3);
    CHECK_NEAR(value_at(&run, "beam.mid.y", 0.2), -0.0305, 1e-3);
    physics_finish(&run);
  }
  CHECK_NEAR(when[0], when[1], 2e-4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fourbar_at_every_step),
      cmocka_unit_test(fourbar_with_error_control),
      cmocka_unit_test(fourbar_with_the_printed_sections),
      cmocka_unit_test(shaft_runs_through_its_critical_speed),
      cmocka_unit_test(spin_up),
      cmocka_unit_test(crank_actuated_beam_buckles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
