/* Links as bodies, with frames, looks and shapes; the root may be the ground. */
#include <string.h>

#include "base/number.h"
#include "element/body/principal.h"
#include "read/urdf/write.h"

#define TRIANGLE 1e-9 /* by which a sum of two principal moments may miss the third, as of all bodies */

const char *sar_robot_number(SarTree *tree, double number) {
  char text[SAR_NUMBER_SIZE];
  text[sar_format_real(text, number)] = 0;
  const char *copy = sar_arena_copy_text(tree->arena, text);
  if (!copy) tree->out_of_memory = true;
  return copy ? copy : "";
}

void sar_robot_push_number(SarTree *tree, SarNode *list, SarSource source, double number) {
  sar_tree_push(tree, list, sar_tree_text(tree, source, "%s", sar_robot_number(tree, number)));
}

static bool is_zero(const SarWritten *w) { return w->values[0] == 0 && w->values[1] == 0 && w->values[2] == 0; }

static SarNode *list_of(SarTree *tree, SarSource source, const char *const *words, int count) {
  SarNode *list = sar_tree_list(tree, source);
  for (int i = 0; i < count; i++) sar_tree_push(tree, list, sar_tree_text(tree, source, "%s", words[i]));
  return list;
}

/* rpy about fixed axes is zyx about those turned so far. */
void sar_robot_put_origin(SarTree *tree, SarNode *mapping, SarSource source, const SarOrigin *origin) {
  if (!is_zero(&origin->at)) sar_tree_put(tree, mapping, "at", source, list_of(tree, source, origin->at.words, 3));
  if (is_zero(&origin->rpy)) return;
  const char *const *w = origin->rpy.words, *angles[3] = {w[2], w[1], w[0]};
  SarNode *turn = sar_tree_mapping(tree, source);
  sar_tree_put_text(tree, turn, "euler", source, "zyx");
  sar_tree_put(tree, turn, "angles", source, list_of(tree, source, angles, 3));
  sar_tree_put(tree, mapping, "turn", source, turn);
}

/* ---- inertia ---- */

/* About the centre of mass, along the axes of the link. */
static SarMat3 tensor_of(const SarRobotLink *link) {
  const double *m = link->moments.values, *p = link->products.values;
  SarMat3 own = {{{m[0], p[0], p[1]}, {p[0], m[1], p[2]}, {p[1], p[2], m[2]}}};
  if (is_zero(&link->centre.rpy)) return own;
  SarMat3 axes = sar_quat_matrix(link->centre.turn), half = sar_mat3_mul(&axes, &own);
  return sar_mat3_mult(&half, &axes);
}

/* Tables that robots come with are often rounded, guessed or made up. */
static void mark_unphysical(SarRobotWriter *w, const SarRobotLink *link, const SarMat3 *tensor, SarNode *body) {
  double moment[3];
  sar_principal_moments(tensor->m, moment);
  if (moment[0] < 0 || moment[0] + moment[1] >= moment[2] * (1 - TRIANGLE)) return; /* negative: an error for others */
  sar_warn(
      w->robot->context, sar_tag_inside(link->tag, "inertial")->source, link->name, "check the inertia",
      "no body has such an inertia: its largest principal moment is above the sum of the others. It is taken as it is");
  sar_tree_put_text(w->tree, body, "unphysical", link->tag->source, "true");
}

static void write_inertia(SarRobotWriter *w, const SarRobotLink *link, SarNode *body) {
  SarTree *tree = w->tree;
  SarSource at = link->tag->source;
  const SarTag *inertial = sar_tag_inside(link->tag, "inertial");
  if (!link->has_mass) {
    static const char *const none[3] = {"0", "0", "0"};
    sar_tree_put_text(tree, body, "mass", at, "0");
    sar_tree_put(tree, body, "inertia", at, list_of(tree, at, none, 3));
    return;
  }
  at = inertial->source;
  SarMat3 tensor = tensor_of(link);
  SarNode *list = NULL;
  if (is_zero(&link->centre.rpy) && is_zero(&link->products)) {
    list = list_of(tree, at, link->moments.words, 3);
  } else {
    list = sar_tree_list(tree, at);
    for (int i = 0; i < 3; i++) {
      SarNode *row = sar_tree_list(tree, at);
      for (int k = 0; k < 3; k++) sar_robot_push_number(tree, row, at, 0.5 * (tensor.m[i][k] + tensor.m[k][i]));
      sar_tree_push(tree, list, row);
    }
  }
  sar_tree_put_text(tree, body, "mass", at, "%s", link->mass.words[0]);
  sar_tree_put(tree, body, "inertia", at, list);
  if (!is_zero(&link->centre.at)) {
    sar_tree_put(tree, body, "com", at, list_of(tree, at, link->centre.at.words, 3));
  }
  mark_unphysical(w, link, &tensor, body);
}

