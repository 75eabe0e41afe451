/* The scene of a mechanism: places relative to centres of mass in the model's units, and shapes that fit. */
#include "result/scene.h"

#include <string.h>

#include "check.h"
#include "read/read.h"
#include "result/scene_inertia.h"

static SarContext *context;
static SarModel *model;
static SarSystem *sys;
static SarScene *scene;

static int setup(void **state) { return (void)state, context = sar_context_create(), context == NULL; }
static int teardown(void **state) {
  (void)state;
  sar_scene_destroy(&scene);
  sar_system_destroy(&sys);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return 0;
}

static void make(const char *text) {
  SarReadOptions options = {0};
  if (sar_model_read_text(context, "scene.yaml", text, strlen(text), &options, &model) != SAR_OK ||
      sar_system_compile(context, model, &sys) != SAR_OK) {
    fail_msg("%s", sar_context_get(context, 0)->message);
  }
  assert_int_equal(sar_scene_create(context, sys, &scene), SAR_OK);
}

static const SarSceneBody *body(const char *name) {
  for (int32_t i = 0; i < scene->nbodies; i++) {
    if (strcmp(scene->bodies[i].name, name) == 0) return &scene->bodies[i];
  }
  fail_msg("no body %s", name);
  return NULL;
}

static const SarSceneLink *link_of(const SarSceneLinks *links, const char *name) {
  for (int32_t i = 0; i < links->count; i++) {
    if (strcmp(links->list[i].name, name) == 0) return &links->list[i];
  }
  fail_msg("no link %s", name);
  return NULL;
}

static void check_vector(SarVec3 v, double x, double y, double z) {
  CHECK_NEAR(v.x, x, 1e-12);
  CHECK_NEAR(v.y, y, 1e-12);
  CHECK_NEAR(v.z, z, 1e-12);
}

/* A point of a body in ground coordinates at the written pose. */
static SarVec3 in_ground(int32_t index, SarVec3 at) {
  const SarSceneBody *b = sar_scene_body(scene, index);
  SarMat3 A = sar_quat_matrix(b->turn);
  return sar_add(b->position, sar_mul(&A, at));
}

/* Both ends of a capsule. */
static void ends_of(const SarSceneShape *shape, SarVec3 end[2]) {
  SarMat3 axes = sar_quat_matrix(shape->turn);
  SarVec3 half = sar_scale(shape->size[1] / 2, sar_column(&axes, 2));
  end[0] = sar_sub(shape->at, half);
  end[1] = sar_add(shape->at, half);
}

static const char crank[] =
    "units: {length: mm, mass: kg, time: s, angle: deg}\n"
    "gravity: [0, -9810, 0]\n"
    "ground: {frames: {anchor: {at: [100, 200, 300]}}}\n"
    "bodies:\n"
    "  link: {mass: 2, inertia: [10, 20000, 20000], at: [1000, 0, 0], com: [50, 0, 0], turn: {axis: z, angle: 90},\n"
    "         frames: {left: {at: [-100, 0, 0]}, right: {at: [200, 0, 0], turn: {axis: x, angle: 90}}}}\n"
    "  slider: {mass: 1, inertia: [100, 100, 100], at: [1000, 200, 0]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, link.left], axis: z}\n"
    "  B: {type: revolute, between: [link.right, slider], axis: z}\n"
    "  C: {type: prismatic, between: [ground, slider], at: [1000, 200, 0], axis: x}\n"
    "forces:\n"
    "  S: {type: spring-damper, between: [ground.anchor, slider], stiffness: 1}\n"
    "motions:\n"
    "  M: {joint: A, rotation: \"t\"}\n"
    "simulate: {end: 1}\n";

static void places_are_relative_to_centres(void **state) {
  (void)state;
  make(crank);
  const SarSceneBody *link = body("link");
  assert_int_equal(scene->nbodies, 2);
  CHECK_NEAR(link->mass, 2, 1e-12);
  CHECK_NEAR(link->inertia[1], 20000, 1e-9);
  check_vector(link->position, 1000, 50, 0);
  assert_int_equal(link->nframes, 2);
  assert_string_equal(link->frames[0].name, "left");
  check_vector(link->frames[0].at, -150, 0, 0);
  CHECK_NEAR(link->frames[1].turn.x, sqrt(0.5), 1e-12);
  assert_int_equal(scene->ground.nframes, 1);
  check_vector(scene->ground.frames[0].at, 100, 200, 300);
  assert_int_equal(scene->up, 'y');
  check_vector(scene->gravity, 0, -9810, 0);
  CHECK_NEAR(scene->length, sar_system_length(sys) * 1000, 1e-9);
}

