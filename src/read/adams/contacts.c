/* CONTACT: a contact for every pair of geometries. The law `impact` of the force and the coefficient of friction are
 * those of Adams; shapes have their own rules (rounded edges, several places that touch). */
#define _POSIX_C_SOURCE 200809L

#include "read/adams/contacts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/units.h"
#include "read/adams/graphics.h"
#include "read/adams/left_out.h"
#include "read/adams/markers.h"
#include "read/adams/translators.h"

#define MOST_PAIRS 10000
#define LEAST_RESTITUTION 0.05 /* less would take ever more damping */
#define USUAL_EXPONENT "2.2"   /* what Adams/View writes */

/* The text of an argument into a mapping, if it is given. */
static void put(SarDeck *deck, const SarStatement *s, const char *argument, const char *key, SarNode *node) {
  const SarArgument *given = sar_statement_argument(s, argument);
  if (!given || given->count < 1) return;
  sar_tree_put_text(&deck->tree, node, key, given->values[0].source, "%s", given->values[0].text);
}

/* ---- the normal force ---- */

static SarStatus put_damping(SarDeck *deck, const SarStatement *s, SarNode *contact) {
  double damping, depth;
  SAR_TRY(sar_statement_number(deck->context, s, "DAMPING", 0, 0, &damping));
  SAR_TRY(sar_statement_number(deck->context, s, "DMAX", 0, 0, &depth));
  if (damping == 0) return SAR_OK;
  if (!(depth > 0)) {
    return sar_report(deck->context, SAR_INPUT, sar_statement_argument(s, "DAMPING")->source, sar_deck_title(deck, s),
                      "give the penetration from which DAMPING acts in full", "DMAX must be positive");
  }
  put(deck, s, "DAMPING", "damping", contact);
  put(deck, s, "DMAX", "damping_depth", contact);
  return SAR_OK;
}

/* 1 m/s in units of the deck. */
static double usual_speed(const SarDeck *deck) {
  static const char *const kinds[] = {"length", "time"};
  const SarNode *given = sar_node_get(deck->tree.root, "units");
  SarUnits units = sar_units_si();
  for (int i = 0; i < 2; i++) {
    const SarNode *unit = given ? sar_node_get(given, kinds[i]) : NULL;
    if (unit) (void)sar_units_choose(&units, kinds[i], unit->text); /* one of ours: it is known */
  }
  return 1 / sar_units_factor(&units, "m/s");
}

/* The formula is not published. What PENALTY and RESTITUTION_COEFFICIENT are for is kept: a stiffness, and how fast
 * bodies leave each other. */
static SarStatus put_poisson(SarDeck *deck, const SarStatement *s, SarNode *contact) {
  double restitution;
  SAR_TRY(sar_statement_number(deck->context, s, "RESTITUTION_COEFFICIENT", 0, 1, &restitution));
  if (!sar_statement_has(s, "PENALTY")) {
    return sar_report(deck->context, SAR_INPUT, s->source, sar_deck_title(deck, s),
                      "give PENALTY and RESTITUTION_COEFFICIENT", "the contact has no PENALTY");
  }
  sar_tree_put_text(&deck->tree, contact, "law", s->source, "hunt-crossley");
  put(deck, s, "PENALTY", "stiffness", contact);
  sar_tree_put_text(&deck->tree, contact, "exponent", s->source, "1");
  if (restitution >= LEAST_RESTITUTION) {
    put(deck, s, "RESTITUTION_COEFFICIENT", "restitution", contact);
  } else {
    sar_deck_put_number(deck, contact, "restitution", s->source, LEAST_RESTITUTION);
  }
  if (!sar_statement_has(s, "RESTITUTION_COEFFICIENT")) {
    sar_tree_put_text(&deck->tree, contact, "restitution", s->source, "1");
  }
  sar_deck_put_number(deck, contact, "impact_speed", s->source, usual_speed(deck));
  sar_deck_remark(deck, s, sar_statement_argument(s, "POISSON")->source,
                  "the formula of POISSON is not published: PENALTY is taken as a stiffness, and the restitution%s "
                  "holds for impacts at 1 m/s",
                  restitution >= LEAST_RESTITUTION ? "" : ", at least 0.05,");
  return SAR_OK;
}

