/* Joints: where they are, their stops, friction and damping, an effort to drive them, and who follows whom. */
#include <math.h>
#include <string.h>

#include "read/urdf/write.h"

/* ---- frames and axes ---- */

/* The frame of a joint on its parent, `arm.elbow`. */
static const char *write_frame(SarRobotWriter *w, const SarRobotJoint *j) {
  SarTree *tree = w->tree;
  SarSource at = j->tag->source;
  const SarRobotLink *parent = &w->robot->links[j->parent];
  SarNode **frames = &w->frames[j->parent], *frame = sar_tree_mapping(tree, at);
  if (!*frames) {
    *frames = sar_tree_mapping(tree, at);
    sar_tree_put(tree, w->bodies[j->parent], "frames", at, *frames);
  }
  sar_robot_put_origin(tree, frame, at, &j->origin);
  sar_tree_put(tree, *frames, j->frame, at, frame);
  const char *name = sar_arena_printf(tree->arena, "%s.%s", sar_robot_side(parent), j->frame);
  if (!name) tree->out_of_memory = true;
  return name ? name : "";
}

static SarNode *sides(SarRobotWriter *w, const SarRobotJoint *j, const char *frame) {
  SarNode *list = sar_tree_list(w->tree, j->tag->source);
  sar_tree_push(w->tree, list, sar_tree_text(w->tree, j->tag->source, "%s", frame));
  sar_tree_push(w->tree, list, sar_tree_text(w->tree, j->tag->source, "%s", w->robot->links[j->child].name));
  return list;
}

/* In ground axes; the coordinate of the joint does not turn its own axis. */
static SarNode *axis_of(SarRobotWriter *w, const SarRobotJoint *j) {
  SarMat3 axes = sar_quat_matrix(w->robot->links[j->child].turn);
  SarVec3 axis = sar_mul(&axes, sar_vec3_load(j->axis.values));
  double numbers[3] = {axis.x, axis.y, axis.z};
  SarNode *list = sar_tree_list(w->tree, j->tag->source);
  for (int i = 0; i < 3; i++) sar_robot_push_number(w->tree, list, j->tag->source, numbers[i]);
  return list;
}

/* ---- what acts in a joint ---- */

/* How strong a stop has to be where nobody says how strong the joint is: what lies behind it, at arm's length. */
static double usual_effort(const SarRobot *robot, bool turns) {
  double mass = 0, reach = 0;
  for (int32_t i = 0; i < robot->nlinks; i++) {
    const SarRobotLink *link = &robot->links[i];
    if (link->has_mass) mass += fabs(link->mass.values[0]);
    reach = fmax(reach, sar_norm(sar_sub(link->position, robot->links[robot->root].position)));
  }
  double weight = 9.81 * (mass > 0 ? mass : 1);
  return turns ? weight * (reach > 0 ? reach : 1) : weight;
}

/* Limits hold: stops that give way by `stop_angle` under the effort of the joint. */
static void write_stops(SarRobotWriter *w, const SarRobotJoint *j, SarNode *joint) {
  SarTree *tree = w->tree;
  if (!(j->lower.given || j->upper.given) || (j->kind != SAR_ROBOT_REVOLUTE && j->kind != SAR_ROBOT_PRISMATIC)) return;
  SarSource at = j->limit->source;
  bool turns = j->kind == SAR_ROBOT_REVOLUTE;
  const char *depth = turns ? SAR_ROBOT_STOP_ANGLE : SAR_ROBOT_STOP_DEPTH;
  double effort = j->effort.values[0] > 0 ? j->effort.values[0] : usual_effort(w->robot, turns);
  SarNode *stops = sar_tree_list(tree, at);
  if (j->written == 0) {
    sar_tree_push(tree, stops, sar_tree_text(tree, at, "%s", j->lower.words[0]));
    sar_tree_push(tree, stops, sar_tree_text(tree, at, "%s", j->upper.words[0]));
  } else {
    sar_robot_push_number(tree, stops, at, j->lower.values[0] - j->written);
    sar_robot_push_number(tree, stops, at, j->upper.values[0] - j->written);
  }
  sar_tree_put(tree, joint, "stops", at, stops);
  const char *strength = sar_robot_number(tree, effort);
  sar_tree_put_text(tree, joint, "stop_stiffness", at, "%s/%s", strength, depth);
  sar_tree_put_text(tree, joint, "stop_damping", at, "%s/%s*%s", strength, depth, SAR_ROBOT_STOP_TIME);
  sar_tree_put_text(tree, joint, "stop_depth", at, "%s", depth);
}

/* Friction of URDF has one size, whatever the joint carries: that of a normal force of 1 on an arm of 1. */
static void write_losses(SarRobotWriter *w, const SarRobotJoint *j, SarNode *joint) {
  SarTree *tree = w->tree;
  if (!j->dynamics) return;
  SarSource at = j->dynamics->source;
  if (j->damping.values[0] > 0) sar_tree_put_text(tree, joint, "damping", at, "%s", j->damping.words[0]);
  if (!(j->friction.values[0] > 0)) return;
  sar_tree_put_text(tree, joint, "friction", at, "%s", j->friction.words[0]);
  sar_tree_put_text(tree, joint, "friction_preload", at, "1");
  sar_tree_put_text(tree, joint, "reaction_friction", at, "false");
  if (j->kind != SAR_ROBOT_PRISMATIC) sar_tree_put_text(tree, joint, "pin_radius", at, "1");
}

