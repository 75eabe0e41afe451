/* Assembly from bad guesses: bodies displaced and turned by amounts that are the same in every run. The least
 * numbers of successes are those that were measured; at 3 L and rad, where anything may happen, two fewer. */
#include "analysis/start/assembly.h"

#include <stdio.h>
#include <string.h>

#include "analysis/start/start.h"
#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"

#define SEEDS 20

static const char fourbar[] =
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0], turn: {axis: z, angle: 90 deg}}\n"
    "  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 1, 0]}\n"
    "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0.5, 0], turn: {axis: z, angle: 90 deg}}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [crank, coupler], at: [0, 1, 0], axis: z}\n"
    "  C: {type: revolute, between: [coupler, rocker], at: [2, 1, 0], axis: z}\n"
    "  D: {type: revolute, between: [ground, rocker], at: [2, 0, 0], axis: z}\n";

static const char slider_crank[] =
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.15, 0]}\n"
    "  rod: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.2, 0.15, 0]}\n"
    "  slider: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.4, 0, 0]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [crank, rod], at: [0, 0.3, 0], axis: z}\n"
    "  C: {type: revolute, between: [rod, slider], at: [0.4, 0, 0], axis: z}\n"
    "  P: {type: prismatic, between: [ground, slider], at: [0.4, 0, 0], axis: x}\n";

static const char rssr[] =
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 0.2]}\n"
    "  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0.4, 0.6]}\n"
    "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0.8, 0.4]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: x}\n"
    "  B: {type: spherical, between: [crank, coupler], at: [0, 0, 0.4]}\n"
    "  C: {type: spherical, between: [coupler, rocker], at: [1, 0.8, 0.8]}\n"
    "  D: {type: revolute, between: [ground, rocker], at: [1, 0.8, 0], axis: y}\n";

static const char rscr[] =
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 0.2]}\n"
    "  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0.4, 0.6]}\n"
    "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0.8, 0.4]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: x}\n"
    "  B: {type: spherical, between: [crank, coupler], at: [0, 0, 0.4]}\n"
    "  C: {type: cylindrical, between: [coupler, rocker], at: [1, 0.8, 0.8], axis: [1, 0.8, 0.4]}\n"
    "  D: {type: revolute, between: [ground, rocker], at: [1, 0.8, 0], axis: y}\n";

/* Twenty links on a circle of radius 1, the first of them on the ground. */
static const char ring[] =
    "parameters: {s: 2*pi/21}\n"
    "bodies:\n"
    "  \"link{i}\": {for: {i: 1..20}, mass: 1, inertia: [0.1, 0.1, 0.1], at: [cos((i + 0.5)*s), sin((i + 0.5)*s), 0],\n"
    "    turn: {axis: z, angle: (i + 0.5)*s}}\n"
    "joints:\n"
    "  first: {type: revolute, between: [ground, link1], at: [cos(s), sin(s), 0], axis: z}\n"
    "  \"pin{i}\": {for: {i: 1..19}, type: revolute, between: [\"link{i}\", \"link{i+1}\"],\n"
    "    at: [cos((i + 1)*s), sin((i + 1)*s), 0], axis: z}\n"
    "  last: {type: point-on-line, between: [ground, link20], at: [1, 0, 0], axis: z}\n";

/* A platform on six rods without mass. */
static const char stewart[] =
    "ground: {frames: {b0: {at: [1, 0.2, 0]}, b1: {at: [-0.3, 1, 0]}, b2: {at: [-0.7, 0.8, 0]},\n"
    "  b3: {at: [-0.7, -0.8, 0]}, b4: {at: [-0.3, -1, 0]}, b5: {at: [1, -0.2, 0]}}}\n"
    "bodies:\n"
    "  top: {mass: 1, inertia: [0.1, 0.1, 0.2], at: [0, 0, 1], frames: {p0: {at: [0.4, 0.5, 0]}, p1: {at: [0.2, 0.6, "
    "0]},\n"
    "    p2: {at: [-0.6, 0.1, 0]}, p3: {at: [-0.6, -0.1, 0]}, p4: {at: [0.2, -0.6, 0]}, p5: {at: [0.4, -0.5, 0]}}}\n"
    "joints:\n"
    "  \"leg{i}\": {for: {i: 0..5}, type: distance, between: [\"ground.b{i}\", \"top.p{i}\"]}\n";