/* What is pushed gets another sign than what is turned. */
static void a_drive_along_a_line_is_told_apart(void **state) {
  (void)state;
  make(
      "bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}, c: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 1]}}\n"
      "joints: {D: {type: prismatic, between: [ground, b], at: [1, 0, 0], axis: x}}\n"
      "motions:\n"
      "  push: {joint: D, translation_velocity: 2}\n"
      "  lift: {frame: c, along: z, translation: t}\n"
      "  turn: {frame: c, about: z, rotation: t}\n");
  assert_string_equal(link_of(&scene->motions, "push")->type, "joint translation");
  assert_string_equal(link_of(&scene->motions, "lift")->type, "frame translation");
  assert_string_equal(link_of(&scene->motions, "turn")->type, "frame motion");
}

static void sides_of_a_joint_meet(void **state) {
  (void)state;
  make(crank);
  assert_int_equal(scene->joints.count, 3);
  for (int32_t i = 0; i < scene->joints.count; i++) {
    const SarSceneSide *side = scene->joints.list[i].sides;
    SarVec3 a = in_ground(side[0].body, side[0].at), b = in_ground(side[1].body, side[1].at);
    check_vector(a, b.x, b.y, b.z);
  }
  const SarSceneLink *a = link_of(&scene->joints, "A"), *c = link_of(&scene->joints, "C");
  assert_string_equal(a->type, "revolute");
  assert_int_equal(a->sides[0].body, SAR_SCENE_GROUND);
  assert_string_equal(sar_scene_body(scene, a->sides[0].body)->name, "ground");
  check_vector(a->sides[0].at, 1000, -100, 0);
  check_vector(a->sides[1].at, -150, 0, 0);
  SarMat3 axes = sar_quat_matrix(c->sides[0].turn);
  check_vector(sar_column(&axes, 2), 1, 0, 0); /* the axis is z of the frame */
  const SarSceneLink *m = link_of(&scene->motions, "M"), *s = link_of(&scene->forces, "S");
  assert_string_equal(m->type, "joint motion");
  check_vector(m->sides[1].at, -150, 0, 0);
  assert_string_equal(s->type, "spring-damper");
  check_vector(s->sides[0].at, 100, 200, 300);
}

static void a_link_is_a_rod_between_its_joints(void **state) {
  (void)state;
  make(crank);
  const SarSceneBody *link = body("link");
  assert_int_equal(link->nshapes, 1);
  assert_int_equal(link->shapes[0].kind, SAR_SCENE_CAPSULE);
  assert_int_equal(link->shapes[0].origin, SAR_SCENE_DEFAULT);
  SarVec3 end[2];
  ends_of(&link->shapes[0], end);
  check_vector(end[0], -150, 0, 0);
  check_vector(end[1], 150, 0, 0);
  const SarSceneBody *slider = body("slider");
  assert_int_equal(slider->nshapes, 1);
  assert_int_equal(slider->shapes[0].kind, SAR_SCENE_BOX);
  SarMat3 axes = sar_quat_matrix(slider->shapes[0].turn);
  CHECK_NEAR(fabs(sar_column(&axes, 2).x), 1, 1e-12); /* its long edge along the sliding */
  assert_true(slider->shapes[0].size[2] > slider->shapes[0].size[0]);
}

