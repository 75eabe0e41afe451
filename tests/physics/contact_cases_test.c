/* label: numbers. Cases of contact with closed forms, or numbers from another integrator: each with hht, with another
 * method, and with contacts half as deep. With the name of a file as its argument it writes what it found as a table in
 * Markdown (docs/theory/contact.md). */
#include <math.h>
#include <stdio.h>

#include "physics/contact_measures.h"
#include "physics/profile_measures.h"
#include "physics/support.h"

enum { QUANTITIES = 5, WAYS = 3 };

/* A number that a run has to give. Allowed is relative to what is expected, or to `scale` where that is given. */
typedef struct Quantity {
  const char *what;
  double (*measure)(const Run *run);
  double expected, allowed, scale;
} Quantity;

typedef struct Case {
  const char *number, *model, *set;
  const char *other; /* the second method */
  const char *half;  /* what makes contacts half as deep; null: the law is what is given */
  Quantity quantities[QUANTITIES];
} Case;

/* What was found with hht, with the other method, and with contacts half as deep. */
typedef struct Found {
  double values[QUANTITIES], balance;
  double created; /* energy from nothing, of what there is at most */
  long long steps, rejected;
} Found;

static const Case cases[] = {
    {.number = "1",
     .model = "hertz_ball",
     .other = "radau5",
     .quantities = {{"depth, m", impact_depth, 2.348078729e-5, 1e-3, 0},
                    {"force, N", impact_force, 1750.47384, 1e-3, 0},
                    {"duration, s", touch_duration, 6.911041853e-5, 1e-3, 0},
                    {"speed after, m/s", ball_leaves, 1, 1e-3, 0}}},
    {.number = "2",
     .model = "hunt_crossley",
     .other = "radau5",
     .quantities = {{"restitution", ball_leaves, 0.909015741, 1e-3, 0},
                    {"depth, m", impact_depth, 6.64339422e-4, 1e-3, 0},
                    {"duration, s", touch_duration, 2.05163e-3, 1e-3, 0}}},
    {.number = "3",
     .model = "linear_damper",
     .set = "zeta=0.1",
     .other = "radau5",
     .quantities = {{"omega0 t", damper_duration, 2.956075325, 5e-3, 0},
                    {"restitution", mass_leaves, 0.744079398, 5e-3, 0}}},
    {.number = "3",
     .model = "linear_damper",
     .set = "zeta=0.2",
     .other = "radau5",
     .quantities = {{"omega0 t", damper_duration, 2.795354441, 5e-3, 0},
                    {"restitution", mass_leaves, 0.571740028, 5e-3, 0}}},
    {.number = "3",
     .model = "linear_damper",
     .set = "zeta=0.4",
     .other = "radau5",
     .quantities = {{"omega0 t", damper_duration, 2.529755225, 5e-3, 0},
                    {"restitution", mass_leaves, 0.363526861, 5e-3, 0}}},
    {.number = "3b",
     .model = "impact_law",
     .set = "law=1",
     .other = "radau5",
     .quantities = {{"restitution", ball_leaves, 0.41655302, 5e-3, 0},
                    {"duration, s", force_duration, 1.700639e-3, 5e-3, 0}}},
    {.number = "3b",
     .model = "impact_law",
     .set = "law=2",
     .other = "radau5",
     .quantities = {{"restitution", ball_leaves, 0.75165971, 5e-3, 0},
                    {"duration, s", force_duration, 2.956374e-3, 5e-3, 0}}},
    {.number = "3b",
     .model = "impact_law",
     .set = "law=3",
     .other = "radau5",
     .quantities = {{"restitution", ball_leaves, 0.32339262, 5e-3, 0},
                    {"duration, s", force_duration, 2.016499e-3, 5e-3, 0}}},
    {.number = "4",
     .model = "slope_creep",
     .other = "radau5",
     .half = "stiffness=2.83e6",
     .quantities = {{"creep, m/s", block_speed, 5.57874698e-4, 1e-3, 0}}},
    {.number = "5",
     .model = "sliding_block",
     .other = "radau5",
     .half = "stiffness=2.83e8",
     .quantities = {{"stops, s", block_stops, 1.024452153, 1e-3, 0}, {"way, m", block_way, 1.024452153, 1e-3, 0}}},
    {.number = "6",
     .model = "stick_slip",
     .set = "v_s=1e-3",
     .other = "bdf",
     .half = "stiffness=2.83e6",
     .quantities = {{"period, s", belt_period, 0.685381034, 1e-2, 0}}},
    {.number = "6",
     .model = "stick_slip",
     .set = "v_s=1e-4",
     .other = "bdf",
     .half = "stiffness=2.83e6",
     .quantities = {{"period, s", belt_period, 0.675711034, 1e-2, 0}}},
    {.number = "6",
     .model = "stick_slip_creep",
     .other = "radau5",
     .half = "stiffness=2.83e6",
     .quantities = {{"period, s", belt_period, 0.678025780, 1e-2, 0}}},
    {.number = "7",
     .model = "rolling_ball",
     .other = "radau5",
     .half = "stiffness=2.83e9",
     .quantities = {{"rolls, s", ball_rolls, 0.436871997, 1e-3, 0},
                    {"speed, m/s", ball_speed, 15.0 / 7, 1e-3, 0},
                    {"way until then, m", ball_way, 1.123385134, 1e-3, 0},
                    {"energy gone", energy_gone, 2.0 / 7, 1e-3, 0}}},
    {.number = "8",
     .model = "cylinder_slope",
     .set = "mu=0.3",
     .other = "radau5",
     .half = "stiffness=2.83e8",
     .quantities = {{"rolls, m/s^2", roller_acceleration, 2.236811737, 1e-3, 0},
                    {"at its rim, m/s^2", roller_rim, 2.236811737, 1e-3, 0}}},
    {.number = "8",
     .model = "cylinder_slope",
     .set = "mu=0.1",
     .other = "radau5",
     .half = "stiffness=2.83e8",
     .quantities = {{"slides, m/s^2", roller_acceleration, 2.433379145, 1e-3, 0},
                    {"at its rim, m/s^2", roller_rim, 1.843676922, 1e-3, 0}}},
    /* One percent on both sides of the limit, where 3 mu g cos(slope) = g sin(slope). */
    {.number = "8",
     .model = "cylinder_slope",
     .set = "mu=0.122536645",
     .other = "radau5",
     .half = "stiffness=2.83e8",
     .quantities = {{"slip above the limit, m/s^2", roller_slip, 0, 1e-3, 2.236811737}}},
    {.number = "8",
     .model = "cylinder_slope",
     .set = "mu=0.120110177",
     .other = "radau5",
     .half = "stiffness=2.83e8",
     .quantities = {{"slip below the limit, m/s^2", roller_slip, 3.355217606e-2, 1e-3, 2.236811737}}},
    {.number = "9",
     .model = "hertz_chain",
     .set = "n=3",
     .other = "radau5",
     .quantities = {{"ball 1, m/s", ball1, -0.07095235, 1e-3, 1},
                    {"ball 2", ball2, 0.07640304, 1e-3, 1},
                    {"ball 3", ball3, 0.99454931, 1e-3, 1}}},
    {.number = "9",
     .model = "hertz_chain",
     .set = "n=5",
     .other = "radau5",
     .quantities = {{"ball 1, m/s", ball1, -0.07108502, 1e-3, 1},
                    {"ball 2", ball2, -0.03027376, 1e-3, 1},
                    {"ball 3", ball3, -0.01446363, 1e-3, 1},
                    {"ball 4", ball4, 0.12704499, 1e-3, 1},
                    {"ball 5", ball5, 0.98877742, 1e-3, 1}}},
    {.number = "9",
     .model = "hertz_chain",
     .set = "gap=1e-4",
     .other = "radau5",
     .quantities = {{"ball 1, with gaps", ball1, 0, 1e-3, 1},
                    {"ball 2", ball2, 0, 1e-3, 1},
                    {"ball 3", ball3, 1, 1e-3, 1}}},
    {.number = "10",
     .model = "rope_drum",
     .set = "n=18",
     .other = "radau5",
     .half = "stiffness=2.83e9",
     .quantities = {{"ratio, 18 points", rope_ratio, 2.573056846, 1e-2, 0}}},
    {.number = "10",
     .model = "rope_drum",
     .set = "n=36",
     .other = "radau5",
     .half = "stiffness=2.83e9",
     .quantities = {{"ratio, 36 points", rope_ratio, 2.568007497, 1e-2, 0}}},
    {.number = "11",
     .model = "eccentric_cam",
     .other = "radau5",
     .half = "k=2.83e9",
     .quantities = {{"lifts off, rad/s", cam_lifts, 61.489836559, 5e-3, 0}}},
    {.number = "12",
     .model = "geneva",
     .other = "bdf",
     .half = "k=2.83e9",
     .quantities = {{"largest ratio", geneva_ratio, 2.414213562, 1e-2, 0},
                    {"largest acceleration over w^2", geneva_acceleration, 5.406981, 1e-2, 0},
                    {"at, deg", geneva_angle, 11.46375, 1e-2, 0},
                    {"moves, s", geneva_moves, 0.25, 1e-2, 0}}},
    {.number = "13",
     .model = "involute_gears",
     .other = "bdf",
     .half = "k=2.83e10",
     .quantities = {{"mean ratio", gears_ratio, 2, 1e-5, 0},
                    {"ripple", gears_ripple, 0, 1e-3, 1},
                    {"contact ratio", gears_contact, 1.635185964, 5e-3, 0}}},
    {.number = "14",
     .model = "plate",
     .other = "radau5",
     .half = "stiffness=2.83e8",
     .quantities = {{"stops, s", plate_stops, 0.366972477, 5e-3, 0}}},
    {.number = "15",
     .model = "tippe_top",
     .other = "radau5",
     .half = "stiffness=8.49e7",
     .quantities = {{"Jellett's integral, least over first", jellett_least, 1, 1e-3, 0},
                    {"largest over first", jellett_most, 1, 1e-3, 0}}},
};

