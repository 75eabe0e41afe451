/* The tree of links: its root, an order with parents first, and where everything is with all joints at zero. */
#include <string.h>

#include "read/urdf/robot.h"

/* Every link but the root hangs on one joint. */
static SarStatus hang(SarRobot *robot) {
  for (int32_t i = 0; i < robot->njoints; i++) {
    const SarRobotJoint *j = &robot->joints[i];
    SarRobotLink *child = &robot->links[j->child];
    if (child->joint >= 0) {
      return sar_report(robot->context, SAR_INPUT, j->tag->source, NULL,
                        "robots are trees: close loops in the model file that `sarrus convert` writes",
                        "the link `%.100s` is the child of two joints, `%.60s` and `%.60s`", child->given,
                        robot->joints[child->joint].given, j->given);
    }
    child->joint = i;
  }
  robot->root = -1;
  for (int32_t i = 0; i < robot->nlinks; i++) {
    if (robot->links[i].joint >= 0) continue;
    if (robot->root >= 0) {
      return sar_report(robot->context, SAR_INPUT, robot->links[i].tag->source, NULL,
                        "let one of them be the child of a joint", "both `%.100s` and `%.100s` hang on nothing",
                        robot->links[robot->root].given, robot->links[i].given);
    }
    robot->root = i;
  }
  if (robot->root >= 0) return SAR_OK;
  return sar_report(robot->context, SAR_INPUT, robot->tag->source, NULL, "let one link be the child of no joint",
                    "every link is the child of another: the robot has no root");
}

/* Children by their parents, so that the order is found in linear time. */
static SarStatus sort(SarRobot *robot) {
  int32_t *first = SAR_NEW(robot->arena, robot->nlinks + 1, int32_t), n = robot->nlinks;
  int32_t *next = SAR_NEW(robot->arena, robot->njoints + 1, int32_t);
  robot->order = SAR_NEW(robot->arena, n + 1, int32_t);
  if (!first || !next || !robot->order) return sar_report_no_memory(robot->context);
  for (int32_t i = 0; i < n; i++) first[i] = -1;
  for (int32_t i = robot->njoints - 1; i >= 0; i--) {
    next[i] = first[robot->joints[i].parent];
    first[robot->joints[i].parent] = i;
  }
  int32_t count = 0;
  robot->order[count++] = robot->root;
  for (int32_t k = 0; k < count; k++) {
    for (int32_t j = first[robot->order[k]]; j >= 0; j = next[j]) robot->order[count++] = robot->joints[j].child;
  }
  if (count == n) return SAR_OK;
  for (int32_t i = 0; i < n; i++) { /* of a ring one is as good as another */
    int32_t at = i, left = n;
    while (robot->links[at].joint >= 0 && left-- > 0) at = robot->joints[robot->links[at].joint].parent;
    if (robot->links[at].joint < 0) continue;
    return sar_report(robot->context, SAR_INPUT, robot->joints[robot->links[at].joint].tag->source, NULL,
                      "let one of its links hang on the rest of the robot",
                      "the link `%.100s` hangs on itself through others", robot->links[at].given);
  }
  return SAR_OK;
}

/* The root is the ground where its name or its lack of mass says so. */
static void find_ground(SarRobot *robot) {
  SarRobotLink *root = &robot->links[robot->root];
  root->is_ground = strcmp(root->given, "world") == 0 || !root->has_mass;
}

/* What follows at q = m p + b is at b where its leader is at zero. */
static void write_coordinates(SarRobot *robot) {
  for (int32_t i = 0; i < robot->njoints; i++) {
    SarRobotJoint *j = &robot->joints[i];
    double factor = 1;
    for (const SarRobotJoint *at = j; at->leader >= 0; at = &robot->joints[at->leader]) {
      j->written += factor * at->offset.values[0];
      factor *= at->multiplier.values[0];
    }
  }
}

static void move(const SarRobotJoint *j, SarRobotLink *link) {
  SarVec3 axis = sar_vec3_load(j->axis.values);
  axis = sar_scale(j->written / sar_norm(axis), axis);
  SarMat3 axes = sar_quat_matrix(link->turn);
  if (j->kind == SAR_ROBOT_PRISMATIC) {
    link->position = sar_add(link->position, sar_mul(&axes, axis));
  } else {
    link->turn = sar_quat_normalise(sar_quat_mul(link->turn, sar_quat_exp(axis)));
  }
}

SarStatus sar_robot_place(SarRobot *robot) {
  SAR_TRY(hang(robot));
  SAR_TRY(sort(robot));
  find_ground(robot);
  write_coordinates(robot);
  for (int32_t k = 0; k < robot->nlinks; k++) {
    SarRobotLink *link = &robot->links[robot->order[k]];
    link->turn = sar_quat_identity();
    if (link->joint < 0) continue;
    const SarRobotJoint *j = &robot->joints[link->joint];
    const SarRobotLink *parent = &robot->links[j->parent];
    SarMat3 axes = sar_quat_matrix(parent->turn);
    link->position = sar_add(parent->position, sar_mul(&axes, sar_vec3_load(j->origin.at.values)));
    link->turn = sar_quat_normalise(sar_quat_mul(parent->turn, j->origin.turn));
    if (j->written != 0) move(j, link);
  }
  return SAR_OK;
}
