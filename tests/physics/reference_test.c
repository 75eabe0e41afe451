/* Mechanisms against independent reference solutions (minimal coordinates, quadruple precision), every quantity that
 * the references hold, at every one of their times that is an output time.
 *
 * The tolerance is an error per step. A step of HHT has a local error of order h^3, so h goes with tolerance^(1/3), and
 * the global error of order h^2 with tolerance^(2/3) (numerics: order of HHT on index 3 is 2 in positions, velocities
 * and multipliers; reported accelerations and reactions are solved from positions and velocities). Hence the two
 * assertions: the slope of log(error) over log(tolerance) from 1e-5 to 1e-9 is 2/3 to within the scatter that the
 * choice of steps gives it, and the error at 1e-9 is below a bound. The bounds are three times what was measured when
 * the test was written: they guard against getting worse, the slope guards against being wrong. */
#include <stdio.h>

#include "base/numbers.h"
#include "physics/support.h"

#define SLOPE_LEAST 0.55
#define SLOPE_MOST 0.80
#define SLOPE_MOST_ENERGY 1.05

typedef enum Group { POSITION, VELOCITY, ACCELERATION, REACTION, ENERGY, GROUPS } Group;
static const char *const group_names[GROUPS] = {"position", "velocity", "acceleration", "reaction", "energy"};

/* A column of the reference and what it is compared with: column, or column + plus. angle: both count from the pose at
 * the start, so the reference's first value is added. */
typedef struct Pair {
  Group group;
  const char *reference, *column, *plus;
  bool angle;
} Pair;

typedef struct Comparison {
  const Run *run;
  const Reference *reference;
  const Grid *grid;
  double error[GROUPS];
} Comparison;

typedef struct Case {
  const char *model, *reference; /* reference: null: of the model's name */
  const Pair *pairs;
  void (*more)(Comparison *c); /* what is not a column */
  double bound[GROUPS];        /* at tolerance 1e-9; 0: the reference has no such quantity */
} Case;

static void note(Comparison *c, Group group, double error) {
  c->error[group] = sar_larger(c->error[group], error); /* keeps nan */
}

static void compare(Comparison *c, const Pair *pair) {
  const double *value = physics_column(c->run, pair->column);
  const double *plus = pair->plus ? physics_column(c->run, pair->plus) : NULL;
  const double *expected = reference_column(c->reference, pair->reference);
  for (int i = 0; i < c->grid->count; i++) {
    int row = c->grid->run[i];
    double v = value[row] + (plus ? plus[row] : 0) + (pair->angle ? expected[0] : 0);
    note(c, pair->group, fabs(v - expected[c->grid->reference[i]]));
  }
}

/* The rod pulls the ground towards the bob. */
static void rod_tension(Comparison *c) {
  const double *tension = reference_column(c->reference, "rod_tension");
  const double *x = reference_column(c->reference, "x"), *y = reference_column(c->reference, "y");
  const double *fx = physics_column(c->run, "pivot.fx"), *fy = physics_column(c->run, "pivot.fy");
  for (int i = 0; i < c->grid->count; i++) {
    int row = c->grid->run[i], k = c->grid->reference[i];
    note(c, REACTION, fabs(fx[row] - tension[k] * x[k]));
    note(c, REACTION, fabs(fy[row] - tension[k] * y[k]));
  }
}

/* Orientation up to the quaternion's sign, angular velocity and acceleration in body axes. A constant turn between the
 * axes does not enter: both start with the unit quaternion. */
