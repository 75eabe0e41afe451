/* The functions of a deck's expressions, and those of them that need more than another name. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "read/adams/contacts.h"
#include "read/adams/curve_tables.h"
#include "read/adams/data.h"
#include "read/adams/expression.h"
#include "read/adams/floats.h"
#include "read/adams/force_nodes.h"
#include "read/adams/left_out.h"
#include "read/adams/pairs.h"

static void put(SarDeckText *out, const char *text) { sar_deck_append(out, text, strlen(text)); }

static void write_call(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  (void)axis;
  sar_deck_write_call(r, out, call, call->function->ours, strlen(call->function->ours));
}

/* The marker that an argument names; null: none, which is no mistake here. */
static const SarStatement *marker_at(const SarDeckReading *r, const SarDeckTerm *call, int32_t index) {
  const SarDeckTerm *term = index < call->count ? call->arguments[index] : NULL;
  if (!term || term->kind != SAR_DECK_TERM_NUMBER) return NULL;
  return sar_deck_find(r->deck, "MARKER", strtoll(term->text, NULL, 10));
}

/* FX(i, j, k) where one of the markers is the JFLOAT of a force: that force, at the point where it acts. False: none
 * is. */
static bool write_floating_action(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call) {
  const char *text;
  r->status = sar_deck_floating_action(r->deck, marker_at(r, call, 0), marker_at(r, call, 1), call->function->ours,
                                       marker_at(r, call, 2), &text);
  if (r->status == SAR_OK && text) sar_deck_appendf(out, "(%s)", text);
  return r->status != SAR_OK || text;
}

/* FX(i, j, k): 0 where nothing acts between i and j. */
static void write_action(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  int64_t i, j = 0;
  bool acts = true;
  if (r->status != SAR_OK || write_floating_action(r, out, call)) return;
  if (!sar_deck_whole(r, call, 0, &i) || (call->count > 1 && !sar_deck_whole(r, call, 1, &j))) return;
  if (sar_deck_find(r->deck, "MARKER", i) && (j == 0 || sar_deck_find(r->deck, "MARKER", j))) {
    r->status = sar_deck_acts(r->deck, i, j, &acts);
  }
  if (r->status != SAR_OK) return;
  if (acts) {
    write_call(r, out, call, axis);
  } else {
    put(out, "0");
  }
}

/* The component's word of "dx dy dz". */
static void write_vector(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  const char *word = call->function->ours;
  for (int i = 0; i < axis; i++) word += strcspn(word, " ") + 1;
  sar_deck_write_call(r, out, call, word, strcspn(word, " "));
}

static void write_condition(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  static const char *const before[] = {"if(", ": ", ", ", ", "};
  (void)axis;
  for (int32_t i = 0; i < 4; i++) {
    put(out, before[i]);
    sar_deck_write(r, out, call->arguments[i], 0);
  }
  put(out, ")");
}

/* SHF(x, x0, a, w, phi, b): the last one may be left out. */
static void write_phase(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  (void)axis;
  put(out, "shf(");
  for (int32_t i = 0; i < call->count; i++) {
    if (i) put(out, ", ");
    sar_deck_write(r, out, call->arguments[i], 0);
  }
  put(out, call->count == 6 ? ")" : ", 0)");
}

static void write_refused(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  (void)out, (void)axis;
  sar_deck_give_up(r, call->offset, call->function->ours, "the function `%s` is not supported", call->function->name);
}

/* ---- elements ---- */

static bool check_element(SarDeckReading *r, const SarDeckTerm *call) {
  int64_t side, component;
  return sar_deck_whole_within(r, call, 1, 0, 1, &side) && sar_deck_whole_within(r, call, 2, 1, 8, &component);
}

static void write_element(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  if (check_element(r, call)) write_call(r, out, call, axis);
}

/* A component of an element's action on its side 0 or 1, with the axes of the call. */
static void put_action(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, const char *element, int side,
                       int64_t component) {
  sar_deck_appendf(out, "%s(%s, %d, %lld", call->function->ours, element, side, (long long)component);
  int64_t axes = 0;
  bool turned = component != 1 && component != 5 && sar_deck_whole(r, call, 3, &axes) && axes != 0;
  if (turned) {
    put(out, ", ");
    sar_deck_write_argument(r, out, call, 3);
  }
  put(out, ")");
}

