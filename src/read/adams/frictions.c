/* FRICTION, and the old arguments of JOINT: fields of friction of joints.
 *
 * The law of the model is that of Adams where a joint slides or turns, with the same radii and arms; where it sticks,
 * Adams has a bristle of MAX_STICTION_DEFORMATION, and the model creeps at a fraction of the stiction velocity. */
#include <string.h>
#include <strings.h>

#include "read/adams/joint_pair.h"
#include "read/adams/translators.h"

typedef struct Place {
  SarDeck *deck;
  const SarStatement *from; /* FRICTION, or the JOINT with old arguments */
  SarNode *node;            /* of the joint */
} Place;

/* A number of the statement, or what Adams takes where it is not given; null: nothing is put then. */
static void put(const Place *p, const char *key, const char *argument, const char *otherwise) {
  const SarArgument *given = sar_statement_argument(p->from, argument);
  const char *text = given && given->count ? given->values[0].text : otherwise;
  if (!text) return;
  sar_tree_put_text(&p->deck->tree, p->node, key, given ? given->values[0].source : p->from->source, "%s", text);
}

static const char *text_of(const Place *p, const char *argument, const char *otherwise) {
  const char *text = sar_deck_text(p->from, argument, 0);
  return text ? text : otherwise;
}

static bool word_is(const SarStatement *statement, const char *argument, const char *word) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  for (int32_t i = 0; given && i < given->count; i++) {
    if (strncasecmp(given->values[i].text, word, strlen(given->values[i].text)) == 0) return true;
  }
  return false;
}

/* Which of PRELOAD, REACTION_FORCE, BENDING_MOMENT and TORSIONAL_MOMENT press the joint together. */
static bool has_input(const Place *p, const char *input) {
  if (!sar_statement_has(p->from, "INPUTS") || word_is(p->from, "INPUTS", "ALL")) return true;
  return !word_is(p->from, "INPUTS", "NONE") && word_is(p->from, "INPUTS", input);
}

static void put_law(const Place *p) {
  bool sliding = word_is(p->from, "EFFECT", "SLIDING");
  put(p, "friction", "MU_DYNAMIC", "0.3");
  if (!sliding) put(p, "static_friction", "MU_STATIC", "0.5");
  put(p, "stiction_velocity", "STICTION_TRANSITION_VELOCITY", "0.1");
  put(p, "sliding_ratio", "TRANSITION_VELOCITY_COEFFICIENT", NULL);
  if (!has_input(p, "REACTION_FORCE")) {
    sar_tree_put_text(&p->deck->tree, p->node, "reaction_friction", p->from->source, "false");
  }
}

/* A torque that presses is a force at a radius. */
static void put_torque_preload(const Place *p, const char *radius, const char *otherwise) {
  const SarArgument *given = sar_statement_argument(p->from, "FRICTION_TORQUE_PRELOAD");
  if (!given || !given->count || !has_input(p, "PRELOAD")) return;
  sar_tree_put_text(&p->deck->tree, p->node, "friction_preload", given->values[0].source, "%s/%s",
                    given->values[0].text, text_of(p, radius, otherwise));
}

static void put_pin(const Place *p) {
  put(p, "pin_radius", "PIN_RADIUS", "1");
  put(p, "axial_radius", "FRICTION_ARM", "1");
  if (has_input(p, "BENDING_MOMENT")) put(p, "bending_arm", "BENDING_REACTION_ARM", "1");
  put_torque_preload(p, "PIN_RADIUS", "1");
}

/* The overlap is that at the start; I moves against J, the model's coordinate is of J against I. */
static void put_guide(const Place *p, bool turns) {
  if (has_input(p, "PRELOAD")) put(p, "friction_preload", "FRICTION_FORCE_PRELOAD", NULL);
  if (has_input(p, "BENDING_MOMENT")) {
    put(p, "bending_arm", "INITIAL_OVERLAP", "1000");
    const SarArgument *delta = sar_statement_argument(p->from, "OVERLAP_DELTA");
    bool grows = word_is(p->from, "OVERLAP_DELTA", "INCREASE"), shrinks = word_is(p->from, "OVERLAP_DELTA", "DECREASE");
    if (grows || shrinks) {
      sar_tree_put_text(&p->deck->tree, p->node, "bending_arm_growth", delta->source, grows ? "-1" : "1");
    }
  }
  sar_tree_put_text(&p->deck->tree, p->node, "moments_at", p->from->source, "first");
  if (!turns && has_input(p, "TORSIONAL_MOMENT")) put(p, "torsion_arm", "REACTION_ARM", "1");
  if (turns) put(p, "pin_radius", "PIN_RADIUS", "1");
  put(p, "friction_limit", "MAX_FRICTION_FORCE", NULL);
  if (turns) put(p, "angle_friction_limit", "MAX_FRICTION_TORQUE", NULL);
}

static void put_cross(const Place *p) {
  put_pin(p);
  put(p, "friction_limit", "MAX_FRICTION_TORQUE", NULL);
  sar_tree_put_text(&p->deck->tree, p->node, "friction_of", p->from->source,
                    word_is(p->from, "YOKE", "J") ? "second" : "first");
}