static void top_rotation(Comparison *c) {
  const char *const q_names[] = {"q0", "q1", "q2", "q3"}, *const w_names[] = {"wx", "wy", "wz"};
  const char *const W_names[] = {"W1", "W2", "W3"}, *const Wd_names[] = {"W1_d", "W2_d", "W3_d"};
  const char *const alpha_names[] = {"alphax", "alphay", "alphaz"};
  for (int i = 0; i < c->grid->count; i++) {
    int row = c->grid->run[i], k = c->grid->reference[i];
    double q[4], e[4], w[3], alpha[3], W[3], Wd[3], dot = 0;
    for (int j = 0; j < 4; j++) {
      q[j] = physics_of(c->run, "top", q_names[j])[row];
      e[j] = reference_column(c->reference, q_names[j])[k];
      dot += q[j] * e[j];
    }
    for (int j = 0; j < 4; j++) note(c, POSITION, fabs((dot < 0 ? -q[j] : q[j]) - e[j]));
    for (int j = 0; j < 3; j++) {
      w[j] = physics_of(c->run, "top", w_names[j])[row];
      alpha[j] = physics_of(c->run, "top", alpha_names[j])[row];
    }
    physics_to_body(q, w, W);
    physics_to_body(q, alpha, Wd);
    for (int j = 0; j < 3; j++) {
      note(c, VELOCITY, fabs(W[j] - reference_column(c->reference, W_names[j])[k]));
      note(c, ACCELERATION, fabs(Wd[j] - reference_column(c->reference, Wd_names[j])[k]));
    }
  }
}

#define POS(reference, column) \
  { POSITION, reference, column, NULL, false }
#define VEL(reference, column) \
  { VELOCITY, reference, column, NULL, false }
#define ACC(reference, column) \
  { ACCELERATION, reference, column, NULL, false }
#define FORCE(reference, column) \
  { REACTION, reference, column, NULL, false }
#define ANGLE(reference, column, plus) \
  { POSITION, reference, column, plus, true }
#define END \
  { POSITION, NULL, NULL, NULL, false }

static const Pair pendulum[] = {POS("x", "bob.x"),
                                POS("y", "bob.y"),
                                ANGLE("psi_from_down", "pivot.angle", NULL),
                                VEL("x_d", "bob.vx"),
                                VEL("y_d", "bob.vy"),
                                VEL("psi_d", "pivot.angle_rate"),
                                ACC("x_dd", "bob.ax"),
                                ACC("y_dd", "bob.ay"),
                                ACC("psi_dd", "bob.alphaz"),
                                END};

static const Pair fourbar[] = {POS("B0x", "crank0.B.x"),
                               POS("B0y", "crank0.B.y"),
                               VEL("B0x_d", "crank0.B.vx"),
                               VEL("B0y_d", "crank0.B.vy"),
                               ACC("B0x_dd", "crank0.B.ax"),
                               ACC("B0y_dd", "crank0.B.ay"),
                               END};

static const Pair bricard[] = {POS("P1x", "rod1.P1.x"),
                               POS("P1y", "rod1.P1.y"),
                               POS("P1z", "rod1.P1.z"),
                               POS("P2x", "rod2.P2.x"),
                               POS("P2y", "rod2.P2.y"),
                               POS("P2z", "rod2.P2.z"),
                               POS("P3x", "rod3.P3.x"),
                               POS("P3y", "rod3.P3.y"),
                               POS("P3z", "rod3.P3.z"),
                               POS("P4x", "rod4.P4.x"),
                               POS("P4y", "rod4.P4.y"),
                               POS("P4z", "rod4.P4.z"),
                               VEL("P3x_d", "rod3.P3.vx"),
                               VEL("P3y_d", "rod3.P3.vy"),
                               VEL("P3z_d", "rod3.P3.vz"),
                               ACC("P3x_dd", "rod3.P3.ax"),
                               ACC("P3y_dd", "rod3.P3.ay"),
                               ACC("P3z_dd", "rod3.P3.az"),
                               END};

static const Pair squeezer[] = {ANGLE("beta", "O.angle", NULL),
                                POS("Fx", "K1.F.x"),
                                POS("Fy", "K1.F.y"),
                                POS("Ex", "K2.E.x"),
                                POS("Ey", "K2.E.y"),
                                POS("Gx", "K4.G.x"),
                                POS("Gy", "K4.G.y"),
                                POS("Hx", "K3.H.x"),
                                POS("Hy", "K3.H.y"),
                                POS("Dx", "K7.D.x"),
                                POS("Dy", "K7.D.y"),
                                VEL("omega", "O.angle_rate"),
                                VEL("Ex_d", "K2.E.vx"),
                                VEL("Ey_d", "K2.E.vy"),
                                ACC("beta_dd", "K1.alphaz"),
                                FORCE("spring_force", "spring.force"),
                                END};

