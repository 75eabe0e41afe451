/* The two versions of the standard say the same in other words: a table of them stands here, and one function for each
 * part of the file. Both schemas are checked in the tests. */
#include "fmi/description.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fmi/units.h"
#include "result/markup.h"

typedef struct Words {
  const char *version, *token;
  const char *saves[2];           /* capabilities */
  const char *begin, *real, *end; /* of a variable: what it begins with, what stands before start and unit, its end */
  const char *outputs[2], *unknowns[2], *output, *unknown; /* of the structure */
  int first;                                               /* how variables are counted there */
} Words;

static const Words versions[] = {
    [SAR_FMI_2] = {.version = "2.0",
                   .token = "guid",
                   .saves = {"canGetAndSetFMUstate", "canSerializeFMUstate"},
                   .begin = "    <ScalarVariable",
                   .real = "><Real",
                   .end = "/></ScalarVariable>\n",
                   .outputs = {"    <Outputs>\n", "    </Outputs>\n"},
                   .unknowns = {"    <InitialUnknowns>\n", "    </InitialUnknowns>\n"},
                   .output = "      <Unknown index=\"",
                   .unknown = "      <Unknown index=\"",
                   .first = 1},
    [SAR_FMI_3] = {.version = "3.0",
                   .token = "instantiationToken",
                   .saves = {"canGetAndSetFMUState", "canSerializeFMUState"},
                   .begin = "    <Float64",
                   .real = "",
                   .end = "/>\n",
                   .outputs = {"", ""},
                   .unknowns = {"", ""},
                   .output = "    <Output valueReference=\"",
                   .unknown = "    <InitialUnknown valueReference=\"",
                   .first = 0},
};

/* What a kind of variable is called, in both versions. */
static const struct {
  const char *causality, *variability, *initial; /* initial null: it has none */
  bool start;
} kinds[] = {
    [SAR_FMU_TIME] = {"independent", "continuous", NULL, false},
    [SAR_FMU_PARAMETER] = {"parameter", "fixed", "exact", true},
    [SAR_FMU_CALCULATED] = {"calculatedParameter", "fixed", "calculated", false},
    [SAR_FMU_INPUT] = {"input", "continuous", NULL, true},
    [SAR_FMU_OUTPUT] = {"output", "continuous", "calculated", false},
};

static void put_text(SarTextFile *f, const char *name, const char *value) {
  sar_text_file_put(f, " ");
  sar_text_file_put(f, name);
  sar_text_file_put(f, "=\"");
  sar_markup_text(f, value);
  sar_text_file_put(f, "\"");
}

static void put_real(SarTextFile *f, const char *name, double value) {
  if (isnan(value)) return;
  sar_text_file_put(f, " ");
  sar_text_file_put(f, name);
  sar_text_file_put(f, "=\"");
  sar_text_file_put_real(f, value);
  sar_text_file_put(f, "\"");
}

static void put_int(SarTextFile *f, const char *name, int value, int fallback) {
  if (value != fallback) put_real(f, name, value);
}

