/* MOTION: of a freedom of a joint, or of one component of I against J. */
#include <math.h>
#include <string.h>

#include "read/adams/joint_pair.h"
#include "read/adams/left_out.h"
#include "read/adams/translators.h"

#define ROUNDING 1e-14
#define SAME 1e-9 /* rad, or of the size of the places: a start that is where the markers are written */

static SarStatus wrong(SarDeck *deck, const SarStatement *motion, SarSource source, const char *remedy,
                       const char *what) {
  return sar_report(deck->context, SAR_INPUT, source, sar_deck_title(deck, motion), remedy, "%s", what);
}

/* "" or "_velocity", "_acceleration"; a report if it is both. */
static SarStatus find_level(SarDeck *deck, const SarStatement *motion, const char **level) {
  const SarArgument *velocity = sar_statement_argument(motion, "VELOCITY");
  const SarArgument *acceleration = sar_statement_argument(motion, "ACCELERATION");
  bool position = sar_statement_has(motion, "DISPLACEMENT");
  *level = velocity ? "_velocity" : acceleration ? "_acceleration" : "";
  if ((velocity != NULL) + (acceleration != NULL) + position < 2) return SAR_OK;
  return wrong(deck, motion, (acceleration ? acceleration : velocity)->source, "keep one of them",
               "DISPLACEMENT, VELOCITY and ACCELERATION exclude each other");
}

/* *text is null where the motion is to be left out. */
static SarStatus find_function(SarDeck *deck, const SarStatement *motion, const char **text) {
  SAR_TRY(sar_deck_expression_of_time(deck, motion, "FUNCTION", text));
  if (*text || sar_statement_has(motion, "FUNCTION")) return SAR_OK;
  return wrong(deck, motion, motion->source, "give FUNCTION = an expression of TIME", "`FUNCTION` is missing");
}

/* Where the text begins that has `before` characters in front of the function. */
static SarSource function_source(const SarStatement *motion, int32_t before) {
  const SarArgument *function = sar_statement_argument(motion, "FUNCTION");
  SarSource source = function->source;
  if (function->npieces > 0) source.line = function->pieces[0].line, source.column = function->pieces[0].column;
  if (source.column > before) source.column -= before;
  return source;
}

static SarNode *add(SarDeck *deck, const SarStatement *motion) {
  SarNode *node = sar_tree_mapping(&deck->tree, motion->source);
  sar_tree_put(&deck->tree, sar_tree_section(&deck->tree, "motions"), motion->name, motion->source, node);
  return node;
}

static SarStatus put_function(SarDeck *deck, const SarStatement *motion, bool rotation, const char *level,
                              const char *text, SarNode *node) {
  const char *key = sar_arena_printf(deck->arena, "%s%s", rotation ? "rotation" : "translation", level);
  if (!key) return sar_report_no_memory(deck->context);
  sar_tree_put_text(&deck->tree, node, key, function_source(motion, strncmp(text, "-(", 2) == 0 ? 2 : 0), "%s", text);
  return SAR_OK;
}

/* ---- of joints ---- */

/* Starts, ICDISP and ICVEL, stand with the joint. */
static SarStatus drive_joint(SarDeck *deck, const SarStatement *motion, const char *level) {
  const SarStatement *joint;
  SarDeckPair pair;
  const char *text;
  SAR_TRY(sar_deck_refer(deck, motion, "JOINT", 0, "JOINT", &joint));
  const SarArgument *named = sar_statement_argument(motion, "JOINT");
  const char *word = sar_statement_has(motion, "ROTATION")      ? "ROTATION"
                     : sar_statement_has(motion, "TRANSLATION") ? "TRANSLATION"
                                                                : NULL;
  SarDeckFreedom freedom = sar_deck_freedom(joint, word);
  if (freedom == SAR_DECK_NO_FREEDOM) {
    bool cylinder = sar_statement_has(joint, "CYLINDRICAL");
    return wrong(deck, motion, named->values[0].source,
                 cylinder ? "add ROTATION or TRANSLATION"
                          : "drive the rotation of a revolute, the translation of a translational, or either of a "
                            "cylindrical joint; or two markers, by I and J",
                 cylinder ? "a cylindrical joint has two freedoms" : "the joint has no such freedom to drive");
  }
  if (joint->faulty || sar_deck_pair(deck, joint, &pair) != SAR_OK) return SAR_OK; /* that is said of the joint */
  SAR_TRY(find_function(deck, motion, &text));
  if (!text) return SAR_OK;
  SarNode *node = add(deck, motion);
  sar_tree_put_text(&deck->tree, node, "joint", named->values[0].source, "%s", joint->name);
  text = sar_deck_turned(deck, text, level[0] ? 0 : sar_deck_written(&pair, freedom));
  return put_function(deck, motion, freedom == SAR_DECK_ROTATION, level, text, node);
}

