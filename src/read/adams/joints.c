/* JOINT and JPRIM: joints between two frames, I first. */
#include <math.h>
#include <string.h>

#include "read/adams/joint_pair.h"
#include "read/adams/translators.h"

/* Markers that are farther from a relation than this, of its own size, are said not to fulfil it. */
#define FULFILLED 1e-6
#define TURN 6.283185307179586

typedef struct Kind {
  const char *flag, *type;
} Kind;

static const Kind joints[] = {{"FIXED", "fixed"},
                              {"REVOLUTE", "revolute"},
                              {"TRANSLATIONAL", "prismatic"},
                              {"CYLINDRICAL", "cylindrical"},
                              {"SPHERICAL", "spherical"},
                              {"UNIVERSAL", "universal"},
                              {"HOOKE", "universal"},
                              {"CONVEL", "constant-velocity"},
                              {"PLANAR", "planar"},
                              {"SCREW", "thread"},
                              {"RACKPIN", "rack"}};
static const Kind primitives[] = {{"ATPOINT", "spherical"},      {"INLINE", "point-on-line"},
                                  {"INPLANE", "point-in-plane"}, {"ORIENTATION", "same-orientation"},
                                  {"PARALLEL_AXES", "parallel"}, {"PERPENDICULAR", "perpendicular"}};

/* The one kind that is given; a report if there is none or another one besides. */
static SarStatus find_kind(SarDeck *deck, const SarStatement *statement, const Kind *kinds, int32_t count,
                           const Kind **out) {
  *out = NULL;
  for (int32_t i = 0; i < count; i++) {
    const SarArgument *given = sar_statement_argument(statement, kinds[i].flag);
    if (!given) continue;
    if (*out) {
      return sar_report(deck->context, SAR_INPUT, given->source, sar_deck_title(deck, statement), "keep one of them",
                        "it is both %s and %s", (*out)->flag, kinds[i].flag);
    }
    *out = &kinds[i];
  }
  if (*out) return SAR_OK;
  return sar_report(deck->context, SAR_INPUT, statement->source, sar_deck_title(deck, statement),
                    count == (int32_t)(sizeof primitives / sizeof *primitives)
                        ? "say ATPOINT, INLINE, INPLANE, ORIENTATION, PARALLEL_AXES or PERPENDICULAR"
                        : "say FIXED, REVOLUTE, TRANSLATIONAL, CYLINDRICAL, SPHERICAL or another type",
                    "the type is missing");
}

static SarNode *add(SarDeck *deck, const SarStatement *statement, const Kind *kind, const SarDeckPair *pair) {
  SarTree *tree = &deck->tree;
  SarNode *node = sar_tree_mapping(tree, statement->source);
  sar_tree_put_text(tree, node, "type", statement->source, "%s", kind->type);
  sar_tree_put(tree, node, "between", statement->source, sar_deck_pair_node(deck, statement, pair));
  sar_tree_put(tree, sar_tree_section(tree, "joints"), statement->name, statement->source, node);
  return node;
}

/* An axis of I and one of J that stay at a right angle, or are those of a pinion and its rack. */
static void put_axes(SarDeck *deck, const SarStatement *statement, const SarDeckPair *pair, int first, int second,
                     SarNode *node) {
  SarSource source = statement->source;
  sar_tree_put(&deck->tree, node, "axis", source, sar_deck_axis_node(deck, source, &pair->axes[0], first));
  sar_tree_put(&deck->tree, node, "axis2", source, sar_deck_axis_node(deck, source, &pair->axes[1], second));
}

/* ---- starts ---- */

/* A motion that says where this freedom is, or how fast. */
typedef struct Driven {
  const SarStatement *motion; /* null: none */
  bool position, velocity;    /* it is given as that */
} Driven;

