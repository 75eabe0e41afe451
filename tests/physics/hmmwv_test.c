/* label: numbers. Paper 2, section 5.2: the HMMWV of examples/hmmwv over its bump, against trajectories of the same
 * model by Project Chrono (HHT with alpha = -0.3 and fixed steps), which share nothing with this program.
 *
 * How exact those are follows from themselves: the files of h = 1e-3 and 1e-4 differ by e, the method is of second
 * order, so the finer one is wrong by e/99. That is 1.1e-7 m for the wheel and 0.03 N for its tyre; exact runs have to
 * come as near.
 *
 * A further method is a further line of the table. */
#include <stdio.h>

#include "base/numbers.h"
#include "physics/stiffness.h"

#define MODEL "../../examples/hmmwv/model"

typedef enum Group { POSITION, ANGLE, TYRE, SPRING, GROUPS } Group;
static const char *const units[GROUPS] = {"m", "rad", "N (tyres)", "N (spring)"};

/* A column of the reference and ours; Chrono counts a spring's force positive in compression. */
typedef struct Pair {
  Group group;
  const char *reference, *column;
  double sign;
} Pair;

static const Pair pairs[] = {
    {POSITION, "chassis_x", "chassis.x", 1},        {POSITION, "chassis_z", "chassis.z", 1},
    {POSITION, "zFL", "front1.wheel.centre.z", 1},  {POSITION, "zRL", "rear1.wheel.centre.z", 1},
    {ANGLE, "chassis_pitch", "nose_down.value", 1}, {TYRE, "FtireFL", "front1.load.value", 1},
    {TYRE, "FtireRL", "rear1.load.value", 1},       {SPRING, "susFL", "front_spring1.force", -1},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

/* Engineering runs: the motion within 1e-4 m (and rad) of the reference, forces within a per cent of the static ones;
 * exact ones: within twice the reference's own error. */
typedef struct Method {
  const char *name;
  double tolerance; /* for the engineering run */
  double exact;     /* for the exact run; 0: it is not made */
  double drift;     /* bound of both constraint errors; 0: not promised */
  double end; /* 0: that of the reference. 2: both axles are over the bump; for explicit methods, which are slow */
} Method;

static const Method methods[] = {
    {"hht", 3e-7, 0, 0, 0},
    {"bdf", 1e-6, 0, 0, 0},
    {"esdirk436l2sa2", 1e-7, 0, 0, 0},
    {"ida", 1e-6, 0, 0, 0},
    {"radau5", 1e-6, 1e-10, 0, 0},
    {"rosenbrock-nystrom", 3e-5, 1e-9, 1e-10, 0},
    {"rosenbrock-nystrom:matrix=augmented", 3e-5, 0, 1e-10, 0},
    {"rosenbrock-nystrom:estimate=filtered", 1e-5, 0, 1e-10, 0},
    {"w-method", 1e-5, 0, 1e-10, 0},
    {"adams", 1e-6, 0, 1e-10, 2},
};

static const double engineering[GROUPS] = {1e-4, 1e-4, 65, 357};

static Reference fine, coarse;
static double own_error[GROUPS]; /* of the fine one */

static int setup(void **state) {
  (void)state;
  fine = reference_load("chrono/hmmwv_road1_h1e-4.csv");
  coarse = reference_load("chrono/hmmwv_road1_h1e-3.csv");
  for (int i = 0; i < PAIRS; i++) {
    const double *a = reference_column(&fine, pairs[i].reference), *b = reference_column(&coarse, pairs[i].reference);
    for (int k = 0; k < fine.rows; k++) {
      own_error[pairs[i].group] = fmax(own_error[pairs[i].group], fabs(a[k] - b[k]) / 99);
    }
  }
  for (int g = 0; g < GROUPS; g++) print_message("error of the reference: %.2e %s\n", own_error[g], units[g]);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  reference_free(&fine);
  reference_free(&coarse);
  return 0;
}

/* Largest differences from the finer reference, over all of its times up to the end of the run. */
static void differences(const Run *run, double end, double error[GROUPS]) {
  Grid grid = grid_match(run, &fine);
  const double *time = reference_column(&fine, "t");
  int rows = 0;
  while (rows < fine.rows && (end == 0 || time[rows] <= end + 1e-9)) rows++;
  assert_int_equal(grid.count, rows);
  for (int g = 0; g < GROUPS; g++) error[g] = 0;
  for (int i = 0; i < PAIRS; i++) {
    const double *value = physics_column(run, pairs[i].column), *expected = reference_column(&fine, pairs[i].reference);
    for (int k = 0; k < grid.count; k++) {
      double e = fabs(pairs[i].sign * value[grid.run[k]] - expected[grid.reference[k]]);
      error[pairs[i].group] = sar_larger(error[pairs[i].group], e); /* keeps nan */
    }
  }
  grid_free(&grid);
}

static int check(const Method *method, double tolerance, const double bound[GROUPS]) {
  double error[GROUPS];
  int wrong = 0;
  Run run = physics_run(&(Setup){.model = MODEL, .method = method->name, .tolerance = tolerance, .end = method->end});
  const SarRunSummary *s = &run.summary;
  differences(&run, method->end, error);
  print_message("%-16s %.0e %6ld steps", method->name, tolerance, (long)s->steps);
  for (int g = 0; g < GROUPS; g++) {
    bool good = error[g] <= bound[g];
    print_message("  %.2e %s%s", error[g], units[g], good ? "" : " WRONG");
    wrong += !good;
  }
  print_message("\n");
  if (method->drift > 0) {
    assert_true(s->constraint_position_max <= method->drift && s->constraint_velocity_max <= method->drift);
  }
  physics_finish(&run);
  return wrong;
}

static void follows_the_reference(void **state) {
  (void)state;
  int wrong = 0;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    wrong += check(&methods[i], methods[i].tolerance, engineering);
  }
  assert_int_equal(wrong, 0);
}

