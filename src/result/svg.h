/* The one plotter of the program: line plots as SVG, without any other tool.
 *
 * A figure has panels, a panel two axes and curves. Curves of the same name look the same in all panels, and the legend
 * below the panels names each once. */
#ifndef SAR_RESULT_SVG_H
#define SAR_RESULT_SVG_H

#include <stdbool.h>

#include "base/context.h"
#include "result/text_file.h"

/* The room between two lines. */
typedef struct SarSvgBand {
  int32_t nupper, nlower;
  const double *upper_x, *upper_y, *lower_x, *lower_y;
} SarSvgBand;

typedef struct SarSvgCurve {
  const char *name; /* null: not in the legend, thin and grey: guides */
  int32_t count;
  const double *x, *y; /* where one is nan, infinite, or not positive on a logarithmic axis, the curve has a gap */
  bool markers;        /* a mark at every point */
  SarSvgBand band;     /* of its colour, pale, and clipped rather than shown whole; no points: none */
  bool alone;          /* its axis names it: not in the legend, and of the first colour */
} SarSvgCurve;

typedef struct SarSvgAxis {
  const char *label;
  bool log;
  double least, most; /* equal: from the curves */
} SarSvgAxis;

typedef struct SarSvgPanel {
  const char *title;
  SarSvgAxis x, y;
  const SarSvgCurve *curves;
  int32_t ncurves;
  bool equal; /* one unit is as long in x as in y: paths in space; not for logarithmic axes */
} SarSvgPanel;

typedef struct SarSvgFigure {
  const char *title;
  int32_t width, height; /* pixels; 0: 900 and 600 */
  int32_t panel_height;  /* not 0, and height 0: of a row of panels; the figure is as high as it needs */
  int32_t columns;       /* panels side by side; 0: all */
  const SarSvgPanel *panels;
  int32_t npanels;
  bool solid; /* dashes only where the colours repeat: for curves with many turns */
} SarSvgFigure;

/* Texts are UTF-8; whatever XML does not allow is replaced. Path "-" is standard output. The same figure gives the same
 * bytes. */
SarStatus sar_svg_write(SarContext *context, const char *path, const SarSvgFigure *figure);

/* The same into a file that is open: an element for the middle of a page. */
void sar_svg_put(SarTextFile *file, const SarSvgFigure *figure);

/* Rules of a style sheet that give the colours of figures others, readable on a dark ground. selector: of what the
 * figures stand in, with a blank at its end: "figure ". */
#define SAR_SVG_DARK_GROUND "#161c22"
void sar_svg_put_dark_rules(SarTextFile *file, const char *selector);

#endif