static SarStatus find_motion(SarDeck *deck, const SarStatement *joint, SarDeckFreedom freedom, Driven *out) {
  *out = (Driven){0};
  for (int32_t i = 0;; i++) {
    const SarStatement *motion;
    SAR_TRY(sar_deck_user_of(deck, "MOTION", joint, i, &motion));
    if (!motion) return SAR_OK;
    const char *word = sar_statement_has(motion, "ROTATION")      ? "ROTATION"
                       : sar_statement_has(motion, "TRANSLATION") ? "TRANSLATION"
                                                                  : NULL;
    if (sar_deck_freedom(joint, word) != freedom) continue;
    bool velocity = sar_statement_has(motion, "VELOCITY"), acceleration = sar_statement_has(motion, "ACCELERATION");
    *out = (Driven){motion, !velocity && !acceleration, velocity};
  }
}

/* Where one freedom begins: by IC of the joint, or ICDISP and ICVEL of a motion that does not say it itself. */
static SarStatus put_start(SarDeck *deck, const SarStatement *joint, const SarDeckPair *pair, SarDeckFreedom freedom,
                           const char *argument, SarNode *node) {
  Driven driven;
  SAR_TRY(find_motion(deck, joint, freedom, &driven));
  const SarStatement *from[2] = {joint, joint};
  const char *name[2] = {argument, argument}, *coordinate = sar_deck_freedom_name(freedom);
  if (driven.motion && sar_statement_has(driven.motion, "ICDISP")) from[0] = driven.motion, name[0] = "ICDISP";
  if (driven.motion && sar_statement_has(driven.motion, "ICVEL")) from[1] = driven.motion, name[1] = "ICVEL";
  for (int rate = 0; rate < 2; rate++) {
    int32_t index = from[rate] == joint ? rate : 0;
    const char *text = sar_deck_text(from[rate], name[rate], index);
    double number;
    if (!text || driven.position || (rate && driven.velocity)) continue;
    SAR_TRY(sar_statement_number(deck->context, from[rate], name[rate], index, 0, &number));
    SarSource source = sar_statement_argument(from[rate], name[rate])->values[index].source;
    const char *key = sar_arena_printf(deck->arena, "%s%s", coordinate, rate ? "_rate" : "");
    if (!key) return sar_report_no_memory(deck->context);
    const char *value = sar_deck_turned(deck, text, rate ? 0 : sar_deck_written(pair, freedom));
    sar_tree_put_text(&deck->tree, node, key, source, "%s", value);
  }
  return SAR_OK;
}

static SarStatus put_starts(SarDeck *deck, const SarStatement *joint, const SarDeckPair *pair, SarNode *node) {
  SarNode *start = sar_tree_mapping(&deck->tree, joint->source);
  bool both = sar_statement_has(joint, "CYLINDRICAL");
  if (both) {
    SAR_TRY(put_start(deck, joint, pair, SAR_DECK_ROTATION, "ICROT", start));
    SAR_TRY(put_start(deck, joint, pair, SAR_DECK_TRANSLATION, "ICTRAN", start));
  } else if (sar_deck_freedom(joint, NULL) != SAR_DECK_NO_FREEDOM) {
    SAR_TRY(put_start(deck, joint, pair, sar_deck_freedom(joint, NULL), "IC", start));
  }
  static const char *const arguments[] = {"IC", "ICROT", "ICTRAN"};
  for (int i = 0; i < 3; i++) {
    const SarArgument *given = sar_statement_argument(joint, arguments[i]);
    bool taken = i == 0 ? !both && sar_deck_freedom(joint, NULL) != SAR_DECK_NO_FREEDOM : both;
    if (!given || taken) continue;
    return sar_report(deck->context, SAR_INPUT, given->source, sar_deck_title(deck, joint),
                      "IC belongs to revolute and translational joints, ICROT and ICTRAN to cylindrical ones",
                      "this joint has no `%s`", arguments[i]);
  }
  if (start && start->count) sar_tree_put(&deck->tree, node, "start", joint->source, start);
  return SAR_OK;
}

/* ---- joints with numbers of their own ---- */

static SarStatus need_number(SarDeck *deck, const SarStatement *joint, const char *argument, double *value) {
  SAR_TRY(sar_statement_number(deck->context, joint, argument, 0, 0, value));
  const SarArgument *given = sar_statement_argument(joint, argument);
  if (given && *value != 0) return SAR_OK;
  return sar_report(deck->context, SAR_INPUT, given ? given->source : joint->source, sar_deck_title(deck, joint),
                    "give a number other than zero", given ? "`%s` is zero" : "`%s` is missing", argument);
}