/* Along the axes of a marker that follows a curve. False: there are none such. */
static bool write_along_curve(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, const SarStatement *element,
                              int64_t component) {
  const SarStatement *axes = component == 1 ? NULL : marker_at(r, call, 3), *ptcv = NULL;
  const char *along[3], *text = NULL;
  int64_t side;
  if (axes) r->status = sar_deck_on_curve(r->deck, axes, &ptcv);
  const char *rm = ptcv ? sar_deck_axes_of_curve(r->deck, ptcv) : NULL;
  if (!rm || !sar_deck_whole(r, call, 1, &side)) return false;
  for (int i = 0; i < 3; i++) {
    along[i] = sar_arena_printf(r->deck->arena, "%s(%s, %d, %d, %s)", call->function->ours, element->name, (int)side,
                                i + 2, rm);
    if (!along[i]) r->status = SAR_NO_MEMORY;
  }
  if (r->status == SAR_OK) r->status = sar_deck_along_curve(r->deck, ptcv, (int)component - 2, along, &text);
  if (r->status == SAR_OK && text) sar_deck_appendf(out, "(%s)", text);
  return r->status != SAR_OK || text;
}

/* PTCV, CVCV: a force where they touch, and no torque about the marker that floats there. */
static void write_contact_force(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  int64_t component;
  const SarStatement *element = sar_deck_named(r, call, 0, call->function->kind);
  if (!element || !check_element(r, call) || !sar_deck_whole(r, call, 2, &component)) return;
  if (component > 4) {
    put(out, "0");
  } else if (!write_along_curve(r, out, call, element, component)) {
    write_call(r, out, call, axis);
  }
}

/* SFORCE: with ACTIONONLY nothing acts on J. */
static void write_single(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  const SarStatement *force = sar_deck_named(r, call, 0, call->function->kind);
  int64_t side;
  if (!force || !check_element(r, call) || !sar_deck_whole(r, call, 1, &side)) return;
  if (side == 1 && sar_statement_has(force, "ACTIONONLY")) {
    put(out, "0");
  } else {
    write_call(r, out, call, axis);
  }
}

/* VFORCE, VTORQ, GFORCE: JFLOAT rides on I, so that it feels the opposite at the same point. */
static void write_floating(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  const SarStatement *force = sar_deck_named(r, call, 0, call->function->kind);
  int64_t side, component;
  if (!force || !check_element(r, call) || !sar_deck_whole(r, call, 1, &side)) return;
  if (!sar_deck_whole(r, call, 2, &component)) return;
  bool size = component == 1 || component == 5;
  if (side == 0) {
    write_call(r, out, call, axis);
    return;
  }
  put(out, size ? "" : "(-");
  put_action(r, out, call, force->name, 0, component);
  put(out, size ? "" : ")");
}

/* What one side feels of all these elements together. */
static void put_sum(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, const SarDeckNames *names, int side,
                    int64_t component) {
  put(out, "(");
  for (int32_t i = 0; i < names->count; i++) {
    if (i) put(out, " + ");
    put_action(r, out, call, names->all[i], side, component);
  }
  put(out, ")");
}

/* The same, of which the size may be asked for. */
static void put_total(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, const SarDeckNames *names, int side,
                      int64_t component) {
  if (names->count == 1) {
    put_action(r, out, call, names->all[0], side, component);
  } else if (component != 1 && component != 5) {
    put_sum(r, out, call, names, side, component);
  } else {
    put(out, "sqrt(");
    for (int i = 1; i <= 3; i++) {
      put_sum(r, out, call, names, side, component + i);
      put(out, i < 3 ? "**2 + " : "**2)");
    }
  }
}

/* What is left out exerts no force and never happens: what is asked of it is zero, and said to be. */
static void put_left_out(SarDeckReading *r, SarDeckText *out, const SarStatement *asked) {
  if (r->deck->options->skip_unsupported) {
    sar_deck_remark(r->deck, r->statement, r->statement->source, "%s is left out: what is asked of it is 0",
                    sar_deck_title(r->deck, asked));
  }
  put(out, "0");
}

/* The statement that a function asks for a value, left out or not; null: there is none, or memory is exhausted. */
static const SarStatement *asked_by(SarDeckReading *r, const SarDeckTerm *call, const char *kind) {
  int64_t id;
  const SarStatement *found = sar_deck_whole(r, call, 0, &id) ? sar_deck_find(r->deck, kind, id) : NULL;
  if (!found) return sar_deck_named(r, call, 0, kind); /* which says why */
  if (sar_deck_note_value(r->deck, r->statement, found) != SAR_OK) r->status = SAR_NO_MEMORY;
  return r->status == SAR_OK ? found : NULL;
}