/* ---- looks and shapes ---- */

static void put_sizes(SarTree *tree, SarNode *mapping, const SarRobotShape *shape) {
  static const char *const keys[] = {"box", "cylinder", "sphere", "capsule", "mesh"};
  static const int counts[] = {3, 2, 1, 2, 0};
  SarSource at = shape->tag->source;
  const char *key = keys[shape->kind];
  int count = counts[shape->kind];
  if (shape->kind == SAR_ROBOT_MESH) {
    sar_tree_put_text(tree, mapping, key, at, "%s", shape->file);
    if (shape->sizes.values[0] != 1) sar_tree_put_text(tree, mapping, "scale", at, "%s", shape->sizes.words[0]);
  } else if (count == 1) {
    sar_tree_put_text(tree, mapping, key, at, "%s", shape->sizes.words[0]);
  } else {
    sar_tree_put(tree, mapping, key, at, list_of(tree, at, shape->sizes.words, count));
  }
}

/* Meshes of collisions are often open, and there are no contacts yet: whoever adds them says which. */
static bool is_written(const SarRobotShape *shape, bool collision) {
  return !shape->left_out && !(collision && shape->kind == SAR_ROBOT_MESH);
}

static void write_shapes(SarRobotWriter *w, const SarRobotLink *link, bool collision, SarNode *body) {
  SarTree *tree = w->tree;
  const SarRobotShape *all = collision ? link->collisions : link->visuals;
  int32_t count = collision ? link->ncollisions : link->nvisuals;
  const char *key = collision ? "shapes" : "looks", *word = collision ? "collision" : "visual";
  SarNode *list = NULL;
  for (int32_t i = 0; i < count; i++) {
    if (!is_written(&all[i], collision)) continue;
    SarSource at = all[i].tag->source;
    if (!list) list = sar_tree_mapping(tree, at);
    SarNode *entry = sar_tree_mapping(tree, at);
    put_sizes(tree, entry, &all[i]);
    sar_robot_put_origin(tree, entry, at, &all[i].origin);
    if (!collision && all[i].colour) sar_tree_put_text(tree, entry, "colour", at, "%s", all[i].colour);
    const char *name = sar_arena_printf(tree->arena, "%s%d", word, (int)i + 1);
    if (name) sar_tree_put(tree, list, name, at, entry);
    if (!name) tree->out_of_memory = true;
  }
  sar_tree_put(tree, body, key, link->tag->source, list);
}

/* ---- bodies ---- */

static void write_place(SarRobotWriter *w, const SarRobotLink *link, SarNode *body) {
  SarTree *tree = w->tree;
  SarSource at = link->tag->source;
  SarVec3 p = link->position;
  SarQuat q = link->turn;
  SarNode *list = sar_tree_list(tree, at);
  double numbers[3] = {p.x, p.y, p.z}, turn[4] = {q.w, q.x, q.y, q.z};
  for (int i = 0; i < 3; i++) sar_robot_push_number(tree, list, at, numbers[i]);
  sar_tree_put(tree, body, "at", at, list);
  if (q.x == 0 && q.y == 0 && q.z == 0) return;
  SarNode *quaternion = sar_tree_mapping(tree, at), *four = sar_tree_list(tree, at);
  for (int i = 0; i < 4; i++) sar_robot_push_number(tree, four, at, turn[i]);
  sar_tree_put(tree, quaternion, "quaternion", at, four);
  sar_tree_put(tree, body, "turn", at, quaternion);
}

void sar_robot_write_links(SarRobotWriter *w) {
  SarTree *tree = w->tree;
  const SarRobot *robot = w->robot;
  for (int32_t i = 0; i < robot->nlinks; i++) {
    const SarRobotLink *link = &robot->links[i];
    SarNode *body = link->is_ground ? sar_tree_section(tree, "ground") : sar_tree_mapping(tree, link->tag->source);
    w->bodies[i] = body;
    if (!link->is_ground) {
      write_inertia(w, link, body);
      write_place(w, link, body);
      if (i == robot->root && !robot->fixed_base) {
        sar_tree_put_text(tree, body, "lock", link->tag->source,
                          "position"); /* the rest is moved to the joints' start */
      }
    }
    write_shapes(w, link, false, body);
    write_shapes(w, link, true, body);
    if (!link->is_ground) sar_tree_put(tree, sar_tree_section(tree, "bodies"), link->name, link->tag->source, body);
  }
}