static void put_head(SarTextFile *f, const SarFmuDescription *d, const Words *w) {
  sar_text_file_put(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription");
  put_text(f, "fmiVersion", w->version);
  put_text(f, "modelName", d->name);
  put_text(f, w->token, d->token);
  if (d->title[0]) put_text(f, "description", d->title);
  sar_text_file_put(f, " generationTool=\"Sarrus ");
  sar_text_file_put(f, sar_version());
  sar_text_file_put(f, "\" variableNamingConvention=\"structured\">\n  <CoSimulation");
  put_text(f, "modelIdentifier", d->identifier);
  put_text(f, "canHandleVariableCommunicationStepSize", "true");
  for (int i = 0; i < 2; i++) put_text(f, w->saves[i], d->saves ? "true" : "false");
  sar_text_file_put(f, "/>\n");
}

/* ---- units ---- */

static int compare(const void *a, const void *b) {
  const char *const *first = a, *const *second = b;
  return strcmp(*first, *second);
}

static void put_unit(SarTextFile *f, const SarUnits *units, const char *label) {
  SarFmuUnit unit;
  sar_text_file_put(f, "    <Unit");
  put_text(f, "name", label);
  if (!sar_fmu_unit(units, label, &unit)) {
    sar_text_file_put(f, "/>\n");
    return;
  }
  sar_text_file_put(f, "><BaseUnit");
  put_int(f, "kg", unit.kg, 0);
  put_int(f, "m", unit.m, 0);
  put_int(f, "s", unit.s, 0);
  put_int(f, "rad", unit.rad, 0);
  if (unit.factor != 1) put_real(f, "factor", unit.factor);
  sar_text_file_put(f, "/></Unit>\n");
}

/* Each once. Time has a unit: there is at least one. */
static SarStatus put_units(SarTextFile *f, const SarFmuDescription *d) {
  int32_t count = d->variables.count;
  const char **labels = calloc((size_t)count, sizeof *labels);
  if (!labels) return sar_report_no_memory(f->context);
  for (int32_t i = 0; i < count; i++) labels[i] = d->variables.list[i].unit;
  qsort(labels, (size_t)count, sizeof *labels, compare);
  sar_text_file_put(f, "  <UnitDefinitions>\n");
  for (int32_t i = 0; i < count; i++) {
    bool again = i > 0 && strcmp(labels[i - 1], labels[i]) == 0;
    if (labels[i][0] && !again) put_unit(f, &d->units, labels[i]);
  }
  sar_text_file_put(f, "  </UnitDefinitions>\n");
  free(labels);
  return SAR_OK;
}

/* ---- variables ---- */

static void put_variable(SarTextFile *f, const SarFmuVariable *v, int32_t reference, const Words *w) {
  sar_text_file_put(f, w->begin);
  put_text(f, "name", v->name);
  put_real(f, "valueReference", reference);
  put_text(f, "causality", kinds[v->kind].causality);
  put_text(f, "variability", kinds[v->kind].variability);
  if (kinds[v->kind].initial) put_text(f, "initial", kinds[v->kind].initial);
  sar_text_file_put(f, w->real);
  if (v->unit[0]) put_text(f, "unit", v->unit);
  if (kinds[v->kind].start) put_real(f, "start", v->start);
  sar_text_file_put(f, w->end);
}

static void put_unknowns(SarTextFile *f, const SarFmuVariables *v, const Words *w, bool initial) {
  int32_t count = v->of[SAR_FMU_OUTPUT] + (initial ? v->of[SAR_FMU_CALCULATED] : 0);
  const char *const *around = initial ? w->unknowns : w->outputs;
  if (!count) return;
  sar_text_file_put(f, around[0]);
  for (int32_t i = 0; i < v->count; i++) {
    SarFmuKind kind = v->list[i].kind;
    if (kind != SAR_FMU_OUTPUT && !(initial && kind == SAR_FMU_CALCULATED)) continue;
    sar_text_file_put(f, initial ? w->unknown : w->output);
    sar_text_file_put_int(f, i + w->first);
    sar_text_file_put(f, "\"/>\n");
  }
  sar_text_file_put(f, around[1]);
}

static SarStatus put_all(SarTextFile *f, const SarFmuDescription *d) {
  const Words *w = &versions[d->version];
  put_head(f, d, w);
  SAR_TRY(put_units(f, d));
  sar_text_file_put(f,
                    "  <LogCategories>\n    <Category name=\"logStatusWarning\" description=\"what the model should be "
                    "looked at for\"/>\n    <Category name=\"logStatusDiscard\" description=\"the model has ended\"/>\n"
                    "    <Category name=\"logStatusError\" description=\"why a call was refused or failed\"/>\n"
                    "  </LogCategories>\n  <DefaultExperiment startTime=\"0\"");
  put_real(f, "stopTime", d->end);
  put_real(f, "tolerance", d->tolerance);
  put_real(f, "stepSize", d->every);
  sar_text_file_put(f, "/>\n  <ModelVariables>\n");
  for (int32_t i = 0; i < d->variables.count; i++) put_variable(f, &d->variables.list[i], i, w);
  sar_text_file_put(f, "  </ModelVariables>\n  <ModelStructure>\n");
  put_unknowns(f, &d->variables, w, false);
  put_unknowns(f, &d->variables, w, true);
  sar_text_file_put(f, "  </ModelStructure>\n</fmiModelDescription>\n");
  return SAR_OK;
}

SarStatus sar_fmu_describe(SarContext *context, const SarFmuDescription *d, char **text, size_t *length) {
  SarTextFile file;
  SarStatus status = sar_text_file_memory(context, text, length, &file);
  if (status == SAR_OK) status = put_all(&file, d);
  SarStatus closed = sar_text_file_close(&file);
  return status == SAR_OK ? closed : status;
}