/* ---- of markers ---- */

static const char *const components[] = {"X", "Y", "Z", "B1", "B2", "B3"};

static SarStatus find_component(SarDeck *deck, const SarStatement *motion, int *component) {
  *component = -1;
  for (int i = 0; i < 6; i++) {
    const SarArgument *given = sar_statement_argument(motion, components[i]);
    if (!given) continue;
    if (*component >= 0) return wrong(deck, motion, given->source, "make two motions", "a motion drives one component");
    *component = i;
  }
  if (*component >= 0) return SAR_OK;
  return wrong(deck, motion, motion->source, "say X, Y, Z, B1, B2 or B3", "the component to be driven is missing");
}

/* The component as the markers are written. With R the axes of I in J: z of I is (sin b2, -sin b1 cos b2, cos b1 cos
 * b2) and x of J, seen from I, (cos b2 cos b3, -cos b2 sin b3, sin b2). */
static double written(const SarDeckPair *pair, int component) {
  SarMat3 R = sar_mat3_tmul(&pair->axes[1], &pair->axes[0]);
  double value;
  switch (component) {
    case 3: value = atan2(-R.m[1][2], R.m[2][2]); break;
    case 4: value = asin(fmin(fmax(R.m[0][2], -1), 1)); break;
    case 5: value = atan2(-R.m[0][1], R.m[0][0]); break;
    default: {
      value = sar_dot(sar_sub(pair->at[0], pair->at[1]), sar_column(&pair->axes[1], component));
      return fabs(value) <= ROUNDING * (sar_norm(pair->at[0]) + sar_norm(pair->at[1])) ? 0 : value;
    }
  }
  return fabs(value) < ROUNDING ? 0 : value;
}

/* A rate that is given leaves open where the motion begins: here it begins where the parts are. */
static SarStatus check_start(SarDeck *deck, const SarStatement *motion, const SarDeckPair *pair, int component) {
  double begin, now = written(pair, component);
  SAR_TRY(sar_statement_number(deck->context, motion, "ICDISP", 0, now, &begin));
  double size = component < 3 ? sar_norm(pair->at[0]) + sar_norm(pair->at[1]) : 1;
  if (fabs(begin - now) <= SAME * size) return SAR_OK;
  return sar_deck_refuse(deck, motion, sar_statement_argument(motion, "ICDISP")->source,
                         "write the parts where the motion begins, or drive a joint",
                         "the markers are written at %.9g, but the motion begins at %.9g", now, begin);
}

static SarStatus check_rate(SarDeck *deck, const SarStatement *motion) {
  const SarArgument *given = sar_statement_argument(motion, "ICVEL");
  if (!given) return SAR_OK;
  return sar_deck_refuse(deck, motion, given->source, "give the part its velocity, or drive a joint",
                         "the velocity with which a motion of two markers begins is that of their parts");
}

static SarStatus drive_markers(SarDeck *deck, const SarStatement *motion, const char *level) {
  static const char *const words[] = {"x", "y", "z", "b1", "b2", "b3"};
  SarDeckPair pair;
  const char *text;
  int component;
  SAR_TRY(find_component(deck, motion, &component));
  SAR_TRY(sar_deck_pair(deck, motion, &pair));
  SAR_TRY(find_function(deck, motion, &text));
  if (!text) return SAR_OK;
  if (level[0]) SAR_TRY(check_start(deck, motion, &pair, component));
  if (strcmp(level, "_acceleration") == 0) SAR_TRY(check_rate(deck, motion));
  if (sar_deck_is_left_out(deck, motion)) return SAR_OK;
  double from = level[0] ? 0 : written(&pair, component);
  if (from != 0) text = sar_arena_printf(deck->arena, "%s %c %.17g", text, from < 0 ? '+' : '-', fabs(from));
  if (!text) return sar_report_no_memory(deck->context);
  SarNode *node = add(deck, motion);
  sar_tree_put(&deck->tree, node, "between", motion->source, sar_deck_pair_node(deck, motion, &pair));
  sar_tree_put_text(&deck->tree, node, "component", motion->source, "%s", words[component]);
  return put_function(deck, motion, component >= 3, level, text, node);
}

SarStatus sar_deck_motion(SarDeck *deck, const SarStatement *statement) {
  const char *level;
  SAR_TRY(find_level(deck, statement, &level));
  if (sar_statement_has(statement, "JOINT")) return drive_joint(deck, statement, level);
  if (sar_statement_has(statement, "I") || sar_statement_has(statement, "J")) {
    return drive_markers(deck, statement, level);
  }
  return wrong(deck, statement, statement->source, "give JOINT = id, or I = id, J = id and a component",
               "nothing is driven");
}
