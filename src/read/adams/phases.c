/* `simulate:` from a command file: every SIMULATE and LINEAR is a phase, and what stands before it of edits, ACTIVATE
 * and DEACTIVATE is what the phase changes. One plain simulation alone is no list: options of the command line may then
 * overrule it. */
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "read/adams/deck_index.h"
#include "read/adams/left_out.h"
#include "read/adams/phase_edits.h"

typedef struct Phases {
  SarDeck *deck;
  const SarNode *now; /* the tree of the deck as the edits so far have made it */
  SarNode *list;      /* of phases */
  SarNode *next;      /* the phase that is being described; null: nothing has been said of it */
  SarNode *switched;  /* names of elements with `on` or `off`, as the commands come; null: none */
  SarNode *change;
  const char *max_step;
  SarSource max_step_source;
  bool edited; /* since the last phase */
} Phases;

static SarTree *tree_of(Phases *p) { return &p->deck->tree; }

/* The lists of a phase have no order among them: of an element the last command counts. */
static void put_list(Phases *p, const SarIndex *last, bool on, const SarStatement *at) {
  SarNode *list = NULL;
  for (int32_t i = 0; i < p->switched->count; i++) {
    const SarNode *name = p->switched->keys[i];
    bool counts = sar_index_get(last, name->text) == i && strcmp(p->switched->items[i]->text, on ? "on" : "off") == 0;
    if (!counts) continue;
    if (!list) list = sar_tree_list(tree_of(p), p->switched->items[i]->source);
    if (list) sar_tree_push(tree_of(p), list, name);
  }
  sar_tree_put(tree_of(p), p->next, on ? "activate" : "deactivate", at->source, list);
}

static void put_switches(Phases *p, const SarStatement *at) {
  SarIndex last = {.arena = p->deck->arena};
  sar_tree_put(tree_of(p), p->next, "change", at->source, p->change);
  for (int32_t i = p->switched ? p->switched->count - 1 : -1; i >= 0; i--) {
    if (!sar_index_put(&last, p->switched->keys[i]->text, i)) tree_of(p)->out_of_memory = true;
  }
  for (int on = 0; p->switched && on < 2; on++) put_list(p, &last, on, at);
  p->switched = p->change = NULL;
}

/* Fields of one element in `change:`, which may speak of it already. */
static SarNode *changed_element(Phases *p, const char *name, SarSource source) {
  if (!p->change) p->change = sar_tree_mapping(tree_of(p), source);
  const SarNode *found = p->change ? sar_node_get(p->change, name) : NULL;
  for (int32_t i = 0; found && i < p->change->count; i++) {
    if (p->change->items[i] != found) continue;
    SarNode *copy = SAR_NEW(p->deck->arena, 1, SarNode);
    if (copy) *copy = *found;
    p->change->items[i] = copy;
    return copy;
  }
  SarNode *fields = sar_tree_mapping(tree_of(p), source);
  sar_tree_put(tree_of(p), p->change, name, source, fields);
  return fields;
}

/* Edits first: they are of the whole deck. */
static SarStatus begin_phase(Phases *p, const SarStatement *at) {
  p->next = sar_tree_mapping(tree_of(p), at->source);
  if (p->edited) {
    SarNode *others = p->change, *change = NULL;
    p->edited = false;
    SAR_TRY(sar_deck_differences(p->deck, at->source, &p->now, &change));
    for (int32_t i = 0; others && change && i < others->count; i++) { /* frictions */
      sar_tree_put(tree_of(p), change, others->keys[i]->text, others->keys[i]->source, others->items[i]);
    }
    p->change = change ? change : others;
  }
  put_switches(p, at);
  if (p->max_step) sar_tree_put_text(tree_of(p), p->next, "max_step", p->max_step_source, "%s", p->max_step);
  p->max_step = NULL;
  sar_tree_push(tree_of(p), p->list, p->next);
  return SAR_OK;
}

/* ---- SIMULATE ---- */

static const char *analysis_of(const SarStatement *command) {
  if (sar_statement_has(command, "STATICS")) return "static";
  if (sar_statement_has(command, "KINEMATICS")) return "kinematics";
  return sar_statement_has(command, "INITIAL_CONDITIONS") ? "assemble" : "dynamics";
}

static void put_number(Phases *p, const SarStatement *command, const char *argument, const char *key) {
  const SarArgument *given = sar_statement_argument(command, argument);
  if (given && given->count) sar_tree_put_text(tree_of(p), p->next, key, given->source, "%s", given->values[0].text);
}

