/* COUPLER, GEAR and GCON: relations between joints, and equations. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "read/adams/joint_pair.h"
#include "read/adams/translators.h"

#define FULFILLED 1e-6 /* of the largest term: what a relation may be off and still be said to hold */
#define MOST 3

/* ---- COUPLER ---- */

typedef struct Coupled {
  const SarStatement *joint[MOST];
  SarDeckFreedom freedom[MOST];
  int32_t count;
} Coupled;

static SarStatus wrong(SarDeck *deck, const SarStatement *statement, SarSource source, const char *remedy,
                       const char *what) {
  return sar_report(deck->context, SAR_INPUT, source, sar_deck_title(deck, statement), remedy, "%s", what);
}

static SarStatus find_joints(SarDeck *deck, const SarStatement *coupler, Coupled *out) {
  const SarArgument *named = sar_statement_argument(coupler, "JOINTS");
  *out = (Coupled){.count = named ? named->count : 0};
  if (out->count < 2 || out->count > MOST) {
    return wrong(deck, coupler, named ? named->source : coupler->source, "give JOINTS = two or three numbers of joints",
                 "a coupler relates two or three joints");
  }
  for (int32_t i = 0; i < out->count; i++) {
    SAR_TRY(sar_deck_refer(deck, coupler, "JOINTS", i, "JOINT", &out->joint[i]));
    out->freedom[i] = sar_deck_freedom(out->joint[i], sar_deck_text(coupler, "TYPE", i));
    if (out->freedom[i] != SAR_DECK_NO_FREEDOM) continue;
    bool cylinder = sar_statement_has(out->joint[i], "CYLINDRICAL");
    return wrong(deck, coupler, named->values[i].source,
                 cylinder ? "say TYPE = R or T for each joint" : "name revolute, translational or cylindrical joints",
                 cylinder ? "a cylindrical joint has two freedoms" : "the joint has no such freedom to couple");
  }
  return SAR_OK;
}

/* One scale fewer than joints: the first is 1. */
static SarStatus put_scales(SarDeck *deck, const SarStatement *coupler, const Coupled *of, SarNode *node) {
  const SarArgument *scales = sar_statement_argument(coupler, "SCALES");
  int32_t given = scales ? scales->count : 0;
  if (given != of->count && given != of->count - 1) {
    return wrong(deck, coupler, scales ? scales->source : coupler->source, "give one number for each joint",
                 "`SCALES` does not fit the joints");
  }
  SarNode *list = sar_tree_list(&deck->tree, scales->source);
  double off = 0, largest = 0;
  for (int32_t i = 0; i < of->count; i++) {
    int32_t at = i - (of->count - given);
    double scale = 1;
    SarDeckPair pair;
    if (at >= 0) SAR_TRY(sar_statement_number(deck->context, coupler, "SCALES", at, 1, &scale));
    sar_tree_push(&deck->tree, list,
                  sar_tree_text(&deck->tree, at < 0 ? scales->source : scales->values[at].source, "%s",
                                at < 0 ? "1" : scales->values[at].text));
    if (sar_deck_pair(deck, of->joint[i], &pair) != SAR_OK) return SAR_OK; /* that is said of the joint */
    double term = scale * sar_deck_written(&pair, of->freedom[i]);
    off -= term;
    largest = fmax(largest, fabs(term));
  }
  sar_tree_put(&deck->tree, node, "ratios", scales->source, list);
  if (fabs(off) > FULFILLED * largest) {
    sar_deck_remark(deck, coupler, coupler->source,
                    "as the parts are written the sum of its displacements is %.6g, not 0: it keeps them so", off);
  }
  return SAR_OK;
}

