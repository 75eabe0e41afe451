/* MARKER: frames of their parts, and where parts and markers are.
 *
 * Both are placed alike: an origin (QG, QP), then three angles about z, x and z, or two points. The point for z (ZG,
 * ZP) is on the z axis and the one for x (XG, XP) in the plane of x and z, on the side of x; with USEXP it is the other
 * way round. Poses are asked for by many and computed once. */
#include "read/adams/markers.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/numbers.h"
#include "base/text.h"
#include "read/adams/deck_index.h"
#include "read/adams/translators.h"

#define PARALLEL                                                                                      \
  1e-9 /* sine of the angle below which two directions count as parallel; as of `turn` in model files \
        */

#define MANY 300     /* markers: beyond this those that nothing names are left out, for every frame has 16 columns */
#define DEEPEST 1000 /* markers relative to each other in a row */

typedef enum State { UNKNOWN, ACTIVE, KNOWN, WRONG } State;

typedef struct Placed {
  State state;
  SarDeckPose pose; /* of a part: in ground axes; of a marker: on its part */
} Placed;

/* By the statement's place among all. */
struct SarDeckParts {
  Placed *placed;
  SarNode **nodes; /* of parts, in the tree */
  bool *made;      /* statements that have their shape already */
  int32_t depth;   /* of markers that are relative to others, while a pose is found */
};

static struct SarDeckParts *parts_of(SarDeck *deck) {
  if (deck->parts) return deck->parts;
  struct SarDeckParts *parts = SAR_NEW(deck->arena, 1, struct SarDeckParts);
  if (!parts) return NULL;
  parts->placed = SAR_NEW(deck->arena, deck->statements.count + 1, Placed);
  parts->nodes = SAR_NEW(deck->arena, deck->statements.count + 1, SarNode *);
  parts->made = SAR_NEW(deck->arena, deck->statements.count + 1, bool);
  if (!parts->placed || !parts->nodes || !parts->made) return NULL;
  return deck->parts = parts;
}

static size_t index_of(const SarDeck *deck, const SarStatement *statement) {
  return (size_t)(statement - deck->statements.all);
}

/* ---- values ---- */

SarStatus sar_deck_vector(SarDeck *deck, const SarStatement *statement, const char *argument, SarVec3 *out) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  double v[3] = {0};
  *out = sar_vec3(0, 0, 0);
  if (!given) return SAR_OK;
  if (given->count != 3) {
    return sar_report(deck->context, SAR_INPUT, given->source, sar_deck_title(deck, statement),
                      strcmp(argument, "REULER") == 0 ? "give the three angles, about z, x and z" : "give x, y and z",
                      "%s takes three numbers, but here are %d", argument, (int)given->count);
  }
  for (int32_t i = 0; i < 3; i++) {
    SAR_TRY(sar_statement_number(deck->context, statement, argument, i, 0, &v[i]));
  }
  *out = sar_vec3_load(v);
  return SAR_OK;
}

SarNode *sar_deck_vector_node(SarDeck *deck, const SarStatement *statement, const char *argument) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  if (!given) return NULL;
  SarNode *list = sar_tree_list(&deck->tree, given->source);
  for (int32_t i = 0; i < given->count; i++) {
    sar_tree_push(&deck->tree, list, sar_tree_text(&deck->tree, given->values[i].source, "%s", given->values[i].text));
  }
  return list;
}

/* What turning by 90D leaves of 2 is 1.9999999999999998: the fifteenth digit is the last that counts. */
static double without_rounding(double value, double largest) {
  char text[SAR_NUMBER_SIZE];
  double shorter = 0;
  snprintf(text, sizeof text, "%.15g", value);
  sar_text_number(text, strlen(text), &shorter);
  return fabs(shorter - value) <= 4 * DBL_EPSILON * largest ? shorter : value;
}

SarNode *sar_deck_numbers_node(SarDeck *deck, SarSource source, const double *values, int32_t count) {
  SarNode *list = sar_tree_list(&deck->tree, source);
  double largest = sar_largest(count, values);
  for (int32_t i = 0; i < count; i++) {
    char text[SAR_NUMBER_SIZE];
    double value = without_rounding(values[i], largest);
    sar_format_real(text, value == 0 ? 0 : value); /* no -0 */
    sar_tree_push(&deck->tree, list, sar_tree_text(&deck->tree, source, "%s", text));
  }
  return list;
}