static SarStatus simulate(Phases *p, const SarStatement *command) {
  static const char *const kinds[] = {"DYNAMICS", "KINEMATICS", "STATICS", "INITIAL_CONDITIONS", "TRANSIENT"};
  const char *analysis = analysis_of(command);
  int given = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) given += sar_statement_has(command, kinds[i]);
  if (given != 1) {
    return sar_report(p->deck->context, SAR_INPUT, command->source, "SIMULATE",
                      "say one of DYNAMICS, KINEMATICS, STATICS, TRANSIENT, INITIAL_CONDITIONS",
                      given ? "a simulation is of one kind" : "the kind of the simulation is missing");
  }
  SAR_TRY(begin_phase(p, command));
  if (strcmp(analysis, "dynamics") != 0) {
    sar_tree_put_text(tree_of(p), p->next, "analysis", command->source, "%s", analysis);
  }
  if (strcmp(analysis, "assemble") == 0) return SAR_OK;
  put_number(p, command, "END", "end");
  if (!sar_statement_has(command, "END")) put_number(p, command, "DURATION", "duration");
  put_number(p, command, "STEPS", "steps");
  if (!sar_statement_has(command, "STEPS")) put_number(p, command, "DTOUT", "every");
  return SAR_OK;
}

/* ---- LINEAR ---- */

static SarStatus linearise(Phases *p, const SarStatement *command) {
  if (!sar_statement_has(command, "EIGENSOL")) {
    return sar_deck_refuse(p->deck, command, command->source,
                           "`sarrus modes --matrices` writes the matrices of a converted model",
                           "of LINEAR only EIGENSOL is a phase of a run");
  }
  SAR_TRY(begin_phase(p, command));
  sar_tree_put_text(tree_of(p), p->next, "analysis", command->source, "modes");
  if (sar_statement_has(command, "NODAMPING")) {
    sar_tree_put_text(tree_of(p), p->next, "damping", command->source, "false");
  }
  return SAR_OK;
}

/* ---- ACTIVATE and DEACTIVATE ---- */

static bool names_statement(const SarStatement *command, const SarStatement *statement) {
  const SarArgument *ids = sar_statement_argument(command, "ID"), *range = sar_statement_argument(command, "RANGE");
  if (!sar_statement_has(command, statement->class->name)) return false;
  if (!ids && !range) return true; /* all of the kind */
  for (int32_t i = 0; ids && i < ids->count; i++) {
    if (strtoll(ids->values[i].text, NULL, 10) == statement->id) return true;
  }
  if (!range || range->count < 2) return false;
  return statement->id >= strtoll(range->values[0].text, NULL, 10) &&
         statement->id <= strtoll(range->values[1].text, NULL, 10);
}

/* The statement that an entry of the tree was made of: statements are in the order of the file. */
static const SarStatement *maker(const Phases *p, SarSource at) {
  const SarStatements *all = &p->deck->statements;
  int32_t low = 0, high = all->count;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    SarSource here = all->all[middle].source;
    bool before = here.line < at.line || (here.line == at.line && here.column < at.column);
    if (before)
      low = middle + 1;
    else
      high = middle;
  }
  const SarStatement *found = low < all->count ? &all->all[low] : NULL;
  return found && found->source.line == at.line && found->source.column == at.column ? found : NULL;
}

static void switch_entry(Phases *p, const SarStatement *command, const char *name, bool on) {
  if (!p->switched) p->switched = sar_tree_mapping(tree_of(p), command->source);
  if (p->switched) sar_tree_put_text(tree_of(p), p->switched, name, command->source, "%s", on ? "on" : "off");
}

static int32_t switch_section(Phases *p, const SarStatement *command, const char *name, bool on) {
  const SarNode *section = sar_node_get(p->now, name);
  int32_t count = 0;
  for (int32_t i = 0; section && i < section->count; i++) {
    const SarStatement *statement = maker(p, section->keys[i]->source);
    if (!statement || !names_statement(command, statement)) continue;
    switch_entry(p, command, section->keys[i]->text, on);
    count++;
  }
  return count;
}

/* Friction is fields of its joint here. A coefficient of zero would take the column of its torque away. */
#define NO_FRICTION "1e-30"

/* The last command counts. */
static void set_field(Phases *p, SarNode *fields, const char *key, SarSource source, const char *text) {
  for (int32_t i = 0; fields && i < fields->count; i++) {
    if (strcmp(fields->keys[i]->text, key) != 0) continue;
    const SarNode *now = sar_tree_text(tree_of(p), source, "%s", text);
    if (now) fields->items[i] = now;
    return;
  }
  sar_tree_put_text(tree_of(p), fields, key, source, "%s", text);
}