typedef struct Case {
  const char *name, *text, *file; /* one of text and file */
  int least[4];                   /* successes of SEEDS at 0.1, 0.5, 1 and 3 (L and rad) */
} Case;

static const Case cases[] = {
    {"four-bar", fourbar, NULL, {20, 20, 20, 18}},
    {"slider-crank", slider_crank, NULL, {20, 20, 20, 18}},
    {"RSSR", rssr, NULL, {20, 20, 20, 18}},
    {"RSCR", rscr, NULL, {20, 20, 20, 12}},
    {"Bricard", NULL, "A04_bricard_sec01.yaml", {20, 20, 20, 18}},
    {"ring of 20 links", ring, NULL, {20, 20, 20, 18}},
    {"Stewart, rods", stewart, NULL, {20, 20, 20, 18}},
    {"Stewart, UPS legs", NULL, "../../examples/hexapod/model.yaml", {20, 20, 20, 18}},
    {"squeezer", NULL, "andrews_squeezer.yaml", {20, 20, 20, 18}},
};

static Fixture open_case(const Case *c) {
  if (c->text) return fixture_of(c->text);
  char path[512];
  snprintf(path, sizeof path, "%s/models/%s", SAR_TEST_DIR, c->file);
  Fixture f = {.context = sar_context_create()};
  assert_int_equal(sar_model_read(f.context, path, NULL, 0, &f.model), SAR_OK);
  assert_int_equal(sar_system_compile(f.context, f.model, &f.system), SAR_OK);
  return f;
}

typedef struct Count {
  int direct, direct_opposed, all, opposed, way[4]; /* opposed: closed, but a joint's axes are turned over */
} Count;

static void displace(SarAssembler *a, double size, uint64_t *seed, double *q) {
  const SarProblem *p = &a->m->problem;
  double step[6 * 64];
  assert_true(p->n.nv <= 6 * 64);
  memcpy(q, sar_system_guess(a->m->system).q, (size_t)p->n.nq * sizeof *q);
  for (int32_t i = 0; i < p->n.nv; i++) step[i] = size * sar_next_number(seed) / p->weight[i];
  sar_assembler_move(a, step, q);
}

static bool is_turned_over(const SarSystem *s, const double *written, const double *q) {
  for (int32_t e = 0; e < sar_system_model(s)->nelements; e++) {
    if (sar_joint_is_opposed(s, e, written, q)) return true;
  }
  return false;
}

static Count measure(Fixture *f, double size) {
  Count count = {0};
  SarWorkspace *m;
  SarAssembler a;
  double q[7 * 64], start[7 * 64], error;
  assert_int_equal(sar_workspace_create(f->context, f->system, NULL, true, &m), SAR_OK);
  assert_int_equal(sar_assembler_create(f->context, m, &a), SAR_OK);
  for (uint64_t s = 0; s < SEEDS; s++) {
    uint64_t seed = 1000 + s;
    SarAssemblyWork work;
    displace(&a, size, &seed, start);
    memcpy(q, start, sizeof q);
    assert_int_equal(sar_assembler_direct(&a, 0, q, &error), SAR_OK);
    bool direct = error <= SAR_ASSEMBLED, clean = direct && !is_turned_over(f->system, start, q);
    memcpy(q, start, sizeof q);
    assert_int_equal(sar_assembler_run(&a, 0, q, false, &error, &work), SAR_OK);
    bool all = error <= SAR_ASSEMBLED;
    assert_true(all || !direct);
    if (clean) assert_int_equal(work.way, SAR_ASSEMBLY_DIRECT);
    count.direct += direct;
    count.direct_opposed += direct && !clean;
    count.all += all;
    count.way[work.way] += all;
    count.opposed += all && is_turned_over(f->system, start, q);
  }
  sar_assembler_destroy(&a);
  sar_workspace_destroy(&m);
  return count;
}

static void closes_from_bad_guesses(void **state) {
  (void)state;
  static const double sizes[4] = {0.1, 0.5, 1, 3};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Fixture f = open_case(&cases[i]);
    for (int k = 0; k < 4; k++) {
      Count n = measure(&f, sizes[k]);
      print_message(
          "%-20s %.1f: direct %2d (%d turned over), all ways %2d (%d) of %d: damped %d, staged %d, restarted %d\n",
          cases[i].name, sizes[k], n.direct, n.direct_opposed, n.all, n.opposed, SEEDS, n.way[1], n.way[2], n.way[3]);
      assert_true(n.all >= cases[i].least[k]);
    }
    fixture_free(&f);
  }
}