void sar_deck_put_number(SarDeck *deck, SarNode *mapping, const char *key, SarSource source, double value) {
  char text[SAR_NUMBER_SIZE];
  sar_format_real(text, value);
  sar_tree_put_text(&deck->tree, mapping, key, source, "%s", text);
}

SarNode *sar_deck_turn_node(SarDeck *deck, SarSource source, SarQuat turn) {
  double p[4];
  sar_quat_store(turn, p);
  if (p[1] == 0 && p[2] == 0 && p[3] == 0) return NULL;
  SarNode *node = sar_tree_mapping(&deck->tree, source);
  sar_tree_put(&deck->tree, node, "quaternion", source, sar_deck_numbers_node(deck, source, p, 4));
  return node;
}

/* ---- the arguments that place ---- */

/* How they are called. */
typedef struct Words {
  const char *origin, *z, *x;
} Words;

static Words words_of(const SarStatement *statement) {
  bool marker = strcmp(statement->class->name, "MARKER") == 0;
  return marker ? (Words){"QP", "ZP", "XP"} : (Words){"QG", "ZG", "XG"};
}

static bool is_turned_by_points(const SarStatement *statement, Words words) {
  return sar_statement_has(statement, words.z) || sar_statement_has(statement, words.x);
}

static SarStatus euler_turn(SarDeck *deck, const SarStatement *statement, SarQuat *out) {
  SarVec3 angles;
  SAR_TRY(sar_deck_vector(deck, statement, "REULER", &angles));
  *out = sar_quat_exp(sar_vec3(0, 0, angles.x));
  *out = sar_quat_mul(*out, sar_quat_exp(sar_vec3(angles.y, 0, 0)));
  *out = sar_quat_mul(*out, sar_quat_exp(sar_vec3(0, 0, angles.z)));
  return SAR_OK;
}

/* The direction from the origin to a point, of length 1; `fallback` where the point is not given. */
static SarStatus direction(SarDeck *deck, const SarStatement *statement, const char *argument, SarVec3 origin,
                           SarVec3 fallback, SarVec3 *out) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  SarVec3 point;
  *out = fallback;
  if (!given) return SAR_OK;
  SAR_TRY(sar_deck_vector(deck, statement, argument, &point));
  *out = sar_sub(point, origin);
  double length = sar_norm(*out);
  if (!(length > 0)) {
    return sar_report(deck->context, SAR_INPUT, given->source, sar_deck_title(deck, statement),
                      "give a point away from the origin", "the point of %s is the origin itself", argument);
  }
  *out = sar_scale(1 / length, *out);
  return SAR_OK;
}

/* Where no point for x is given, x is as near as can be to x of the part, or to its z where that is parallel. */
static SarVec3 usual_x(SarVec3 z) { return fabs(z.y) + fabs(z.z) > PARALLEL ? sar_vec3(1, 0, 0) : sar_vec3(0, 0, 1); }

static SarStatus points_turn(SarDeck *deck, const SarStatement *statement, Words words, SarQuat *out) {
  SarVec3 origin, x, z;
  SAR_TRY(sar_deck_vector(deck, statement, words.origin, &origin));
  SAR_TRY(direction(deck, statement, words.z, origin, sar_vec3(0, 0, 1), &z));
  SAR_TRY(direction(deck, statement, words.x, origin, usual_x(z), &x));
  SarVec3 y = sar_cross(z, x);
  if (sar_norm(y) < PARALLEL) {
    const SarArgument *given = sar_statement_argument(statement, words.x);
    return sar_report(deck->context, SAR_INPUT, given->source, sar_deck_title(deck, statement),
                      "give a point beside that line", "the point of %s lies on the z axis", words.x);
  }
  y = sar_scale(1 / sar_norm(y), y);
  if (sar_statement_has(statement, "USEXP") && sar_statement_has(statement, words.x)) {
    z = sar_cross(x, y);
  } else {
    x = sar_cross(y, z);
  }
  SarMat3 matrix = sar_mat3_columns(x, y, z);
  *out = sar_quat_from_matrix(&matrix);
  return SAR_OK;
}