static void shapes_of_the_model_are_used(void **state) {
  (void)state;
  make(
      "bodies:\n"
      "  bar: {shape: {rod: [0.1, 2]}, density: 100}\n"
      "  drum: {shape: {cylinder: [0.5, 1]}, density: 100}\n"
      "  ball: {shape: {sphere: 0.25}, density: 100, at: [5, 0, 0], frames: {pin: {at: [0, 1, 0]}}}\n"
      "  brick: {shape: {box: [1, 2, 3]}, density: 100, com: [1, 0, 0]}\n"
      "joints: {J: {type: spherical, between: [ground, ball.pin]}}\n"
      "simulate: {end: 1}\n");
  const SarSceneShape *bar = &body("bar")->shapes[0], *drum = &body("drum")->shapes[0];
  SarMat3 axes = sar_quat_matrix(bar->turn);
  assert_int_equal(bar->kind, SAR_SCENE_CYLINDER);
  assert_int_equal(bar->origin, SAR_SCENE_INERTIA);
  check_vector(sar_column(&axes, 2), 1, 0, 0);
  CHECK_NEAR(bar->size[0], 0.1, 1e-15);
  CHECK_NEAR(bar->size[1], 2, 1e-15);
  CHECK_NEAR(drum->turn.w, 1, 1e-15);
  const SarSceneBody *ball = body("ball"), *brick = body("brick");
  assert_int_equal(ball->nshapes, 2); /* and an arm to the joint */
  assert_int_equal(ball->shapes[0].kind, SAR_SCENE_SPHERE);
  SarVec3 end[2];
  ends_of(&ball->shapes[1], end);
  check_vector(end[1], 0, 1, 0);
  assert_int_equal(brick->nshapes, 1);
  CHECK_NEAR(brick->shapes[0].size[2], 3, 1e-15);
  check_vector(brick->shapes[0].at, 0, 0, 0);
  assert_int_equal(scene->up, 'z');
}

/* The box that inertia gives has that inertia, in whatever axes. */
static void a_free_body_is_a_box_with_its_inertia(void **state) {
  (void)state;
  make(
      "bodies:\n"
      "  a: {mass: 3, inertia: [3.25, 2.5, 1.25]}\n" /* 1 x 2 x 3 */
      "  b: {mass: 3, inertia: [[2.875, 0.375, 0], [0.375, 2.875, 0], [0, 0, 1.25]], at: [9, 0, 0]}\n"
      "  point: {mass: 1, inertia: [0, 0, 0], at: [0, 9, 0]}\n"
      "simulate: {end: 1}\n");
  for (int i = 0; i < 2; i++) {
    const SarSceneShape *box = &scene->bodies[i].shapes[0];
    assert_int_equal(box->kind, SAR_SCENE_BOX);
    double moments[3] = {0}, expected[6];
    for (int k = 0; k < 3; k++) {
      double p = box->size[(k + 1) % 3], q = box->size[(k + 2) % 3];
      moments[k] = 3 * (p * p + q * q) / 12;
    }
    SarMat3 A = sar_quat_matrix(box->turn), I = sar_mat3_zero();
    for (int k = 0; k < 3; k++) {
      SarMat3 part = sar_outer(sar_column(&A, k), sar_column(&A, k));
      I = sar_mat3_axpy(moments[k], &part, &I);
    }
    memcpy(expected, scene->bodies[i].inertia, sizeof expected);
    CHECK_NEAR(I.m[0][0], expected[0], 1e-12);
    CHECK_NEAR(I.m[1][1], expected[1], 1e-12);
    CHECK_NEAR(I.m[2][2], expected[2], 1e-12);
    CHECK_NEAR(I.m[0][1], expected[3], 1e-12);
    CHECK_NEAR(I.m[0][2], expected[4], 1e-12);
  }
  assert_int_equal(body("point")->shapes[0].kind, SAR_SCENE_SPHERE);
}

