#include "read/urdf/urdf.h"

#include <string.h>
#include <strings.h>

#include "read/urdf/write.h"

bool sar_urdf_is_robot(const char *path) {
  size_t length = strlen(path);
  return length >= 5 && strcasecmp(path + length - 5, ".urdf") == 0;
}

static SarStatus check_root(SarContext *context, const SarTag *tag) {
  if (strcmp(tag->name, "robot") == 0) return SAR_OK;
  if (strcmp(tag->name, "sdf") == 0) {
    return sar_report(context, SAR_INPUT, tag->source, NULL, "give the robot as URDF",
                      "this is SDF, the format of Gazebo's worlds, which is not read");
  }
  return sar_report(context, SAR_INPUT, tag->source, NULL, "begin with <robot name=\"..\">",
                    "a robot begins with <robot>, not with <%.60s>", tag->name);
}

static void put_gravity(SarTree *tree, SarSource at) {
  static const char *const down[3] = {"0", "0", "-9.81"};
  SarNode *list = sar_tree_list(tree, at);
  for (int i = 0; i < 3; i++) sar_tree_push(tree, list, sar_tree_text(tree, at, "%s", down[i]));
  sar_tree_put(tree, tree->root, "gravity", at, list);
}

static void put_stops(SarTree *tree, const SarRobot *robot) {
  bool turns = false, slides = false;
  SarSource at = robot->tag->source;
  for (int32_t i = 0; i < robot->njoints; i++) {
    const SarRobotJoint *j = &robot->joints[i];
    bool given = j->lower.given || j->upper.given;
    turns = turns || (given && j->kind == SAR_ROBOT_REVOLUTE);
    slides = slides || (given && j->kind == SAR_ROBOT_PRISMATIC);
  }
  if (!turns && !slides) return;
  SarNode *parameters = sar_tree_section(tree, "parameters");
  if (turns) sar_tree_put_text(tree, parameters, SAR_ROBOT_STOP_ANGLE, at, "0.01");
  if (slides) sar_tree_put_text(tree, parameters, SAR_ROBOT_STOP_DEPTH, at, "0.001");
  sar_tree_put_text(tree, parameters, SAR_ROBOT_STOP_TIME, at, "0.01");
}

/* A root with a mass is free, as in other programs; somebody who forgot about it sees it fall. */
static void hold_root(SarTree *tree, SarRobot *robot) {
  const SarRobotLink *root = &robot->links[robot->root];
  SarSource at = root->tag->source;
  if (root->is_ground) return;
  if (!robot->fixed_base) {
    sar_warn(robot->context, at, root->name, "give --base fixed to hold it, or a root without mass, called world",
             "the root of the robot is free: nothing holds it");
    return;
  }
  SarNode *joint = sar_tree_mapping(tree, at), *sides = sar_tree_list(tree, at);
  sar_tree_push(tree, sides, sar_tree_text(tree, at, "ground"));
  sar_tree_push(tree, sides, sar_tree_text(tree, at, "%s", root->name));
  sar_tree_put_text(tree, joint, "type", at, "fixed");
  sar_tree_put(tree, joint, "between", at, sides);
  SarNode *origin = sar_tree_list(tree, at);
  for (int i = 0; i < 3; i++) sar_tree_push(tree, origin, sar_tree_text(tree, at, "0"));
  sar_tree_put(tree, joint, "at", at, origin);
  sar_tree_put(tree, sar_tree_section(tree, "joints"), robot->base, at, joint);
}

/* What a reader of the model should know. */
static void put_notes(SarTree *tree, const SarRobot *robot) {
  int32_t meshes = 0;
  for (int32_t i = 0; i < robot->nlinks; i++) {
    for (int32_t k = 0; k < robot->links[i].ncollisions; k++) {
      meshes += robot->links[i].collisions[k].kind == SAR_ROBOT_MESH;
    }
  }
  if (robot->left_out[0])
    sar_tree_comment(tree, tree->root, "left out, as it does not move anything: %s", robot->left_out);
  if (meshes) {
    sar_tree_comment(tree, tree->root, "left out: %d meshes of collisions; closed ones may be added as `shapes:`",
                     (int)meshes);
  }
}

static SarStatus write(SarTree *tree, SarRobot *robot) {
  SarRobotWriter writer = {.tree = tree, .robot = robot};
  writer.bodies = SAR_NEW(tree->arena, robot->nlinks + 1, SarNode *);
  writer.frames = SAR_NEW(tree->arena, robot->nlinks + 1, SarNode *);
  if (!writer.bodies || !writer.frames) return sar_report_no_memory(robot->context);
  SarSource at = robot->tag->source;
  tree->root = sar_tree_mapping(tree, at);
  if (!tree->root) return sar_report_no_memory(robot->context);
  tree->root->flow = false;
  if (robot->title) sar_tree_put_text(tree, tree->root, "title", at, "%s", robot->title);
  put_gravity(tree, at);
  put_stops(tree, robot);
  sar_robot_write_links(&writer);
  sar_robot_write_joints(&writer);
  hold_root(tree, robot);
  put_notes(tree, robot);
  sar_tree_finish(tree);
  return tree->out_of_memory ? sar_report_no_memory(robot->context) : SAR_OK;
}

SarStatus sar_urdf_read(SarContext *context, SarArena *arena, const char *file, const char *text, size_t length,
                        const SarUrdfOptions *options, const SarNode **root) {
  SarRobot robot = {.context = context, .arena = arena, .fixed_base = options->fixed_base};
  SarTree tree = {.arena = arena};
  SAR_TRY(sar_tag_parse(context, arena, file, text, length, &robot.tag));
  SAR_TRY(check_root(context, robot.tag));
  robot.title = sar_tag_attribute(robot.tag, "name");
  SAR_TRY(sar_robot_read(&robot));
  SAR_TRY(write(&tree, &robot));
  *root = tree.root;
  return SAR_OK;
}
