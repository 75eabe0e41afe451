/* What looks and shapes have in common: how they stand on their body, and their colour. */
#include "read/values.h"

static SarStatus refuse(SarFile *file, const SarNode *node, const char *remedy, const char *what) {
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedy, "%s", what);
}

SarStatus sar_read_check_ends(SarFile *file, const SarNode *node, bool has_ends) {
  const SarNode *to = sar_node_get(node, "to"), *from = sar_node_get(node, "from"), *end = to ? to : from;
  if (!end) return SAR_OK;
  if (!has_ends)
    return refuse(file, end, "use `at` and `turn`", "`from` and `to` are for cylinders and capsules alone");
  if (!to) return refuse(file, from, "add `to`", "`from` stands without `to`");
  if (!sar_node_get(node, "at") && !sar_node_get(node, "turn")) return SAR_OK;
  return refuse(file, end, "keep one of both", "`from` and `to`, and `at` and `turn`, exclude each other");
}

SarQuat sar_read_turn_to(SarVec3 d) {
  if (d.z < -0.999999) { /* nearly opposite: half a turn about x, and the small rest */
    SarQuat rest = sar_read_turn_to(sar_vec3(d.x, -d.y, -d.z));
    return sar_quat_mul((SarQuat){0, 1, 0, 0}, rest);
  }
  return sar_quat_normalise((SarQuat){1 + d.z, -d.y, d.x, 0});
}

static SarStatus read_ends(SarFile *file, const SarNode *node, SarVec3 *at, SarQuat *turn, double *length) {
  const SarNode *from = sar_node_get(node, "from"), *to = sar_node_get(node, "to");
  SarVec3 first = {0}, second;
  if (from) SAR_TRY(sar_read_vector(file, from, "from", "m", &first));
  SAR_TRY(sar_read_vector(file, to, "to", "m", &second));
  SarVec3 along = sar_sub(second, first);
  double size = sar_norm(along);
  if (!(size > 0) || !isfinite(size)) {
    return refuse(file, to, "give two points apart from each other", "`from` and `to` are the same point");
  }
  *length = size;
  *at = sar_scale(0.5, sar_add(first, second));
  *turn = sar_read_turn_to(sar_scale(1 / size, along));
  return SAR_OK;
}

SarStatus sar_read_standing(SarFile *file, const SarNode *node, SarVec3 *at, SarQuat *turn, double *length) {
  const SarNode *place = sar_node_get(node, "at"), *turned = sar_node_get(node, "turn");
  if (sar_node_get(node, "to")) return read_ends(file, node, at, turn, length);
  SarStatus status = place ? sar_read_vector(file, place, "at", "m", at) : SAR_OK;
  SarStatus second = turned ? sar_read_turn(file, turned, "turn", turn) : SAR_OK;
  return status != SAR_OK ? status : second;
}

SarStatus sar_read_colour(SarFile *file, const SarNode *node, int32_t *out) {
  const char *text;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_text(file, node, "colour", &text));
  if (!text[0]) { /* # begins a comment */
    return refuse(file, node, "put it into quotes: \"#8090a0\"", "`colour` has no value");
  }
  *out = sar_colour(text);
  if (*out != SAR_NO_COLOUR) return SAR_OK;
  const char *remedy = sar_arena_printf(file->reader->scratch, "write \"#rrggbb\", or one of: %s", sar_colour_words());
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedy, "there is no colour `%s`",
                    text);
}
