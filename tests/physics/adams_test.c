/* label: long. One body on each joint or force against MSC Adams: every quantity that Adams wrote, at every one of its
 * 101 times.
 *
 * The measure is the RMS over the rows of (Sarrus - Adams), worst component. The limit is twice the accuracy floor of
 * the Adams file (floor.csv: how far Adams itself is from an independent solution), but not below the digits that Adams
 * printed: 1e-7 of 1 + the quantity's largest magnitude. All cases run at one tolerance. */
#include <stdio.h>
#include <string.h>

#include "base/numbers.h"
#include "physics/support.h"

#define TOLERANCE 1e-13 /* the loosest power of ten at which every case passes */

/* A quantity of the Adams files and the columns that hold it here; a second set of columns is added to the first. */
typedef struct Quantity {
  const char *name, *floor; /* columns name_x ..; the column of floor.csv */
  const char *columns[4];
  const char *added[3];
  int count;
} Quantity;

#define VECTOR(name, floor, x, y, z) \
  { name, floor, {x, y, z}, {0}, 3 }

static const Quantity kinematic[] = {
    VECTOR("Pos", "Pos", "body.x", "body.y", "body.z"),
    VECTOR("Vel", "Vel", "body.vx", "body.vy", "body.vz"),
    VECTOR("Acc", "Acc", "body.ax", "body.ay", "body.az"),
    {"Quat", "Quat", {"body.q0", "body.q1", "body.q2", "body.q3"}, {0}, 4},
    VECTOR("Avel", "Avel", "body.wx", "body.wy", "body.wz"),
    VECTOR("Aacc", "Aacc", "body.alphax", "body.alphay", "body.alphaz"),
};

static const Quantity joint[] = {
    VECTOR("Rforce", "Rforce", "joint.fx", "joint.fy", "joint.fz"),
    VECTOR("Rtorque", "Rtorque", "joint.tx", "joint.ty", "joint.tz"),
};

static const Quantity spring[] = {
    VECTOR("Rforce", "Rforce", "spring.fx", "spring.fy", "spring.fz"),
    VECTOR("Rtorque", "Rtorque", "spring.tx", "spring.ty", "spring.tz"),
};

static const Quantity joint_and_spring[] = {
    {"Rforce", "Rforce", {"joint.fx", "joint.fy", "joint.fz"}, {"spring.fx", "spring.fy", "spring.fz"}, 3},
    {"Rtorque", "Rtorque", {"joint.tx", "joint.ty", "joint.tz"}, {"spring.tx", "spring.ty", "spring.tz"}, 3},
};

static const Quantity both_sides[] = {
    VECTOR("Rforce_Body1", "Rforce", "joint.fx", "joint.fy", "joint.fz"),
    VECTOR("Rtorque_Body1", "Rtorque", "joint.tx", "joint.ty", "joint.tz"),
    VECTOR("Rforce_Body2", "Rforce", "joint.fx2", "joint.fy2", "joint.fz2"),
    VECTOR("Rtorque_Body2", "Rtorque", "joint.tx2", "joint.ty2", "joint.tz2"),
};

static const Quantity actuator[] = {
    VECTOR("RforceP", "Rforce", "joint.fx", "joint.fy", "joint.fz"),
    VECTOR("RtorqueP", "Rtorque", "joint.tx", "joint.ty", "joint.tz"),
    VECTOR("RforceA", "Rforce", "motion.fx2", "motion.fy2", "motion.fz2"),
    VECTOR("RtorqueA", "Rtorque", "motion.tx2", "motion.ty2", "motion.tz2"),
};

typedef struct Case {
  const char *name;
  const Quantity *reactions;
  int nreactions;
} Case;

#define CASE(name, reactions) \
  { name, reactions, (int)(sizeof reactions / sizeof reactions[0]) }

static const Case cases[] = {
    CASE("Revolute_Case01", joint),       CASE("Revolute_Case02", joint),
    CASE("Spherical_Case01", joint),      CASE("Spherical_Case02", joint),
    CASE("Universal_Case01", joint),      CASE("Universal_Case02", joint),
    CASE("Prismatic_Case01", joint),      CASE("Prismatic_Case02", joint),
    CASE("Prismatic_Case03", joint),      CASE("Cylindrical_Case01", joint),
    CASE("Cylindrical_Case02", joint),    CASE("Distance_Case01", joint),
    CASE("Distance_Case03", joint),       CASE("RevSpherical_Case01", both_sides),
    CASE("TranSpring_Case01", spring),    CASE("TranSpring_Case02", spring),
    CASE("TranSpringCB_Case01", spring),  CASE("TranSpringCB_Case02", spring),
    CASE("TranSpringCB_Case03", spring),  CASE("RotSpring_Case01", joint_and_spring),
    CASE("LinActuator_Case01", actuator),
};