/* The way along z per turn; the model's is per radian, and counts both from the written pose. */
static SarStatus put_pitch(SarDeck *deck, const SarStatement *joint, const SarDeckPair *pair, SarNode *node) {
  double pitch;
  SAR_TRY(need_number(deck, joint, "PITCH", &pitch));
  const SarArgument *given = sar_statement_argument(joint, "PITCH");
  sar_tree_put_text(&deck->tree, node, "pitch", given->values[0].source, "%s/(2*pi)", given->values[0].text);
  double angle = sar_deck_written(pair, SAR_DECK_ROTATION), way = sar_deck_written(pair, SAR_DECK_TRANSLATION);
  double turns = way / pitch - angle / TURN;
  if (fabs(turns - round(turns)) > FULFILLED) {
    sar_deck_remark(deck, joint, joint->source,
                    "its markers are %.6g turns off the thread as they are written: it keeps them so", turns);
  }
  return SAR_OK;
}

static SarStatus put_radius(SarDeck *deck, const SarStatement *joint, const SarDeckPair *pair, SarNode *node) {
  double diameter;
  SAR_TRY(need_number(deck, joint, "PD", &diameter));
  const SarArgument *given = sar_statement_argument(joint, "PD");
  put_axes(deck, joint, pair, 2, 2, node);
  sar_tree_put_text(&deck->tree, node, "pitch_radius", given->values[0].source, "%s/2", given->values[0].text);
  double across = sar_dot(sar_column(&pair->axes[0], 2), sar_column(&pair->axes[1], 2));
  if (fabs(across) > FULFILLED) {
    sar_deck_remark(deck, joint, joint->source,
                    "z of I, the pinion's axis, and z of J, the rack's, are not at a right angle");
  }
  return SAR_OK;
}

SarStatus sar_deck_joint(SarDeck *deck, const SarStatement *statement) {
  const Kind *kind;
  SarDeckPair pair;
  SAR_TRY(find_kind(deck, statement, joints, sizeof joints / sizeof *joints, &kind));
  SAR_TRY(sar_deck_pair(deck, statement, &pair));
  SarNode *node = add(deck, statement, kind, &pair);
  if (strcmp(kind->flag, "UNIVERSAL") == 0) put_axes(deck, statement, &pair, 2, 2, node);
  /* the pins of the cross are x of I and y of J: decks with results of Adams have both markers turned alike */
  if (strcmp(kind->flag, "HOOKE") == 0) put_axes(deck, statement, &pair, 0, 1, node);
  if (strcmp(kind->flag, "CONVEL") == 0 && sar_dot(sar_column(&pair.axes[0], 2), sar_column(&pair.axes[1], 2)) < 0) {
    sar_tree_put_text(&deck->tree, node, "outward", statement->source, "true");
  }
  if (strcmp(kind->flag, "SCREW") == 0) SAR_TRY(put_pitch(deck, statement, &pair, node));
  if (strcmp(kind->flag, "RACKPIN") == 0) SAR_TRY(put_radius(deck, statement, &pair, node));
  SAR_TRY(sar_deck_put_friction(deck, statement, node));
  return put_starts(deck, statement, &pair, node);
}

SarStatus sar_deck_jprim(SarDeck *deck, const SarStatement *statement) {
  const Kind *kind;
  SarDeckPair pair;
  SAR_TRY(find_kind(deck, statement, primitives, sizeof primitives / sizeof *primitives, &kind));
  SAR_TRY(sar_deck_pair(deck, statement, &pair));
  SarNode *node = add(deck, statement, kind, &pair);
  if (strcmp(kind->flag, "PERPENDICULAR") == 0) put_axes(deck, statement, &pair, 2, 2, node);
  bool line = strcmp(kind->flag, "INLINE") == 0 || strcmp(kind->flag, "INPLANE") == 0;
  if (line) sar_tree_put_text(&deck->tree, node, "fixed_in", statement->source, "second");
  return SAR_OK;
}
