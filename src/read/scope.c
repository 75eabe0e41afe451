/* Expressions of the model file and the names they may use: in this order, a variable of the field (t, length, ...), a
 * counter of `for:`, a parameter; and in functions measures of the motion and names of elements, which become
 * references (references.c).
 *
 * Parameters use each other: they are evaluated depth first, when a name asks for them, so that a circle is found and
 * named. Everything here is in the file's units. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "read/reader.h"

typedef struct Scope {
  SarFile *file;
  const SarVariables *variables; /* of a function; null: a constant is wanted */
  bool angle;                    /* it says itself what its angles are, see numbers.c */
  const char *text;              /* the whole expression, which begins at `at` */
  SarSource at;
  SarParameter *of; /* the parameter whose value at the start is wanted; or null */
} Scope;

static SarStatus evaluate_parameter(SarFile *file, SarParameter *parameter);
static void note_use(const Scope *scope, const SarParameter *used);
static void note_unknown(const Scope *scope);

static SarStatus resolve(void *self, const char *name, double *constant, int32_t *variable) {
  Scope *scope = self;
  SarFile *file = scope->file;
  *constant = 0;
  for (*variable = 0; scope->variables && *variable < scope->variables->count; ++*variable) {
    if (strcmp(scope->variables->list[*variable].name, name) == 0) return SAR_OK;
  }
  *variable = -1;
  for (int32_t i = 0; i < file->ncounters; i++) {
    *constant = file->counters[i].value;
    if (strcmp(file->counters[i].name, name) == 0) return SAR_OK;
  }
  SarParameter *parameter = sar_parameter_find(file, name);
  if (!parameter) {
    SarStatus status = sar_read_loop_value(file, name, sar_read_place_of(name, scope->text, scope->at), NULL, -1,
                                           constant, &scope->angle);
    if (status == SAR_OK) note_unknown(scope);
    return status;
  }
  if (parameter->changed >= 0 && !scope->of) return SAR_INPUT; /* `call` knows where the name stands */
  if (evaluate_parameter(file, parameter) != SAR_OK) return SAR_FAILED;
  const SarParameter *source = parameter->changed >= 0 ? parameter : parameter->follows;
  if (source && !scope->of) return SAR_INPUT;
  if (source) scope->of->follows = source;
  *constant = parameter->value;
  if (parameter->angle) scope->angle = true;
  if (scope->of) scope->of->computed = true;
  note_use(scope, parameter);
  return SAR_OK;
}

static const char *list(void *self, int32_t index) {
  const Scope *scope = self;
  int32_t count = scope->variables ? scope->variables->count : 0;
  if (index < count) return scope->variables->list[index].name;
  index -= count;
  if (index < scope->file->ncounters) return scope->file->counters[index].name;
  index -= scope->file->ncounters;
  return index < scope->file->nparameters ? scope->file->parameters[index].name : NULL;
}

/* ---- what is not a number: parameters that events change, measures, names of elements ---- */

static SarStatus changed_in_constant(SarFile *file, const SarParameter *parameter, SarSource source) {
  const SarParameter *cause = parameter->follows ? parameter->follows : parameter;
  bool follows = cause != parameter;
  (void)sar_report(file->reader->context, SAR_INPUT, source, file->element,
                   "use it in expressions of the motion only, or do not change it",
                   "the parameter `%s` %s%s%sis changed by the event `%s`, but this must be constant", parameter->name,
                   follows ? "follows `" : "", follows ? cause->name : "", follows ? "`, which " : "", cause->event);
  return SAR_FAILED;
}

/* A measure, or the name of something that has a value: known, but not here. */
static SarStatus moves_in_constant(SarFile *file, const SarCall *call) {
  bool known = call->narguments >= 0 && sar_measure_class_find(call->name);
  for (int i = SAR_SECTION_MOTIONS; !known && call->narguments < 0 && i < SAR_NSECTIONS; i++) {
    const SarNode *section = sar_node_get(file->root, sar_section_name((SarSection)i));
    known = section && section->kind == SAR_NODE_MAPPING && sar_node_get(section, call->name);
  }
  if (!known) return SAR_INPUT;
  (void)sar_report(file->reader->context, SAR_INPUT, call->source, file->element,
                   "use it in expressions of the motion only", "`%s` changes in time, but this must be constant",
                   call->name);
  return SAR_FAILED;
}