/* floor.csv has the case's name in its first column, which is not a number. */
static double floor_of(const char *name, const char *quantity) {
  const char *const order[] = {"Pos", "Vel", "Acc", "Quat", "Avel", "Aacc", "Rforce", "Rtorque"};
  char path[512], line[256], word[64];
  double v[8];
  snprintf(path, sizeof path, "%s/data/adams/floor.csv", SAR_TEST_DIR);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  bool found = false;
  while (!found && fgets(line, sizeof line, file)) {
    int n = sscanf(line, "%63[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", word, &v[0], &v[1], &v[2], &v[3], &v[4], &v[5],
                   &v[6], &v[7]);
    found = n == 9 && strcmp(word, name) == 0;
  }
  fclose(file);
  assert_true(found);
  for (int i = 0; i < 8; i++) {
    if (strcmp(order[i], quantity) == 0) return v[i];
  }
  fail_msg("floor.csv has no %s", quantity);
  return 0;
}

/* Value of component c in row i, with what is to be added. */
static double value_of(const Run *run, const Quantity *quantity, int c, int i) {
  double value = physics_column(run, quantity->columns[c])[i];
  return quantity->added[0] ? value + physics_column(run, quantity->added[c])[i] : value;
}

static double expected_of(const Reference *adams, const Quantity *quantity, int c, int i) {
  char name[64];
  if (quantity->count == 4) {
    snprintf(name, sizeof name, "%s_e%d", quantity->name, c);
  } else {
    snprintf(name, sizeof name, "%s_%c", quantity->name, 'x' + c);
  }
  return reference_column(adams, name)[i];
}

/* Quaternions q and -q are the same orientation: the sign of each row that fits. */
static double sign_of(const Run *run, const Reference *adams, const Quantity *quantity, const Grid *grid, int i) {
  double dot = 0;
  if (quantity->count != 4) return 1;
  for (int c = 0; c < 4; c++) {
    dot += value_of(run, quantity, c, grid->run[i]) * expected_of(adams, quantity, c, grid->reference[i]);
  }
  return dot < 0 ? -1 : 1;
}

typedef struct Deviation {
  double rms, magnitude; /* worst component; largest magnitude in the Adams file */
} Deviation;

static Deviation deviation(const Run *run, const Reference *adams, const Quantity *quantity, const Grid *grid) {
  Deviation out = {0};
  double sum[4] = {0};
  for (int i = 0; i < grid->count; i++) {
    double sign = sign_of(run, adams, quantity, grid, i);
    for (int c = 0; c < quantity->count; c++) {
      double expected = expected_of(adams, quantity, c, grid->reference[i]);
      double d = sign * value_of(run, quantity, c, grid->run[i]) - expected;
      sum[c] += d * d;
      out.magnitude = fmax(out.magnitude, fabs(expected));
    }
  }
  for (int c = 0; c < quantity->count; c++) {
    double rms = sqrt(sum[c] / grid->count);
    out.rms = sar_larger(out.rms, rms); /* keeps nan */
  }
  return out;
}

/* Prints one line of the table; returns whether the quantity is within its limit. */
static bool check(const Case *c, const Run *run, const Reference *adams, const Quantity *quantity, const Grid *grid) {
  Deviation d = deviation(run, adams, quantity, grid);
  double floor = floor_of(c->name, quantity->floor);
  double limit = fmax(2 * floor, 1e-7 * (1 + d.magnitude));
  bool good = d.rms <= limit;
  print_message("%-20s %-14s rms %8.2e  limit %8.2e  floor %8.2e  of limit %5.2f%s\n", c->name, quantity->name, d.rms,
                limit, floor, d.rms / limit, good ? "" : "  ABOVE");
  return good;
}

static int run_case(const Case *c) {
  char model[64], data[64];
  snprintf(model, sizeof model, "adams/%s", c->name);
  snprintf(data, sizeof data, "adams/%s.csv", c->name);
  Run run = physics_run(&(Setup){.model = model, .tolerance = TOLERANCE});
  Reference adams = reference_load(data);
  Grid grid = grid_match(&run, &adams);
  assert_int_equal(grid.count, adams.rows);
  int wrong = 0;
  for (size_t i = 0; i < sizeof kinematic / sizeof kinematic[0]; i++) {
    wrong += !check(c, &run, &adams, &kinematic[i], &grid);
  }
  for (int i = 0; i < c->nreactions; i++) wrong += !check(c, &run, &adams, &c->reactions[i], &grid);
  grid_free(&grid);
  reference_free(&adams);
  physics_finish(&run);
  return wrong;
}

static void agrees_with_adams(void **state) {
  (void)state;
  int wrong = 0;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) wrong += run_case(&cases[i]);
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_adams)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