static SarStatus put_law(SarDeck *deck, const SarStatement *s, SarNode *contact) {
  if (sar_statement_has(s, "POISSON")) return put_poisson(deck, s, contact);
  if (!sar_statement_has(s, "STIFFNESS")) {
    return sar_report(deck->context, SAR_INPUT, s->source, sar_deck_title(deck, s), "give STIFFNESS and EXPONENT",
                      "the contact has no stiffness");
  }
  sar_tree_put_text(&deck->tree, contact, "law", s->source, "impact");
  put(deck, s, "STIFFNESS", "stiffness", contact);
  if (sar_statement_has(s, "EXPONENT")) {
    put(deck, s, "EXPONENT", "exponent", contact);
  } else {
    sar_tree_put_text(&deck->tree, contact, "exponent", s->source, USUAL_EXPONENT);
    sar_deck_remark(deck, s, s->source, "EXPONENT is not given: it is taken as " USUAL_EXPONENT);
  }
  return put_damping(deck, s, contact);
}

/* ---- friction ---- */

static bool is_word(const SarStatement *s, const char *argument, const char *word) {
  const char *text = sar_deck_text(s, argument, 0);
  return text && text[0] && strncasecmp(text, word, strlen(text)) == 0;
}

static SarStatus put_friction(SarDeck *deck, const SarStatement *s, SarNode *contact) {
  bool sticks = is_word(s, "STICTION", "ON"), rubs = is_word(s, "COULOMB_FRICTION", "ON");
  bool in_motion = is_word(s, "COULOMB_FRICTION", "DYNAMICS_ONLY");
  if (!rubs && !in_motion) return SAR_OK;
  if (!sar_statement_has(s, "MU_STATIC") && !sar_statement_has(s, "MU_DYNAMIC")) {
    return sar_report(deck->context, SAR_INPUT, sar_statement_argument(s, "COULOMB_FRICTION")->source,
                      sar_deck_title(deck, s), "give MU_STATIC and MU_DYNAMIC",
                      "there is friction without a coefficient");
  }
  SarNode *friction = sar_tree_mapping(&deck->tree, s->source);
  put(deck, s, "MU_STATIC", "static", friction);
  put(deck, s, "MU_DYNAMIC", "sliding", friction);
  put(deck, s, "STICTION_TRANSITION_VELOCITY", "v_s", friction);
  put(deck, s, "FRICTION_TRANSITION_VELOCITY", "v_d", friction);
  if (sticks) {
    sar_tree_put_text(&deck->tree, friction, "stick", s->source, "true");
    sar_deck_remark(deck, s, s->source,
                    "MAX_STICTION_DEFORMATION does not count: what sticks is held by a spring with "
                    "two thirds of the normal stiffness");
  }
  if (in_motion) {
    sar_deck_remark(deck, s, s->source, "DYNAMICS_ONLY: friction holds nothing in equilibria unless it sticks");
  }
  sar_tree_put(&deck->tree, contact, "friction", s->source, friction);
  return SAR_OK;
}

/* ---- pairs ---- */

static const struct {
  const char *argument, *remedy, *reason;
} refused[] = {
    {"NORMAL_FUNCTION", "use IMPACT, or a force with a plugin", "its normal force is code outside of the deck"},
    {"FRICTION_FUNCTION", "use COULOMB_FRICTION", "its friction is code outside of the deck"},
    {"IFLEX", "use a body of `type: modal` with shapes", "flexible bodies cannot be read"},
    {"JFLEX", "use a body of `type: modal` with shapes", "flexible bodies cannot be read"},
};

/* The first argument that is refused of the whole statement; null: none. */
static const SarArgument *refused_argument(const SarStatement *s, size_t *which) {
  for (*which = 0; *which < sizeof refused / sizeof *refused; ++*which) {
    const SarArgument *given = sar_statement_argument(s, refused[*which].argument);
    if (given) return given;
  }
  return NULL;
}

/* *out: leave it out. */
static SarStatus refuse(SarDeck *deck, const SarStatement *s, bool *out) {
  size_t which;
  const SarArgument *given = refused_argument(s, &which);
  *out = given != NULL;
  return given ? sar_deck_refuse(deck, s, given->source, refused[which].remedy, "%s", refused[which].reason) : SAR_OK;
}

