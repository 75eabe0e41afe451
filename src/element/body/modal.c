/* modal: a body that bends, reduced from a finite-element model (store/reduced.h).
 *
 * Validation makes a massless body of each of its interfaces, by the name `frame.mount` (model/modal.h): joints,
 * forces, contacts and beams hold it there. What it consists of otherwise is a rigid body, and a part that adds what
 * bending changes (element/flexible/modal.h). The reference point `at` is the origin of the finite-element model. */
#include "element/body/modal.h"

#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

static const SarField fields[] = {
    [SAR_MODAL_FIELD_FILE] = {.name = "file",
                              .kind = SAR_FIELD_BODY_FILE,
                              .unit = "",
                              .meaning = "the reduced body, as `sarrus reduce` writes it: frame.h5"},
    [SAR_MODAL_FIELD_AT] = {.name = "at",
                            .kind = SAR_FIELD_VECTOR,
                            .unit = "m",
                            .fallback = "[0, 0, 0]",
                            .meaning = "where the origin of the finite-element model is, ground axes"},
    [SAR_MODAL_FIELD_TURN] = {.name = "turn",
                              .kind = SAR_FIELD_TURN,
                              .unit = "",
                              .fallback = "",
                              .meaning = "orientation of its axes; default: along the ground axes"},
    [SAR_MODAL_FIELD_VELOCITY] = {.name = "velocity",
                                  .kind = SAR_FIELD_VECTOR,
                                  .unit = "m/s",
                                  .fallback = "[0, 0, 0]",
                                  .meaning = "initial velocity of the reference point, ground axes"},
    [SAR_MODAL_FIELD_OMEGA] = {.name = "omega",
                               .kind = SAR_FIELD_VECTOR,
                               .unit = "rad/s",
                               .fallback = "[0, 0, 0]",
                               .meaning = "initial angular velocity, ground axes"},
    [SAR_MODAL_FIELD_DAMPING] =
        {.name = "damping",
         .kind = SAR_FIELD_MATRIX,
         .unit = "",
         .fallback = "",
         .meaning = "damping ratio of all modes, or a table [[100, 0.01], [1000, 0.1], [.inf, "
                    "1]]: the ratio of modes up to that many Hz; default: none. Modes are those of the file: "
                    "of the free body, or held as `--frame` says",
         .choices = ".inf"},
    [SAR_MODAL_FIELD_DAMPING_RATIOS] = {.name = "damping_ratios",
                                        .kind = SAR_FIELD_REALS,
                                        .unit = "",
                                        .fallback = "",
                                        .meaning = "instead of `damping`: one ratio for each of the first modes; the "
                                                   "others have the last one"},
    [SAR_MODAL_FIELD_AMPLITUDES] = {.name = "amplitudes",
                                    .kind = SAR_FIELD_REALS,
                                    .unit = "",
                                    .fallback = "",
                                    .meaning = "of the first modes at the start; default: zero. In SI units"},
    [SAR_MODAL_FIELD_TERMS] = {.name = "terms",
                               .kind = SAR_FIELD_CHOICE,
                               .unit = "",
                               .fallback = "all",
                               .meaning = "how inertia follows the bending: to second order, to first order, or not",
                               .choices = "all first_order constant"},
    [SAR_MODAL_FIELD_COUPLING] = {.name = "coupling",
                                  .kind = SAR_FIELD_CHOICE,
                                  .unit = "",
                                  .fallback = "diagonal",
                                  .meaning =
                                      "what matrices have of amplitudes among each other: their own, or all, for "
                                      "bodies that turn by more than a tenth of a radian in a step",
                                  .choices = "diagonal full"},
    [SAR_MODAL_FIELD_FRAMES] = {.name = "frames",
                                .kind = SAR_FIELD_FRAMES,
                                .unit = "m",
                                .fallback = "",
                                .meaning =
                                    "named frames on interfaces: {name: {node: mount, at, turn}}, body axes from "
                                    "the interface"},
    [SAR_MODAL_FIELD_LOCK] = {.name = "lock",
                              .kind = SAR_FIELD_CHOICE,
                              .unit = "",
                              .fallback = "none",
                              .meaning =
                                  "what assembly keeps exactly as written: the position (pose), the velocity, or "
                                  "all",
                              .choices = "none position velocity all"},
    [SAR_MODAL_FIELD_WEIGHT] = {.name = "weight",
                                .kind = SAR_FIELD_REAL,
                                .unit = "",
                                .fallback = "1",
                                .meaning = "how much the body resists being moved by assembly, relative to the others; "
                                           "no mass"},
    [SAR_MODAL_FIELD_LOOKS] = {.name = "looks",
                               .kind = SAR_FIELD_LOOKS,
                               .unit = "m",
                               .fallback = "",
                               .meaning = "what pictures show besides its mesh: as of rigid bodies"},
    [SAR_MODAL_FIELD_SHAPES] = {.name = "shapes",
                                .kind = SAR_FIELD_SHAPES,
                                .unit = "m",
                                .fallback = "",
                                .meaning =
                                    "what touches (`contacts`), on interfaces: {name: {node: mount, sphere: r, at, "
                                    "group}}"},
};