/* CONTACT: one of ours for each pair of geometries. */
static void write_touching(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  const SarStatement *contact = asked_by(r, call, call->function->kind);
  int64_t side, component;
  SarDeckNames names = {0};
  (void)axis;
  if (!contact || !check_element(r, call) || !sar_deck_whole(r, call, 1, &side)) return;
  if (!sar_deck_whole(r, call, 2, &component)) return;
  if (!sar_deck_is_left_out(r->deck, contact)) r->status = sar_deck_contact_names(r->deck, contact, &names);
  if (r->status != SAR_OK) return;
  if (names.count > 0) {
    put_total(r, out, call, &names, (int)side, component);
  } else {
    put_left_out(r, out, contact);
  }
}

/* The parts of an NFORCE. */
static SarStatus find_parts(SarDeckReading *r, const SarStatement *force, SarDeckNames *out) {
  const SarArgument *markers = sar_statement_argument(force, "IMARKERS");
  out->count = markers ? markers->count : 0;
  out->all = SAR_NEW(r->deck->arena, out->count + 1, const char *);
  if (!out->all) return sar_report_no_memory(r->deck->context);
  for (int32_t i = 0; i < out->count; i++) {
    out->all[i] = sar_force_part_name(r->deck, force, markers->values[i].text);
  }
  return SAR_OK;
}

/* NFORCE(id, marker, component, rm): what acts at one of IMARKERS, or at J. */
static void write_network(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  const SarStatement *force = sar_deck_named(r, call, 0, call->function->kind);
  int64_t marker, component;
  (void)axis;
  if (!force || !sar_deck_whole(r, call, 1, &marker) || !sar_deck_whole_within(r, call, 2, 1, 8, &component)) return;
  const SarArgument *markers = sar_statement_argument(force, "IMARKERS");
  const char *j = sar_deck_text(force, "J", 0);
  for (int32_t i = 0; markers && i < markers->count; i++) {
    if (strtoll(markers->values[i].text, NULL, 10) != marker) continue;
    put_action(r, out, call, sar_force_part_name(r->deck, force, markers->values[i].text), 0, component);
    return;
  }
  if (!j || strtoll(j, NULL, 10) != marker) {
    sar_deck_fail(r, call->arguments[1]->offset, "name one of its IMARKERS, or J",
                  "MARKER/%lld is none of those of NFORCE/%lld", (long long)marker, (long long)force->id);
  } else {
    SarDeckNames names;
    r->status = find_parts(r, force, &names);
    if (r->status == SAR_OK) put_total(r, out, call, &names, 1, component);
  }
}

/* GCON: the equation acts on the marker I, and what it does on others is not known apart. */
static void write_equation(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  const SarStatement *equation = sar_deck_named(r, call, 0, call->function->kind);
  int64_t side;
  if (!equation || !check_element(r, call) || !sar_deck_whole(r, call, 1, &side)) return;
  if (side == 0 && sar_statement_has(equation, "I")) {
    write_call(r, out, call, axis);
  } else {
    sar_deck_give_up(r, call->offset, "give the GCON a marker I, and ask for GCON(id, 0, ...)",
                     "only what a GCON does on its marker I can be asked for");
  }
}

/* FRICTION(id, index): what rubs on I along and about the axes of J (1 to 6), and how fast it slides there (14 to 19).
 * Of joints whose freedoms are along and about z. The column of a joint of the model is what its friction would have to
 * be overcome with on the second side, J: so it is what acts on I. */
