/* A random mechanism as a model file. */
#include <math.h>
#include <stdio.h>

#include "random/mechanism.h"

const char *random_joint_type(JointKind kind) {
  static const char *const types[JOINT_KINDS] = {
      "fixed",       "revolute",         "prismatic",         "screw",
      "cylindrical", "universal",        "constant-velocity", "spherical",
      "planar",      "same-orientation", "point-on-line",     "revolute-spherical",
      "parallel",    "distance",         "point-in-plane",    "perpendicular"};
  return types[kind];
}

static void put_vector(FILE *file, const char *key, const double v[3]) {
  fprintf(file, "%s: [%.17g, %.17g, %.17g]", key, v[0], v[1], v[2]);
}

static const char *body_name(int body, char name[16]) {
  snprintf(name, 16, body == GROUND ? "ground" : "b%d", body);
  return name;
}

/* R(turn)^T v */
static void into_body(const double q[4], const double v[3], double out[3]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];
  double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                    {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                    {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
  for (int i = 0; i < 3; i++) out[i] = r[0][i] * v[0] + r[1][i] * v[1] + r[2][i] * v[2];
}

static void put_bodies(FILE *file, const RandomMechanism *m) {
  fprintf(file, "ground: {frames: {eye: {");
  put_vector(file, "at", m->ground_eye);
  fprintf(file, "}}}\nbodies:\n");
  for (int b = 0; b < m->nbodies; b++) {
    const RandomBody *body = &m->bodies[b];
    double eye[3], q = body->moment;
    into_body(body->turn, body->eye, eye);
    fprintf(file, "  b%d: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], ", b, body->mass, q, 1.3 * q, 1.1 * q);
    put_vector(file, "at", body->at);
    fprintf(file, ", turn: {quaternion: [%.17g, %.17g, %.17g, %.17g]}, frames: {eye: {", body->turn[0], body->turn[1],
            body->turn[2], body->turn[3]);
    put_vector(file, "at", eye);
    fprintf(file, "}}}\n");
  }
}

static bool has_point(JointKind kind) {
  return kind != SAME_ORIENTATION && kind != PARALLEL && kind != PERPENDICULAR && kind != DISTANCE &&
         kind != REVOLUTE_SPHERICAL;
}
static bool has_axis(JointKind kind) {
  return kind != FIXED && kind != SPHERICAL && kind != SAME_ORIENTATION && kind != DISTANCE;
}

static void put_joints(FILE *file, const RandomMechanism *m) {
  fprintf(file, "joints:\n");
  for (int k = 0; k < m->njoints; k++) {
    const RandomJoint *joint = &m->joints[k];
    char first[16], second[16];
    const char *eye = joint->kind == DISTANCE || joint->kind == REVOLUTE_SPHERICAL ? ".eye" : "";
    fprintf(file, "  j%d: {type: %s, between: [%s%s, %s%s]", k, random_joint_type(joint->kind),
            body_name(joint->first, first), eye, body_name(joint->second, second), eye);
    if (has_point(joint->kind)) put_vector(file, ", at", joint->at);
    if (has_axis(joint->kind)) put_vector(file, ", axis", joint->axis);
    if (joint->kind == UNIVERSAL || joint->kind == PERPENDICULAR) put_vector(file, ", axis2", joint->axis2);
    if (joint->kind == SCREW) fprintf(file, ", pitch: %.17g", joint->pitch);
    if (joint->friction > 0) fprintf(file, ", friction: %.17g", joint->friction);
    if (joint->friction > 0 && joint->kind == REVOLUTE) fprintf(file, ", pin_radius: 0.02");
    if (joint->stop > 0)
      fprintf(file, ", stops: [%.17g, %.17g], stop_stiffness: 1000, stop_damping: 2, stop_depth: 1e-3", -joint->stop,
              joint->stop);
    fprintf(file, "}\n");
  }
  if (m->geared)
    fprintf(file, "  teeth: {type: gear, joints: [j%d, j%d], ratio: %.17g}\n", m->gear_joints[0], m->gear_joints[1],
            m->ratio);
  int drives = 0;
  for (int k = 0; k < m->njoints; k++) {
    const RandomJoint *joint = &m->joints[k];
    if (!joint->driven) continue;
    if (!drives++) fprintf(file, "motions:\n");
    fprintf(file, "  d%d: {joint: j%d, %s: \"%.17g*sin(%.17g*t)\"}\n", k, k, joint->turns ? "rotation" : "translation",
            joint->amplitude, joint->pulse);
  }
}

static void put_forces(FILE *file, const RandomMechanism *m) {
  int count = 0;
#define FORCE(...) ((count++ ? 0 : fprintf(file, "forces:\n")), fprintf(file, __VA_ARGS__))
  char first[16], second[16];
  for (int k = 0; k < m->nsprings; k++)
    FORCE("  s%d: {type: spring-damper, between: [%s.eye, %s.eye], stiffness: %.17g, damping: %.17g}\n", k,
          body_name(m->spring_ends[k][0], first), body_name(m->spring_ends[k][1], second), m->stiffness[k],
          m->damping[k]);
  if (m->bushing)
    FORCE(
        "  rubber: {type: bushing, between: [ground, b%d], at: [%.17g, %.17g, %.17g], axis: z, stiffness: [50, 60, "
        "70], "
        "torsional_stiffness: [3, 4, 5], damping: [1, 1, 2], torsional_damping: [0.1, 0.1, 0.2]}\n",
        m->bushing_body, m->bodies[m->bushing_body].at[0], m->bodies[m->bushing_body].at[1],
        m->bodies[m->bushing_body].at[2]);
  if (m->follower)
    FORCE("  push: {type: force, between: [ground, b%d.eye], follow: true, force: [\"0.5*sin(3*t)\", \"0.2\", 0]}\n",
          m->follower_body);
  if (m->state)
    FORCE("  lag: {type: force, between: [ground, b%d], force: [\"-x1\", \"-0.5*x1\", 0]}\n", m->state_body);
  if (m->controller)
    FORCE("  servo: {type: force, between: [ground, b%d], force: [0, 0, \"u\"]}\n", m->controller_body);
  if (m->variable)
    FORCE("  drag: {type: force, between: [ground, b%d], force: [\"-drag_x\", \"-k*vy(b%d)\", \"-k*vz(b%d)\"]}\n",
          m->variable_body, m->variable_body, m->variable_body);
#undef FORCE
}

static void put_user_physics(FILE *file, const RandomMechanism *m) {
  fprintf(file, "parameters: {k: 0.3}\n");
  if (m->coordinate || m->knife) fprintf(file, "equations:\n");
  if (m->coordinate) fprintf(file, "  tie: {position: \"y - 0.5*dz(b%d)\"}\n", m->coordinate_body);
  if (m->knife)
    fprintf(file, "  edge: {velocity: \"%.17g*vx(b%d) + %.17g*vy(b%d)\"}\n", m->edge[0], m->knife_body, m->edge[1],
            m->knife_body);
  if (m->coordinate)
    fprintf(file, "coordinates:\n  y: {mass: 0.5, at: %.17g}\n", 0.5 * m->bodies[m->coordinate_body].at[2]);
  if (m->state || m->controller) fprintf(file, "states:\n");
  if (m->state) fprintf(file, "  x1: {start: 0.1, rate: \"3*(vx(b%d) - x1)\"}\n", m->state_body);
  if (m->controller)
    fprintf(file, "  u: {type: pid, input: \"%.17g - dz(b%d)\", kp: 3, ki: 1, kd: 0.2, filter: 0.05}\n",
            m->bodies[m->controller_body].at[2] + 0.1, m->controller_body);
  if (m->variable)
    fprintf(file, "variables:\n  drag_x: \"k*vx(b%d)*abs(vx(b%d))\"\n", m->variable_body, m->variable_body);
  if (m->measure) fprintf(file, "measures:\n  height: \"dz(b0) + dm(b0.eye, ground.eye)\"\n");
  if (m->event)
    fprintf(file, "events:\n  passes: {when: \"dz(b%d) - %.17g\", set: {k: 0.6}}\n", m->event_body,
            m->bodies[m->event_body].at[2] - 0.02);
}

static void put_mechanism(FILE *file, const RandomMechanism *m) {
  put_user_physics(file, m);
  put_bodies(file, m);
  put_joints(file, m);
  put_forces(file, m);
}

static void put_settings(FILE *file, const RandomMechanism *m) {
  fprintf(file, "model: random %llu\n", (unsigned long long)m->seed);
  put_vector(file, "gravity", m->gravity);
  fprintf(file, "\noutput: {every: 0.02}\nsimulate: {end: 0.2}\n");
}

bool random_write(const RandomMechanism *m, const char *folder, char *path, int size) {
  char part[512];
  unsigned long long seed = m->seed;
  snprintf(path, (size_t)size, "%s/%llu.yaml", folder, seed);
  snprintf(part, sizeof part, "%s/%llu-part.yaml", folder, seed);
  FILE *file = fopen(path, "w");
  if (!file) return false;
  put_settings(file, m);
  if (m->submodel)
    fprintf(file,
            "include: {left: {file: %llu-part.yaml, at: [0.5, 0, 0]}, right: {file: %llu-part.yaml, at: [-3, 1, 0], %s"
            "turn: {axis: z, angle: 40 deg}}}\n",
            seed, seed, m->mirrored ? "mirror: y, " : "");
  else
    put_mechanism(file, m);
  bool good = fclose(file) == 0;
  if (!m->submodel || !good) return good;
  file = fopen(part, "w");
  if (!file) return false;
  put_mechanism(file, m);
  return fclose(file) == 0;
}