static void switch_friction(Phases *p, const SarStatement *command, const char *joint, const SarNode *entry, bool on) {
  static const char *const coefficients[] = {"friction", "static_friction"};
  SarNode *fields = changed_element(p, joint, command->source);
  for (int i = 0; i < 2; i++) {
    const SarNode *field = sar_node_get(entry, coefficients[i]);
    if (field) set_field(p, fields, coefficients[i], command->source, on ? field->text : NO_FRICTION);
  }
}

static SarStatus switch_frictions(Phases *p, const SarStatement *command, bool on, int32_t *count) {
  const SarNode *joints = sar_node_get(p->now, "joints");
  for (int32_t i = 0; i < p->deck->statements.count; i++) {
    const SarStatement *friction = &p->deck->statements.all[i], *joint;
    if (strcmp(friction->class->name, "FRICTION") != 0 || !names_statement(command, friction)) continue;
    SAR_TRY(sar_deck_refer(p->deck, friction, "JOINT", 0, "JOINT", &joint));
    const SarNode *entry = joints && joint->name ? sar_node_get(joints, joint->name) : NULL;
    if (!entry || !sar_node_get(entry, "friction")) continue;
    switch_friction(p, command, joint->name, entry, on);
    ++*count;
  }
  return SAR_OK;
}

/* Whether what is not in the model has been left out of it, or is a sensor that never happens. */
static bool is_missed(const Phases *p, const SarStatement *command) {
  const SarStatements *all = &p->deck->statements;
  for (int32_t i = 0; i < all->count; i++) {
    const SarStatement *one = &all->all[i];
    bool gone = sar_deck_is_left_out(p->deck, one) || strcmp(one->class->name, "SENSOR") == 0;
    if (gone && names_statement(command, one)) return true;
  }
  return false;
}

static SarStatus switch_elements(Phases *p, const SarStatement *command, bool on) {
  static const char *const sections[] = {"joints", "motions", "forces", "contacts", "equations", "events"};
  static const char *const others[] = {"VARIABLE", "DIFF", "LSE", "TFSISO"};
  int32_t count = 0;
  if (sar_statement_has(command, "REQUEST")) return SAR_OK; /* it is recorded in any case */
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (!sar_statement_has(command, others[i])) continue;
    return sar_deck_refuse(p->deck, command, command->source, "edit its FUNCTION instead",
                           "%s cannot be taken out between simulations", others[i]);
  }
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) count += switch_section(p, command, sections[i], on);
  if (sar_statement_has(command, "FRICTION")) SAR_TRY(switch_frictions(p, command, on, &count));
  if (count > 0) return SAR_OK;
  bool named = sar_statement_has(command, "ID");
  if (!named || is_missed(p, command)) return SAR_OK; /* all of a kind that the deck does not have, or ... */
  return sar_report(p->deck->context, SAR_INPUT, command->source, command->class->name,
                    "name statements of the deck, by kind and number", "the deck has no such elements");
}

/* ---- commands ---- */

static void take_max_step(Phases *p, const SarStatement *integrator) {
  const SarArgument *largest = sar_statement_argument(integrator, "HMAX");
  if (largest && largest->count) p->max_step = largest->values[0].text, p->max_step_source = largest->source;
}

static void integrate(Phases *p, const SarStatement *command) {
  const char *error = sar_deck_text(command, "ERROR", 0);
  take_max_step(p, command);
  if (!error) return;
  sar_note(p->deck->context, SAR_OK, command->source, "INTEGRATOR", "give --method and --tol to choose others",
           "the command file asks for ERROR=%s; method and tolerance stay ours", error);
}

/* Places and velocities of the start are past when a simulation has been: what follows goes on from its end. */
static void warn_of_starts(Phases *p, const SarStatement *edit) {
  static const char *const starts[][2] = {
      {"MOTION", "ICDISP"}, {"MOTION", "ICVEL"}, {"JOINT", "IC"},    {"JOINT", "ICTRAN"}, {"JOINT", "ICROT"},
      {"DIFF", "IC"},       {"PART", "QG"},      {"PART", "REULER"}, {"PART", "VX"},      {"PART", "VY"},
      {"PART", "VZ"},       {"PART", "WX"},      {"PART", "WY"},     {"PART", "WZ"}};
  for (size_t i = 0; p->list->count > 0 && i < sizeof starts / sizeof *starts; i++) {
    if (strcmp(edit->class->name, starts[i][0]) != 0) continue;
    const SarArgument *given = sar_statement_argument(edit, starts[i][1]);
    if (!given) continue;
    sar_deck_remark(p->deck, edit, given->source,
                    "%s does not count here: the next simulation goes on from where the last one has ended",
                    starts[i][1]);
  }
}

