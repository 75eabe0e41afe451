/* Links and joints of a robot. */
#include "read/urdf/robot.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "model/model.h"

static SarStatus wrong(SarRobot *robot, const SarTag *tag, const char *remedy, const char *what, const char *name) {
  return sar_report(robot->context, SAR_INPUT, tag->source, NULL, remedy, what, name);
}

static SarStatus numbers(SarRobot *robot, const SarTag *tag, const char *name, int count, const char *fallback,
                         SarWritten *out) {
  return sar_tag_numbers(robot->context, robot->arena, tag, name, count, fallback, out);
}

/* ---- names ---- */

/* Names of links or joints once each, in a hash. */
typedef struct Names {
  SarRobot *robot;
  int32_t *slots; /* index + 1, 0: free */
  uint64_t mask;
  const char *(*name_of)(const SarRobot *robot, int32_t index);
} Names;

static const char *name_of_link(const SarRobot *robot, int32_t index) { return robot->links[index].given; }
static const char *name_of_joint(const SarRobot *robot, int32_t index) { return robot->joints[index].given; }

/* Where a name is, or would be. */
static int32_t *slot_of(const Names *names, const char *name) {
  uint64_t hash = 14695981039346656037u;
  for (const char *p = name; *p; p++) hash = (hash ^ (unsigned char)*p) * 1099511628211u;
  for (uint64_t i = (hash ^ hash >> 32) & names->mask;; i = (i + 1) & names->mask) {
    int32_t *slot = &names->slots[i];
    if (!*slot || strcmp(names->name_of(names->robot, *slot - 1), name) == 0) return slot;
  }
}

static SarStatus index_names(Names *names, int32_t count, const char *kind) {
  SarRobot *robot = names->robot;
  for (names->mask = 15; names->mask < 4 * (uint64_t)count;) names->mask = 2 * names->mask + 1;
  names->slots = SAR_NEW(robot->arena, names->mask + 1, int32_t);
  if (!names->slots) return sar_report_no_memory(robot->context);
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < count; i++) {
    const char *name = names->name_of(robot, i);
    int32_t *slot = name ? slot_of(names, name) : NULL;
    if (!slot) continue;
    if (*slot) {
      const SarTag *tag = names->name_of == name_of_link ? robot->links[i].tag : robot->joints[i].tag;
      status = sar_report(robot->context, SAR_INPUT, tag->source, NULL, "give one of them another name",
                          "there are two %s `%.100s`", kind, name);
    } else {
      *slot = i + 1;
    }
  }
  return status;
}

int32_t sar_robot_find_link(const SarRobot *robot, const char *given) {
  Names names = {(SarRobot *)robot, robot->slots, robot->mask, name_of_link};
  return *slot_of(&names, given) - 1;
}

/* ---- links ---- */

static SarStatus read_inertial(SarRobot *robot, const SarTag *tag, SarRobotLink *link) {
  static const char *const names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  const SarTag *mass = sar_tag_inside(tag, "mass"), *inertia = sar_tag_inside(tag, "inertia");
  sar_tag_warn_unknown(robot->context, tag, "origin mass inertia");
  if (!mass || !inertia) {
    return wrong(robot, tag, "write <mass value=\"..\"/> and <inertia ixx=\"..\" .../>", "<inertial> has no %s",
                 mass ? "inertia" : "mass");
  }
  SAR_TRY(sar_robot_origin(robot, tag, &link->centre));
  SAR_TRY(numbers(robot, mass, "value", 1, NULL, &link->mass));
  for (int i = 0; i < 6; i++) {
    SarWritten one, *to = i < 3 ? &link->moments : &link->products;
    SAR_TRY(numbers(robot, inertia, names[i], 1, i < 3 ? NULL : "0", &one));
    to->words[i % 3] = one.words[0];
    to->values[i % 3] = one.values[0];
  }
  link->has_mass = true;
  return SAR_OK;
}

static SarStatus read_link(SarRobot *robot, const SarTag *tag, SarRobotLink *link) {
  const SarTag *inertial = sar_tag_inside(tag, "inertial");
  *link = (SarRobotLink){.tag = tag, .given = sar_tag_attribute(tag, "name"), .joint = -1};
  if (!link->given || !link->given[0]) return wrong(robot, tag, "write name=\"..\"", "this %s has no name", "link");
  sar_tag_warn_unknown(robot->context, tag, "inertial visual collision");
  SarStatus status = inertial ? read_inertial(robot, inertial, link) : SAR_OK;
  SarStatus seen = sar_robot_shapes(robot, tag, "visual", &link->visuals, &link->nvisuals);
  SarStatus touched = sar_robot_shapes(robot, tag, "collision", &link->collisions, &link->ncollisions);
  return status != SAR_OK ? status : seen != SAR_OK ? seen : touched;
}