static void turning_and_rolling_bodies_are_round(void **state) {
  (void)state;
  make(
      "gravity: [0, 0, -9.81]\n"
      "ground: {frames: {floor: {at: [0, 0, 0]}}}\n"
      "bodies:\n"
      "  rotor: {mass: 2, inertia: [0.25, 0.4375, 0.4375], at: [0, 5, 1]}\n" /* about x: r = 0.5, h = 1.3.. */
      "  coin: {mass: 1, inertia: [0.0625, 0.0625, 0.125], at: [0, 0, 0.5], turn: {axis: x, angle: 90 deg}}\n"
      "joints: {J: {type: revolute, between: [ground, rotor], at: [0, 5, 1], axis: x}}\n"
      "equations: {R: {type: rolling-disk, between: [ground.floor, coin], radius: 0.5}}\n"
      "simulate: {end: 1}\n");
  const SarSceneShape *rotor = &body("rotor")->shapes[0], *coin = &body("coin")->shapes[0];
  SarMat3 axes = sar_quat_matrix(rotor->turn);
  assert_int_equal(rotor->kind, SAR_SCENE_CYLINDER);
  CHECK_NEAR(fabs(sar_column(&axes, 2).x), 1, 1e-12);
  CHECK_NEAR(rotor->size[0], 0.5, 1e-12);
  CHECK_NEAR(rotor->size[1], sqrt(12 * 0.4375 / 2 - 0.75), 1e-12);
  assert_int_equal(coin->kind, SAR_SCENE_CYLINDER);
  CHECK_NEAR(coin->size[0], 0.5, 1e-12);
  assert_string_equal(link_of(&scene->others, "R")->type, "rolling-disk");
}

static void pendulums_and_many_armed_bodies(void **state) {
  (void)state;
  make(
      "bodies:\n"
      "  bob: {mass: 1, inertia: [1e-4, 1e-4, 1e-4], frames: {o: {at: [0, 2, 0]}}}\n"
      "  bar: {mass: 3, inertia: [1, 0, 1], at: [5, 0, 0], frames: {o: {at: [0, 1, 0]}}}\n"
      "  plate: {mass: 3, inertia: [1, 1, 2], at: [9, 0, 0],\n"
      "          frames: {a: {at: [1, 0, 0]}, b: {at: [0, 1, 0]}, c: {at: [-1, 0, 0]}, d: {at: [0, -1, 0]}}}\n"
      "  bend: {mass: 3, inertia: [1, 1, 2], at: [19, 0, 0], frames: {a: {at: [1, -1, 0]}, b: {at: [-1, -1, 0]}}}\n"
      "joints:\n"
      "  A: {type: spherical, between: [ground, bob.o]}\n"
      "  B: {type: spherical, between: [ground, bar.o]}\n"
      "  E: {type: spherical, between: [ground, bend.a]}\n"
      "forces:\n"
      "  p: {type: spring-damper, between: [ground, plate.a], stiffness: 1}\n"
      "  q: {type: spring-damper, between: [ground, plate.b], stiffness: 1}\n"
      "  r: {type: spring-damper, between: [ground, plate.c], stiffness: 1}\n"
      "  s: {type: spring-damper, between: [ground, plate.d], stiffness: 1}\n"
      "  u: {type: spring-damper, between: [ground, bend.b], stiffness: 1}\n"
      "simulate: {end: 1}\n");
  const SarSceneBody *bob = body("bob"), *bar = body("bar");
  assert_int_equal(bob->nshapes, 2);
  assert_int_equal(bob->shapes[1].kind, SAR_SCENE_SPHERE);
  SarVec3 end[2];
  assert_int_equal(bar->nshapes, 1); /* a uniform rod: as long behind its centre as its inertia says */
  ends_of(&bar->shapes[0], end);
  check_vector(end[0], 0, 1, 0);
  check_vector(end[1], 0, -1, 0);
  assert_int_equal(body("plate")->nshapes, 4);
  assert_int_equal(body("bend")->nshapes, 2); /* over its centre of mass */
}

