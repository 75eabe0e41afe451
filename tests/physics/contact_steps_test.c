/* Steps that impacts take, and what error remains: a ball that bounces, and forty of them in one common step. With the
 * name of a file as its argument it writes the table of docs/theory/contact.md. */
#include <math.h>
#include <stdio.h>

#include "physics/contact_measures.h"
#include "physics/support.h"

#define BALLS 40

static FILE *table;

static void write_row(const char *model, double tolerance, const Run *run, const char *error, double value) {
  const SarRunSummary *s = &run->summary;
  print_message("%s at %g: %lld steps (%lld rejected), %lld iterations, shortest %.2g s, %s %.2g, from nothing %.1e\n",
                model, tolerance, (long long)s->steps, (long long)s->rejected, (long long)s->iterations,
                s->smallest_step, error, value, energy_created(run));
  if (!table) return;
  fprintf(table, "| %s | %g | %lld (%lld) | %lld | %.2g | %.2g |\n", model, tolerance, (long long)s->steps,
          (long long)s->rejected, (long long)s->iterations, s->smallest_step, value);
}

/* What the ball has lost of its speed, from the height to which it would rise; nothing should be. */
static double speed_lost(const Run *run) {
  int64_t end = physics_rows(run) - 1;
  double z = physics_column(run, "ball.z")[end], v = physics_column(run, "ball.vz")[end];
  return fabs(1 - sqrt(z - 0.1 + v * v / (2 * 9.81)));
}

static void a_ball_bounces(void **state) {
  (void)state;
  static const struct Allowed {
    double tolerance, error;
    int steps;
  } list[] = {{1e-4, 2e-2, 67}, {1e-5, 8e-3, 80}, {1e-6, 1e-3, 106}, {1e-7, 3e-4, 160}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    Run run = physics_run(&(Setup){.model = "contact/bounce", .tolerance = list[i].tolerance});
    double lost = speed_lost(&run);
    write_row("bounce", list[i].tolerance, &run, "speed lost", lost);
    assert_true(run.summary.steps <= list[i].steps && run.summary.rejected <= 9);
    assert_true(lost <= list[i].error);
    assert_true(energy_created(&run) <= 1e-3);
    physics_finish(&run);
  }
}

/* The reference: `--method radau5 --tol 1e-9`; hht at 1e-9 agrees with it to 3e-5 m. */
static double error_of_heights(const Run *run) {
  Reference reference = reference_load("contact/forty_balls.csv");
  double sum = 0;
  for (int i = 0; i < BALLS; i++) {
    char name[16];
    snprintf(name, sizeof name, "ball%d.z", i);
    double error = physics_column(run, name)[physics_rows(run) - 1] - reference_column(&reference, name)[0];
    sum += error * error;
  }
  reference_free(&reference);
  return sqrt(sum / (3 * BALLS)); /* of all coordinates */
}

static void forty_balls_bounce(void **state) {
  (void)state;
  static const struct Allowed {
    double tolerance, error;
    int steps;
  } list[] = {{1e-5, 1e-2, 2588}, {1e-6, 3e-3, 4500}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    Run run = physics_run(&(Setup){.model = "contact/forty_balls", .tolerance = list[i].tolerance});
    double error = error_of_heights(&run);
    write_row("forty_balls", list[i].tolerance, &run, "error", error);
    assert_true(run.summary.steps <= list[i].steps && run.summary.rejected <= run.summary.steps / 6);
    assert_true(error <= list[i].error);
    assert_true(energy_created(&run) <= 1e-3);
    physics_finish(&run);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_ball_bounces), cmocka_unit_test(forty_balls_bounce)};
  if (argc > 1) {
    table = fopen(argv[1], "w");
    if (!table) {
      perror(argv[1]);
      return 1;
    }
    fprintf(table,
            "| model | tolerance | steps (rejected) | iterations | shortest step, s | error "
            "|\n|---|---|---|---|---|---|\n");
  }
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  if (table && fclose(table) != 0) failed++;
  return failed;
}
