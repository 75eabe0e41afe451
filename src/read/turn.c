/* Directions and orientations, in the forms people write them. */
#include <string.h>

#include "read/reader.h"

#define PARALLEL 1e-9 /* sine of the angle below which two axes count as parallel */

static SarVec3 unit_axis(char letter) { return sar_vec3(letter == 'x', letter == 'y', letter == 'z'); }

/* x, -x, y, ...: false if the text is none of them. */
static bool axis_word(const char *text, SarVec3 *out) {
  double sign = *text == '-' ? -1 : 1;
  if (*text == '-' || *text == '+') text++;
  if (!*text || !strchr("xyz", *text) || text[1]) return false;
  *out = sar_scale(sign, unit_axis(*text));
  return true;
}

SarStatus sar_read_axis(SarFile *file, const SarNode *node, const char *what, SarVec3 *out) {
  SarContext *context = file->reader->context;
  const char *text;
  if (node->kind == SAR_NODE_SCALAR) {
    SAR_TRY(sar_read_text(file, node, what, &text));
    if (axis_word(text, out)) return SAR_OK;
    return sar_report(context, SAR_INPUT, node->source, file->element, "write x, y, z, -x, -y, -z or three numbers",
                      "`%s` is not a direction for `%s`", text, what);
  }
  SAR_TRY(sar_read_vector(file, node, what, "", out));
  double largest = fmax(fabs(out->x), fmax(fabs(out->y), fabs(out->z)));
  if (!(largest > 0)) {
    return sar_report(context, SAR_INPUT, node->source, file->element, "give a vector with a direction",
                      "`%s` is a zero vector", what);
  }
  *out = sar_scale(1 / largest, *out); /* squares of very large or small numbers would not be finite */
  *out = sar_scale(1 / sar_norm(*out), *out);
  return SAR_OK;
}

static SarStatus turn_axis_angle(SarFile *file, const SarNode *node, SarQuat *out) {
  SarVec3 axis;
  double angle;
  SAR_TRY(sar_read_axis(file, node->items[0], "axis", &axis));
  SAR_TRY(sar_read_number(file, node->items[1], "angle", "rad", &angle));
  *out = sar_quat_exp(sar_scale(angle, axis));
  return SAR_OK;
}

static SarStatus turn_quaternion(SarFile *file, const SarNode *node, SarQuat *out) {
  double p[4], largest = 0;
  SAR_TRY(sar_read_numbers(file, node->items[0], "quaternion", "", 4, p));
  for (int i = 0; i < 4; i++) largest = fmax(largest, fabs(p[i]));
  if (!(largest > 0)) {
    return sar_report(file->reader->context, SAR_INPUT, node->items[0]->source, file->element,
                      "give a quaternion of length 1: [1, 0, 0, 0] for no rotation", "the quaternion is zero");
  }
  for (int i = 0; i < 4; i++) p[i] /= largest;
  *out = sar_quat_normalise(sar_quat_load(p));
  return SAR_OK;
}

static SarStatus turn_euler(SarFile *file, const SarNode *node, SarQuat *out) {
  const char *letters;
  double angles[3];
  SAR_TRY(sar_read_text(file, node->items[0], "euler", &letters));
  bool good =
      strlen(letters) == 3 && strspn(letters, "xyz") == 3 && letters[0] != letters[1] && letters[1] != letters[2];
  if (!good) {
    return sar_report(file->reader->context, SAR_INPUT, node->items[0]->source, file->element,
                      "use three letters such as zxz, xyz or zyx", "`%s` is not a sequence of Euler angles", letters);
  }
  SAR_TRY(sar_read_numbers(file, node->items[1], "angles", "rad", 3, angles));
  *out = sar_quat_identity();
  for (int i = 0; i < 3; i++) *out = sar_quat_mul(*out, sar_quat_exp(sar_scale(angles[i], unit_axis(letters[i]))));
  return SAR_OK;
}

/* Two axes of the frame: the first keeps its direction, the second is made normal to it, the third follows. */
static SarStatus turn_two_axes(SarFile *file, const SarNode *node, SarQuat *out) {
  int first = node->keys[0]->text[0] - 'x', second = node->keys[1]->text[0] - 'x';
  SarVec3 axes[3];
  SAR_TRY(sar_read_axis(file, node->items[0], node->keys[0]->text, &axes[first]));
  SAR_TRY(sar_read_axis(file, node->items[1], node->keys[1]->text, &axes[second]));
  SarVec3 normal = sar_axpy(-sar_dot(axes[first], axes[second]), axes[first], axes[second]);
  if (sar_norm(normal) < PARALLEL) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "give axes at a right angle",
                      "the axes `%s` and `%s` are parallel", node->keys[0]->text, node->keys[1]->text);
  }
  axes[second] = sar_scale(1 / sar_norm(normal), normal);
  int third = 3 - first - second;
  axes[third] = sar_cross(axes[(third + 1) % 3], axes[(third + 2) % 3]);
  SarMat3 matrix = sar_mat3_columns(axes[0], axes[1], axes[2]);
  *out = sar_quat_from_matrix(&matrix);
  return SAR_OK;
}

/* A mapping with exactly these keys, in this order; order = the items wanted. */
static bool has_keys(const SarNode *node, const char *first, const char *second) {
  if (node->count != (second ? 2 : 1)) return false;
  return sar_node_get(node, first) && (!second || sar_node_get(node, second));
}

/* The same mapping with its two keys in a known order. */
static SarNode in_order(const SarNode *node, const char *first, const char *second, const SarNode *items[2]) {
  items[0] = sar_node_get(node, first);
  items[1] = second ? sar_node_get(node, second) : NULL;
  SarNode ordered = *node;
  ordered.items = items;
  return ordered;
}

SarStatus sar_read_turn(SarFile *file, const SarNode *node, const char *what, SarQuat *out) {
  static const struct {
    const char *first, *second;
    SarStatus (*read)(SarFile *, const SarNode *, SarQuat *);
  } forms[] = {
      {"axis", "angle", turn_axis_angle}, {"quaternion", NULL, turn_quaternion}, {"euler", "angles", turn_euler}};
  static const char remedy[] =
      "write {axis: z, angle: ..}, {quaternion: [w, x, y, z]}, {euler: zxz, angles: [..]} or {x: [..], y: [..]}";
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, what, "an orientation"));
  SAR_TRY(sar_read_check_keys(file, node, "an orientation", "axis angle quaternion euler angles x y z"));
  for (int i = 0; i < SAR_COUNT(forms); i++) {
    const SarNode *items[2];
    if (!has_keys(node, forms[i].first, forms[i].second)) continue;
    SarNode ordered = in_order(node, forms[i].first, forms[i].second, items);
    return forms[i].read(file, &ordered, out);
  }
  if (has_keys(node, "x", "y") || has_keys(node, "x", "z") || has_keys(node, "y", "z")) {
    return turn_two_axes(file, node, out);
  }
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedy,
                    "`%s` is not a complete orientation", what);
}
