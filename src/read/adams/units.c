/* UNITS and ACCGRAV. A deck is not consistent by itself: a force of one unit gives a mass of one unit the acceleration
 * UCF. That is what `force:` among the units of a model file says, so that nothing has to be multiplied. */
#include "base/units.h"

#include <ctype.h>
#include <string.h>

#include "read/adams/markers.h"
#include "read/adams/translators.h"

/* Adams' word, ours. Words may be abbreviated, and the plural is understood. */
typedef struct Word {
  const char *theirs, *ours;
} Word;

static const Word forces[] = {{"NEWTON", "N"},           {"KNEWTON", "kN"},
                              {"MEGANEWTON", "MN"},      {"MILLINEWTON", "mN"},
                              {"MICRONEWTON", "uN"},     {"NANONEWTON", "nN"},
                              {"CENTINEWTON", "cN"},     {"DYNE", "dyn"},
                              {"KILOGRAM_FORCE", "kgf"}, {"POUND_FORCE", "lbf"},
                              {"KPOUND_FORCE", "kip"},   {"OUNCE_FORCE", "ozf"},
                              {"POUNDAL", "pdl"},        {NULL, NULL}};
static const Word masses[] = {{"KILOGRAM", "kg"},     {"GRAM", "g"},        {"MILLIGRAM", "mg"}, {"MICROGRAM", "ug"},
                              {"NANOGRAM", "ng"},     {"TONNE", "t"},       {"MEGAGRAM", "t"},   {"POUND_MASS", "lb"},
                              {"KPOUND_MASS", "klb"}, {"OUNCE_MASS", "oz"}, {"SLUG", "slug"},    {"SLINCH", "slinch"},
                              {"US_TON", "us_ton"},   {NULL, NULL}};
static const Word lengths[] = {
    {"METER", "m"},      {"KILOMETER", "km"},      {"CENTIMETER", "cm"}, {"MILLIMETER", "mm"}, {"MICROMETER", "um"},
    {"NANOMETER", "nm"}, {"ANGSTROM", "angstrom"}, {"INCH", "in"},       {"MICROINCH", "uin"}, {"MILS", "mil"},
    {"FOOT", "ft"},      {"YARD", "yd"},           {"MILE", "mi"},       {NULL, NULL}};
static const Word times[] = {{"SECOND", "s"},   {"MILLISECOND", "ms"}, {"MICROSECOND", "us"}, {"NANOSECOND", "ns"},
                             {"MINUTE", "min"}, {"HOUR", "h"},         {"DAY", "day"},        {NULL, NULL}};

/* In the order of `units:`. */
static const struct {
  const char *argument, *key;
  const Word *words;
} kinds[] = {
    {"LENGTH", "length", lengths}, {"MASS", "mass", masses}, {"TIME", "time", times}, {"FORCE", "force", forces}};

static const struct {
  const char *name, *units[4]; /* null: those of SI */
} systems[] = {{"MKS", {"m", "kg", "s", "N"}},
               {"CGS", {"cm", "g", "s", "dyn"}},
               {"FPS", {"ft", "lb", "s", "lbf"}},
               {"IPS", {"in", "lb", "s", "lbf"}},
               {"NONE", {NULL, NULL, NULL, NULL}}};

/* Whether a word means another one: it is the beginning of it, or it with an s. */
static bool means(const char *given, const char *word) {
  while (*given && *word && toupper((unsigned char)*given) == *word) given++, word++;
  return !*given || (!*word && toupper((unsigned char)*given) == 'S' && !given[1]);
}

/* The exact word comes before those that it only begins: METER is no METER..., but MIL would be MILLIMETER. */
static const char *unit_meant(const Word *words, const char *given) {
  for (const Word *w = words; w->theirs; w++) {
    size_t length = strlen(w->theirs);
    if (means(given, w->theirs) && strlen(given) >= length) return w->ours;
  }
  for (const Word *w = words; w->theirs; w++) {
    if (means(given, w->theirs)) return w->ours;
  }
  return NULL;
}

static const char *list_of(SarArena *arena, const Word *words) {
  const char *list = "use one of:";
  for (const Word *w = words; w->theirs && list; w++) list = sar_arena_printf(arena, "%s %s", list, w->theirs);
  return list;
}

static SarStatus put_unit(SarDeck *deck, const SarStatement *statement, int kind, SarNode *units) {
  const SarArgument *given = sar_statement_argument(statement, kinds[kind].argument);
  if (!given) return SAR_OK;
  const SarWritten *value = &given->values[0];
  const char *ours = given->count > 0 ? unit_meant(kinds[kind].words, value->text) : NULL;
  if (!ours) {
    return sar_report(deck->context, SAR_INPUT, given->count > 0 ? value->source : given->source, NULL,
                      list_of(deck->arena, kinds[kind].words), "`%s` is not a unit of %s",
                      given->count > 0 ? value->text : "", kinds[kind].key);
  }
  sar_tree_put_text(&deck->tree, units, kinds[kind].key, value->source, "%s", ours);
  return SAR_OK;
}