/* ---- joints ---- */

/* By its name, reported where there is none. */
static SarStatus find_link(SarRobot *robot, const SarTag *joint, const char *side, int32_t *out) {
  const SarTag *tag = sar_tag_inside(joint, side);
  const char *name = tag ? sar_tag_attribute(tag, "link") : NULL;
  if (!name)
    return wrong(robot, tag ? tag : joint, "write <parent link=\"..\"/> and <child link=\"..\"/>",
                 "the joint has no %s", side);
  *out = sar_robot_find_link(robot, name);
  if (*out >= 0) return SAR_OK;
  SarSuggestion best = sar_suggestion(name);
  for (int32_t i = 0; i < robot->nlinks; i++) {
    if (robot->links[i].given) sar_suggestion_offer(&best, robot->links[i].given);
  }
  SarHint hint = sar_hint(&best);
  return sar_report(robot->context, SAR_INPUT, tag->source, NULL, "name a link of the robot",
                    "there is no link `%.100s`%s%s%s", name, hint.open, hint.word, hint.close);
}

static SarStatus read_kind(SarRobot *robot, const SarTag *tag, SarRobotJointKind *out) {
  const char *type = sar_tag_attribute(tag, "type");
  int32_t kind = type ? sar_field_choice(SAR_ROBOT_JOINTS, type) : -1;
  if (kind < 0) {
    return sar_report(robot->context, SAR_INPUT, tag->source, NULL, "write one of: " SAR_ROBOT_JOINTS,
                      type ? "there are no joints of type `%.60s`" : "the joint has no type%s", type ? type : "");
  }
  *out = (SarRobotJointKind)kind;
  return SAR_OK;
}

static SarStatus read_limit(SarRobot *robot, SarRobotJoint *j) {
  bool needed = j->kind == SAR_ROBOT_REVOLUTE || j->kind == SAR_ROBOT_PRISMATIC;
  j->limit = sar_tag_inside(j->tag, "limit");
  if (needed && !j->limit) {
    return wrong(robot, j->tag,
                 j->kind == SAR_ROBOT_REVOLUTE ? "write <limit lower=\"..\" upper=\"..\"/>, or type=\"continuous\""
                                               : "write <limit lower=\"..\" upper=\"..\"/>",
                 "the joint `%.100s` needs a limit", j->given);
  }
  SAR_TRY(numbers(robot, j->limit, "lower", 1, "0", &j->lower));
  SAR_TRY(numbers(robot, j->limit, "upper", 1, "0", &j->upper));
  SAR_TRY(numbers(robot, j->limit, "effort", 1, "0", &j->effort));
  bool given = j->lower.given || j->upper.given;
  if (needed && j->lower.values[0] > j->upper.values[0]) {
    return wrong(robot, j->limit, "exchange them", "the lower limit of `%.100s` is above the upper one", j->given);
  }
  if (needed && given && j->lower.values[0] == j->upper.values[0]) {
    return wrong(robot, j->limit, "write type=\"fixed\", or other limits", "the limits of `%.100s` are the same",
                 j->given);
  }
  if (needed && !given) {
    sar_warn(robot->context, j->limit->source, NULL, "write lower=\"..\" and upper=\"..\"",
             "the limit of `%.100s` says neither lower nor upper: it has no stops", j->given);
  }
  if (j->effort.values[0] >= 0) return SAR_OK;
  return wrong(robot, j->limit, "give a positive number", "the effort of `%.100s` is negative", j->given);
}

static SarStatus read_dynamics(SarRobot *robot, SarRobotJoint *j) {
  j->dynamics = sar_tag_inside(j->tag, "dynamics");
  SAR_TRY(numbers(robot, j->dynamics, "damping", 1, "0", &j->damping));
  SAR_TRY(numbers(robot, j->dynamics, "friction", 1, "0", &j->friction));
  if (j->damping.values[0] >= 0 && j->friction.values[0] >= 0) return SAR_OK;
  return wrong(robot, j->dynamics, "give positive numbers", "damping and friction of `%.100s` must not be negative",
               j->given);
}

