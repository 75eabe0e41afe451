/* Time histories and phase plots of recorded quantities, for the plotter.
 *
 * A quantity is written as
 *   crank.x         a column
 *   A.f*  *.vx      columns of which the name matches: * any letters, ? one letter
 *   A  crank.pin    an element or a frame: all its quantities
 *   A.f  |A.f|      the magnitude of a vector: fx, fy, fz (A.f2: of fx2, fy2, fz2)
 *   solver.step     of the solver's steps, on their own times: step iterations order error rejections
 *                   constraint_position constraint_velocity
 *   Y:X             Y over X, not over the time: a phase plot, the path of a point */
#ifndef SAR_RESULT_PLOT_H
#define SAR_RESULT_PLOT_H

#include "base/arena.h"
#include "result/results.h"
#include "result/svg.h"

typedef enum SarPlotKind { SAR_PLOT_COLUMN, SAR_PLOT_MAGNITUDE, SAR_PLOT_STEPS } SarPlotKind;

/* One quantity of one file. */
typedef struct SarPlotQuantity {
  const char *name, *unit; /* unit "" or "1": none */
  SarPlotKind kind;
  int32_t column[3]; /* the first one, or all of a magnitude */
  const char *step;  /* SAR_PLOT_STEPS: name of the column of steps */
} SarPlotQuantity;

typedef struct SarPlotItem {
  SarPlotQuantity y, x;
  bool phase; /* x was asked for: else it is the time */
} SarPlotItem;

typedef struct SarPlotItems {
  SarPlotItem *list;
  int32_t count, capacity;
} SarPlotItems;

/* Appends what `text` means in this file, in the order of its columns; nothing if there is no such quantity. SAR_USAGE
 * if x of a phase plot is not one quantity, or has not the times of y. */
SarStatus sar_plot_select(SarContext *context, SarArena *arena, const SarResults *results, const char *text,
                          SarPlotItems *out);

/* Reports that there is no such quantity, with the names that are near: SAR_USAGE. */
SarStatus sar_plot_report_unknown(SarContext *context, const SarResults *results, const char *file, const char *text);

typedef struct SarPlotFile {
  const char *name; /* as the legend shows it */
  SarResults *results;
} SarPlotFile;

typedef struct SarPlotOptions {
  double from, to; /* in the unit of the time of the first file; NaN: from the beginning, to the end */
  bool equal;      /* phase plots of one unit: the same scale along both axes; paths of points have it anyway */
  bool log;        /* values on a logarithmic axis; of those that are negative somewhere the absolute value */
  const char *title;
  int32_t width, height; /* pixels; 0: as it needs */
} SarPlotOptions;

/* What a curve shows. Numbers in its unit, times in that of the first file; NaN: it holds no number. */
typedef struct SarPlotCurve {
  const char *name, *file, *quantity, *unit;
  int64_t points, absent; /* in the range of time; of them no numbers */
  double least, most, least_at, most_at;
} SarPlotCurve;

typedef struct SarPlot {
  SarSvgFigure figure;
  const char *time_unit;
  int32_t ncurves;
  const SarPlotCurve *curves; /* in the order of the panels */
} SarPlot;

/* Everything in the arena; the files must stay open as long as names are used. A quantity must be in one of the files:
 * where others lack it, a warning says so. Of many points only those are kept that can be seen. */
SarStatus sar_plot_make(SarContext *context, SarArena *arena, const SarPlotFile *files, int32_t nfiles,
                        const char *const *quantities, int32_t nquantities, const SarPlotOptions *options,
                        SarPlot *out);

#endif
