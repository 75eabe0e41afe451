#include "random/mechanism.h"

#include <math.h>

static void unit_vector(Dice *dice, double out[3]) {
  double size;
  do {
    for (int i = 0; i < 3; i++) out[i] = dice_between(dice, -1, 1);
    size = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  } while (size < 0.2 || size > 1);
  for (int i = 0; i < 3; i++) out[i] /= size;
}

/* The axis may be short: the way from one eye to another. */
static void normal_to(Dice *dice, const double axis[3], double out[3]) {
  double other[3], size, length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  double least = length < 0.35 ? 0.3 * length : 0.3;
  do {
    unit_vector(dice, other);
    for (int i = 0; i < 3; i++)
      out[i] = axis[(i + 1) % 3] * other[(i + 2) % 3] - axis[(i + 2) % 3] * other[(i + 1) % 3];
    size = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  } while (size < least);
  for (int i = 0; i < 3; i++) out[i] /= size;
}

static void make_body(Dice *dice, bool planar, RandomBody *body) {
  for (int i = 0; i < 3; i++) body->at[i] = dice_between(dice, -1, 1);
  if (planar) {
    double angle = dice_between(dice, -1.5, 1.5);
    body->turn[0] = cos(angle), body->turn[1] = 0, body->turn[2] = 0, body->turn[3] = sin(angle);
  } else {
    double axis[3], angle = dice_between(dice, -1.5, 1.5);
    unit_vector(dice, axis);
    body->turn[0] = cos(angle);
    for (int i = 0; i < 3; i++) body->turn[i + 1] = sin(angle) * axis[i];
  }
  body->mass = pow(10, dice_between(dice, -1, 1));
  body->moment = body->mass * dice_between(dice, 0.01, 0.1);
  for (int i = 0; i < 3; i++) body->eye[i] = dice_between(dice, -0.4, 0.4);
}

static const JointKind tree_kinds[] = {FIXED,  REVOLUTE,    REVOLUTE,     REVOLUTE,          PRISMATIC,
                                       SCREW,  CYLINDRICAL, UNIVERSAL,    CONSTANT_VELOCITY, SPHERICAL,
                                       PLANAR, SPHERICAL,   POINT_ON_LINE};
static const JointKind loop_kinds[] = {REVOLUTE,           SPHERICAL, UNIVERSAL, CYLINDRICAL,     POINT_ON_LINE,
                                       REVOLUTE_SPHERICAL, PARALLEL,  DISTANCE,  POINT_IN_PLANE,  PERPENDICULAR,
                                       DISTANCE,           PLANAR,    PRISMATIC, SAME_ORIENTATION};
static const JointKind planar_kinds[] = {REVOLUTE, REVOLUTE, REVOLUTE, PRISMATIC, POINT_ON_LINE};
#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

static void make_joint(Dice *dice, RandomMechanism *m, int first, int second, bool closes) {
  RandomJoint *joint = &m->joints[m->njoints++];
  *joint = (RandomJoint){.first = first, .second = second};
  if (m->planar)
    joint->kind = planar_kinds[dice_below(dice, COUNT(planar_kinds))];
  else if (closes)
    joint->kind = loop_kinds[dice_below(dice, COUNT(loop_kinds))];
  else
    joint->kind = tree_kinds[dice_below(dice, COUNT(tree_kinds))];
  const double *one = first == GROUND ? m->ground_eye : m->bodies[first].at, *other = m->bodies[second].at;
  for (int i = 0; i < 3; i++) joint->at[i] = 0.5 * (one[i] + other[i]) + dice_between(dice, -0.3, 0.3);
  unit_vector(dice, joint->axis);
  if (m->planar) {
    bool slides = joint->kind == PRISMATIC;
    double angle = dice_between(dice, 0, 6);
    joint->axis[0] = slides ? cos(angle) : 0, joint->axis[1] = slides ? sin(angle) : 0, joint->axis[2] = slides ? 0 : 1;
  }
  if (joint->kind == REVOLUTE_SPHERICAL) { /* its link is normal to the axis as written */
    double from[3], link[3];
    random_eye(m, first, from);
    random_eye(m, second, link);
    for (int i = 0; i < 3; i++) link[i] -= from[i];
    normal_to(dice, link, joint->axis);
  }
  normal_to(dice, joint->axis, joint->axis2);
  joint->pitch = dice_between(dice, 0.05, 0.3);
}

static bool turns(JointKind kind) { return kind == REVOLUTE; }
static bool slides(JointKind kind) { return kind == PRISMATIC; }

/* The first two hinges that are free, and not turned already by one another. */
static void gear(Dice *dice, RandomMechanism *m) {
  int found = 0;
  for (int k = 0; k < m->njoints && found < 2; k++)
    if (m->joints[k].kind == REVOLUTE && !m->joints[k].driven) m->gear_joints[found++] = k;
  m->geared = found == 2 && dice_chance(dice, 0.2);
  m->ratio = dice_between(dice, -2, 2);
}

/* Keeps what was just switched on only if it takes a freedom away: other such equations are refused, or contradict. */
static void keep_if_it_counts(RandomMechanism *m, bool *added, int before) {
  bool doubtful;
  if (*added && random_freedom(m, &doubtful) == before) *added = false;
}