/* ---- locks and weights ---- */

/* Two bodies to be fixed to each other at points that are written 0.2 and 0.1 apart along x and y. */
static const char open_chain[] =
    "bodies:\n"
    "  a: {mass: 1, inertia: [1, 1, 1], at: [0.1, 0, 0], frames: {end: {at: [0, 0, 0]}}%s}\n"
    "  b: {mass: 3, inertia: [1, 1, 1], at: [1.3, 0.1, 0], frames: {end: {at: [-1, 0, 0]}}%s}\n"
    "joints: {J: {type: fixed, between: [a.end, b.end]}}\n";

static Fixture chain_with(const char *a, const char *b) {
  char text[sizeof open_chain + 128];
  snprintf(text, sizeof text, open_chain, a, b);
  return fixture_of(text);
}

static SarStart *start_of(Fixture *f, SarStatus status) {
  SarStart *s;
  SarStatus got = sar_start_create(f->context, f->system, &s);
  if (got != status) fail_msg("status %d: %s", (int)got, fixture_message(f, SAR_ERROR));
  return s;
}

static void a_locked_pose_stays_bit_for_bit(void **state) {
  (void)state;
  int sensitive = 0; /* quaternions that change when they are normalised once more */
  for (int i = 0; i < 20; i++) {
    char lock[96];
    snprintf(lock, sizeof lock, ", lock: position, turn: {axis: [1, 2, 3], angle: %g}", 0.1 + 0.06 * i);
    Fixture f = chain_with(lock, "");
    SarStart *s = start_of(&f, SAR_OK);
    double again[4];
    sar_quat_store(sar_quat_normalise(sar_quat_load(s->q + 3)), again);
    sensitive += memcmp(again, s->q + 3, sizeof again) != 0;
    assert_memory_equal(s->q, sar_system_guess(f.system).q, 7 * sizeof(double));
    assert_true(s->position_left < 1e-12 && s->position_error > 0.1);
    assert_true(sar_start_moved(s, 1).distance > 0.1);
    CHECK_NEAR(sar_start_moved(s, 0).distance, 0, 0);
    sar_start_destroy(&s);
    fixture_free(&f);
  }
  assert_true(sensitive > 0);
}

/* Two points that must meet share the way in inverse proportion to their weights; so do their velocities, whatever the
 * masses. */
static void weights_share_the_way(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies:\n"
      "  a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0], weight: 3, frames: {c: {at: [0, 0, 0]}}}\n"
      "  b: {mass: 7, inertia: [1, 1, 1], at: [1, 0, 0], velocity: [0, 4, 0], frames: {c: {at: [0, 0, 0]}}}\n"
      "joints: {J: {type: spherical, between: [a.c, b.c]}}\n");
  SarStart *s = start_of(&f, SAR_OK);
  CHECK_NEAR(s->q[0], 0.25, 1e-12);
  CHECK_NEAR(s->q[7], 0.25, 1e-12);
  CHECK_NEAR(s->v[1], 1, 1e-12);
  CHECK_NEAR(s->v[7], 1, 1e-12);
  CHECK_NEAR(s->velocity_left, 0, 1e-12);
  sar_start_destroy(&s);
  fixture_free(&f);
}

static void a_locked_velocity_stays(void **state) {
  (void)state;
  static const char text[] =
      "bodies:\n"
      "  a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0], lock: %s, velocity: [1, 0.1, 0], omega: [0, 0, 0.3]}\n"
      "  b: {mass: 7, inertia: [1, 1, 1], at: [1, 0, 0], velocity: [0, 4, 0]}\n"
      "joints: {J: {type: revolute, between: [a, b], at: [0.5, 0, 0], axis: z}}\n";
  static const char *const locks[] = {"velocity", "all"};
  for (int i = 0; i < 2; i++) {
    char model[sizeof text + 16];
    snprintf(model, sizeof model, text, locks[i]);
    Fixture f = fixture_of(model);
    SarStart *s = start_of(&f, SAR_OK);
    assert_memory_equal(s->v, sar_system_guess(f.system).v, 6 * sizeof(double));
    CHECK_NEAR(s->velocity_left, 0, 1e-12);
    CHECK_NEAR(s->v[6], 1, 1e-12);                           /* the pin's velocity along x ... */
    CHECK_NEAR(s->v[7] - 0.5 * s->v[11], 0.1 + 0.15, 1e-12); /* ... and along y */
    sar_start_destroy(&s);
    fixture_free(&f);
  }
}

