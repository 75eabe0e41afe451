/* `simulate:` as a list: the phases of a run with their settings, and which elements each of them takes out or brings
 * back. The model is that of one phase (SarReadOptions); what phases change in the tree is in phase_tree.c. */
#include <math.h>
#include <string.h>

#include "model/shapes.h"
#include "read/reader.h"

static const char phase_keys[] =
#define SAR_PHASE_KEY(key, kind, meaning) #key " "
#include "model/phase_keys.def"
    "";

static bool moves(SarPhaseAnalysis analysis) {
  return analysis == SAR_PHASE_DYNAMICS || analysis == SAR_PHASE_KINEMATICS;
}

static SarStatus read_analysis(SarFile *file, const SarNode *node, SarPhaseAnalysis *out) {
  *out = SAR_PHASE_DYNAMICS;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SCALAR, "analysis", "a word"));
  int32_t index = sar_field_choice(SAR_PHASE_ANALYSES, node->text);
  if (index >= 0) {
    *out = (SarPhaseAnalysis)index;
    return SAR_OK;
  }
  return sar_report(file->reader->context, SAR_INPUT, node->source, NULL, "use one of: " SAR_PHASE_ANALYSES,
                    "`%s` is no analysis of a phase", node->text);
}

static SarStatus read_steps(SarFile *file, const SarNode *node, SarModelPhase *phase) {
  double steps = NAN;
  SAR_TRY(sar_read_positive(file, node, "steps", "", &steps));
  if (isnan(steps)) return SAR_OK;
  phase->steps = steps <= 1e9 ? (int32_t)steps : 0;
  if (phase->steps > 0 && phase->steps == steps) return SAR_OK;
  phase->steps = 0;
  return sar_report(file->reader->context, SAR_INPUT, sar_node_get(node, "steps")->source, NULL,
                    "give a whole number of rows after the first", "`steps` is %g", steps);
}

static SarStatus read_damping(SarFile *file, const SarNode *node, SarModelPhase *phase) {
  const SarNode *damping = sar_node_get(node, "damping");
  bool given = true;
  if (damping) SAR_TRY(sar_read_bool(file, damping, "damping", &given));
  phase->undamped = !given;
  return SAR_OK;
}

static SarStatus read_names(SarFile *file, const SarNode *node, const char *key, SarNameList *out) {
  const SarNode *list = sar_node_get(node, key);
  return list ? sar_read_listed_names(file, list, key, "a list of elements", out) : SAR_OK;
}

static int32_t count_changes(const SarNode *change) {
  int32_t count = 0;
  for (int32_t i = 0; change && change->kind == SAR_NODE_MAPPING && i < change->count; i++) {
    count += change->items[i]->kind == SAR_NODE_MAPPING ? change->items[i]->count : 1;
  }
  return count;
}

static SarStatus wrong(SarFile *file, const SarNode *node, const char *remedy, const char *what) {
  return sar_report(file->reader->context, SAR_INPUT, node->source, NULL, remedy, "%s", what);
}

/* What a phase says that does not go together. */
static SarStatus check_phase(SarFile *file, const SarNode *node, const SarModelPhase *phase) {
  const SarNode *accuracy = sar_node_get(node, "accuracy"), *bars = sar_node_get(node, "error_bars");
  const SarNode *start = sar_node_get(node, "start");
  bool ends = !isnan(phase->end) || !isnan(phase->duration);
  if (accuracy || bars) {
    return wrong(file, accuracy ? accuracy : bars, "give its phases a `tolerance`, and compare runs of two",
                 "a run of phases has neither error bars nor an `accuracy`");
  }
  if (start)
    return wrong(file, start, "write a phase {analysis: static} before it",
                 "a phase starts where the last one has ended");
  if (!isnan(phase->end) && !isnan(phase->duration)) {
    return wrong(file, node, "keep `end`, the time, or `duration`, how long",
                 "`end` and `duration` exclude each other");
  }
  if (phase->steps && sar_node_get(node, "every")) {
    return wrong(file, node, "keep `steps`, how many, or `every`, how often", "`steps` and `every` exclude each other");
  }
  if (sar_node_get(node, "damping") && phase->analysis != SAR_PHASE_MODES) {
    return wrong(file, sar_node_get(node, "damping"), "leave it out, or write `analysis: modes`",
                 "`damping` is for phases of modes");
  }
  if (moves(phase->analysis) && !ends) {
    return wrong(file, node, "write `end:` or `duration:`", "the phase has no end");
  }
  if (ends && (phase->analysis == SAR_PHASE_ASSEMBLE || phase->analysis == SAR_PHASE_MODES)) {
    return wrong(file, node, "write a phase of its own for the motion", "this analysis takes no time");
  }
  return SAR_OK;
}