static SarStatus put_system(SarDeck *deck, const SarStatement *statement, SarNode *units) {
  const char *word = sar_deck_text(statement, "SYSTEM", 0);
  SarSource source = sar_statement_argument(statement, "SYSTEM")->source;
  for (int i = 0; i < 5; i++) {
    if (!word || !means(word, systems[i].name)) continue;
    for (int k = 0; k < 4 && systems[i].units[k]; k++) {
      sar_tree_put_text(&deck->tree, units, kinds[k].key, source, "%s", systems[i].units[k]);
    }
    return SAR_OK;
  }
  return sar_report(deck->context, SAR_INPUT, source, NULL, "use one of: MKS CGS FPS IPS NONE",
                    "`%s` is not a system of units", word ? word : "");
}

/* UCF alone says nothing of lengths, masses and times: they are called after SI. */
static SarStatus put_factor(SarDeck *deck, const SarStatement *statement, SarNode *units) {
  const SarArgument *given = sar_statement_argument(statement, "UCF");
  double factor;
  SAR_TRY(sar_statement_number(deck->context, statement, "UCF", 0, 1, &factor));
  if (!(factor > 0)) {
    return sar_report(deck->context, SAR_INPUT, given->source, NULL, "give mass times acceleration per force",
                      "UCF must be positive");
  }
  if (factor != 1) sar_tree_put_text(&deck->tree, units, "force", given->source, "%s N", given->values[0].text);
  return SAR_OK;
}

/* A second statement of a kind that stands once. */
static SarStatus check_first(SarDeck *deck, const SarStatement *statement) {
  for (const SarStatement *one = deck->statements.all; one < statement; one++) {
    if (one->class != statement->class) continue;
    return sar_report(deck->context, SAR_INPUT, statement->source, NULL, "keep one of them",
                      "%s is already given in line %d", statement->class->name, (int)one->source.line);
  }
  return SAR_OK;
}

static SarStatus put_units(SarDeck *deck, const SarStatement *statement) {
  SarNode *units = sar_tree_mapping(&deck->tree, statement->source);
  SAR_TRY(check_first(deck, statement));
  bool system = sar_statement_has(statement, "SYSTEM"), factor = sar_statement_has(statement, "UCF");
  int given = 0;
  for (int i = 0; i < 4; i++) given += sar_statement_has(statement, kinds[i].argument);
  if (system + factor + (given > 0) > 1) {
    return sar_report(deck->context, SAR_INPUT, statement->source, NULL, "keep one of the three",
                      "units are given by FORCE, MASS, LENGTH and TIME, by SYSTEM, or by UCF");
  }
  if (given > 0 && given < 4) {
    return sar_report(deck->context, SAR_INPUT, statement->source, NULL, "give FORCE, MASS, LENGTH and TIME",
                      "one of the four units is missing");
  }
  SarStatus status = system ? put_system(deck, statement, units) : factor ? put_factor(deck, statement, units) : SAR_OK;
  for (int i = 0; i < 4; i++) {
    SarStatus one = put_unit(deck, statement, i, units);
    if (one != SAR_OK) status = one;
  }
  if (units && units->count > 0) sar_tree_put(&deck->tree, deck->tree.root, "units", statement->source, units);
  return status;
}

SarStatus sar_deck_units(SarDeck *deck) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < deck->statements.count; i++) {
    const SarStatement *statement = &deck->statements.all[i];
    if (strcmp(statement->class->name, "UNITS") != 0 || statement->faulty) continue;
    SarStatus one = put_units(deck, statement);
    if (one != SAR_OK) status = one;
  }
  return status;
}

SarStatus sar_deck_accgrav(SarDeck *deck, const SarStatement *statement) {
  static const char *const names[] = {"IGRAV", "JGRAV", "KGRAV"};
  SarNode *gravity = sar_tree_list(&deck->tree, statement->source);
  SAR_TRY(check_first(deck, statement));
  for (int i = 0; i < 3; i++) {
    double value;
    SAR_TRY(sar_statement_number(deck->context, statement, names[i], 0, 0, &value));
    const char *text = sar_deck_text(statement, names[i], 0);
    sar_tree_push(&deck->tree, gravity, sar_tree_text(&deck->tree, statement->source, "%s", text ? text : "0"));
  }
  sar_tree_put(&deck->tree, deck->tree.root, "gravity", statement->source, gravity);
  return SAR_OK;
}