/* A crank of which only the spin is given: the rest of its velocity follows, and that of what hangs on it. */
static void kept_components_stay(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies:\n"
      "  a: {mass: 1, inertia: [1, 1, 1], at: [0.5, 0, 0], omega: [0, 0, 2], keep: [wz, y]}\n"
      "  b: {mass: 9, inertia: [1, 1, 1], at: [1.5, 0, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [a, b], at: [1, 0, 0], axis: z}\n");
  SarStart *s = start_of(&f, SAR_OK);
  CHECK_NEAR(s->v[5], 2, 0);
  CHECK_NEAR(s->v[1], 1, 1e-12);                  /* the centre of the crank */
  CHECK_NEAR(s->v[7] - 0.5 * s->v[11], 2, 1e-12); /* the pin, as a point of the other body */
  CHECK_NEAR(s->velocity_left, 0, 1e-12);
  sar_start_destroy(&s);
  fixture_free(&f);
}

/* What contradicts the joints gives way, most where it is not to be kept: z cannot stay, x can. */
static void kept_components_give_way(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "ground: {frames: {g: {at: [0.2, 0.1, 0.3]}}}\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 3], keep: [x, z, vx, vz], frames: {c: {at: [0, 0.5, 0]}}}\n"
      "joints: {J: {type: spherical, between: [ground.g, a.c]}}\n");
  SarStart *s = start_of(&f, SAR_OK);
  CHECK_NEAR(s->velocity_left, 0, 1e-10);
  CHECK_NEAR(s->q[0], 0, 1e-5); /* the arm reaches both by turning */
  CHECK_NEAR(s->q[2], 0, 1e-5);
  sar_start_destroy(&s);
  fixture_free(&f);
  f = fixture_of(
      "bodies:\n"
      "  a: {mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 3], keep: [vx, vz]}\n"
      "joints: {J: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: [1, 0, 1]}}\n");
  s = start_of(&f, SAR_OK);
  CHECK_NEAR(s->v[0], 2, 1e-9); /* half way between both */
  CHECK_NEAR(s->v[2], 2, 1e-9);
  sar_start_destroy(&s);
  fixture_free(&f);
}

typedef struct Wrong {
  const char *text;
  SarStatus status;
  const char *parts[4];
} Wrong;

static void conflicts_name_joint_lock_and_loop(void **state) {
  (void)state;
  static const Wrong wrong[] = {
      {"units: {length: mm}\n"
       "bodies:\n"
       "  a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0], lock: position, frames: {c: {at: [0, 0, 0]}}}\n"
       "ground: {frames: {g: {at: [30, 40, 0]}}}\n"
       "joints: {J: {type: spherical, between: [ground.g, a.c]}}\n",
       SAR_CANNOT_ASSEMBLE,
       {"`J` stays open by 50 mm", "lock of `a`", "without locks they close", ""}},
      {"bodies:\n"
       "  a: {mass: 1, inertia: [1, 1, 1], lock: velocity, velocity: [1, 0, 0]}\n"
       "joints: {J: {type: spherical, between: [ground, a], at: [0, 0, 0]}}\n",
       SAR_CONFLICT,
       {"`J` does not allow the velocity", "lock of `a`", "", ""}},
      {"bodies:\n"
       "  a: {mass: 1, inertia: [1, 1, 1], at: [0.5, 0, 0], frames: {l: {at: [-0.5, 0, 0]}, r: {at: [0.5, 0, 0]}}}\n"
       "  b: {mass: 1, inertia: [1, 1, 1], at: [1.5, 0, 0], frames: {l: {at: [-0.5, 0, 0]}, r: {at: [0.5, 0, 0]}}}\n"
       "ground: {frames: {l: {at: [0, 0, 0]}, r: {at: [5, 0, 0]}}}\n"
       "joints:\n"
       "  A: {type: revolute, between: [ground.l, a.l]}\n"
       "  B: {type: revolute, between: [a.r, b.l]}\n"
       "  C: {type: spherical, between: [b.r, ground.r]}\n",
       SAR_CANNOT_ASSEMBLE,
       {"the joints cannot be closed: the best pose leaves", "open: `", "; loop: `", " m"}},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    Fixture f = fixture_of(wrong[i].text);
    SarStart *s = start_of(&f, wrong[i].status);
    const char *message = fixture_message(&f, SAR_ERROR);
    for (int k = 0; k < 4; k++) {
      if (!strstr(message, wrong[i].parts[k])) fail_msg("\"%s\" is not in: %s", wrong[i].parts[k], message);
    }
    for (const char *name = "ABC"; i == 2 && *name; name++) {
      char quoted[4] = {'`', *name, '`', 0};
      assert_non_null(strstr(strstr(message, "; loop: "), quoted));
    }
    sar_start_destroy(&s);
    fixture_free(&f);
  }
}