static SarStatus refer_to_parameter(Scope *scope, SarParameter *parameter, const SarCall *call, int32_t *variable) {
  SarFile *file = scope->file;
  if (!scope->variables) return changed_in_constant(file, parameter, call->source);
  if (evaluate_parameter(file, parameter) != SAR_OK) return SAR_FAILED;
  if (parameter->angle) scope->angle = true;
  if (parameter->reference < 0) {
    SarReference reference = {.source = call->source, .parameter = parameter->changed};
    reference.name = sar_model_prefixed(file->reader->model, file->prefix, parameter->name);
    if (!reference.name) return sar_read_no_memory(file->reader);
    SAR_TRY(sar_read_add_reference(file, &reference, scope->variables, &parameter->reference));
  }
  *variable = SAR_REFERENCES + parameter->reference;
  return SAR_OK;
}

/* A parameter that follows others which events change: its text, in their references. It has been evaluated, so its
 * text is right and names parameters alone. */
static SarStatus write_out(Scope *scope, SarParameter *parameter, const SarCall *call, const SarExpr **out) {
  static const SarVariables none = {0};
  SarFile *file = scope->file;
  if (!scope->variables) return changed_in_constant(file, parameter, call->source);
  if (parameter->angle) scope->angle = true;
  bool ignored;
  if (!parameter->written_out) {
    SAR_TRY(sar_read_expression(file, file->reader->model->arena, parameter->text, parameter->source, &none,
                                &parameter->written_out, &ignored));
  }
  *out = parameter->written_out;
  return SAR_OK;
}

/* Numbers may be parameters and counters. */
static SarStatus with_numbers(Scope *scope, const SarCall *call, SarCallArgument *arguments) {
  const SarMeasureClass *measure = sar_measure_class_find(call->name);
  if (!measure) return SAR_OK;
  SarMeasureArguments a = sar_measure_arguments(measure);
  for (int32_t i = 0; i < call->narguments && i < SAR_MEASURE_ARGUMENTS; i++) {
    int32_t variable;
    double constant;
    arguments[i] = call->arguments[i];
    if (i >= a.count || a.kinds[i] != SAR_ARGUMENT_NUMBER || !arguments[i].name) continue;
    SarStatus status = resolve(scope, arguments[i].name, &constant, &variable);
    if (status != SAR_OK && status != SAR_INPUT) return status;
    if (status == SAR_OK && variable < 0) arguments[i] = (SarCallArgument){NULL, constant, arguments[i].source};
  }
  return SAR_OK;
}

static SarStatus call(void *self, SarArena *arena, const SarCall *call, const SarExpr **out) {
  Scope *scope = self;
  SarFile *file = scope->file;
  SarReader *reader = file->reader;
  SarParameter *parameter = call->narguments < 0 ? sar_parameter_find(file, call->name) : NULL;
  int32_t variable = 0;
  double factor = 1;
  if (parameter && parameter->changed < 0) return write_out(scope, parameter, call, out);
  if (parameter) {
    SAR_TRY(refer_to_parameter(scope, parameter, call, &variable));
  } else {
    if (!scope->variables) return moves_in_constant(file, call);
    SarCallArgument arguments[SAR_MEASURE_ARGUMENTS];
    SarCall counted = *call;
    SarReference reference;
    SAR_TRY(with_numbers(scope, call, arguments));
    if (call->narguments > 0 && call->narguments <= SAR_MEASURE_ARGUMENTS) counted.arguments = arguments;
    SAR_TRY(sar_model_make_reference(reader->model, &counted, &file->names, file->element, &reference));
    SAR_TRY(sar_read_add_reference(file, &reference, scope->variables, &variable));
    factor = sar_read_reference_factor(file, &reference, &scope->angle);
    variable += SAR_REFERENCES;
  }
  *out = sar_expr_variable(arena, variable);
  if (factor != 1) *out = sar_expr_multiply(arena, sar_expr_constant(arena, factor), *out);
  return *out ? SAR_OK : sar_read_no_memory(reader);
}

static const char *list_calls(void *self, int32_t index) {
  const Scope *scope = self;
  const SarMeasureClass *measure = scope->variables ? sar_measure_class(index) : NULL;
  return measure ? measure->name : NULL;
}

static SarStatus find_spline(void *self, const char *name, const SarSpline **out) {
  const Scope *scope = self;
  return sar_read_find_spline(scope->file, name, out);
}

static SarStatus external(void *self, const char *name, const SarExternal **out, int32_t *output) {
  Scope *scope = self;
  return sar_read_plugin_function(scope->file, name, scope->text, scope->at, out, output, &scope->angle);
}

static SarStatus fixed(void *self, const char *name, SarSource source, const double *arguments, int32_t narguments,
                       double *out) {
  Scope *scope = self;
  SarStatus status = sar_read_loop_value(scope->file, name, source, arguments,
                                         narguments < 0 ? SAR_LOOP_ASK : narguments, out, &scope->angle);
  if (status == SAR_OK) note_unknown(scope);
  return status;
}