/* Where the joint starts is a parameter: `--set q_elbow=0.5`. Zero, or the middle of a range without it. */
static void write_start(SarRobotWriter *w, const SarRobotJoint *j, SarNode *joint) {
  SarTree *tree = w->tree;
  SarSource at = j->tag->source;
  bool bounded = j->kind != SAR_ROBOT_CONTINUOUS;
  double low = j->lower.values[0], high = j->upper.values[0];
  double value = bounded && (low > 0 || high < 0) ? low + 0.5 * (high - low) : 0;
  sar_tree_put_text(tree, sar_tree_section(tree, "parameters"), j->start, at, "%s", sar_robot_number(tree, value));
  SarNode *start = sar_tree_mapping(tree, at);
  sar_tree_put_text(tree, start, j->kind == SAR_ROBOT_PRISMATIC ? "displacement" : "angle", at, "%s", j->start);
  sar_tree_put(tree, joint, "start", at, start);
}

/* ---- efforts ---- */

/* The force or torque that is given from outside, no more than the joint can bear. */
static void write_motor(SarRobotWriter *w, const SarRobotJoint *j, const char *frame) {
  SarTree *tree = w->tree;
  SarSource at = j->tag->source;
  bool slides = j->kind == SAR_ROBOT_PRISMATIC;
  SarNode *input = sar_tree_mapping(tree, at), *force = sar_tree_mapping(tree, at), *along = sar_tree_list(tree, at);
  sar_tree_put_text(tree, input, "unit", at, slides ? "N" : "N*m");
  sar_tree_put(tree, sar_tree_section(tree, "inputs"), j->effort_name, at, input);
  double limit = j->effort.values[0], length = sar_norm(sar_vec3_load(j->axis.values));
  const char *most = sar_robot_number(tree, limit), *given = j->effort_name;
  if (limit > 0) given = sar_arena_printf(tree->arena, "max(-%s, min(%s, %s))", most, most, j->effort_name);
  if (!given) tree->out_of_memory = true;
  for (int i = 0; i < 3 && given; i++) {
    double part = j->axis.values[i] / length;
    sar_tree_push(tree, along,
                  part == 0   ? sar_tree_text(tree, at, "0")
                  : part == 1 ? sar_tree_text(tree, at, "%s", given)
                              : sar_tree_text(tree, at, "%s*%s", sar_robot_number(tree, part), given));
  }
  sar_tree_put_text(tree, force, "type", at, "wrench");
  sar_tree_put(tree, force, "between", at, sides(w, j, frame));
  sar_tree_put(tree, force, slides ? "force" : "torque", at, along);
  sar_tree_put_text(tree, force, "axes", at, "%s", frame);
  sar_tree_put(tree, sar_tree_section(tree, "forces"), j->motor, at, force);
}

/* ---- joints ---- */

static void write_follower(SarRobotWriter *w, const SarRobotJoint *j) {
  SarTree *tree = w->tree;
  SarSource at = j->mimic->source;
  SarNode *coupler = sar_tree_mapping(tree, at), *joints = sar_tree_list(tree, at), *ratios = sar_tree_list(tree, at);
  sar_tree_push(tree, joints, sar_tree_text(tree, at, "%s", j->name));
  sar_tree_push(tree, joints, sar_tree_text(tree, at, "%s", w->robot->joints[j->leader].name));
  sar_tree_push(tree, ratios, sar_tree_text(tree, at, "1"));
  sar_robot_push_number(tree, ratios, at, -j->multiplier.values[0]);
  sar_tree_put_text(tree, coupler, "type", at, "coupler");
  sar_tree_put(tree, coupler, "joints", at, joints);
  sar_tree_put(tree, coupler, "ratios", at, ratios);
  sar_tree_put(tree, sar_tree_section(tree, "joints"), j->follows, at, coupler);
}

static void write_joint(SarRobotWriter *w, const SarRobotJoint *j) {
  static const char *const types[] = {"revolute", "revolute", "prismatic", "fixed", "", "planar"};
  SarTree *tree = w->tree;
  SarSource at = j->tag->source;
  const char *frame = write_frame(w, j);
  if (j->kind == SAR_ROBOT_FLOATING) return; /* nothing holds it */
  SarNode *joint = sar_tree_mapping(tree, at);
  sar_tree_put_text(tree, joint, "type", at, "%s", types[j->kind]);
  sar_tree_put(tree, joint, "between", at, sides(w, j, frame));
  if (j->kind != SAR_ROBOT_FIXED) sar_tree_put(tree, joint, "axis", at, axis_of(w, j));
  if (j->kind <= SAR_ROBOT_PRISMATIC) {
    write_losses(w, j, joint);
    write_stops(w, j, joint);
    if (sar_robot_is_driven(j)) write_start(w, j, joint);
  }
  sar_tree_put(tree, sar_tree_section(tree, "joints"), j->name, at, joint);
  if (j->leader >= 0) write_follower(w, j);
  if (sar_robot_is_driven(j)) write_motor(w, j, frame);
}

void sar_robot_write_joints(SarRobotWriter *w) {
  for (int32_t i = 0; i < w->robot->njoints; i++) write_joint(w, &w->robot->joints[i]);
}