static FILE *table;

static void measure(const Case *c, int way, Found *found) {
  char model[64];
  snprintf(model, sizeof model, "contact/%s", c->model);
  const char *half = way == 2 ? c->half : NULL;
  Run run = physics_run(&(Setup){.model = model,
                                 .set = c->set ? c->set : half,
                                 .also = c->set ? half : NULL,
                                 .method = way == 1 ? c->other : "hht"});
  for (int q = 0; q < QUANTITIES && c->quantities[q].what; q++) found->values[q] = c->quantities[q].measure(&run);
  found->balance = run.summary.energy_balance_max;
  found->created = energy_created(&run);
  found->steps = (long long)run.summary.steps;
  found->rejected = (long long)run.summary.rejected;
  assert_true(run.summary.newton_euler_max <= 1e-9);
  physics_finish(&run);
}

static bool near(const Quantity *quantity, double value) {
  double scale = quantity->scale > 0 ? quantity->scale : fabs(quantity->expected);
  return fabs(value - quantity->expected) <= quantity->allowed * scale;
}

/* A row of the table: case, quantity, expected, the three that were found, allowed, and once per case its steps. */
static void write_row(const Case *c, int q, const Found found[WAYS]) {
  const Quantity *quantity = &c->quantities[q];
  if (!table) return;
  if (q == 0)
    fprintf(table, "| %s `%s`%s%s%s ", c->number, c->model, c->set ? ", `" : "", c->set ? c->set : "",
            c->set ? "`" : "");
  fprintf(table, "%s %s | %.9g | %.9g | %.9g | ", q == 0 ? "|" : "| |", quantity->what, quantity->expected,
          found[0].values[q], found[1].values[q]);
  if (c->half) fprintf(table, "%.9g", found[2].values[q]);
  fprintf(table, " | %g %%%s |", 100 * quantity->allowed, quantity->scale > 0 ? " of the speed" : "");
  if (q == 0) {
    fprintf(table, " %lld (%lld) | %s %lld (%lld) |\n", found[0].steps, found[0].rejected, c->other, found[1].steps,
            found[1].rejected);
  } else {
    fprintf(table, " | |\n");
  }
}

