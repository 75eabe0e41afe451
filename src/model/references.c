/* References: what an expression of the user says about the motion, dx(a, b), angle(A), or the bare name of a state.
 * Here they are made from calls; sar_model_check_references judges their names when all of them are known. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/model.h"

/* ---- the arguments of a measure ---- */

SarMeasureArguments sar_measure_arguments(const SarMeasureClass *measure) {
  SarMeasureArguments a = {0};
  for (const char *at = measure->arguments; *(at += strspn(at, " ")) && a.count < SAR_MEASURE_ARGUMENTS; a.count++) {
    size_t length = strcspn(at, " ");
    static const char letters[] = "fent"; /* by SarArgumentKind */
    a.kinds[a.count] = (SarArgumentKind)(strchr(letters, *at) - letters);
    if (at[length - 1] != '?') a.required = a.count + 1;
    at += length;
  }
  return a;
}

/* "a frame and 2 numbers" of the arguments first .. end - 1; "2 more frames" behind another frame. */
static void write_kinds(const SarMeasureArguments *a, int32_t first, int32_t end, char *text, size_t size) {
  static const char *const one[] = {"a frame", "an element", "a number", "an element or a frame"};
  static const char *const another[] = {"one more frame", "one more element", "one more number", ""};
  static const char *const many[] = {"frames", "elements", "numbers", ""};
  size_t used = 0;
  text[0] = 0;
  for (int32_t i = first, next; i < end && used < size; i = next) {
    for (next = i + 1; next < end && a->kinds[next] == a->kinds[i];) next++;
    const char *before = i == first ? "" : next == end ? " and " : ", ";
    bool more = i > 0 && a->kinds[i - 1] == a->kinds[i];
    int n = next - i == 1 ? snprintf(text + used, size - used, "%s%s", before, (more ? another : one)[a->kinds[i]])
                          : snprintf(text + used, size - used, "%s%d %s%s", before, (int)(next - i),
                                     more ? "more " : "", many[a->kinds[i]]);
    used += n > 0 ? (size_t)n : 0;
  }
}

static SarStatus wrong_count(SarModel *model, const SarCall *call, const SarMeasureArguments *a, const char *owner) {
  char takes[96], may[96], given[32];
  write_kinds(a, 0, a->required, takes, sizeof takes);
  write_kinds(a, a->required, a->count, may, sizeof may);
  snprintf(given, sizeof given, call->narguments ? "%d argument%s" : "none", (int)call->narguments,
           call->narguments == 1 ? "" : "s");
  return sar_report(model->context, SAR_INPUT, call->source, owner, "`sarrus describe measures` explains them",
                    "`%s` takes %s%s%s, not %s", call->name, takes, may[0] ? ", and may take " : "", may, given);
}

static const char *ordinal(int32_t index) {
  static const char *const words[SAR_MEASURE_ARGUMENTS] = {"first", "second", "third", "fourth"};
  return words[index];
}

/* ---- making ---- */

static SarStatus take_frame(SarModel *model, const SarCall *call, int32_t i, const SarNameScope *names,
                            const char *owner, SarReference *out) {
  const SarCallArgument *argument = &call->arguments[i];
  if (!argument->name) {
    if (argument->number == 0) return SAR_OK;
    return sar_report(model->context, SAR_INPUT, argument->source, owner,
                      "name a body, a frame of a body, or ground; 0 stands for the ground",
                      "the %s argument of `%s` is a frame, not the number %g", ordinal(i), call->name,
                      argument->number);
  }
  const char *name = sar_model_scoped(model, names, argument->name);
  if (!name) return sar_report_no_memory(model->context);
  return sar_model_split_side(model, name, argument->source, &out->frames[i]);
}

static SarStatus take_argument(SarModel *model, const SarCall *call, int32_t i, SarArgumentKind kind,
                               const SarNameScope *names, const char *owner, SarReference *out) {
  const SarCallArgument *argument = &call->arguments[i];
  out->sources[i] = argument->source;
  if (kind == SAR_ARGUMENT_FRAME) return take_frame(model, call, i, names, owner, out);
  if (kind == SAR_ARGUMENT_NUMBER) {
    out->numbers[i] = argument->number;
    if (!argument->name) return SAR_OK;
    return sar_report(model->context, SAR_INPUT, argument->source, owner, "give a number",
                      "the %s argument of `%s` is a number, not `%s`", ordinal(i), call->name, argument->name);
  }
  if (!argument->name) {
    return sar_report(model->context, SAR_INPUT, argument->source, owner, "name an element of the model",
                      "the %s argument of `%s` is an element, not the number %g", ordinal(i), call->name,
                      argument->number);
  }
  out->elements[i] = sar_model_scoped(model, names, argument->name);
  if (!out->elements[i]) return sar_report_no_memory(model->context);
  if (kind == SAR_ARGUMENT_ELEMENT) return SAR_OK;
  return sar_model_split_side(model, out->elements[i], argument->source, &out->frames[i]);
}

SarStatus sar_model_make_reference(SarModel *model, const SarCall *call, const SarNameScope *names, const char *owner,
                                   SarReference *out) {
  *out = (SarReference){.source = call->source, .parameter = -1};
  out->name = sar_arena_copy_text(model->arena, call->name);
  out->owner = owner ? sar_arena_copy_text(model->arena, owner) : NULL;
  if (!out->name || (owner && !out->owner)) return sar_report_no_memory(model->context);
  if (call->narguments < 0) {
    out->elements[0] = sar_model_scoped(model, names, call->name);
    return out->elements[0] ? SAR_OK : sar_report_no_memory(model->context);
  }
  out->measure = sar_measure_class_find(call->name);
  if (!out->measure) return SAR_INPUT; /* the parser reports an unknown function */
  SarMeasureArguments a = sar_measure_arguments(out->measure);
  if (call->narguments < a.required || call->narguments > a.count) {
    (void)wrong_count(model, call, &a, owner);
    return SAR_FAILED;
  }
  out->narguments = call->narguments;
  for (int32_t i = 0; i < a.count; i++) {
    bool ground = a.kinds[i] == SAR_ARGUMENT_FRAME && a.kinds[0] != SAR_ARGUMENT_THING;
    if (ground) out->frames[i] = (SarSideName){"ground", NULL, call->source};
    if (i >= call->narguments) continue;
    SarStatus status = take_argument(model, call, i, a.kinds[i], names, owner, out);
    if (status != SAR_OK) return status == SAR_INPUT ? SAR_FAILED : status;
  }
  return SAR_OK;
}