/* What the arguments say, whatever it is relative to. */
static SarStatus written_pose(SarDeck *deck, const SarStatement *statement, SarDeckPose *out) {
  Words words = words_of(statement);
  out->turn = sar_quat_identity();
  SAR_TRY(sar_deck_vector(deck, statement, words.origin, &out->at));
  const SarArgument *angles = sar_statement_argument(statement, "REULER");
  if (!is_turned_by_points(statement, words)) return angles ? euler_turn(deck, statement, &out->turn) : SAR_OK;
  if (angles) {
    return sar_report(deck->context, SAR_INPUT, angles->source, sar_deck_title(deck, statement), "keep one of them",
                      "the axes are given by REULER and by points");
  }
  return points_turn(deck, statement, words, &out->turn);
}

/* ---- poses ---- */

/* Relative to another marker, which may be on another part. */
static SarStatus relative_pose(SarDeck *deck, const SarStatement *marker, SarDeckPose *pose) {
  const SarStatement *other, *part;
  SarDeckPose from, axes;
  SAR_TRY(sar_deck_refer(deck, marker, "RM", 0, "MARKER", &other));
  SAR_TRY(sar_deck_pose(deck, other, &from));
  SAR_TRY(sar_deck_part_of(deck, marker, &part));
  SAR_TRY(sar_deck_part_pose(deck, part, &axes));
  *pose = sar_deck_seen_from(axes, sar_deck_chain(from, *pose));
  return SAR_OK;
}

static SarStatus find_pose(SarDeck *deck, const SarStatement *statement, SarDeckPose *out) {
  SAR_TRY(written_pose(deck, statement, out));
  return sar_statement_has(statement, "RM") ? relative_pose(deck, statement, out) : SAR_OK;
}

static SarStatus report_deep(SarDeck *deck, const SarStatement *statement) {
  return sar_report(deck->context, SAR_INPUT, statement->source, sar_deck_title(deck, statement),
                    "make it relative to its part", "more than %d markers are relative to each other here", DEEPEST);
}

/* Of a part in ground axes, of a marker on its part. Errors are reported once. */
static SarStatus known_pose(SarDeck *deck, const SarStatement *statement, SarDeckPose *out) {
  struct SarDeckParts *parts = parts_of(deck);
  if (!parts) return sar_report_no_memory(deck->context);
  Placed *placed = &parts->placed[index_of(deck, statement)];
  if (placed->state == ACTIVE) {
    placed->state = WRONG;
    return sar_report(deck->context, SAR_INPUT, statement->source, sar_deck_title(deck, statement), "break the circle",
                      "%s/%lld is relative to itself through RM", statement->class->name, (long long)statement->id);
  }
  if (placed->state == UNKNOWN) {
    placed->state = ACTIVE;
    SarStatus status = parts->depth < DEEPEST ? SAR_OK : report_deep(deck, statement);
    parts->depth++;
    if (status == SAR_OK) status = find_pose(deck, statement, &placed->pose);
    parts->depth--;
    placed->state = status == SAR_OK ? KNOWN : WRONG;
    SAR_TRY(status);
  }
  *out = placed->pose;
  return placed->state == KNOWN ? SAR_OK : SAR_INPUT;
}

SarStatus sar_deck_part_pose(SarDeck *deck, const SarStatement *part, SarDeckPose *out) {
  *out = (SarDeckPose){.turn = sar_quat_identity()};
  return sar_statement_has(part, "GROUND") ? SAR_OK : known_pose(deck, part, out);
}

SarStatus sar_deck_place(SarDeck *deck, const SarStatement *marker, SarDeckPose *out) {
  return known_pose(deck, marker, out);
}

SarStatus sar_deck_pose(SarDeck *deck, const SarStatement *marker, SarDeckPose *out) {
  const SarStatement *part;
  SarDeckPose axes, place;
  SAR_TRY(sar_deck_part_of(deck, marker, &part));
  SAR_TRY(sar_deck_part_pose(deck, part, &axes));
  SAR_TRY(known_pose(deck, marker, &place));
  *out = sar_deck_chain(axes, place);
  return SAR_OK;
}

/* ---- in the tree ---- */

static bool is_zero_vector(const SarNode *list) {
  for (int32_t i = 0; list && i < list->count; i++) {
    if (!sar_deck_is_zero(list->items[i]->text)) return false;
  }
  return true;
}