/* Settings of the phase before hold, but for its end and its start. */
static SarStatus read_phase(SarFile *file, const SarNode *node, SarModelPhase *phase) {
  SarSimulation *s = &file->reader->model->simulation;
  *phase = (SarModelPhase){.source = node->source, .duration = NAN, .end = NAN};
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "simulate", "phases: {end: 1, every: 0.01}"));
  s->end = NAN;
  s->start_static = false;
  SarStatus all[] = {sar_read_simulation(file, node, phase_keys),
                     read_analysis(file, sar_node_get(node, "analysis"), &phase->analysis),
                     sar_read_positive(file, node, "duration", "s", &phase->duration),
                     sar_read_positive(file, node, "every", "s", &s->output_every),
                     read_steps(file, node, phase),
                     read_damping(file, node, phase),
                     read_names(file, node, "activate", &phase->activate),
                     read_names(file, node, "deactivate", &phase->deactivate)};
  if (sar_node_get(node, "every")) s->output_every_step = false;
  phase->end = s->end;
  phase->simulation = *s;
  const SarNode *set = sar_node_get(node, "set");
  phase->nset = set && set->kind == SAR_NODE_MAPPING ? set->count : 0;
  phase->nchanges = count_changes(sar_node_get(node, "change"));
  for (int i = 0; i < SAR_COUNT(all); i++) SAR_TRY(all[i]);
  return check_phase(file, node, phase);
}

static SarStatus read_phases(SarFile *file, const SarNode *node) {
  SarReader *reader = file->reader;
  SarModel *model = reader->model;
  SarStatus status = SAR_OK;
  if (!node->count) return wrong(file, node, "write {end: 2}", "`simulate` has no phase");
  model->phases = SAR_NEW(model->arena, node->count, SarModelPhase);
  if (!model->phases) return sar_read_no_memory(reader);
  for (int32_t i = 0; i < node->count; i++) {
    SarStatus one = read_phase(file, node->items[i], &model->phases[i]);
    if (one == SAR_NO_MEMORY) return one;
    if (one != SAR_OK) status = one;
  }
  model->nphases = node->count;
  model->phase = reader->options->phase < node->count ? reader->options->phase : node->count - 1;
  model->simulation = model->phases[model->phase].simulation;
  model->simulation_source = model->phases[model->phase].source;
  return status;
}

SarStatus sar_read_simulate(SarFile *file, const SarNode *node) {
  if (node->kind == SAR_NODE_SEQUENCE) return read_phases(file, node);
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "simulate", "{end: .., method: ..} or a list of phases"));
  return sar_read_simulation(file, node, "");
}

/* ---- elements ---- */

static SarStatus switch_element(SarReader *reader, const char *name, SarSource source, bool apply, bool inactive) {
  SarModel *model = reader->model;
  int32_t index = sar_model_find(model, name);
  if (index < 0 && sar_model_lookup(model, name) == SAR_NAME_FAULTY) return SAR_OK; /* said before */
  if (index < 0) {
    return sar_report(reader->context, SAR_INPUT, source, NULL,
                      "name joints, motions, forces, contacts, equations or events", "there is no element `%s`", name);
  }
  const char *why = sar_model_keeps(&model->elements[index]);
  if (why) {
    return sar_report(reader->context, SAR_INPUT, source, NULL, why, "`%s` (%s) cannot be taken out of the model", name,
                      model->elements[index].class->name);
  }
  if (apply) model->elements[index].inactive = inactive;
  return SAR_OK;
}

/* An event may end a phase before its time. */
static bool may_end_early(const SarModel *model) {
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *e = &model->elements[i];
    if (sar_field_index(e->class, "end_phase") >= 0 && sar_model_value(e, "end_phase")->real != 0) return true;
  }
  return false;
}

/* Ends that are given as times follow each other; where phases may end early the run says what does not. */
static SarStatus check_ends(SarReader *reader) {
  const SarModel *model = reader->model;
  double last = 0, unit = model->units.time;
  if (model->nphases == 0 || may_end_early(model)) return SAR_OK;
  for (int32_t i = 0; i < model->nphases; i++) {
    const SarModelPhase *phase = &model->phases[i];
    double begin = last;
    if (!isnan(phase->duration)) last += phase->duration;
    if (isnan(phase->end)) continue;
    last = phase->end;
    if (phase->end > begin) continue;
    return sar_report(reader->context, SAR_INPUT, phase->source, NULL,
                      "`end` is the time at which the phase ends, not how long it lasts: that is `duration`",
                      "phase %d ends at %g %s, but the one before it ends at %g %s", (int)i + 1, phase->end / unit,
                      model->units.time_name, begin / unit, model->units.time_name);
  }
  return SAR_OK;
}

SarStatus sar_read_finish_phases(SarReader *reader) {
  const SarModel *model = reader->model;
  SarStatus status = check_ends(reader);
  for (int32_t i = 0; i < model->nphases; i++) {
    const SarModelPhase *phase = &model->phases[i];
    const SarNameList *lists[] = {&phase->deactivate, &phase->activate};
    for (int k = 0; k < 2; k++) {
      for (int32_t n = 0; n < lists[k]->count; n++) {
        SarStatus one = switch_element(reader, lists[k]->names[n], lists[k]->sources[n], i <= model->phase, k == 0);
        if (one != SAR_OK) status = one;
      }
    }
  }
  return status;
}
