/* Origins, and the shapes of links. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "model/model.h"
#include "read/urdf/robot.h"

/* ---- origins ---- */

SarStatus sar_robot_origin(SarRobot *robot, const SarTag *inside, SarOrigin *out) {
  const SarTag *tag = sar_tag_inside(inside, "origin");
  SAR_TRY(sar_tag_numbers(robot->context, robot->arena, tag, "xyz", 3, "0 0 0", &out->at));
  SAR_TRY(sar_tag_numbers(robot->context, robot->arena, tag, "rpy", 3, "0 0 0", &out->rpy));
  const double *a = out->rpy.values;
  SarQuat roll = sar_quat_exp(sar_vec3(a[0], 0, 0)), pitch = sar_quat_exp(sar_vec3(0, a[1], 0)),
          yaw = sar_quat_exp(sar_vec3(0, 0, a[2]));
  out->turn = sar_quat_mul(yaw, sar_quat_mul(pitch, roll));
  return SAR_OK;
}

/* ---- colours ---- */

SarStatus sar_robot_list_materials(SarRobot *robot, int32_t count) {
  int32_t n = 0;
  robot->paints.arena = robot->arena;
  robot->materials = SAR_NEW(robot->arena, count + 1, const SarTag *);
  if (!robot->materials) return sar_report_no_memory(robot->context);
  for (const SarTag *t = robot->tag->first; t; t = t->next) {
    const char *name = strcmp(t->name, "material") == 0 ? sar_tag_attribute(t, "name") : NULL;
    if (!name) continue;
    robot->materials[n] = t;
    if (!sar_index_put(&robot->paints, name, n++)) return sar_report_no_memory(robot->context);
  }
  return SAR_OK;
}

static const SarTag *find_material(const SarRobot *robot, const char *name) {
  int32_t index = sar_index_get(&robot->paints, name);
  return index < 0 ? NULL : robot->materials[index];
}

/* The colour of a material that stands here, or that the robot has under its name. */
static SarStatus read_colour(SarRobot *robot, const SarTag *visual, const char **out) {
  const SarTag *material = sar_tag_inside(visual, "material"), *colour = sar_tag_inside(material, "color");
  const char *name = material ? sar_tag_attribute(material, "name") : NULL;
  SarWritten rgb;
  if (material && !colour && name) colour = sar_tag_inside(find_material(robot, name), "color");
  if (!colour) return SAR_OK;
  const char *text = sar_tag_attribute(colour, "rgba");
  size_t length = text ? strlen(text) : 0;
  char *three = sar_arena_copy_text_n(robot->arena, text ? text : "", length);
  if (!three) return sar_report_no_memory(robot->context);
  int words = 0; /* how opaque it is does not count */
  for (char *p = three; *p && words < 3; words++) {
    p += strspn(p, " \t\n\r");
    p += strcspn(p, " \t\n\r");
    if (words == 2) *p = 0;
  }
  const char *attributes[] = {"rgba", three, NULL};
  SarTag shortened = {.name = colour->name, .source = colour->source, .attributes = attributes};
  SAR_TRY(sar_tag_numbers(robot->context, robot->arena, &shortened, "rgba", 3, NULL, &rgb));
  int part[3];
  for (int i = 0; i < 3; i++) part[i] = (int)lround(255 * fmin(fmax(rgb.values[i], 0), 1));
  *out = sar_arena_printf(robot->arena, "#%02x%02x%02x", part[0], part[1], part[2]);
  return *out ? SAR_OK : sar_report_no_memory(robot->context);
}

/* ---- shapes ---- */

typedef struct Kind {
  const char *tag;
  SarRobotShapeKind kind;
  const char *attributes[2];
  int counts[2];
} Kind;

static const Kind kinds[] = {
    {"box", SAR_ROBOT_BOX, {"size", NULL}, {3, 0}},
    {"cylinder", SAR_ROBOT_CYLINDER, {"radius", "length"}, {1, 1}},
    {"sphere", SAR_ROBOT_SPHERE, {"radius", NULL}, {1, 0}},
    {"capsule", SAR_ROBOT_CAPSULE, {"radius", "length"}, {1, 1}},
    {"mesh", SAR_ROBOT_MESH, {NULL, NULL}, {0, 0}},
};