/* The direction to a point, as a difference of the numbers that are written. */
static SarNode *difference_node(SarDeck *deck, const SarStatement *statement, const char *origin,
                                const char *argument) {
  const SarArgument *point = sar_statement_argument(statement, argument);
  SarNode *list = sar_tree_list(&deck->tree, point->source);
  for (int32_t i = 0; i < 3; i++) {
    const char *to = point->values[i].text, *from = sar_deck_text(statement, origin, i);
    SarSource source = point->values[i].source;
    bool plain = !from || sar_deck_is_zero(from);
    SarNode *item = plain ? sar_tree_text(&deck->tree, source, "%s", to)
                          : sar_tree_text(&deck->tree, source, from[0] == '-' ? "%s - (%s)" : "%s - %s", to, from);
    sar_tree_push(&deck->tree, list, item);
  }
  return list;
}

static SarNode *points_node(SarDeck *deck, const SarStatement *statement, Words words) {
  SarNode *node = sar_tree_mapping(&deck->tree, statement->source);
  bool has_z = sar_statement_has(statement, words.z), has_x = sar_statement_has(statement, words.x);
  SarVec3 origin, z;
  if (sar_deck_vector(deck, statement, words.origin, &origin) != SAR_OK) return NULL;
  if (direction(deck, statement, words.z, origin, sar_vec3(0, 0, 1), &z) != SAR_OK) return NULL;
  const SarNode *x_node = has_x ? difference_node(deck, statement, words.origin, words.x)
                                : sar_tree_text(&deck->tree, statement->source, usual_x(z).x == 1 ? "x" : "z");
  const SarNode *z_node = has_z ? difference_node(deck, statement, words.origin, words.z)
                                : sar_tree_text(&deck->tree, statement->source, "z");
  bool x_first = has_x && sar_statement_has(statement, "USEXP"); /* the first keeps its direction */
  if (x_first) sar_tree_put(&deck->tree, node, "x", statement->source, x_node);
  sar_tree_put(&deck->tree, node, "z", statement->source, z_node);
  if (!x_first) sar_tree_put(&deck->tree, node, "x", statement->source, x_node);
  return node;
}

static SarNode *euler_node(SarDeck *deck, const SarStatement *statement) {
  SarNode *angles = sar_deck_vector_node(deck, statement, "REULER");
  if (is_zero_vector(angles)) return NULL;
  SarNode *node = sar_tree_mapping(&deck->tree, angles->source);
  sar_tree_put_text(&deck->tree, node, "euler", angles->source, "zxz");
  sar_tree_put(&deck->tree, node, "angles", angles->source, angles);
  return node;
}

static SarStatus put_computed(SarDeck *deck, const SarStatement *marker, SarNode *mapping) {
  SarDeckPose pose;
  double at[3];
  SAR_TRY(known_pose(deck, marker, &pose));
  sar_vec3_store(pose.at, at);
  sar_tree_put(&deck->tree, mapping, "at", marker->source, sar_deck_numbers_node(deck, marker->source, at, 3));
  sar_tree_put(&deck->tree, mapping, "turn", marker->source, sar_deck_turn_node(deck, marker->source, pose.turn));
  return SAR_OK;
}

SarStatus sar_deck_put_place(SarDeck *deck, const SarStatement *statement, SarNode *mapping) {
  SarDeckPose pose;
  Words words = words_of(statement);
  SAR_TRY(known_pose(deck, statement, &pose)); /* checks what is written */
  if (sar_statement_has(statement, "RM")) return put_computed(deck, statement, mapping);
  SarNode *at = sar_deck_vector_node(deck, statement, words.origin);
  if (!is_zero_vector(at)) sar_tree_put(&deck->tree, mapping, "at", at->source, at);
  SarNode *turn = is_turned_by_points(statement, words)    ? points_node(deck, statement, words)
                  : sar_statement_has(statement, "REULER") ? euler_node(deck, statement)
                                                           : NULL;
  sar_tree_put(&deck->tree, mapping, "turn", statement->source, turn);
  return SAR_OK;
}

/* ---- nodes of parts ---- */

SarStatus sar_deck_body(SarDeck *deck, const SarStatement *part, SarNode **out) {
  struct SarDeckParts *parts = parts_of(deck);
  if (!parts) return sar_report_no_memory(deck->context);
  SarNode **node = &parts->nodes[index_of(deck, part)];
  if (!*node && sar_statement_has(part, "GROUND")) {
    *node = sar_tree_section(&deck->tree, "ground");
  } else if (!*node) {
    *node = sar_tree_mapping(&deck->tree, part->source);
    sar_tree_put(&deck->tree, sar_tree_section(&deck->tree, "bodies"), part->name, part->source, *node);
  }
  *out = *node;
  return *node ? SAR_OK : sar_report_no_memory(deck->context);
}