SarStatus sar_deck_coupler(SarDeck *deck, const SarStatement *statement) {
  Coupled of;
  SarTree *tree = &deck->tree;
  const SarArgument *function = sar_statement_argument(statement, "FUNCTION");
  if (function) {
    return sar_deck_refuse(deck, statement, function->source, "write it as an `equation` of the model",
                           "its relation is code outside of the deck");
  }
  SAR_TRY(find_joints(deck, statement, &of));
  SarSource source = sar_statement_argument(statement, "JOINTS")->source;
  SarNode *node = sar_tree_mapping(tree, statement->source), *names = sar_tree_list(tree, source);
  SarNode *coordinates = sar_tree_list(tree, source);
  for (int32_t i = 0; i < of.count; i++) {
    sar_tree_push(tree, names, sar_tree_text(tree, source, "%s", of.joint[i]->name));
    sar_tree_push(tree, coordinates, sar_tree_text(tree, source, "%s", sar_deck_freedom_name(of.freedom[i])));
  }
  sar_tree_put_text(tree, node, "type", statement->source, "coupler");
  sar_tree_put(tree, node, "joints", source, names);
  SAR_TRY(put_scales(deck, statement, &of, node));
  sar_tree_put(tree, node, "coordinates", source, coordinates);
  sar_tree_put(tree, sar_tree_section(tree, "joints"), statement->name, statement->source, node);
  return SAR_OK;
}

/* ---- GEAR ---- */

/* Both joints have a marker, usually J, on the part of CV, which is the carrier. */
static SarStatus check_carrier(SarDeck *deck, const SarStatement *gear, const SarStatement *carrier, int32_t index,
                               const SarStatement *joint) {
  static const char *const arguments[2] = {"I", "J"};
  for (int i = 0; i < 2; i++) {
    const SarStatement *marker, *part;
    SAR_TRY(sar_deck_refer(deck, joint, arguments[i], 0, "MARKER", &marker));
    SAR_TRY(sar_deck_part_of(deck, marker, &part));
    if (part == carrier) return SAR_OK;
  }
  return wrong(deck, gear, sar_statement_argument(gear, "JOINTS")->values[index].source,
               "the part of the marker CV carries both joints", "the joint has no marker on the part of CV");
}

SarStatus sar_deck_gear(SarDeck *deck, const SarStatement *statement) {
  SarTree *tree = &deck->tree;
  const SarArgument *named = sar_statement_argument(statement, "JOINTS");
  const SarStatement *cv, *carrier;
  const char *frame;
  if (!named || named->count != 2) {
    return wrong(deck, statement, named ? named->source : statement->source, "give JOINTS = two numbers of joints",
                 "a gear relates two joints");
  }
  SAR_TRY(sar_deck_frame_of(deck, statement, "CV", &frame));
  SAR_TRY(sar_deck_refer(deck, statement, "CV", 0, "MARKER", &cv));
  SAR_TRY(sar_deck_part_of(deck, cv, &carrier));
  SarNode *node = sar_tree_mapping(tree, statement->source), *names = sar_tree_list(tree, named->source);
  for (int32_t i = 0; i < 2; i++) {
    const SarStatement *joint;
    SAR_TRY(sar_deck_refer(deck, statement, "JOINTS", i, "JOINT", &joint));
    bool known = sar_statement_has(joint, "CYLINDRICAL") || sar_deck_freedom(joint, NULL) != SAR_DECK_NO_FREEDOM;
    if (!known) {
      return wrong(deck, statement, named->values[i].source, "name revolute, translational or cylindrical joints",
                   "the joint bears no wheel and no rack");
    }
    SAR_TRY(check_carrier(deck, statement, carrier, i, joint));
    sar_tree_push(tree, names, sar_tree_text(tree, named->values[i].source, "%s", joint->name));
  }
  sar_tree_put_text(tree, node, "type", statement->source, "common-velocity");
  sar_tree_put(tree, node, "joints", named->source, names);
  sar_tree_put_text(tree, node, "frame", sar_statement_argument(statement, "CV")->values[0].source, "%s", frame);
  sar_tree_put(tree, sar_tree_section(tree, "equations"), statement->name, statement->source, node);
  return SAR_OK;
}

/* ---- GCON ---- */

/* Whether an expression of the model speaks of velocities: then it is an equation between them. */
static bool has_velocity(const char *text) {
  static const char *const words[] = {"vx", "vy", "vz", "vm", "vr", "wx", "wy", "wz", "wm"};
  for (const char *at = text; *at;) {
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '.') length++;
    const char *next = at + length + strspn(at + length, " ");
    for (size_t i = 0; length == 2 && *next == '(' && i < sizeof words / sizeof *words; i++) {
      if (strncmp(at, words[i], 2) == 0) return true;
    }
    at += length ? length : 1;
  }
  return false;
}