static const Pair testset_squeezer[] = {ANGLE("beta", "O.angle", NULL),     ANGLE("Theta", "F.angle", NULL),
                                        ANGLE("gamma", "B.angle", NULL),    ANGLE("Phi", "G.angle", NULL),
                                        ANGLE("delta", "A5.angle", NULL),   ANGLE("Omega", "H.angle", NULL),
                                        ANGLE("epsilon", "A6.angle", NULL), VEL("omega", "O.angle_rate"),
                                        ACC("beta_dd", "K1.alphaz"),        END};

static const Pair heavy_top[] = {POS("x", "top.x"),
                                 POS("y", "top.y"),
                                 POS("z", "top.z"),
                                 VEL("vx", "top.vx"),
                                 VEL("vy", "top.vy"),
                                 VEL("vz", "top.vz"),
                                 ACC("ax", "top.ax"),
                                 ACC("ay", "top.ay"),
                                 ACC("az", "top.az"),
                                 FORCE("Fx", "tip.fx2"),
                                 FORCE("Fy", "tip.fy2"),
                                 FORCE("Fz", "tip.fz2"),
                                 END};

static const Pair nothing[] = {END};

static const Pair double_pendulum[] = {ANGLE("theta1", "pivot.angle", NULL),
                                       ANGLE("theta2", "pivot.angle", "elbow.angle"),
                                       POS("x1", "rod1.x"),
                                       POS("y1", "rod1.y"),
                                       POS("x2", "rod2.x"),
                                       POS("y2", "rod2.y"),
                                       VEL("omega1", "rod1.wz"),
                                       VEL("omega2", "rod2.wz"),
                                       VEL("x2_d", "rod2.vx"),
                                       VEL("y2_d", "rod2.vy"),
                                       ACC("alpha1", "rod1.alphaz"),
                                       ACC("alpha2", "rod2.alphaz"),
                                       FORCE("Fx_ground_on_1", "pivot.fx2"),
                                       FORCE("Fy_ground_on_1", "pivot.fy2"),
                                       FORCE("Fx_1_on_2", "elbow.fx2"),
                                       FORCE("Fy_1_on_2", "elbow.fy2"),
                                       FORCE("T_rsda1", "rsda1.tz2"),
                                       FORCE("T_rsda2", "rsda2.tz2"),
                                       END};

static const Pair crank_slider[] = {ANGLE("theta", "A.angle", NULL),
                                    ANGLE("phi", "A.angle", "B.angle"),
                                    POS("x", "rod.x"),
                                    POS("y", "rod.y"),
                                    VEL("theta_d", "crank.wz"),
                                    VEL("phi_d", "rod.wz"),
                                    VEL("x_d", "rod.vx"),
                                    VEL("y_d", "rod.vy"),
                                    ACC("theta_dd", "crank.alphaz"),
                                    ACC("phi_dd", "rod.alphaz"),
                                    ACC("x_dd", "rod.ax"),
                                    ACC("y_dd", "rod.ay"),
                                    FORCE("lambda1", "B.fx2"),
                                    FORCE("lambda2", "B.fy2"),
                                    FORCE("lambda3", "C.fy"),
                                    END};