static void one_case(const Case *c, int *wrong) {
  Found found[WAYS] = {0};
  int ways = c->half ? 3 : 2;
  for (int way = 0; way < ways; way++) measure(c, way, &found[way]);
  for (int q = 0; q < QUANTITIES && c->quantities[q].what; q++) {
    const Quantity *quantity = &c->quantities[q];
    print_message("%-3s %-16s %-14s %-30s %.9g:", c->number, c->model, c->set ? c->set : "", quantity->what,
                  quantity->expected);
    for (int way = 0; way < ways; way++) {
      bool good = near(quantity, found[way].values[q]);
      print_message(" %.9g%s", found[way].values[q], good ? "" : " WRONG");
      *wrong += !good;
    }
    print_message("\n");
    write_row(c, q, found);
  }
  for (int way = 0; way < ways; way++) {
    print_message("    %s%s: %lld steps (%lld), energy balance %.1e, from nothing %.1e\n", way == 1 ? c->other : "hht",
                  way == 2 ? ", half as deep" : "", found[way].steps, found[way].rejected, found[way].balance,
                  found[way].created);
    assert_true(found[way].created <= 1e-3);
  }
}

static void closed_forms(void **state) {
  (void)state;
  int wrong = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) one_case(&cases[i], &wrong);
  assert_int_equal(wrong, 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(closed_forms)};
  if (argc > 1) {
    table = fopen(argv[1], "w");
    if (!table) {
      perror(argv[1]);
      return 1;
    }
    fprintf(table,
            "| case | quantity | expected | hht | other | half as deep | allowed | steps (rejected) of hht | of the "
            "other |\n"
            "|---|---|---|---|---|---|---|---|---|\n");
  }
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  if (table && fclose(table) != 0) failed++;
  return failed;
}