/* Motions on joints whose coordinate is still free; friction only where all reactions are determined. */
static void drive_and_rub(Dice *dice, RandomMechanism *m) {
  bool doubtful;
  for (int k = 0; k < m->njoints; k++) {
    RandomJoint *joint = &m->joints[k];
    if (!turns(joint->kind) && !slides(joint->kind)) continue;
    if (dice_chance(dice, 0.2)) {
      int before = random_freedom(m, &doubtful);
      joint->driven = true;
      joint->turns = turns(joint->kind);
      joint->amplitude = dice_between(dice, 0.02, 0.1);
      joint->pulse = dice_between(dice, 1, 8);
      keep_if_it_counts(m, &joint->driven, before);
    }
  }
  int before = random_freedom(m, &doubtful);
  gear(dice, m);
  keep_if_it_counts(m, &m->geared, before);
  before = random_freedom(m, &doubtful);
  m->knife = dice_chance(dice, 0.1), m->knife_body = dice_below(dice, m->nbodies);
  double angle = dice_between(dice, 0, 6);
  m->edge[0] = cos(angle), m->edge[1] = sin(angle);
  keep_if_it_counts(m, &m->knife, before);
  bool determined = random_freedom(m, &doubtful) == 6 * m->nbodies - random_equations(m);
  for (int k = 0; k < m->njoints && determined; k++) {
    RandomJoint *joint = &m->joints[k];
    if ((turns(joint->kind) || slides(joint->kind)) && !joint->driven && dice_chance(dice, 0.15))
      joint->friction = dice_between(dice, 0.05, 0.4);
  }
  for (int k = 0; k < m->njoints; k++) {
    RandomJoint *joint = &m->joints[k];
    if ((turns(joint->kind) || slides(joint->kind)) && !joint->driven && dice_chance(dice, 0.15))
      joint->stop = dice_between(dice, 0.01, 0.1);
  }
}

static void add_physics(Dice *dice, RandomMechanism *m) {
  m->nsprings = dice_below(dice, 4);
  for (int k = 0; k < m->nsprings; k++) {
    m->spring_ends[k][0] = dice_below(dice, m->nbodies + 1) - 1;
    m->spring_ends[k][1] = dice_below(dice, m->nbodies);
    if (m->spring_ends[k][0] == m->spring_ends[k][1]) m->spring_ends[k][0] = GROUND;
    m->stiffness[k] = pow(10, dice_between(dice, 0, 3));
    m->damping[k] = dice_chance(dice, 0.7) ? pow(10, dice_between(dice, -1, 1)) : 0;
  }
  m->bushing = dice_chance(dice, 0.2), m->bushing_body = dice_below(dice, m->nbodies);
  m->follower = dice_chance(dice, 0.3), m->follower_body = dice_below(dice, m->nbodies);
  m->state = dice_chance(dice, 0.3), m->state_body = dice_below(dice, m->nbodies);
  m->controller = dice_chance(dice, 0.2), m->controller_body = dice_below(dice, m->nbodies);
  m->variable = dice_chance(dice, 0.3), m->variable_body = dice_below(dice, m->nbodies);
  m->measure = dice_chance(dice, 0.3);
  m->event = dice_chance(dice, 0.2), m->event_body = dice_below(dice, m->nbodies);
  m->coordinate = dice_chance(dice, 0.15), m->coordinate_body = dice_below(dice, m->nbodies);
  m->submodel = dice_chance(dice, 0.15);
  bool formulas = m->follower || m->state || m->controller || m->variable || m->measure || m->event || m->coordinate;
  m->mirrored = m->submodel && !formulas && !m->knife && !m->bushing;
}

void random_mechanism(RandomMechanism *m, uint64_t seed) {
  Dice dice = {.state = seed * 0x2545f4914f6cdd1du + 1};
  *m = (RandomMechanism){.seed = seed};
  m->planar = dice_chance(&dice, 0.3);
  m->nbodies = 1 + dice_below(&dice, BODIES_MAX);
  for (int i = 0; i < 3; i++) m->ground_eye[i] = dice_between(&dice, -1, 1);
  for (int b = 0; b < m->nbodies; b++) make_body(&dice, m->planar, &m->bodies[b]);
  for (int b = 0; b < m->nbodies; b++) make_joint(&dice, m, dice_below(&dice, b + 1) - 1, b, false);
  int loops = m->nbodies > 1 ? dice_below(&dice, m->planar ? 2 : 4) : 0;
  for (int k = 0; k < loops; k++) {
    int second = dice_below(&dice, m->nbodies), first = dice_below(&dice, second + 1) - 1;
    make_joint(&dice, m, first, second, true);
  }
  if (m->planar) {
    double angle = dice_between(&dice, 0, 6);
    m->gravity[0] = 9.81 * cos(angle), m->gravity[1] = 9.81 * sin(angle);
  } else {
    unit_vector(&dice, m->gravity);
    for (int i = 0; i < 3; i++) m->gravity[i] *= 9.81;
  }
  drive_and_rub(&dice, m);
  add_physics(&dice, m);
}

void random_eye(const RandomMechanism *m, int body, double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = body == GROUND ? m->ground_eye[i] : m->bodies[body].at[i] + m->bodies[body].eye[i];
}