static SarStatus shape_of(SarDeck *deck, const SarStatement *s, const char *side, int32_t index, const char **name) {
  const SarStatement *graphics;
  SAR_TRY(sar_deck_refer(deck, s, side, index, "GRAPHICS", &graphics));
  return sar_deck_shape(deck, s, graphics, name);
}

/* Of the first pair it is that of the statement. */
static const char *pair_name(SarDeck *deck, const SarStatement *s, int32_t i, int32_t j) {
  if (i == 0 && j == 0) return s->name;
  return sar_arena_printf(deck->arena, "%s_%d_%d", s->name, (int)i + 1, (int)j + 1);
}

static bool can_touch(SarDeck *deck, const SarArgument *geometries, int32_t index) {
  const SarStatement *graphics = sar_deck_find(deck, "GRAPHICS", strtoll(geometries->values[index].text, NULL, 10));
  return graphics && sar_deck_is_solid(deck, graphics);
}

SarStatus sar_deck_contact_names(SarDeck *deck, const SarStatement *s, SarDeckNames *out) {
  const SarArgument *first = sar_statement_argument(s, "IGEOM"), *second = sar_statement_argument(s, "JGEOM");
  size_t which;
  *out = (SarDeckNames){0};
  if (!first || !second || refused_argument(s, &which)) return SAR_OK;
  int64_t most = (int64_t)first->count * second->count;
  if (most > MOST_PAIRS) return SAR_OK;
  out->all = SAR_NEW(deck->arena, (int32_t)most + 1, const char *);
  if (!out->all) return sar_report_no_memory(deck->context);
  for (int32_t i = 0; i < first->count; i++) {
    for (int32_t j = 0; j < second->count; j++) {
      if (!can_touch(deck, first, i) || !can_touch(deck, second, j)) continue;
      out->all[out->count] = pair_name(deck, s, i, j);
      if (!out->all[out->count++]) return sar_report_no_memory(deck->context);
    }
  }
  return SAR_OK;
}

static SarStatus put_pair(SarDeck *deck, const SarStatement *s, int32_t i, int32_t j, const char *name) {
  SarTree *tree = &deck->tree;
  const char *first, *second;
  SAR_TRY(shape_of(deck, s, "IGEOM", i, &first));
  SAR_TRY(shape_of(deck, s, "JGEOM", j, &second));
  if (!first || !second) return SAR_OK; /* left out, as was said */
  SarNode *contact = sar_tree_mapping(tree, s->source), *between = sar_tree_list(tree, s->source);
  sar_tree_push(tree, between, sar_tree_text(tree, s->source, "%s", first));
  sar_tree_push(tree, between, sar_tree_text(tree, s->source, "%s", second));
  sar_tree_put(tree, contact, "between", s->source, between);
  SAR_TRY(put_law(deck, s, contact));
  SAR_TRY(put_friction(deck, s, contact));
  sar_tree_put(tree, sar_tree_section(tree, "contacts"), name, s->source, contact);
  return SAR_OK;
}

SarStatus sar_deck_contact(SarDeck *deck, const SarStatement *s) {
  const SarArgument *first = sar_statement_argument(s, "IGEOM"), *second = sar_statement_argument(s, "JGEOM");
  bool left_out = false;
  SAR_TRY(refuse(deck, s, &left_out));
  if (left_out) return SAR_OK;
  if (!first || !second) {
    return sar_report(deck->context, SAR_INPUT, s->source, sar_deck_title(deck, s), "give IGEOM and JGEOM",
                      "a side of the contact is missing");
  }
  if ((int64_t)first->count * second->count > MOST_PAIRS) {
    return sar_deck_refuse(deck, s, s->source, "name fewer geometries", "it has more than %d pairs of geometries",
                           MOST_PAIRS);
  }
  for (int32_t i = 0; i < first->count; i++) {
    for (int32_t j = 0; j < second->count; j++) {
      const char *name = pair_name(deck, s, i, j);
      if (!name) return sar_report_no_memory(deck->context);
      SAR_TRY(put_pair(deck, s, i, j, name));
    }
  }
  SarDeckNames names;
  SAR_TRY(sar_deck_contact_names(deck, s, &names));
  return names.count ? SAR_OK : sar_deck_leave_out(deck, s);
}