static SarStatus read_axis(SarRobot *robot, SarRobotJoint *j) {
  const SarTag *tag = sar_tag_inside(j->tag, "axis");
  SAR_TRY(numbers(robot, tag, "xyz", 3, tag ? NULL : "1 0 0", &j->axis));
  if (sar_norm(sar_vec3_load(j->axis.values)) > 0) return SAR_OK;
  return wrong(robot, tag, "give a direction", "the axis of `%.100s` is zero", j->given);
}

static SarStatus read_joint(SarRobot *robot, const SarTag *tag, SarRobotJoint *j) {
  *j = (SarRobotJoint){.tag = tag, .given = sar_tag_attribute(tag, "name"), .parent = -1, .child = -1, .leader = -1};
  if (!j->given || !j->given[0]) return wrong(robot, tag, "write name=\"..\"", "this %s has no name", "joint");
  sar_tag_warn_unknown(robot->context, tag,
                       "origin parent child axis calibration dynamics limit mimic safety_controller");
  SarStatus parts[] = {
      read_kind(robot, tag, &j->kind),
      find_link(robot, tag, "parent", &j->parent),
      find_link(robot, tag, "child", &j->child),
      sar_robot_origin(robot, tag, &j->origin),
      read_axis(robot, j),
      read_dynamics(robot, j),
  };
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) SAR_TRY(parts[i]);
  return read_limit(robot, j);
}

static SarStatus read_mimic(SarRobot *robot, const Names *names, SarRobotJoint *j) {
  j->mimic = sar_tag_inside(j->tag, "mimic");
  if (!j->mimic) return SAR_OK;
  const char *name = sar_tag_attribute(j->mimic, "joint");
  SAR_TRY(numbers(robot, j->mimic, "multiplier", 1, "1", &j->multiplier));
  SAR_TRY(numbers(robot, j->mimic, "offset", 1, "0", &j->offset));
  if (j->multiplier.values[0] == 0) {
    return wrong(robot, j->mimic, "write type=\"fixed\" instead", "`%.100s` follows with a multiplier of zero",
                 j->given);
  }
  if (!name) return wrong(robot, j->mimic, "write joint=\"..\"", "<mimic> of `%.100s` names no joint", j->given);
  if (j->kind > SAR_ROBOT_PRISMATIC) {
    return wrong(robot, j->mimic, "remove <mimic>", "`%.100s` has no coordinate that could follow another", j->given);
  }
  int32_t found = *slot_of(names, name) - 1;
  if (found >= 0 && &robot->joints[found] != j && robot->joints[found].kind <= SAR_ROBOT_PRISMATIC) {
    j->leader = found;
    return SAR_OK;
  }
  SarSuggestion best = sar_suggestion(name);
  for (int32_t i = 0; i < robot->njoints; i++) {
    const SarRobotJoint *other = &robot->joints[i];
    if (other != j && other->kind <= SAR_ROBOT_PRISMATIC) sar_suggestion_offer(&best, other->given);
  }
  SarHint hint = sar_hint(&best);
  return sar_report(robot->context, SAR_INPUT, j->mimic->source, NULL, "name another joint that turns or slides",
                    "there is no joint `%.100s` that `%.100s` could follow%s%s%s", name, j->given, hint.open, hint.word,
                    hint.close);
}

/* Followers of followers that come back to themselves lead nowhere. */
static SarStatus check_leaders(SarRobot *robot) {
  for (int32_t i = 0; i < robot->njoints; i++) {
    int32_t at = i, left = robot->njoints;
    while (at >= 0 && left-- > 0) at = robot->joints[at].leader;
    if (at < 0) continue;
    return wrong(robot, robot->joints[i].mimic, "let one of them lead", "`%.100s` follows itself",
                 robot->joints[i].given);
  }
  return SAR_OK;
}

/* ---- all of it ---- */

static int32_t count_tags(const SarRobot *robot, const char *name) {
  int32_t count = 0;
  for (const SarTag *t = robot->tag->first; t; t = t->next) count += strcmp(t->name, name) == 0;
  return count;
}

static SarStatus read_links(SarRobot *robot) {
  SarStatus status = SAR_OK;
  for (const SarTag *t = robot->tag->first; t; t = t->next) {
    if (strcmp(t->name, "link") != 0) continue;
    SarStatus one = read_link(robot, t, &robot->links[robot->nlinks++]);
    if (one != SAR_OK) status = one;
  }
  Names names = {.robot = robot, .name_of = name_of_link};
  SAR_TRY(index_names(&names, robot->nlinks, "links"));
  robot->slots = names.slots;
  robot->mask = names.mask;
  return status;
}