/* What slides is a box; what it slides on is not. A body that turns about its centre and has a pin is a crank. */
static void sliders_and_cranks(void **state) {
  (void)state;
  make(
      "bodies:\n"
      "  spindle: {mass: 1, inertia: [0.1, 0.1, 0.02], frames: {pin: {at: [0.5, 0, 0]}}}\n"
      "  sleeve: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 1]}\n"
      "  ball: {mass: 1, inertia: [1e-3, 1e-3, 1e-3], at: [0, 0, -1], frames: {a: {at: [0, 0, 1]}, b: {at: [0, 0, "
      "0.5]}}}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, spindle], at: [0, 0, 0], axis: z}\n"
      "  B: {type: prismatic, between: [spindle, sleeve], at: [0.1, 0, 0], axis: z}\n"
      "  C: {type: revolute, between: [spindle, ball.a], axis: y}\n"
      "forces:\n"
      "  S: {type: spring-damper, between: [ground, spindle.pin], stiffness: 1}\n"
      "  T: {type: spring-damper, between: [ground, ball.b], stiffness: 1}\n"
      "simulate: {end: 1}\n");
  const SarSceneBody *spindle = body("spindle");
  assert_int_equal(spindle->nshapes, 2);
  assert_int_equal(spindle->shapes[0].kind, SAR_SCENE_CYLINDER);
  assert_int_equal(spindle->shapes[1].kind, SAR_SCENE_CAPSULE);
  CHECK_NEAR(spindle->shapes[0].size[0], 0.2, 1e-12); /* m r^2/2 = 0.02 */
  const SarSceneBody *sleeve = body("sleeve"), *ball = body("ball");
  assert_int_equal(sleeve->shapes[0].kind, SAR_SCENE_BOX);
  assert_true(fabs(sleeve->shapes[0].at.z) < 1e-12); /* wherever along its line the joint is given */
  assert_int_equal(ball->nshapes, 2);                /* an arm with a hinge and an eye, and the ball at its end */
  SarVec3 end[2];
  ends_of(&ball->shapes[0], end);
  check_vector(end[0], 0, 0, 0);
  check_vector(end[1], 0, 0, 1);
  assert_int_equal(ball->shapes[1].kind, SAR_SCENE_SPHERE);
}

static void looks_come_before_everything(void **state) {
  (void)state;
  make(
      "units: {length: mm, mass: kg, time: s}\n"
      "ground: {looks: {floor: {box: [10, 20, 30], at: [1, 2, 3], colour: \"#123abc\"}}}\n"
      "bodies:\n"
      "  a: {shape: {sphere: 100}, density: 1e-6, com: [5, 0, 0],\n"
      "      looks: {one: {capsule: [3, 40], at: [7, 0, 0], turn: {axis: x, angle: 90 deg}}, two: {sphere: 9}}}\n"
      "simulate: {end: 1}\n");
  const SarSceneBody *a = body("a");
  assert_int_equal(a->nshapes, 2);
  assert_int_equal(a->shapes[0].kind, SAR_SCENE_CAPSULE);
  assert_int_equal(a->shapes[0].origin, SAR_SCENE_GIVEN);
  assert_null(a->shapes[0].colour);
  check_vector(a->shapes[0].at, 2, 0, 0);
  CHECK_NEAR(a->shapes[0].size[1], 40, 1e-12);
  CHECK_NEAR(a->shapes[0].turn.x, sqrt(0.5), 1e-12);
  CHECK_NEAR(a->shapes[1].size[0], 9, 1e-12);
  assert_int_equal(scene->ground.nshapes, 1);
  assert_string_equal(scene->ground.shapes[0].colour, "#123abc");
  check_vector(scene->ground.shapes[0].at, 1, 2, 3);
}

/* A mirrored mesh: vertices in the model's unit, triangles turned round. */
static void meshes_are_scaled(void **state) {
  (void)state;
  static const float vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const int32_t triangles[] = {0, 2, 1, 0, 1, 3};
  const SarMesh mesh = {vertices, triangles, 4, 2};
  const SarLook looks[] = {{.name = "m",
                            .kind = SAR_LOOK_MESH,
                            .turn = {1, 0, 0, 0},
                            .colour = SAR_NO_COLOUR,
                            .mesh = &mesh,
                            .scale = {-0.002, 0.002, 0.004}},
                           {.name = "lost", .kind = SAR_LOOK_MESH, .turn = {1, 0, 0, 0}}};
  make(crank);
  model->ground_looks = (SarLook *)(uintptr_t)looks;
  model->nground_looks = 2;
  SarSceneBody ground = {0};
  assert_int_equal(sar_scene_add_looks(context, scene, model, -1, sar_vec3(0, 0, 0), &ground), SAR_OK);
  model->nground_looks = 0;
  assert_int_equal(ground.nshapes, 1);
  const SarSceneShape *shape = &ground.shapes[0];
  assert_int_equal(shape->nvertices, 4);
  CHECK_NEAR(shape->vertices[3], -2, 1e-6);
  CHECK_NEAR(shape->vertices[7], 2, 1e-6);
  CHECK_NEAR(shape->vertices[11], 4, 1e-6);
  const uint32_t expected[] = {0, 1, 2, 0, 3, 1};
  assert_memory_equal(shape->triangles, expected, sizeof expected);
}