static const Case cases[] = {
    {"A01_simple_pendulum", NULL, pendulum, rod_tension, {7.8e-5, 3.4e-4, 2.3e-3, 2.3e-3, 8.8e-6}},
    {"A02_Nfourbar_N2", NULL, fourbar, NULL, {1.5e-3, 9.9e-3, 8.4e-2, 0, 7.1e-6}},
    {"A02_Nfourbar_N2_natural", "A02_Nfourbar_N2", fourbar, NULL, {1.5e-3, 9.8e-3, 8.4e-2, 0, 7.1e-6}},
    {"A04_bricard_sec01", NULL, bricard, NULL, {5.9e-5, 1.3e-4, 4.7e-4, 0, 4.2e-6}},
    {"andrews_squeezer", NULL, squeezer, NULL, {1.3e-4, 5.1e-2, 1.1e2, 2.8e-3, 9.6e-6}},
    {"andrews_testset_variant", NULL, testset_squeezer, NULL, {1.7e-4, 3.8e-2, 1.1e2, 0, 9.2e-6}},
    {"heavy_top", NULL, heavy_top, top_rotation, {2.5e-5, 4.7e-4, 6.7e-2, 3.3e-2, 4.5e-8}},
    {"free_top", NULL, nothing, top_rotation, {3.6e-5, 8.1e-5, 9.4e-5, 0, 8.6e-6}},
    {"stiff_double_pendulum", NULL, double_pendulum, NULL, {3.2e-5, 2.3e-4, 2.4e-1, 1.6e-1, 5.5e-6}},
    {"wu_crank_slider", NULL, crank_slider, NULL, {7.5e-6, 3.9e-5, 5.6e-4, 2.3e-4, 3.9e-6}},
    {"wu_crank_slider_T10", NULL, crank_slider, NULL, {8.1e-4, 3.4e-3, 6.5e-2, 2.1e-2, 9.0e-6}},
};

static Comparison run_case(const Case *c, const Reference *reference, double tolerance) {
  Run run = physics_run(&(Setup){.model = c->model, .tolerance = tolerance});
  Grid grid = grid_match(&run, reference);
  assert_true(grid.count >= physics_rows(&run) - 1); /* the stiff pendulum's reference leaves t = 0.005 out */
  Comparison comparison = {.run = &run, .reference = reference, .grid = &grid};
  for (int i = 0; c->pairs[i].column; i++) compare(&comparison, &c->pairs[i]);
  if (c->more) c->more(&comparison);
  note(&comparison, ENERGY, run.summary.energy_balance_max);
  grid_free(&grid);
  physics_finish(&run);
  return comparison;
}

/* The energy that HHT itself dissipates is of order h^3 and falls as the tolerance; what waves to and fro is of order
 * h^2. Which of them is the larger depends on the mechanism. */
static double slope_most(Group group) { return group == ENERGY ? SLOPE_MOST_ENERGY : SLOPE_MOST; }

/* Prints one line of the table; returns whether slope and bound hold. */
static bool judge(const Case *c, Group group, const double error[3]) {
  double slope = physics_slope(1e-5, error[0], 1e-9, error[2]);
  bool good = slope >= SLOPE_LEAST && slope <= slope_most(group) && error[2] <= c->bound[group];
  print_message("%-24s %-12s error %8.2e  %8.2e  %8.2e  slope %.3f  bound %8.2e%s\n", c->model, group_names[group],
                error[0], error[1], error[2], slope, c->bound[group], good ? "" : "  WRONG");
  return good;
}

static int check(const Case *c) {
  const double tolerances[] = {1e-5, 1e-7, 1e-9};
  char path[128];
  snprintf(path, sizeof path, "solutions/%s.csv", c->reference ? c->reference : c->model);
  Reference reference = reference_load(path);
  Comparison at[3];
  for (int i = 0; i < 3; i++) at[i] = run_case(c, &reference, tolerances[i]);
  int wrong = 0;
  for (Group group = 0; group < GROUPS; group++) {
    double error[3] = {at[0].error[group], at[1].error[group], at[2].error[group]};
    if (c->bound[group] > 0) wrong += !judge(c, group, error);
  }
  reference_free(&reference);
  return wrong;
}

static void follows_the_references(void **state) {
  (void)state;
  int wrong = 0;
  print_message("largest errors at tolerances 1e-5, 1e-7, 1e-9\n");
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) wrong += check(&cases[i]);
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(follows_the_references)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