static SarStatus read_joints(SarRobot *robot) {
  SarStatus status = SAR_OK;
  for (const SarTag *t = robot->tag->first; t; t = t->next) {
    if (strcmp(t->name, "joint") != 0) continue;
    SarStatus one = read_joint(robot, t, &robot->joints[robot->njoints++]);
    if (one != SAR_OK) status = one;
  }
  Names names = {.robot = robot, .name_of = name_of_joint};
  SAR_TRY(index_names(&names, robot->njoints, "joints"));
  SAR_TRY(status);
  for (int32_t i = 0; i < robot->njoints; i++) {
    SarStatus one = read_mimic(robot, &names, &robot->joints[i]);
    if (one != SAR_OK) status = one;
  }
  return status == SAR_OK ? check_leaders(robot) : status;
}

/* Tags that simulators, planners and drivers have put there. */
static SarStatus list_left_out(SarRobot *robot) {
  robot->left_out = "";
  for (const SarTag *t = robot->tag->first; t && robot->left_out; t = t->next) {
    if (sar_field_choice("link joint material", t->name) >= 0 || strstr(robot->left_out, t->name)) continue;
    robot->left_out =
        sar_arena_printf(robot->arena, "%s%s%s", robot->left_out, robot->left_out[0] ? ", " : "", t->name);
    if (robot->left_out && strlen(robot->left_out) > 500) break;
  }
  return robot->left_out ? SAR_OK : sar_report_no_memory(robot->context);
}

/* What comes with a joint. */
static SarStatus name_companions(SarRobot *robot, SarTakenNames *taken, SarRobotJoint *j) {
  static const char *const formats[] = {"q_%s", "%s_effort", "%s_motor", "%s_follows"};
  const char **names[] = {&j->start, &j->effort_name, &j->motor, &j->follows};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *wanted = sar_arena_printf(robot->arena, formats[i], j->name);
    *names[i] = wanted ? sar_take_name(taken, wanted, SAR_TAKEN_ELEMENT) : NULL;
    if (!*names[i]) return sar_report_no_memory(robot->context);
  }
  return SAR_OK;
}

/* Bodies and joints of the model have names of their own; clashes get a number. */
static SarStatus name_all(SarRobot *robot) {
  SarTakenNames taken = {.arena = robot->arena};
  for (int32_t i = 0; i < robot->nlinks; i++) {
    const char *wanted = sar_name_of(robot->arena, robot->links[i].given, "link");
    robot->links[i].name = wanted ? sar_take_name(&taken, wanted, SAR_TAKEN_ELEMENT) : NULL;
    if (!robot->links[i].name) return sar_report_no_memory(robot->context);
  }
  for (int32_t i = 0; i < robot->njoints; i++) {
    SarRobotJoint *j = &robot->joints[i];
    const char *wanted = sar_name_of(robot->arena, j->given, "joint");
    j->name = wanted ? sar_take_name(&taken, wanted, SAR_TAKEN_ELEMENT) : NULL;
    j->frame = wanted ? sar_take_name(&taken, wanted, j->parent) : NULL;
    if (!j->name || !j->frame) return sar_report_no_memory(robot->context);
  }
  for (int32_t i = 0; i < robot->njoints; i++) SAR_TRY(name_companions(robot, &taken, &robot->joints[i]));
  robot->base = sar_take_name(&taken, "base_holder", SAR_TAKEN_ELEMENT);
  return robot->base ? SAR_OK : sar_report_no_memory(robot->context);
}

SarStatus sar_robot_read(SarRobot *robot) {
  robot->links = SAR_NEW(robot->arena, count_tags(robot, "link") + 1, SarRobotLink);
  robot->joints = SAR_NEW(robot->arena, count_tags(robot, "joint") + 1, SarRobotJoint);
  if (!robot->links || !robot->joints) return sar_report_no_memory(robot->context);
  SAR_TRY(sar_robot_list_materials(robot, count_tags(robot, "material")));
  SarStatus links = read_links(robot), joints = robot->slots ? read_joints(robot) : links;
  SAR_TRY(links);
  SAR_TRY(joints);
  if (!robot->nlinks) return wrong(robot, robot->tag, "write <link name=\"..\">", "the robot has no %s", "links");
  SAR_TRY(list_left_out(robot));
  SAR_TRY(name_all(robot));
  return sar_robot_place(robot);
}