static SarStatus obey(Phases *p, const SarStatement *command) {
  const char *name = command->class->name;
  if (command->faulty || command->class->support == SAR_DECK_IGNORED) return SAR_OK;
  if (strcmp(name, "OUTPUT") == 0) return SAR_OK; /* requests have looked at it */
  if (strcmp(name, "SIMULATE") == 0) return simulate(p, command);
  if (strcmp(name, "LINEAR") == 0) return linearise(p, command);
  if (strcmp(name, "ACTIVATE") == 0) return switch_elements(p, command, true);
  if (strcmp(name, "DEACTIVATE") == 0) return switch_elements(p, command, false);
  if (strcmp(name, "INTEGRATOR") == 0) {
    integrate(p, command);
    return SAR_OK;
  }
  if (command->class->support == SAR_DECK_REFUSED) {
    return sar_deck_refuse(p->deck, command, command->source, command->class->remark, "%s cannot be obeyed", name);
  }
  p->edited = true;
  warn_of_starts(p, command);
  return sar_deck_edit(p->deck, command);
}

/* ---- one alone ---- */

/* `every` of one simulation stands under `output:`. */
static const SarNode *plain(Phases *p) {
  const SarNode *phase = p->list->items[0];
  SarTree *tree = tree_of(p);
  SarNode *settings = sar_tree_mapping(tree, phase->source);
  const SarNode *end = sar_node_get(phase, "end"), *every = sar_node_get(phase, "every");
  const SarNode *steps = sar_node_get(phase, "steps"), *largest = sar_node_get(phase, "max_step");
  if (!end) end = sar_node_get(phase, "duration");
  if (!end) return NULL;
  sar_tree_put(tree, settings, "end", end->source, end);
  if (largest) sar_tree_put(tree, settings, "max_step", largest->source, largest);
  if (every) sar_tree_put(tree, sar_tree_section(tree, "output"), "every", every->source, every);
  if (steps) {
    sar_tree_put_text(tree, sar_tree_section(tree, "output"), "every", steps->source, "(%s)/(%s)", end->text,
                      steps->text);
  }
  return settings;
}

static bool is_plain(const SarNode *list) {
  if (list->count != 1) return false;
  const SarNode *phase = list->items[0];
  return !sar_node_get(phase, "analysis") && !sar_node_get(phase, "change") && !sar_node_get(phase, "activate") &&
         !sar_node_get(phase, "deactivate");
}

/* HMAX of the deck, where no command says how long to simulate. */
static void put_max_step(Phases *p) {
  SarTree *tree = tree_of(p);
  if (!p->max_step) return;
  sar_tree_put_text(tree, sar_tree_section(tree, "simulate"), "max_step", p->max_step_source, "%s", p->max_step);
}

static SarStatus put_phases(Phases *p) {
  SarTree *tree = tree_of(p);
  if (tree->out_of_memory) return SAR_OK;
  if (!p->list->count) {
    put_max_step(p);
    return SAR_OK;
  }
  const SarNode *one = is_plain(p->list) ? plain(p) : NULL;
  p->list->flow = false;
  sar_tree_put(tree, tree->root, "simulate", p->list->source, one ? one : p->list);
  return SAR_OK;
}

SarStatus sar_deck_phases(SarDeck *deck) {
  Phases p = {.deck = deck, .now = deck->tree.root};
  if (!deck->tree.root) return SAR_OK;
  for (int32_t i = 0; i < deck->statements.count; i++) {
    const SarStatement *statement = &deck->statements.all[i];
    if (strcmp(statement->class->name, "INTEGRATOR") == 0 && !statement->faulty) take_max_step(&p, statement);
  }
  if (!deck->options->commands_file) {
    put_max_step(&p);
    return SAR_OK;
  }
  SarSource top = {sar_intern(deck->context, deck->options->commands_file), 1, 1};
  p.list = sar_tree_list(&deck->tree, top);
  if (!p.list) return sar_report_no_memory(deck->context);
  SarStatus status = sar_deck_refuse_unknown(deck, &deck->commands);
  for (int32_t i = 0; i < deck->commands.count; i++) {
    if (strcmp(deck->commands.all[i].class->name, "STOP") == 0) break;
    SarStatus one = obey(&p, &deck->commands.all[i]);
    if (one == SAR_NO_MEMORY) return one;
    if (one != SAR_OK) status = one;
  }
  return status == SAR_OK ? put_phases(&p) : status;
}
