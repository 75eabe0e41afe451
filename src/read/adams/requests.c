/* REQUEST and MREQUEST: measures with eight components; OUTPUT, which says what angles they have, and CLEARANCE and
 * INTEGRATOR, which are only reported.
 *
 *   f1 size, f2 f3 f4 components, f5 size, f6 f7 f8 components; the first four of displacements, velocities,
 *   accelerations or forces, the others of what turns. Sizes of angles are 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read/adams/deck.h"
#include "read/adams/floats.h"
#include "read/adams/left_out.h"
#include "read/adams/pairs.h"
#include "read/adams/translators.h"

enum { COMPONENTS = 8 };

typedef struct Standard {
  const char *argument;
  const char *functions[COMPONENTS];
  bool turned; /* the last three are angles of I against J, which have no axes of their own */
} Standard;

static const Standard standards[] = {
    {"DISPLACEMENT", {"dm", "dx", "dy", "dz", NULL, "psi", "theta", "phi"}, true},
    {"VELOCITY", {"vm", "vx", "vy", "vz", "wm", "wx", "wy", "wz"}, false},
    {"ACCELERATION", {"accm", "accx", "accy", "accz", "wdtm", "wdtx", "wdty", "wdtz"}, false},
    {"FORCE", {"fm", "fx", "fy", "fz", "tm", "tx", "ty", "tz"}, false},
};

/* With OUTPUT/YPR. */
static const Standard in_yaw_pitch_roll = {
    "DISPLACEMENT", {"dm", "dx", "dy", "dz", NULL, "yaw", "pitch", "roll"}, true};

static bool asks_for_yaw(const SarStatements *statements) {
  bool yaw = false;
  for (int32_t i = 0; i < statements->count; i++) {
    const SarStatement *output = &statements->all[i];
    if (strcmp(output->class->name, "OUTPUT") != 0) continue;
    if (sar_statement_has(output, "EULER")) yaw = false;
    if (sar_statement_has(output, "YPR")) yaw = true;
  }
  return yaw;
}

static const Standard *standard_of(SarDeck *deck, const SarStatement *statement) {
  if (!deck->angles) deck->angles = asks_for_yaw(&deck->statements) || asks_for_yaw(&deck->commands) ? 2 : 1;
  for (size_t i = 0; i < sizeof standards / sizeof *standards; i++) {
    if (!sar_statement_has(statement, standards[i].argument)) continue;
    return standards[i].turned && deck->angles == 2 ? &in_yaw_pitch_roll : &standards[i];
  }
  return NULL;
}

typedef struct Frames {
  const char *i, *j, *rm;      /* j and rm: null is the ground */
  bool idle;                   /* nothing acts between i and j: forces are 0 */
  const char *force;           /* FORCE of one force: its name; null: all between i and j */
  const char *const *floating; /* FORCE where i or j is the JFLOAT of forces: its eight components; null: neither is */
} Frames;

/* dx(i, j, rm), as short as it can be. */
static const SarNode *component(SarDeck *deck, SarSource source, const Standard *standard, int n, const Frames *f) {
  SarTree *tree = &deck->tree;
  const char *function = standard->functions[n];
  bool size = n == 0 || n == 4, angle = standard->turned && n > 4;
  if (f->floating) return sar_tree_text(tree, source, "%s", f->floating[n]);
  if (!function || (f->idle && !f->force)) return sar_tree_text(tree, source, "0");
  if (f->force) return sar_tree_text(tree, source, "%s(%s)", function, f->force);
  if (f->rm && !size && !angle) {
    return sar_tree_text(tree, source, "%s(%s, %s, %s)", function, f->i, f->j ? f->j : "0", f->rm);
  }
  if (f->j) return sar_tree_text(tree, source, "%s(%s, %s)", function, f->i, f->j);
  return sar_tree_text(tree, source, "%s(%s)", function, f->i);
}

static void put_list(SarDeck *deck, const char *name, SarSource source, const SarNode *values) {
  SarTree *tree = &deck->tree;
  SarNode *request = sar_tree_mapping(tree, source);
  sar_tree_put_text(tree, request, "type", source, "list");
  sar_tree_put(tree, request, "values", source, values);
  sar_tree_put(tree, sar_tree_section(tree, "measures"), name, source, request);
}

static void put_standard(SarDeck *deck, const char *name, SarSource source, const Standard *standard,
                         const Frames *frames) {
  SarNode *values = sar_tree_list(&deck->tree, source);
  for (int n = 0; n < COMPONENTS; n++) {
    sar_tree_push(&deck->tree, values, component(deck, source, standard, n, frames));
  }
  put_list(deck, name, source, values);
}

/* ---- REQUEST ---- */

/* Floating markers are where the force acts that names them, or on their curve, where only their origins are those of
 * another marker: `origin` says that nothing else counts. */