static bool is_body(const SarModel *model, const char *name) {
  int32_t index = sar_model_lookup(model, name);
  return index >= 0 && model->elements[index].class->section == SAR_SECTION_BODIES;
}

void sar_model_settle_reference(const SarModel *model, SarReference *reference) {
  const char *name = reference->elements[0];
  if (!reference->measure || !name || !reference->frames[0].body) return;
  if (sar_measure_arguments(reference->measure).kinds[0] != SAR_ARGUMENT_THING) return;
  bool ground = strcmp(reference->frames[0].body, "ground") == 0;
  bool frame = reference->frames[0].frame && sar_model_lookup(model, name) == SAR_NAME_NONE &&
               is_body(model, reference->frames[0].body);
  if (ground || frame || is_body(model, name)) reference->elements[0] = NULL;
}

/* ---- what a reference is measured in ---- */

static const char *kind_unit(const SarModelElement *element, const char *const units[3]) {
  int32_t field = sar_field_index(element->class, "kind");
  return units[field < 0 ? 0 : (int)element->values[field].real];
}

/* Whether a motion turns something. */
static bool motion_turns(const SarModelElement *motion) {
  for (int32_t i = 0; i < motion->class->nfields; i++) {
    if (motion->values[i].given && strncmp(motion->class->fields[i].name, "rotation", 8) == 0) return true;
  }
  return false;
}

/* A relation's reaction is a force where a length takes part, else a torque. */
static const char *reaction_unit(const SarModel *model, const SarModelElement *element) {
  const SarValue *joints = sar_model_value(element, "joints");
  for (int32_t i = 0; i < joints->nlist; i++) {
    int32_t index = sar_model_find(model, joints->joints[i]);
    int32_t which = index < 0 ? -1 : sar_model_related_coordinate(element, i, &model->elements[index]);
    if (which < 0) continue;
    if (model->elements[index].class->joint->coordinates[which].kind == SAR_COORDINATE_DISPLACEMENT) return "N";
  }
  return "N*m";
}

/* A force on a coordinate: a torque where that is no length. */
static const char *force_unit(const SarModel *model, const SarModelElement *element) {
  int32_t field = sar_field_index(element->class, "coordinate");
  const SarValue *value = field < 0 ? NULL : &element->values[field];
  int32_t index = value && value->given ? sar_model_find(model, value->names[0]) : -1;
  return index < 0 ? "N" : kind_unit(&model->elements[index], (const char *const[3]){"N", "N*m", "N*m"});
}

const char *sar_model_quantity_unit(const SarModel *model, const SarModelElement *element, const char *quantity) {
  static const char *const values[3] = {"m", "rad", ""}, *const rates[3] = {"m/s", "rad/s", "1/s"};
  static const char *const accelerations[3] = {"m/s^2", "rad/s^2", "1/s^2"};
  bool rate = strcmp(quantity, "rate") == 0, acceleration = strcmp(quantity, "acceleration") == 0;
  const char *const *units = rate ? rates : acceleration ? accelerations : values;
  switch (element->class->section) {
    case SAR_SECTION_COORDINATES: return kind_unit(element, units);
    case SAR_SECTION_MOTIONS: return strcmp(quantity, "force") == 0 ? "N" : units[motion_turns(element)];
    case SAR_SECTION_JOINTS:
      return element->class->joint->relation && strcmp(quantity, "reaction") == 0 ? reaction_unit(model, element) : "";
    case SAR_SECTION_EQUATIONS: return kind_unit(element, (const char *const[3]){"N", "N*m", "N"});
    case SAR_SECTION_FORCES:
      if (strcmp(quantity, "force") == 0) return force_unit(model, element);
      return units[sar_field_index(element->class, "angle") >= 0];
    default: return units[2]; /* plain numbers: only time has a unit */
  }
}

/* The state of a number, from 1, has the unit that it has in `start`. */
static const char *state_unit(const SarModel *model, const SarModelElement *element, double number) {
  int32_t field = sar_field_index(element->class, "start");
  char room[SAR_FIELD_UNIT];
  if (field < 0 || !(number >= 1 && number <= INT32_MAX)) return ""; /* wrong, which is said elsewhere */
  const char *unit = sar_field_unit_of(&element->class->fields[field], (int32_t)number - 1, room);
  const char *copy = sar_arena_copy_text(model->arena, unit);
  return copy ? copy : "";
}

const char *sar_model_reference_unit(const SarModel *model, const SarReference *reference) {
  const SarMeasureClass *measure = reference->measure;
  if (reference->parameter >= 0) return "";
  if (measure && strcmp(measure->unit, "?") != 0) return sar_measure_unit(measure, reference->numbers);
  int32_t index = sar_model_find(model, reference->elements[0]);
  if (index >= 0 && measure && strcmp(measure->name, "state") == 0) {
    return state_unit(model, &model->elements[index], reference->numbers[1]);
  }
  return index < 0 ? "" : sar_model_quantity_unit(model, &model->elements[index], measure ? measure->name : "value");
}