static SarStatus parse(Scope *scope, SarArena *arena, const SarExpr **out, bool *angle) {
  SarFile *file = scope->file;
  SarScope names = {.resolve = resolve,
                    .list = list,
                    .self = scope,
                    .call = call,
                    .list_calls = list_calls,
                    .spline = find_spline,
                    .external = external,
                    .fixed = fixed};
  SAR_TRY(sar_expr_parse(file->reader->context, arena, scope->text, scope->at, file->element, &names, out));
  *angle = scope->angle || sar_expr_has_angle_unit(*out);
  return SAR_OK;
}

SarStatus sar_read_expression(SarFile *file, SarArena *arena, const char *text, SarSource at,
                              const SarVariables *variables, const SarExpr **out, bool *angle) {
  return parse(&(Scope){file, variables, false, text, at, NULL}, arena, out, angle);
}

static SarStatus read_constant(SarFile *file, const char *text, SarSource at, SarParameter *of, double *out,
                               bool *angle) {
  bool says_angle = false;
  size_t length = strlen(text);
  if (length == 0 || sar_text_number(text, length, out) != length) { /* plain numbers need no tree */
    const SarExpr *expression;
    SAR_TRY(parse(&(Scope){file, NULL, false, text, at, of}, file->reader->scratch, &expression, &says_angle));
    if (!sar_expr_is_constant(expression, out)) return SAR_FAILED; /* cannot be: there are no variables */
  }
  if (!isfinite(*out)) {
    return sar_report(file->reader->context, SAR_INPUT, at, file->element, "give a smaller number",
                      "the number `%s` is too large", text);
  }
  if (angle) *angle = says_angle;
  return SAR_OK;
}

SarStatus sar_read_constant(SarFile *file, const char *text, SarSource at, double *out, bool *angle) {
  return read_constant(file, text, at, NULL, out, angle);
}

SarStatus sar_read_integer(SarFile *file, const char *text, SarSource at, const char *what, int64_t *out) {
  double value;
  SAR_TRY(sar_read_constant(file, text, at, &value, NULL));
  double nearest = round(value);
  if (fabs(nearest) > 1e15 || fabs(value - nearest) > 1e-9 * fmax(1, fabs(value))) {
    return sar_report(file->reader->context, SAR_INPUT, at, file->element, "use whole numbers here",
                      "%s must be a whole number, but `%s` is %g", what, text, value);
  }
  *out = (int64_t)nearest;
  return SAR_OK;
}

/* ---- parameters ---- */

/* "a -> b -> a" */
static SarStatus report_cycle(SarFile *file, const SarParameter *again) {
  SarReader *reader = file->reader;
  int32_t first = file->nactive - 1;
  while (file->active[first] != again) first--;
  char *chain = sar_arena_copy_text(reader->scratch, again->name);
  for (int32_t i = first + 1; chain && i <= file->nactive; i++) {
    chain =
        sar_arena_printf(reader->scratch, "%s -> %s", chain, i < file->nactive ? file->active[i]->name : again->name);
  }
  if (!chain) return sar_read_no_memory(reader);
  return sar_report(reader->context, SAR_INPUT, again->source, again->name, "give one of them a number",
                    "parameters depend on each other in a circle: %s", chain);
}

/* One that an event changes has its value from the event, and cannot have it from another parameter as well. */
static SarStatus report_two_masters(SarFile *file, const SarParameter *parameter) {
  return sar_report(file->reader->context, SAR_INPUT, parameter->source, parameter->name,
                    "give it a number, or let the event change the other one only",
                    "the parameter `%s` is changed by the event `%s`, but follows `%s`, which is changed by the event "
                    "`%s`",
                    parameter->name, parameter->event, parameter->follows->name, parameter->follows->event);
}

/* ---- a parameter that is moved (read.h: probe) ---- */

/* A parameter, with the prefix of its sub-model. */
typedef struct FullName {
  const char *prefix, *name;
} FullName;

/* As strcmp of the whole name and another one. */
static int compare_full(const void *full, const void *other) {
  const FullName *x = full;
  const char *y = *(const char *const *)other;
  size_t length = strlen(x->prefix);
  int order = strncmp(x->prefix, y, length);
  return order ? order : strcmp(x->name, y + length);
}

static bool is_probed(const SarFile *file, const SarParameter *parameter) {
  const SarReadProbe *probe = file->reader->options->probe;
  return probe && probe->name && compare_full(&(FullName){file->prefix, parameter->name}, &probe->name) == 0;
}

/* Room for marks in a parameter; false: nobody asks, or memory is exhausted. */
static bool make_marks(SarReader *reader, SarParameter *parameter) {
  const SarReadProbe *probe = reader->options->probe;
  if (!probe || !probe->nmarked) return false;
  if (!parameter->marks) parameter->marks = SAR_NEW(reader->model->arena, (probe->nmarked + 63) / 64, SarMarks);
  reader->out_of_memory |= !parameter->marks;
  return parameter->marks != NULL;
}