static bool ends_in(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcasecmp(text + length - tail, end) == 0;
}

/* A picture that cannot be shown does not make the motion wrong. */
static void leave_out(SarRobot *robot, SarRobotShape *shape, const char *remedy, const char *why) {
  shape->left_out = true;
  sar_warn(robot->context, shape->tag->source, NULL, remedy, "the mesh `%.200s` is left out: %s", shape->file, why);
}

static SarStatus read_mesh(SarRobot *robot, const SarTag *tag, SarRobotShape *shape) {
  shape->file = sar_tag_attribute(tag, "filename");
  if (!shape->file || !shape->file[0]) {
    return sar_report(robot->context, SAR_INPUT, tag->source, NULL, "write filename=\"package://NAME/part.stl\"",
                      "<mesh> has no filename");
  }
  SAR_TRY(sar_tag_numbers(robot->context, robot->arena, tag, "scale", 3, "1 1 1", &shape->sizes));
  const double *s = shape->sizes.values;
  if (!ends_in(shape->file, ".stl") && !ends_in(shape->file, ".obj")) {
    leave_out(robot, shape, "save it as STL or OBJ", "only STL and OBJ are read");
  } else if (s[0] != s[1] || s[1] != s[2] || !(s[0] > 0)) {
    leave_out(robot, shape, "scale it in the program that made it",
              "its scale is not the same positive number for x, y, z");
  } else if (strncmp(shape->file, "file:", 5) == 0 || shape->file[0] == '/') {
    leave_out(robot, shape, "put it into the folder of the robot, or write package://NAME/ and give --package NAME=DIR",
              "its path is absolute");
  }
  return SAR_OK;
}

static SarStatus read_sizes(SarRobot *robot, const SarTag *tag, const Kind *kind, SarRobotShape *shape) {
  int count = 0;
  for (int k = 0; k < 2 && kind->attributes[k]; k++) {
    SarWritten part;
    SAR_TRY(sar_tag_numbers(robot->context, robot->arena, tag, kind->attributes[k], kind->counts[k], NULL, &part));
    for (int i = 0; i < kind->counts[k]; i++, count++) {
      shape->sizes.words[count] = part.words[i];
      shape->sizes.values[count] = part.values[i];
      if (part.values[i] > 0) continue;
      return sar_report(robot->context, SAR_INPUT, tag->source, NULL, "give positive sizes",
                        "%s of <%s> is not positive", kind->attributes[k], tag->name);
    }
  }
  return SAR_OK;
}

static SarStatus read_shape(SarRobot *robot, const SarTag *tag, SarRobotShape *shape) {
  const SarTag *geometry = sar_tag_inside(tag, "geometry");
  *shape = (SarRobotShape){.tag = tag};
  SAR_TRY(sar_robot_origin(robot, tag, &shape->origin));
  SAR_TRY(read_colour(robot, tag, &shape->colour));
  for (size_t i = 0; geometry && i < sizeof kinds / sizeof *kinds; i++) {
    const SarTag *found = sar_tag_inside(geometry, kinds[i].tag);
    if (!found) continue;
    shape->kind = kinds[i].kind;
    return shape->kind == SAR_ROBOT_MESH ? read_mesh(robot, found, shape) : read_sizes(robot, found, &kinds[i], shape);
  }
  return sar_report(robot->context, SAR_INPUT, geometry ? geometry->source : tag->source, NULL,
                    "write <geometry> with a box, cylinder, sphere, capsule or mesh inside", "this %s has no shape",
                    tag->name);
}

SarStatus sar_robot_shapes(SarRobot *robot, const SarTag *link, const char *kind, SarRobotShape **out, int32_t *count) {
  int32_t all = 0;
  for (const SarTag *t = link->first; t; t = t->next) all += strcmp(t->name, kind) == 0;
  *count = 0;
  *out = SAR_NEW(robot->arena, all + 1, SarRobotShape);
  if (!*out) return sar_report_no_memory(robot->context);
  SarStatus status = SAR_OK;
  for (const SarTag *t = link->first; t; t = t->next) {
    if (strcmp(t->name, kind) != 0) continue;
    SarStatus one = read_shape(robot, t, &(*out)[(*count)++]);
    if (one != SAR_OK) status = one;
  }
  return status;
}