static void write_friction(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  static const char *const forces[] = {"0", "0", "displacement", "0", "0", "angle"};
  static const char *const velocities[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
  const SarStatement *friction = sar_deck_named(r, call, 0, call->function->kind), *joint = NULL;
  int64_t index;
  (void)axis;
  if (!friction || !sar_deck_whole_within(r, call, 1, 1, 25, &index)) return;
  if (sar_deck_text(friction, "JOINT", 0)) {
    joint = sar_deck_find(r->deck, "JOINT", strtoll(sar_deck_text(friction, "JOINT", 0), NULL, 10));
  }
  if (!joint || !sar_deck_use(r, call, joint)) return; /* that is said of the friction */
  bool slides = sar_statement_has(joint, "TRANSLATIONAL") || sar_statement_has(joint, "CYLINDRICAL");
  bool turns = sar_statement_has(joint, "REVOLUTE") || sar_statement_has(joint, "CYLINDRICAL");
  bool known = (slides || turns) && (index <= 6 || (index >= 14 && index <= 19));
  const char *force = index == 3 && !slides ? "0" : index == 6 && !turns ? "0" : forces[(index - 1) % 6];
  if (!known) {
    sar_deck_give_up(r, call->arguments[1]->offset,
                     "ask for forces and torques (1 to 6) or velocities (14 to 19) of revolute, translational and "
                     "cylindrical joints",
                     "FRICTION of the index %lld is not known for this joint", (long long)index);
  } else if (index > 6) {
    const char *i = sar_deck_text(joint, "I", 0), *j = sar_deck_text(joint, "J", 0);
    const SarStatement *of = sar_deck_find(r->deck, "MARKER", i ? strtoll(i, NULL, 10) : -1);
    const SarStatement *against = sar_deck_find(r->deck, "MARKER", j ? strtoll(j, NULL, 10) : -1);
    const char *first = of ? sar_deck_frame(r->deck, of) : NULL;
    const char *second = against ? sar_deck_frame(r->deck, against) : NULL;
    if (!first || !second) return; /* that is said of the joint */
    sar_deck_appendf(out, "%s(%s, %s, %s", velocities[index - 14], first, second, second);
    if (index < 17) sar_deck_appendf(out, ", %s", second); /* as J sees it */
    put(out, ")");
  } else if (force[0] == '0') {
    put(out, "0");
  } else {
    sar_deck_appendf(out, "%s_friction(%s)", force, joint->name);
  }
}

static void put_variable(SarDeckReading *r, SarDeckText *out, const SarStatement *variable, int32_t offset) {
  if (r->write_out) {
    r->write_out(r, out, variable, offset);
  } else {
    put(out, variable->name);
  }
}

/* The name is the value. */
static void write_value(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  (void)axis;
  sar_deck_write_argument(r, out, call, 0);
}

static void write_variable(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  (void)axis;
  const SarStatement *variable = sar_deck_named(r, call, 0, "VARIABLE");
  if (variable && variable->name) put_variable(r, out, variable, call->offset);
}

/* The VARIABLE of this number, from 1, of a list. */
static void write_listed(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, const SarStatement *list) {
  const SarArgument *variables = sar_statement_argument(list, "VARIABLES");
  int64_t component;
  if (!sar_deck_whole_within(r, call, 1, 1, variables ? variables->count : 0, &component)) return;
  const char *id = variables->values[component - 1].text;
  const SarStatement *variable = sar_deck_find(r->deck, "VARIABLE", strtoll(id, NULL, 10));
  if (variable && variable->name) {
    put_variable(r, out, variable, call->offset);
  } else {
    sar_deck_fail(r, call->arguments[1]->offset, "write the number of one that the deck has",
                  "there is no VARIABLE/%s, which %s names", id, sar_deck_title(r->deck, list));
  }
}

static void write_channel(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  (void)axis;
  const SarStatement *list = sar_deck_named(r, call, 0, call->function->kind);
  if (list) write_listed(r, out, call, list);
}

/* What an ARRAY holds: variables, numbers, or states and outputs of an LSE or a TFSISO. */
static void write_array(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  (void)axis;
  const SarStatement *array = sar_deck_named(r, call, 0, "ARRAY");
  if (!array) return;
  if (sar_statement_has(array, "VARIABLES")) {
    write_listed(r, out, call, array);
    return;
  }
  int64_t component;
  const SarArgument *numbers = sar_statement_argument(array, "NUMBERS");
  if (numbers) {
    if (sar_deck_whole_within(r, call, 1, 1, numbers->count, &component)) put(out, numbers->values[component - 1].text);
    return;
  }
  SarDeckArray use;
  if (sar_deck_array_use(r->deck, array, &use) != SAR_OK) {
    r->status = SAR_NO_MEMORY;
    return;
  }
  if (!use.owner || use.owner->class->support == SAR_DECK_REFUSED) {
    sar_deck_give_up(r, call->arguments[0]->offset, "name the states of an LSE or a TFSISO",
                     use.owner ? "ARRAY/%lld belongs to what is not supported" : "ARRAY/%lld belongs to nothing",
                     (long long)array->id);
    return;
  }
  if (!sar_deck_use(r, call, use.owner) || !sar_deck_whole_within(r, call, 1, 1, use.size, &component)) return;
  if (use.letter == 'X') {
    sar_deck_appendf(out, "state(%s, %lld)", use.owner->name, (long long)component);
  } else if (use.size > 1) {
    sar_deck_appendf(out, "output(%s, %lld)", use.owner->name, (long long)component);
  } else {
    put(out, use.owner->name);
  }
}

static void write_sensor(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  (void)axis;
  const SarStatement *sensor = asked_by(r, call, "SENSOR");
  if (!sensor) return;
  if (sar_deck_is_left_out(r->deck, sensor)) {
    put_left_out(r, out, sensor);
  } else if (sar_statement_has(sensor, "EVALUATE")) {
    sar_deck_appendf(out, "%s_value", sensor->name);
  } else {
    put(out, "0"); /* nothing is ever stored */
  }
}

/* ---- the rest ---- */

/* Type 27 are Euler parameters, e0 first. */
static void write_orientation(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  (void)axis;
  int64_t type, component;
  if (!sar_deck_whole(r, call, 0, &type)) return;
  if (type != 27) {
    sar_deck_give_up(r, call->arguments[0]->offset,
                     "use PSI, THETA, PHI, YAW, PITCH or ROLL, or type 27, Euler parameters",
                     "ORIENT of type %lld is not known", (long long)type);
    return;
  }
  if (!sar_deck_whole_within(r, call, 1, 1, 4, &component)) return;
  sar_deck_appendf(out, "q%d(", (int)component - 1);
  sar_deck_write_argument(r, out, call, 2);
  if (call->count > 3 && call->arguments[3]) {
    put(out, ", ");
    sar_deck_write_argument(r, out, call, 3);
  }
  put(out, ")");
}

/* CURVE(alpha, iord, comp, id): one table for each coordinate. */
static void write_curve(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  (void)axis;
  int64_t order, component;
  if (!sar_deck_whole_within(r, call, 1, 0, 2, &order) || !sar_deck_whole_within(r, call, 2, 1, 3, &component)) return;
  const SarStatement *curve = sar_deck_named(r, call, 3, "CURVE");
  if (!curve) return;
  const char *remedy, *why = sar_deck_curve_refused(curve, &remedy);
  if (why) {
    sar_deck_give_up(r, call->arguments[3]->offset, remedy, "%s %s", sar_deck_title(r->deck, curve), why);
    return;
  }
  const char *table;
  r->status = sar_deck_curve_table(r->deck, curve, (int)component - 1, &table);
  if (r->status != SAR_OK) return;
  put(out, "cubspl(");
  sar_deck_write(r, out, call->arguments[0], 0);
  sar_deck_appendf(out, ", 0, %s, %d)", table, (int)order);
}

static void write_spectrum(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  (void)axis;
  sar_deck_write_spectrum(r, out, call);
}

/* Code that the deck does not hold. */
static void write_user(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis) {
  (void)axis;
  const SarAdamsOptions *options = r->deck->options;
  if (options && options->user_zero) {
    sar_deck_user_zero(r->deck, r->statement, sar_deck_source(r, call->offset));
    put(out, "0");
    return;
  }
  sar_deck_give_up(r, call->offset, "take it as 0 with `--user zero`, or write a plugin for the converted model",
                   "`USER` calls code that is not in the deck");
}

/* ---- the table ---- */

static const SarDeckFunction functions[] = {
#define SAR_DECK_FUNCTION(name, signature, how, ours, kind) {name, signature, write_##how, ours, kind},
#include "read/adams/functions.def"
#undef SAR_DECK_FUNCTION
};

enum { COUNT = sizeof functions / sizeof *functions };

const SarDeckFunction *sar_deck_function_number(int32_t index) {
  return index >= 0 && index < COUNT ? &functions[index] : NULL;
}

const SarDeckFunction *sar_deck_function(const char *name, size_t length) {
  for (int32_t i = 0; i < COUNT; i++) {
    size_t same = 0;
    while (same < length && functions[i].name[same] == toupper((unsigned char)name[same])) same++;
    if (same == length && !functions[i].name[same]) return &functions[i];
  }
  return NULL;
}

bool sar_deck_function_is_vector(const SarDeckFunction *function) { return function->write == write_vector; }

void sar_deck_function_counts(const SarDeckFunction *function, int32_t *least, int32_t *most) {
  *least = *most = 0;
  for (const char *letter = function->signature; *letter; letter++) {
    if (*letter == '*') {
      *most = -1;
      return;
    }
    *most += 1;
    if (islower((unsigned char)*letter)) *least = *most;
  }
}