static SarStatus frame_of(SarDeck *deck, const SarStatement *statement, const char *argument, bool origin,
                          const char **frame) {
  const SarStatement *marker, *ptcv;
  SAR_TRY(sar_deck_refer(deck, statement, argument, 0, "MARKER", &marker));
  SAR_TRY(sar_deck_frame_or_rider(deck, marker, frame));
  if (*frame) return SAR_OK;
  SAR_TRY(sar_deck_on_curve(deck, marker, &ptcv));
  if (ptcv && origin) *frame = sar_deck_place_on_curve(deck, ptcv);
  if (*frame) return SAR_OK;
  if (ptcv) {
    return sar_deck_refuse(deck, statement, sar_statement_argument(statement, argument)->values[0].source,
                           "ask for F2=DX(id)\\F3=DY(id)\\F4=DZ(id), or name a marker of the part that has the curve",
                           "%s moves along its curve and turns with it", sar_deck_title(deck, marker));
  }
  if (deck->options->skip_unsupported && sar_statement_has(marker, "FLOATING")) {
    return sar_deck_refuse(deck, statement, statement->source, NULL, "%s floats, and nothing that is left places it",
                           sar_deck_title(deck, marker));
  }
  return sar_deck_frame_of(deck, statement, argument, frame); /* which says why not */
}

static SarStatus read_frame(SarDeck *deck, const SarStatement *statement, const char *argument, bool origin,
                            const char **frame) {
  *frame = NULL;
  const char *text = sar_deck_text(statement, argument, 0);
  if (!text || strspn(text, "0") == strlen(text)) return SAR_OK;
  return frame_of(deck, statement, argument, origin, frame);
}

static const SarStatement *marker_of(const SarDeck *deck, const SarStatement *statement, const char *argument) {
  const char *number = sar_deck_text(statement, argument, 0);
  return number ? sar_deck_find(deck, "MARKER", strtoll(number, NULL, 10)) : NULL;
}

/* FORCE: the forces between I and J, one of which is their JFLOAT. */
static SarStatus find_floating(SarDeck *deck, const SarStatement *statement, const Standard *standard, Frames *frames) {
  const SarStatement *i, *j = marker_of(deck, statement, "J"), *rm = marker_of(deck, statement, "RM");
  const char **text = SAR_NEW(deck->arena, COMPONENTS, const char *);
  if (!text) return sar_report_no_memory(deck->context);
  if (strcmp(standard->argument, "FORCE") != 0) return SAR_OK;
  SAR_TRY(sar_deck_refer(deck, statement, "I", 0, "MARKER", &i));
  for (int n = 0; n < COMPONENTS; n++) {
    SAR_TRY(sar_deck_floating_action(deck, i, j, standard->functions[n], rm, &text[n]));
    if (!text[n]) return SAR_OK;
  }
  frames->floating = text;
  return SAR_OK;
}

static int64_t number_of(const SarStatement *statement, const char *argument) {
  const char *text = sar_deck_text(statement, argument, 0);
  return text ? strtoll(text, NULL, 10) : 0;
}

static SarStatus look_for_action(SarDeck *deck, const SarStatement *statement, const Standard *standard,
                                 Frames *frames) {
  bool acts = true;
  if (strcmp(standard->argument, "FORCE") == 0) {
    SAR_TRY(sar_deck_acts(deck, number_of(statement, "I"), number_of(statement, "J"), &acts));
  }
  frames->idle = !acts;
  return SAR_OK;
}

/* F1 .. F8; what is not given is 0. */
static SarStatus put_expressions(SarDeck *deck, const SarStatement *statement) {
  SarTree *tree = &deck->tree;
  SarNode *values = sar_tree_list(tree, statement->source);
  for (int n = 0; n < COMPONENTS; n++) {
    char argument[8];
    const char *text;
    snprintf(argument, sizeof argument, "F%d", n + 1);
    SAR_TRY(sar_deck_expression(deck, statement, argument, &text));
    const SarArgument *given = sar_statement_argument(statement, argument);
    if (given && !text) return SAR_OK; /* refused: it is left out */
    sar_tree_push(tree, values,
                  sar_tree_text(tree, given ? given->source : statement->source, "%s", text ? text : "0"));
  }
  put_list(deck, statement->name, statement->source, values);
  return SAR_OK;
}

static bool has_expressions(const SarStatement *statement) {
  for (int n = 0; n < COMPONENTS; n++) {
    char argument[8];
    snprintf(argument, sizeof argument, "F%d", n + 1);
    if (sar_statement_has(statement, argument)) return true;
  }
  return false;
}