/* ---- damping ---- */

void sar_modal_damping(const SarValue *values, double *ratio) {
  const SarValue *table = &values[SAR_MODAL_FIELD_DAMPING], *ratios = &values[SAR_MODAL_FIELD_DAMPING_RATIOS];
  const SarReduced *body = sar_modal_body(values);
  for (int32_t i = 0; i < body->n; i++) {
    double frequency = sqrt(body->stiffness[i]) / (2 * PI);
    int32_t row = 0;
    ratio[i] = 0;
    if (ratios->given) {
      ratio[i] = ratios->list[i < ratios->nlist ? i : ratios->nlist - 1];
    } else if (table->given && table->columns == 1) {
      ratio[i] = table->list[0];
    } else if (table->given) {
      while (row < table->nlist - 1 && frequency > table->list[2 * row]) row++;
      ratio[i] = table->list[2 * row + 1]; /* above all of them: the last one */
    }
  }
}

static SarStatus check_ratio(SarContext *context, const char *name, const SarValue *value, double ratio) {
  if (ratio >= 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, value->source, name, "give numbers of zero or more: 0.01 is usual for steel",
                    "a damping ratio must not be negative, but is %g", ratio);
}

static SarStatus check_damping(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *table = &values[SAR_MODAL_FIELD_DAMPING], *ratios = &values[SAR_MODAL_FIELD_DAMPING_RATIOS];
  if (table->given && ratios->given) {
    return sar_report(context, SAR_INPUT, ratios->source, name, "keep one of both",
                      "`damping` and `damping_ratios` exclude each other");
  }
  if (ratios->given && !ratios->nlist) {
    return sar_report(context, SAR_INPUT, ratios->source, name, "give one ratio at least", "the list is empty");
  }
  for (int32_t i = 0; ratios->given && i < ratios->nlist; i++) {
    SAR_TRY(check_ratio(context, name, ratios, ratios->list[i]));
  }
  if (!table->given) return SAR_OK;
  bool single = table->nlist == 1 && table->columns == 1;
  if (!single && table->columns != 2) {
    return sar_report(context, SAR_INPUT, table->source, name,
                      "give one ratio, or rows of two: [[100, 0.01], [.inf, 0.1]]",
                      "a row of `damping` has a frequency in Hz and a damping ratio");
  }
  for (int32_t i = 0; i < table->nlist; i++) {
    const double *row = table->list + i * table->columns;
    SAR_TRY(check_ratio(context, name, table, row[single ? 0 : 1]));
    if (single || (row[0] > 0 && (i == 0 || row[0] > row[-2]))) continue;
    return sar_report(context, SAR_INPUT, table->source, name, "write them from the lowest to the highest",
                      "the frequencies of `damping` must rise");
  }
  return SAR_OK;
}

/* ---- */

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *amplitudes = &values[SAR_MODAL_FIELD_AMPLITUDES];
  SAR_TRY(check_damping(context, name, values));
  if (!values[SAR_MODAL_FIELD_FILE].given) return SAR_OK; /* said already */
  int32_t n = sar_modal_body(values)->n;
  if (amplitudes->given && amplitudes->nlist > n) {
    return sar_report(context, SAR_INPUT, amplitudes->source, name, "give fewer amplitudes",
                      "the body has %d modes, and `amplitudes` %d numbers", (int)n, (int)amplitudes->nlist);
  }
  if (values[SAR_MODAL_FIELD_TERMS].real == SAR_TERMS_CONSTANT) {
    sar_warn(context, values[SAR_MODAL_FIELD_TERMS].source, name, "take `terms: first_order` or `terms: all`",
             "the inertia of the modal body `%s` stays that of the unloaded body: its spin does not bend it", name);
  }
  return sar_field_check_positive(context, name, &fields[SAR_MODAL_FIELD_WEIGHT], &values[SAR_MODAL_FIELD_WEIGHT],
                                  "give a positive number: 1 is usual");
}

/* An amplitude counts in errors as the largest displacement that it stands for. */
static SarStatus declare(SarBuilder *b) {
  const SarReduced *body = sar_modal_body(b->values);
  const SarValue *amplitudes = &b->values[SAR_MODAL_FIELD_AMPLITUDES];
  for (int32_t i = 0; i < body->n; i++) {
    double start = i < amplitudes->nlist ? amplitudes->list[i] : 0;
    double scale = body->reach[i] > 0 ? b->length / body->reach[i] : 1;
    char name[32];
    SarUnknown q;
    SAR_TRY(b->ops->coordinate(b, SAR_KIND_NUMBER, start, 0, scale, &q));
    snprintf(name, sizeof name, "mode%d", (int)i + 1);
    SAR_TRY(b->ops->offer(b, name, "", q.value));
  }
  return SAR_OK;
}

static SarStatus build(SarBuilder *b) {
  (void)b; /* the part has the equations */
  return SAR_OK;
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_body_modal = {
    .name = "modal",
    .section = SAR_SECTION_BODIES,
    .summary = "a body that bends, reduced from a finite-element model",
    .remark = "joints, forces and contacts hold it at its interfaces: `frame.mount`",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "mode1...",
    .check = check,
};
