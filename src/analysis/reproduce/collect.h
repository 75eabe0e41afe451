/* What items use: rows and figures of a reproduction, and runs of the models that the program carries in itself. */
#ifndef SAR_ANALYSIS_REPRODUCE_COLLECT_H
#define SAR_ANALYSIS_REPRODUCE_COLLECT_H

#include <math.h>

#include "analysis/reproduce/papers.h"
#include "base/asset.h"
#include "model/model.h"
#include "sarrus/analysis.h"

#define SAR_CURVE_POINTS 400 /* of a curve in a figure: more cannot be seen */

/* ---- rows ---- */

/* Agrees if measured/published is within 1 +- allowed; both zero: agrees. allowed = NaN: the row is not judged. */
void sar_row_number(SarReproduction *r, double published, double measured, double allowed, const char *note,
                    const char *label, ...) SAR_PRINTF(6, 7);
/* An input that was copied from what is printed: not judged, for being the same shows nothing. It deviates where it is
 * not the same, which is a mistake in copying. */
void sar_row_copy(SarReproduction *r, double published, double copy, const char *note, const char *label, ...)
    SAR_PRINTF(5, 6);
/* A published statement in words and what was found. */
void sar_row_statement(SarReproduction *r, bool holds, const char *published, const char *measured, const char *note,
                       const char *label, ...) SAR_PRINTF(6, 7);
/* Published in words, measured as a number. */
void sar_row_found(SarReproduction *r, bool holds, const char *published, double measured, const char *note,
                   const char *label, ...) SAR_PRINTF(6, 7);
/* Nothing is published beside it. */
void sar_row_measured(SarReproduction *r, double measured, const char *note, const char *label, ...) SAR_PRINTF(4, 5);

/* The same in words. */
void sar_row_shown(SarReproduction *r, const char *measured, const char *note, const char *label, ...) SAR_PRINTF(4, 5);

/* "5e-05" becomes "5e-5", "1e+08" becomes "1e8": in place, everywhere in the text. */
char *sar_tidy_exponents(char *text);

/* Text in the reproduction's arena; "" when memory is exhausted, which is remembered. */
const char *sar_row_text(SarReproduction *r, const char *format, ...) SAR_PRINTF(2, 3);

/* ---- figures ---- */

/* A copy, thinned to what can be seen. On a logarithmic axis values below `floor` are raised to it. */
SarSvgCurve sar_figure_curve(SarReproduction *r, const char *name, int64_t count, const double *x, const double *y);
/* Room for panels or curves. Null when memory is exhausted, which is remembered. */
SarSvgPanel *sar_figure_panels(SarReproduction *r, int32_t count);
SarSvgCurve *sar_figure_curves(SarReproduction *r, int32_t count);
void sar_figure_add(SarReproduction *r, SarSvgFigure figure);
/* A figure of one panel. width = 0: the usual one. */
void sar_figure_add_panel(SarReproduction *r, const char *title, int32_t width, int32_t height, SarSvgPanel panel);

/* ---- runs ---- */

typedef struct SarExperimentSetup {
  const SarAsset *model;
  const SarAsset *included; /* the one file that the model includes; null: none */
  const SarAsset *body;     /* the one reduced body that it names; null: none */
  const char *const *set;   /* nset texts NAME=VALUE */
  int32_t nset;
  bool raw; /* values of the integrator itself, not projected onto the constraints */
  const char *const *output_of;
  int32_t noutput_of; /* 0: everything */
} SarExperimentSetup;

/* A model that is ready to run. Its messages go to a context of its own: of studies that fail by intention nobody wants
 * to read. */
typedef struct SarExperiment {
  SarReproduction *r;
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  SarTable *table; /* of the last run */
  SarRunSummary summary;
  struct SarExperiment *before; /* opened before this one; null: it is the first */
} SarExperiment;

/* It is closed when the item ends, however it ends. */
SarStatus sar_experiment_open(SarReproduction *r, const SarExperimentSetup *setup, SarExperiment **out);
/* All that the item opened. */
void sar_experiments_close(SarReproduction *r);

typedef struct SarExperimentRun {
  const char *method;
  double step, tolerance; /* one of them; 0: not given */
  double end, max_step;   /* 0: the model's */
  double every;           /* rows; 0: at every step */
  bool no_output;
  /* Called after every step; may be null. */
  void (*watch)(void *self, const SarProgress *progress);
  void *watch_self;
} SarExperimentRun;

/* SAR_OK, or a status with a message in the reproduction's context. */
SarStatus sar_experiment_run(SarExperiment *e, const SarExperimentRun *run);
/* *done: false where the run failed, which is no error here. */
SarStatus sar_experiment_try(SarExperiment *e, const SarExperimentRun *run, bool *done);

/* A column of the last run, sar_table_rows of them. SAR_FAILED with a message if there is none of that name. */
SarStatus sar_experiment_column(const SarExperiment *e, const char *name, const double **out);

/* The last message of a context goes to another one. */
SarStatus sar_experiment_report(SarExperiment *e, SarStatus status, const char *what);

/* The functions of all items. */
#define SAR_ITEM(name, title, state, speed, function, reason) SarItemFn sar_item_##function;
#include "analysis/reproduce/items.def"
#undef SAR_ITEM

#endif