/* "dm(a, b) - 2": a rod without mass. Then frames and length point into the text; null: it is something else. */
typedef struct Rod {
  const char *first, *second, *length;
} Rod;

static SarStatus find_rod(SarDeck *deck, const char *text, Rod *out) {
  double number;
  *out = (Rod){0};
  if (strncmp(text, "dm(", 3) != 0) return SAR_OK;
  const char *comma = strchr(text, ','), *end = strchr(text, ')'), *minus = end ? end + 1 + strspn(end + 1, " ") : "";
  if (!comma || !end || comma > end || *minus != '-') return SAR_OK;
  const char *length = minus + 1 + strspn(minus + 1, " "), *second = comma + 1 + strspn(comma + 1, " ");
  size_t used = sar_text_number(length, strlen(length), &number);
  if (!used || length[used] || !(number > 0) || memchr(second, ',', (size_t)(end - second))) return SAR_OK;
  *out = (Rod){sar_arena_copy_text_n(deck->arena, text + 3, (size_t)(comma - text) - 3),
               sar_arena_copy_text_n(deck->arena, second, (size_t)(end - second)), length};
  return out->first && out->second ? SAR_OK : sar_report_no_memory(deck->context);
}

/* The first side is I, where one of them is; reactions on both are recorded, and requests find the joint between them.
 */
static SarStatus put_rod(SarDeck *deck, const SarStatement *statement, const Rod *rod, bool *done) {
  SarTree *tree = &deck->tree;
  const char *frame = rod->first;
  if (sar_statement_has(statement, "I")) SAR_TRY(sar_deck_frame_of(deck, statement, "I", &frame));
  bool second = strcmp(frame, rod->second) == 0;
  *done = second || strcmp(frame, rod->first) == 0;
  if (!*done) return SAR_OK;
  SarNode *node = sar_tree_mapping(tree, statement->source), *between = sar_tree_list(tree, statement->source);
  sar_tree_put_text(tree, node, "type", statement->source, "distance");
  sar_tree_push(tree, between, sar_tree_text(tree, statement->source, "%s", frame));
  sar_tree_push(tree, between, sar_tree_text(tree, statement->source, "%s", second ? rod->first : rod->second));
  sar_tree_put(tree, node, "between", statement->source, between);
  sar_tree_put_text(tree, node, "length", statement->source, "%s", rod->length);
  sar_tree_put(tree, sar_tree_section(tree, "joints"), statement->name, statement->source, node);
  return SAR_OK;
}

SarStatus sar_deck_gcon(SarDeck *deck, const SarStatement *statement) {
  SarTree *tree = &deck->tree;
  const char *text;
  SAR_TRY(sar_deck_expression(deck, statement, "FUNCTION", &text));
  if (!text && sar_statement_has(statement, "FUNCTION")) return SAR_OK; /* it is left out */
  if (!text) {
    return wrong(deck, statement, statement->source, "give FUNCTION = an expression that is to stay zero",
                 "`FUNCTION` is missing");
  }
  Rod rod;
  bool done = false;
  SAR_TRY(find_rod(deck, text, &rod));
  if (rod.first) SAR_TRY(put_rod(deck, statement, &rod, &done));
  if (done) return SAR_OK;
  SarNode *node = sar_tree_mapping(tree, statement->source);
  sar_tree_put_text(tree, node, has_velocity(text) ? "velocity" : "position",
                    sar_statement_argument(statement, "FUNCTION")->source, "%s", text);
  if (sar_statement_has(statement, "I")) {
    const char *frame;
    SAR_TRY(sar_deck_frame_of(deck, statement, "I", &frame));
    sar_tree_put_text(tree, node, "reaction_on", sar_statement_argument(statement, "I")->values[0].source, "%s", frame);
  }
  sar_tree_put(tree, sar_tree_section(tree, "equations"), statement->name, statement->source, node);
  return SAR_OK;
}