/* Volume inside of triangles that run anticlockwise from outside. */
static double volume_of(const SarSceneShape *shape) {
  double sum = 0;
  for (int32_t i = 0; i < shape->ntriangles; i++) {
    SarVec3 p[3];
    for (int k = 0; k < 3; k++) {
      const float *v = shape->vertices + 3 * shape->triangles[3 * i + k];
      p[k] = sar_vec3((double)v[0], (double)v[1], (double)v[2]);
    }
    sum += sar_dot(p[0], sar_cross(p[1], p[2])) / 6;
  }
  return sum;
}

/* From the centre of mass, in the model's units; bodies with looks are drawn by these alone. */
static void shapes_that_touch_are_drawn(void **state) {
  (void)state;
  make(
      "units: {length: mm, mass: kg, time: s}\n"
      "ground: {shapes: {floor: {plane: y, at: [0, -50, 0]}}}\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: [1, 1, 1], com: [10, 0, 0], at: [300, 0, 0], shapes: {s: {sphere: 20, at: [30, 0, 0],\n"
      "      colour: red}}}\n"
      "  b: {shapes: {egg: {ellipsoid: [100, 200, 300], density: 1e-6}, tyre: {torus: [200, 100], density: 1e-6}}}\n"
      "  c: {mass: 1, inertia: [1, 1, 1], shapes: {s: {sphere: 1}}, looks: {l: {box: [1, 2, 3]}}}\n"
      "contacts: {x: {groups: [a, ground], stiffness: 1}}\n");
  const SarSceneBody *a = body("a"), *b = body("b"), *c = body("c");
  assert_int_equal(a->nshapes, 1);
  assert_int_equal(a->shapes[0].kind, SAR_SCENE_SPHERE);
  assert_int_equal(a->shapes[0].origin, SAR_SCENE_GIVEN);
  assert_string_equal(a->shapes[0].colour, "#c8382e");
  CHECK_NEAR(a->shapes[0].size[0], 20, 1e-12);
  check_vector(a->shapes[0].at, 20, 0, 0);
  const double pi = 3.14159265358979323846, egg = 4.0 / 3 * pi * 6e6, tyre = 2 * pi * pi * 200 * 1e4;
  assert_int_equal(b->nshapes, 2);
  CHECK_NEAR(volume_of(&b->shapes[0]), egg, 0.03 * egg); /* inscribed: a little less */
  CHECK_NEAR(volume_of(&b->shapes[1]), tyre, 0.05 * tyre);
  assert_int_equal(c->nshapes, 1);
  assert_int_equal(c->shapes[0].kind, SAR_SCENE_BOX);
  /* a plate below the floor that all bodies are above */
  const SarSceneShape *plate = &scene->ground.shapes[0];
  SarMat3 axes = sar_quat_matrix(plate->turn);
  assert_int_equal(scene->ground.nshapes, 1);
  assert_int_equal(plate->kind, SAR_SCENE_BOX);
  CHECK_NEAR(sar_column(&axes, 2).y, 1, 1e-12);
  CHECK_NEAR(plate->at.y + plate->size[2] / 2, -50, 1e-9);
  assert_true(plate->size[0] > 2 * 310 && plate->size[0] < 1e5);
}

/* A distance that an equation of the user holds is a rod between the two places; anything else that an equation says is
 * none. Springs stretch between their sides without a look. */