/* ---- the report ---- */

static void reports_what_it_moved(void **state) {
  (void)state;
  Fixture f = chain_with(", lock: position", ", velocity: [0, 0, 2]");
  const SarAssembly *report;
  assert_int_equal(sar_assemble_report(f.context, f.system, NULL, &report), SAR_OK);
  assert_int_equal(report->nbodies, 2);
  assert_int_equal(report->nmoved, 1);
  assert_string_equal(report->moved[0].body, "b");
  CHECK_NEAR(report->moved[0].distance, hypot(0.2, 0.1), 1e-12);
  CHECK_NEAR(report->moved[0].angle, 0, 1e-12);
  CHECK_NEAR(report->position_error_written * report->length, 0.2, 1e-12);
  CHECK_NEAR(report->position_error, 0, 1e-12);
  assert_true(report->velocity_error_written > 0.1);
  CHECK_NEAR(report->velocity_error, 0, 1e-12);
  assert_int_equal(report->way, SAR_ASSEMBLY_DIRECT);
  assert_true(report->iterations > 0);
  sar_assembly_destroy(&report);
  assert_null(report);
  fixture_free(&f);
}

static void a_run_says_what_moved_most(void **state) {
  (void)state;
  Fixture f = chain_with(", lock: position", "");
  SarRunOptions options = hht_options();
  options.end = 0.01;
  assert_int_equal(sar_run(f.context, f.system, &options, NULL), SAR_OK);
  assert_non_null(strstr(fixture_message(&f, SAR_WARNING), "assembly moved `b` by 0.224 m"));
  fixture_free(&f);
}

/* The same bits twice, restarts included. */
static void same_input_same_bits(void **state) {
  (void)state;
  Fixture f = fixture_of(rscr);
  double q[2][7 * 3], error;
  int restarted = 0;
  for (uint64_t s = 0; s < 10; s++) {
    for (int i = 0; i < 2; i++) {
      SarWorkspace *m;
      SarAssembler a;
      SarAssemblyWork work;
      uint64_t seed = 1000 + s;
      assert_int_equal(sar_workspace_create(f.context, f.system, NULL, true, &m), SAR_OK);
      assert_int_equal(sar_assembler_create(f.context, m, &a), SAR_OK);
      displace(&a, 3, &seed, q[i]);
      assert_int_equal(sar_assembler_run(&a, 0, q[i], false, &error, &work), SAR_OK);
      restarted += work.restarts > 0;
      sar_assembler_destroy(&a);
      sar_workspace_destroy(&m);
    }
    assert_memory_equal(q[0], q[1], sizeof q[0]);
  }
  assert_true(restarted > 0);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(closes_from_bad_guesses),
      cmocka_unit_test(a_locked_pose_stays_bit_for_bit),
      cmocka_unit_test(weights_share_the_way),
      cmocka_unit_test(a_locked_velocity_stays),
      cmocka_unit_test(kept_components_stay),
      cmocka_unit_test(kept_components_give_way),
      cmocka_unit_test(conflicts_name_joint_lock_and_loop),
      cmocka_unit_test(reports_what_it_moved),
      cmocka_unit_test(a_run_says_what_moved_most),
      cmocka_unit_test(same_input_same_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