/* The parameter follows whatever others do; null: it may follow any. */
static void join_marks(SarReader *reader, SarParameter *parameter, const SarMarks *others) {
  if (!make_marks(reader, parameter)) return;
  for (int32_t i = 0; i < (reader->options->probe->nmarked + 63) / 64; i++) {
    parameter->marks[i] |= others ? others[i] : ~(SarMarks)0;
  }
}

/* The names that its text uses. */
static void note_use(const Scope *scope, const SarParameter *used) {
  SarReadProbe *probe = scope->file->reader->options->probe;
  if (scope->of && used->marks) join_marks(scope->file->reader, scope->of, used->marks);
  if (!scope->of || !is_probed(scope->file, scope->of) || probe->follows) return;
  snprintf(probe->follows_room, sizeof probe->follows_room, "%s%s", scope->file->prefix, used->name);
  probe->follows = probe->follows_room;
}

/* Something that may follow any parameter: a number of a loop. */
static void note_unknown(const Scope *scope) {
  if (scope->of) join_marks(scope->file->reader, scope->of, NULL);
}

int32_t sar_read_probe_find(const SarReadProbe *probe, const char *prefix, const char *name) {
  FullName full = {prefix, name};
  if (!probe->nmarked) return -1;
  const char *const *found = bsearch(&full, probe->marked, (size_t)probe->nmarked, sizeof *probe->marked, compare_full);
  return found ? (int32_t)(found - probe->marked) : -1;
}

static void mark(SarReadProbe *probe, SarFile *file, SarParameter *parameter) {
  int32_t k = sar_read_probe_find(probe, file->prefix, parameter->name);
  if (k < 0 || !make_marks(file->reader, parameter)) return;
  parameter->marks[k / 64] |= (SarMarks)1 << (k % 64);
  probe->there[k] = true;
}

static void move_probed(SarFile *file, SarParameter *parameter) {
  SarReadProbe *probe = file->reader->options->probe;
  if (probe) mark(probe, file, parameter);
  if (!is_probed(file, parameter) || probe->found) return;
  sar_read_probe_move(probe, parameter->source, &parameter->value);
}

void sar_read_probe_move(SarReadProbe *probe, SarSource source, double *value) {
  probe->found = true;
  probe->value = *value;
  probe->source = source;
  probe->shift = probe->part * (*value != 0 ? fabs(*value) : 1);
  *value += probe->shift;
}

static SarStatus evaluate_parameter(SarFile *file, SarParameter *parameter) {
  if (parameter->state == SAR_KNOWN) return SAR_OK;
  if (parameter->state == SAR_BROKEN) return SAR_INPUT;
  if (parameter->state == SAR_ACTIVE) return report_cycle(file, parameter);
  if (file->nactive == SAR_MAX_PARAMETER_DEPTH) {
    return sar_report(file->reader->context, SAR_INPUT, parameter->source, parameter->name, "shorten the chain",
                      "parameters use each other over more than %d levels", SAR_MAX_PARAMETER_DEPTH);
  }
  file->active[file->nactive++] = parameter;
  parameter->state = SAR_ACTIVE;
  const char *element = file->element;
  int32_t counters = file->ncounters;
  file->element = parameter->name;
  file->ncounters = 0; /* of whoever asks for it: they are not known here */
  SarStatus status =
      read_constant(file, parameter->text, parameter->source, parameter, &parameter->value, &parameter->angle);
  if (status == SAR_OK && parameter->follows && parameter->changed >= 0) status = report_two_masters(file, parameter);
  file->element = element;
  file->ncounters = counters;
  parameter->state = status == SAR_OK ? SAR_KNOWN : SAR_BROKEN;
  if (status == SAR_OK) move_probed(file, parameter);
  file->nactive--;
  return status;
}

SarStatus sar_read_evaluate_parameters(SarFile *file) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < file->nparameters; i++) { /* what an include gives is known already */
    if (file->parameters[i].state == SAR_KNOWN) move_probed(file, &file->parameters[i]);
  }
  for (int32_t i = 0; i < file->nparameters; i++) {
    SarParameter *parameter = &file->parameters[i];
    SarStatus one = evaluate_parameter(file, parameter);
    if (one != SAR_OK) status = one;
    if (one != SAR_OK || parameter->changed < 0 || !file->parent) continue;
    SarModelParameter *changed = &file->reader->changed[parameter->changed - file->reader->ntop_parameters];
    changed->value = parameter->value;
    join_marks(file->reader, parameter, NULL); /* the including file may give it */
    changed->marks = parameter->marks;
  }
  return status;
}