SarStatus sar_deck_body_list(SarDeck *deck, const SarStatement *part, const char *key, SarNode **out) {
  SarNode *body;
  SAR_TRY(sar_deck_body(deck, part, &body));
  *out = (SarNode *)sar_node_get(body, key);
  if (*out) return SAR_OK;
  *out = sar_tree_mapping(&deck->tree, part->source);
  if (*out) (*out)->flow = false; /* one line each */
  sar_tree_put(&deck->tree, body, key, part->source, *out);
  return *out ? SAR_OK : sar_report_no_memory(deck->context);
}

bool sar_deck_make(SarDeck *deck, const SarStatement *statement) {
  struct SarDeckParts *parts = parts_of(deck);
  if (!parts) deck->tree.out_of_memory = true;
  bool *made = parts ? &parts->made[index_of(deck, statement)] : NULL, first = made && !*made;
  if (made) *made = true;
  return first;
}

/* Whether a marker is fixed on a part that can be read. */
static SarStatus is_fixed(SarDeck *deck, const SarStatement *marker, const SarStatement **part, bool *out) {
  *out = false;
  SAR_TRY(sar_deck_part_of(deck, marker, part));
  bool readable = (*part)->class->support != SAR_DECK_REFUSED; /* if not, that is said at the part */
  bool own_way = sar_statement_has(marker, "CURVE") || sar_statement_has(marker, "SURFACE");
  *out = readable && !own_way && !sar_statement_has(marker, "FLOATING"); /* whatever names it places it */
  return SAR_OK;
}

/* Frames come at the end (sar_deck_frames); here is said what is wrong, in the order of the deck. */
SarStatus sar_deck_marker(SarDeck *deck, const SarStatement *marker) {
  static const char *const ways[] = {"CURVE", "SURFACE"};
  const SarStatement *part;
  SarDeckPose place;
  bool fixed;
  SAR_TRY(is_fixed(deck, marker, &part, &fixed));
  for (int i = 0; i < 2; i++) {
    const SarArgument *given = sar_statement_argument(marker, ways[i]);
    if (!given) continue;
    return sar_deck_refuse(deck, marker, given->source, "let PTCV place a FLOATING marker",
                           "MARKER/%lld moves on a %s of its own", (long long)marker->id, ways[i]);
  }
  return fixed ? known_pose(deck, marker, &place) : SAR_OK;
}

static SarStatus put_frame(SarDeck *deck, const SarStatement *marker, const SarStatement *part) {
  SarNode *frames, *frame = sar_tree_mapping(&deck->tree, marker->source);
  SAR_TRY(sar_deck_put_place(deck, marker, frame));
  SAR_TRY(sar_deck_body_list(deck, part, "frames", &frames));
  sar_tree_put(&deck->tree, frames, marker->name, marker->source, frame);
  return SAR_OK;
}

static bool is_marker(const SarStatement *statement) {
  return strcmp(statement->class->name, "MARKER") == 0 && !statement->faulty && statement->name;
}

SarStatus sar_deck_frames(SarDeck *deck) {
  const SarStatements *statements = &deck->statements;
  int32_t markers = 0, left_out = 0;
  for (int32_t i = 0; i < statements->count; i++) markers += is_marker(&statements->all[i]);
  for (int32_t i = 0; i < statements->count; i++) {
    const SarStatement *marker = &statements->all[i], *part;
    bool fixed;
    if (!is_marker(marker)) continue;
    if (is_fixed(deck, marker, &part, &fixed) != SAR_OK || !fixed) continue;
    if (markers > MANY && !deck->index->named[i]) {
      left_out++;
    } else if (put_frame(deck, marker, part) == SAR_NO_MEMORY) {
      return SAR_NO_MEMORY;
    }
  }
  if (left_out > 0) {
    sar_tree_comment(&deck->tree, deck->tree.root, "%d of %d markers are no frames: nothing names them", (int)left_out,
                     (int)markers);
  }
  return SAR_OK;
}