SarStatus sar_deck_request(SarDeck *deck, const SarStatement *statement) {
  const Standard *standard = standard_of(deck, statement);
  if (standard) {
    Frames frames = {0};
    bool force = strcmp(standard->argument, "FORCE") == 0;
    SAR_TRY(frame_of(deck, statement, "I", force, &frames.i));
    SAR_TRY(read_frame(deck, statement, "J", force, &frames.j));
    SAR_TRY(find_floating(deck, statement, standard, &frames));
    if (!frames.floating) SAR_TRY(read_frame(deck, statement, "RM", false, &frames.rm));
    if (sar_deck_is_left_out(deck, statement)) return SAR_OK;
    SAR_TRY(look_for_action(deck, statement, standard, &frames));
    put_standard(deck, statement->name, statement->source, standard, &frames);
    return SAR_OK;
  }
  if (has_expressions(statement)) return put_expressions(deck, statement);
  if (sar_statement_has(statement, "FUNCTION")) {
    const char *text;
    return sar_deck_expression(deck, statement, "FUNCTION", &text); /* USER: refused, or nothing */
  }
  return sar_report(deck->context, SAR_INPUT, statement->source, sar_deck_title(deck, statement),
                    "write DISPLACEMENT, VELOCITY, ACCELERATION or FORCE with I= and J=, or F2=...",
                    "the request asks for nothing");
}

/* ---- MREQUEST: one request for each of many statements ---- */

static bool is_among(const SarArgument *ids, int64_t id) {
  for (int32_t i = 0; i < ids->count; i++) {
    const char *text = ids->values[i].text;
    long long number;
    if (text[0] == 'A' || text[0] == 'a') return true; /* ALL */
    if (sscanf(text, "%lld", &number) == 1 && number == id) return true;
  }
  return false;
}

/* Of a part: its CM against the ground. Of a force: itself, where forces are asked for. Of others: I against J. */
static SarStatus put_one(SarDeck *deck, const SarStatement *statement, const Standard *standard,
                         const SarStatement *about, const char *group) {
  bool part = strcmp(group, "PARTS") == 0, force = strcmp(group, "APPFORS") == 0;
  Frames frames = {.i = NULL};
  if (!sar_statement_has(about, part ? "CM" : "I")) return SAR_OK;
  SAR_TRY(sar_deck_frame_of(deck, about, part ? "CM" : "I", &frames.i));
  if (force && strcmp(standard->argument, "FORCE") == 0) frames.force = about->name;
  if (!part && sar_statement_has(about, "J")) SAR_TRY(read_frame(deck, about, "J", false, &frames.j));
  const char *name = sar_arena_printf(deck->arena, "%s_%s", statement->name, about->name);
  if (!name) return sar_report_no_memory(deck->context);
  put_standard(deck, name, statement->source, standard, &frames);
  return SAR_OK;
}

static SarStatus put_all(SarDeck *deck, const SarStatement *statement, const Standard *standard, const char *argument,
                         const char *kinds) {
  const SarArgument *ids = sar_statement_argument(statement, argument);
  if (!ids) return SAR_OK;
  for (int32_t i = 0; i < deck->statements.count; i++) {
    const SarStatement *about = &deck->statements.all[i];
    const char *kind = about->class->name, *found = strstr(kinds, kind);
    size_t length = strlen(kind);
    bool among = found && (found == kinds || found[-1] == ' ') && (found[length] == ' ' || !found[length]);
    if (!among || !about->name || sar_statement_has(about, "GROUND") || !is_among(ids, about->id)) continue;
    if (sar_deck_is_left_out(deck, about)) continue;
    SAR_TRY(put_one(deck, statement, standard, about, argument));
  }
  return SAR_OK;
}

SarStatus sar_deck_mrequest(SarDeck *deck, const SarStatement *statement) {
  static const char *const groups[][2] = {{"PARTS", "PART POINT_MASS"},
                                          {"JOINTS", "JOINT"},
                                          {"JPRIMS", "JPRIM"},
                                          {"APPFORS", "SFORCE VFORCE VTORQUE GFORCE BUSHING BEAM FIELD SPRINGDAMPER"}};
  const Standard *standard = standard_of(deck, statement);
  if (!standard) {
    return sar_report(deck->context, SAR_INPUT, statement->source, sar_deck_title(deck, statement),
                      "write DISPLACEMENT, VELOCITY, ACCELERATION or FORCE", "the request asks for nothing");
  }
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
    SAR_TRY(put_all(deck, statement, standard, groups[i][0], groups[i][1]));
  }
  return SAR_OK;
}

/* ---- what is reported ---- */

SarStatus sar_deck_output(SarDeck *deck, const SarStatement *statement) {
  for (int32_t i = 0; i < statement->count; i++) {
    const SarArgument *given = &statement->arguments[i];
    if (given->form == SAR_FORM_FLAG) continue;
    sar_deck_remark(deck, statement, given->source, "%s is not obeyed: requests keep the units of the deck",
                    given->name);
  }
  return SAR_OK;
}

SarStatus sar_deck_clearance(SarDeck *deck, const SarStatement *statement) {
  sar_deck_remark(deck, statement, statement->source, "left out: it measures distances, and nothing depends on it");
  return SAR_OK;
}

SarStatus sar_deck_integrator(SarDeck *deck, const SarStatement *statement) {
  const SarArgument *error = sar_statement_argument(statement, "ERROR");
  if (!error || !error->count) return SAR_OK;
  sar_deck_remark(deck, statement, error->source, "ERROR=%s is not obeyed: the tolerance is ours, or that of --tol",
                  error->values[0].text);
  return SAR_OK;
}