/* FRICTION = ON at a joint: coefficients and radii of the time before there was FRICTION. */
static SarStatus put_old(SarDeck *deck, const SarStatement *joint, SarNode *node) {
  Place p = {deck, joint, node};
  bool only = word_is(joint, "FRICTION", "PRELOAD_ONLY"), slides = sar_statement_has(joint, "TRANSLATIONAL");
  if (!sar_statement_has(joint, "FRICTION") || (!only && !word_is(joint, "FRICTION", "ON"))) return SAR_OK;
  if (!slides && !sar_statement_has(joint, "REVOLUTE")) {
    return sar_deck_refuse_detail(deck, joint, sar_statement_argument(joint, "FRICTION")->source, "use FRICTION/id",
                                  "only revolute and translational joints have friction of their own");
  }
  put(&p, "friction", slides ? "MU_DYN_TRANS" : "MU_DYN_ROT", "0");
  put(&p, "static_friction", slides ? "MU_STAT_TRANS" : "MU_STAT_ROT", NULL);
  put(&p, "stiction_velocity", "DELTA_V", NULL);
  put(&p, "friction_preload", slides ? "PRELOAD_X" : "PRELOAD_RADIAL", NULL);
  put(&p, "friction_limit", slides ? "MAX_FRIC_TRANS" : "MAX_FRIC_ROT", NULL);
  put(&p, "bending_arm", "HEIGHT", NULL);
  if (!slides) put(&p, "pin_radius", "INNER_RADIUS", sar_deck_text(joint, "OUTER_RADIUS", 0));
  if (!slides) put(&p, "axial_radius", "OUTER_RADIUS", NULL);
  if (only) sar_tree_put_text(&deck->tree, node, "reaction_friction", joint->source, "false");
  return SAR_OK;
}

SarStatus sar_deck_put_friction(SarDeck *deck, const SarStatement *joint, SarNode *node) {
  const SarStatement *friction, *second;
  SAR_TRY(put_old(deck, joint, node));
  SAR_TRY(sar_deck_user_of(deck, "FRICTION", joint, 0, &friction));
  if (!friction || word_is(friction, "INPUTS", "NONE")) return SAR_OK;
  SAR_TRY(sar_deck_user_of(deck, "FRICTION", joint, 1, &second));
  if (second || sar_node_get(node, "friction")) return SAR_OK; /* said of the FRICTION */
  Place p = {deck, friction, node};
  bool pin = sar_statement_has(joint, "REVOLUTE"), slider = sar_statement_has(joint, "TRANSLATIONAL");
  bool sleeve = sar_statement_has(joint, "CYLINDRICAL"), ball = sar_statement_has(joint, "SPHERICAL");
  bool cross = sar_statement_has(joint, "HOOKE") || sar_statement_has(joint, "UNIVERSAL");
  if (!pin && !slider && !sleeve && !ball && !cross) return SAR_OK;
  put_law(&p);
  if (pin) put_pin(&p), put(&p, "friction_limit", "MAX_FRICTION_TORQUE", NULL);
  if (slider || sleeve) put_guide(&p, sleeve);
  if (cross) put_cross(&p);
  if (ball) put(&p, "ball_radius", "BALL_RADIUS", "1"), put_torque_preload(&p, "BALL_RADIUS", "1");
  return SAR_OK;
}

/* ---- FRICTION itself: what is wrong with it ---- */

static SarStatus refuse_formulations(SarDeck *deck, const SarStatement *friction) {
  if (word_is(friction, "FORMULATION", "LUGRE")) {
    sar_deck_remark(deck, friction, sar_statement_argument(friction, "FORMULATION")->source,
                    "the LuGre formulation is replaced by the usual law");
  }
  if (!word_is(friction, "EFFECT", "STICTION") || word_is(friction, "EFFECT", "SLIDING")) return SAR_OK;
  sar_deck_remark(deck, friction, sar_statement_argument(friction, "EFFECT")->source,
                  "there is no stiction without sliding: both are there");
  return SAR_OK;
}

SarStatus sar_deck_friction(SarDeck *deck, const SarStatement *statement) {
  static const char kinds[] = "TRANSLATIONAL REVOLUTE CYLINDRICAL HOOKE UNIVERSAL SPHERICAL";
  const SarStatement *joint, *first;
  SAR_TRY(sar_deck_refer(deck, statement, "JOINT", 0, "JOINT", &joint));
  SarSource source = sar_statement_argument(statement, "JOINT")->values[0].source;
  bool known = false;
  for (const char *word = kinds; word; word = strchr(word, ' ') ? strchr(word, ' ') + 1 : NULL) {
    char name[16] = "";
    strncat(name, word, strcspn(word, " "));
    known |= sar_statement_has(joint, name);
  }
  if (!known) {
    return sar_report(deck->context, SAR_INPUT, source, sar_deck_title(deck, statement),
                      "only translational, revolute, cylindrical, Hooke, universal and spherical joints have it",
                      "JOINT/%lld has no friction", (long long)joint->id);
  }
  SAR_TRY(sar_deck_user_of(deck, "FRICTION", joint, 0, &first));
  if (first != statement) {
    return sar_report(deck->context, SAR_INPUT, source, sar_deck_title(deck, statement), "keep one of them",
                      "JOINT/%lld has a friction already", (long long)joint->id);
  }
  return refuse_formulations(deck, statement);
}