static void as_exact_as_the_reference(void **state) {
  (void)state;
  double bound[GROUPS];
  int wrong = 0;
  for (int g = 0; g < GROUPS; g++) bound[g] = 2 * own_error[g];
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    if (methods[i].exact > 0) wrong += check(&methods[i], methods[i].exact, bound);
  }
  assert_int_equal(wrong, 0);
}

static double last(const Run *run, const char *column) { return physics_column(run, column)[physics_rows(run) - 1]; }

static void check_rest(const char *method, double tolerance) {
  Run run = physics_run(&(Setup){.model = MODEL, .method = method, .tolerance = tolerance, .end = 20, .every = 0.1});
  double front = last(&run, "front1.load.value"), rear = last(&run, "rear1.load.value");
  double all = front + rear + last(&run, "front2.load.value") + last(&run, "rear2.load.value");
  assert_int_equal(run.summary.bodies, 14);
  assert_int_equal(run.summary.degrees_of_freedom, 10);
  CHECK_NEAR(last(&run, "chassis.z"), 0.677675, 1e-6);
  CHECK_NEAR(front, 6520.6, 0.05);
  CHECK_NEAR(rear, 6119.2, 0.05);
  CHECK_NEAR(all, (2086.52 + 9.072 + 4 * (90.555 + 23.965 + 5.813)) * 9.81, 0.01);
  CHECK_NEAR(last(&run, "chassis.vz"), 0, 1e-6);
  physics_finish(&run);
}

/* Long after the bump the vehicle stands on its tyres: Chrono's static values, and the weight of 2576.924 kg. Where
 * accelerations vanish and forces do not, the index-1 system must not ask for digits that are not there. */
static void comes_to_rest(void **state) {
  (void)state;
  check_rest("radau5", 1e-6);
  check_rest("rosenbrock-nystrom", 1e-6);
  check_rest("w-method", 1e-4);
}

/* Left and right are mirror images: the vehicle goes straight on, and its corners move alike. */
static void stays_symmetric(void **state) {
  (void)state;
  const char *const left[] = {"front1.wheel.centre.z", "rear1.wheel.centre.z", "front_upper1.angle",
                              "rear_lower1.angle"};
  const char *const right[] = {"front2.wheel.centre.z", "rear2.wheel.centre.z", "front_upper2.angle",
                               "rear_lower2.angle"};
  const double sign[] = {1, 1, -1, -1}; /* hinges point forwards on both sides */
  Run run = physics_run(&(Setup){.model = MODEL, .tolerance = 1e-6, .end = 1.5});
  for (int64_t row = 0; row < physics_rows(&run); row++) {
    CHECK_NEAR(physics_column(&run, "chassis.y")[row], 0, 1e-9);
    for (int i = 0; i < 4; i++) {
      CHECK_NEAR(sign[i] * physics_column(&run, right[i])[row], physics_column(&run, left[i])[row], 1e-9);
    }
  }
  physics_finish(&run);
}

/* The wheels' centres rise where the tyre meets the half cylinder: 0.5 s for the front at the speed of the model. */
static void meets_the_bump(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = MODEL, .tolerance = 1e-5, .end = 0.61, .every = 1e-3});
  const double *road = physics_column(&run, "front1.road.value"), *t = physics_column(&run, "time");
  double highest = 0;
  for (int64_t row = 0; row < physics_rows(&run); row++) {
    double s = fabs(physics_column(&run, "front1.wheel.centre.x")[row] - 4.1059757),
           reach = sqrt(0.517 * 0.517 - s * s);
    CHECK_NEAR(road[row], s < sqrt(0.0492) ? reach - 0.467 : 0, 1e-12);
    if (t[row] < 0.499) assert_true(road[row] == 0);
    if (t[row] > 0.501 && t[row] < 0.598) assert_true(road[row] > 0);
    highest = fmax(highest, road[row]);
  }
  CHECK_NEAR(highest, 0.05, 1e-5);
  physics_finish(&run);
}

/* What examples/hmmwv/README.md says of the dominant eigenvalue: it belongs to the dampers, and grows with them. */
static void dominant_eigenvalue(void **state) {
  (void)state;
  double value = stiffness_dominant(&(Setup){.model = MODEL});
  double stiffer = stiffness_dominant(&(Setup){.model = MODEL, .set = "damping=2e8"});
  print_message("dominant eigenvalue %.5g 1/s; with a hundred times the damping %.5g 1/s\n", value, stiffer);
  CHECK_NEAR(value, -2.7e3, 50);
  CHECK_NEAR(stiffer / value, 100, 1);
  CHECK_NEAR(stiffness_reported(&(Setup){.model = MODEL}) / value, 1, 1e-3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(follows_the_reference), cmocka_unit_test(as_exact_as_the_reference),
      cmocka_unit_test(comes_to_rest),         cmocka_unit_test(stays_symmetric),
      cmocka_unit_test(meets_the_bump),        cmocka_unit_test(dominant_eigenvalue),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