static void distances_of_equations_are_rods(void **state) {
  (void)state;
  make(
      "ground: {frames: {hook: {at: [0, 0, 2]}}}\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0], com: [0.25, 0, 0], frames: {eye: {at: [0, 0.5, 0]}}}\n"
      "  b: {mass: 1, inertia: [1, 1, 1], at: [0, 3, 0]}\n"
      "forces: {S: {type: spring-damper, between: [ground.hook, a.eye], stiffness: 1}}\n"
      "measures: {gap: \"dm(b, a.eye)\", twice: \"2*gap\"}\n"
      "equations:\n"
      "  plain: {position: \"dm(a.eye, b) - 3\"}\n"
      "  driven: {position: \"dm(b) - 3 - sin(t)\"}\n"
      "  measured: {position: \"twice - 6\"}\n"
      "  sum: {position: \"dm(a) + dm(b) - 4\"}\n"
      "  mixed: {position: \"dm(a) - dx(b)\"}\n"
      "  inside: {position: \"dm(a.eye, a) - 0.5\"}\n"
      "  straight: {position: \"dx(a) - dy(b)\"}\n");
  const SarSceneLink *plain = link_of(&scene->others, "plain"), *driven = link_of(&scene->others, "driven");
  const SarSceneLink *measured = link_of(&scene->others, "measured"), *spring = link_of(&scene->forces, "S");
  assert_int_equal(scene->others.count, 3);
  assert_int_equal(plain->mark.shape, SAR_MARK_ROD);
  assert_int_equal(driven->mark.shape, SAR_MARK_ROD);
  assert_int_equal(measured->mark.shape, SAR_MARK_ROD);
  assert_int_equal(spring->mark.shape, SAR_MARK_SPRING);
  check_vector(in_ground(plain->sides[0].body, plain->sides[0].at), 1, 0.5, 0);
  check_vector(in_ground(plain->sides[1].body, plain->sides[1].at), 0, 3, 0);
  check_vector(in_ground(driven->sides[0].body, driven->sides[0].at), 0, 3, 0);
  assert_int_equal(driven->sides[1].body, SAR_SCENE_GROUND);
  check_vector(driven->sides[1].at, 0, 0, 0);
  check_vector(in_ground(measured->sides[0].body, measured->sides[0].at), 0, 3, 0);
  check_vector(in_ground(measured->sides[1].body, measured->sides[1].at), 1, 0.5, 0);
  check_vector(spring->sides[0].at, 0, 0, 2);
  check_vector(in_ground(spring->sides[1].body, spring->sides[1].at), 1, 0.5, 0);
}

static void z_turns_into_any_direction(void **state) {
  (void)state;
  const SarVec3 directions[] = {{0, 0, 2}, {0, 0, -3}, {1, 0, 0}, {0, -1, 0}, {1, 2, -3}, {1e-9, 0, -1}};
  for (size_t i = 0; i < sizeof directions / sizeof *directions; i++) {
    SarMat3 A = sar_quat_matrix(sar_scene_turn_z(directions[i]));
    SarVec3 z = sar_column(&A, 2), d = sar_scale(1 / sar_norm(directions[i]), directions[i]);
    CHECK_NEAR(sar_norm(sar_sub(z, d)), 0, 1e-8);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(places_are_relative_to_centres, setup, teardown),
      cmocka_unit_test_setup_teardown(a_drive_along_a_line_is_told_apart, setup, teardown),
      cmocka_unit_test_setup_teardown(sides_of_a_joint_meet, setup, teardown),
      cmocka_unit_test_setup_teardown(a_link_is_a_rod_between_its_joints, setup, teardown),
      cmocka_unit_test_setup_teardown(shapes_of_the_model_are_used, setup, teardown),
      cmocka_unit_test_setup_teardown(a_free_body_is_a_box_with_its_inertia, setup, teardown),
      cmocka_unit_test_setup_teardown(turning_and_rolling_bodies_are_round, setup, teardown),
      cmocka_unit_test_setup_teardown(pendulums_and_many_armed_bodies, setup, teardown),
      cmocka_unit_test_setup_teardown(sliders_and_cranks, setup, teardown),
      cmocka_unit_test_setup_teardown(looks_come_before_everything, setup, teardown),
      cmocka_unit_test_setup_teardown(meshes_are_scaled, setup, teardown),
      cmocka_unit_test_setup_teardown(shapes_that_touch_are_drawn, setup, teardown),
      cmocka_unit_test_setup_teardown(distances_of_equations_are_rods, setup, teardown),
      cmocka_unit_test(z_turns_into_any_direction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
