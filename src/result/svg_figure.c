#include <math.h>
#include <string.h>

#include "result/markup.h"
#include "result/svg.h"
#include "result/svg_axis.h"

#define WIDTH 900
#define HEIGHT 600
#define GUIDE (-1) /* style of curves without a name */

/* Pixels. */
#define TITLE 38 /* height of the figure's title */
#define LEGEND_LINE 21
#define SAMPLE 34  /* length of a legend's line, with the gap after it */
#define LETTER 7.8 /* width of a letter of the legend, about */
#define BETWEEN 22 /* gap between two entries */
#define LEFT 70    /* of a panel: room for its texts, at least */
#define RIGHT 18
#define FIGURE 7.4 /* width of a figure of a tick, about */
#define LABEL 30   /* left of the ticks: the label, and gaps */
#define APART 12   /* more where numbers are long: fonts differ in the width of figures */
#define TOP 34
#define UNTITLED 12 /* the same where no panel has a title */
#define BOTTOM 52
#define AROUND 1.1  /* the range of equal axes over what they show */
#define OUTSIDE 1e4 /* a curve may leave its panel by this much: the rest is not seen */

static const char *const colours[] = {"#1f6f9f", "#c8443f", "#3b7d4f", "#b9770e", "#7b4fa0",
                                      "#0d8b8b", "#d0559b", "#4a5560", "#8a5a2b", "#6d8f00"};
static const char *const dashes[] = {"", "8 4", "2 3", "10 3 2 3"};
#define NCOLOURS ((int32_t)(sizeof colours / sizeof *colours))
#define NDASHES ((int32_t)(sizeof dashes / sizeof *dashes))
#define INK "#22303c"
#define GREY "#7a8793"
#define PALE "#e3e8ec"
#define PALER "#f1f4f6"
#define GROUND "#ffffff"

/* ---- text ---- */

static void put(SarTextFile *file, const char *text) { sar_text_file_put(file, text); }

/* Characters, as a measure of width. */
static int32_t text_length(const char *text) {
  int32_t count = 0;
  for (const char *c = text; *c; c++) count += ((unsigned char)*c & 0xc0) != 0x80;
  return count;
}

/* attributes: further ones, or "". */
static void begin_text(SarTextFile *file, double x, double y, const char *attributes) {
  put(file, "<text");
  sar_markup_attribute(file, "x", x);
  sar_markup_attribute(file, "y", y);
  put(file, attributes);
  put(file, ">");
}

static void put_text(SarTextFile *file, double x, double y, const char *attributes, const char *text) {
  begin_text(file, x, y, attributes);
  sar_markup_text(file, text);
  put(file, "</text>\n");
}

/* ---- styles ---- */

/* The curve at this place of the figure when all panels' curves are counted through; null past the last one. */
static const SarSvgCurve *curve_at(const SarSvgFigure *figure, int32_t place) {
  for (int32_t p = 0; p < figure->npanels; p++) {
    if (place < figure->panels[p].ncurves) return &figure->panels[p].curves[place];
    place -= figure->panels[p].ncurves;
  }
  return NULL;
}

/* Where a name stands first. */
static int32_t first_place(const SarSvgFigure *figure, const char *name) {
  int32_t place = 0;
  for (const SarSvgCurve *curve; (curve = curve_at(figure, place)); place++) {
    if (curve->name && !curve->alone && strcmp(curve->name, name) == 0) break;
  }
  return place;
}

static bool is_first(const SarSvgFigure *figure, int32_t place) {
  const SarSvgCurve *curve = curve_at(figure, place);
  return curve->name && !curve->alone && first_place(figure, curve->name) == place;
}

/* Colours and dashes together repeat after 20 names; one dash further, the next 20 look different. */
static int32_t variant_of(int32_t style) { return style < 0 ? 0 : (style + style / 20) % NDASHES; }

/* The style of the n-th colour with the dash that its round has: none in the first one. */
static int32_t solid_style(int32_t n) {
  int32_t style = n % NCOLOURS;
  for (int32_t k = 0; k < NDASHES && variant_of(style) != n / NCOLOURS % NDASHES; k++) style += NCOLOURS;
  return style;
}

/* Every name is a style: the names are numbered in the order of their first appearance. */
static int32_t style_of(const SarSvgFigure *figure, const SarSvgCurve *curve) {
  if (!curve->name) return GUIDE;
  if (curve->alone) return 0;
  int32_t style = 0, first = first_place(figure, curve->name);
  for (int32_t place = 0; place < first; place++) style += is_first(figure, place);
  return figure->solid ? solid_style(style) : style;
}

static const char *colour_of(int32_t style) { return style == GUIDE ? GREY : colours[style % NCOLOURS]; }

static void put_stroke(SarTextFile *file, int32_t style) {
  put(file, " fill=\"none\" stroke=\"");
  put(file, colour_of(style));
  put(file, style == GUIDE ? "\" stroke-width=\"1\"" : "\" stroke-width=\"1.8\" stroke-linejoin=\"round\"");
  const char *dash = style == GUIDE ? "4 4" : dashes[variant_of(style)];
  if (dash[0]) {
    put(file, " stroke-dasharray=\"");
    put(file, dash);
    put(file, "\"");
  } else {
    put(file, " stroke-linecap=\"round\"");
  }
}

/* ---- panels ---- */

typedef struct Box {
  double x, y, width, height;
  double left; /* room left of it */
} Box;

static double clamp(double value) { return fmax(-OUTSIDE, fmin(value, OUTSIDE)); }

/* Pixels inside the box; false where the curve has a gap. */
static bool place_point(const SarSvgCurve *curve, int32_t i, const SarScale *x, const SarScale *y, const Box *box,
                        double *px, double *py) {
  if (!sar_scale_shows(x->log, curve->x[i]) || !sar_scale_shows(y->log, curve->y[i])) return false;
  *px = clamp(box->width * sar_scale_place(x, curve->x[i]));
  *py = clamp(box->height * (1 - sar_scale_place(y, curve->y[i])));
  return true;
}

static void put_marker(SarTextFile *file, int32_t style, double x, double y) {
  static const char *const shapes[] = {"m-3.4,0a3.4,3.4 0 1 0 6.8,0a3.4,3.4 0 1 0 -6.8,0z", "m-3,-3h6v6h-6z",
                                       "m0,-4l3.8,6.6h-7.6z", "m0,-4.2l4.2,4.2l-4.2,4.2l-4.2,-4.2z"};
  put(file, "M");
  sar_markup_pixels(file, x);
  put(file, ",");
  sar_markup_pixels(file, y);
  put(file, shapes[variant_of(style)]);
}

static void put_curve(SarTextFile *file, const SarSvgCurve *curve, int32_t style, const SarScale *x, const SarScale *y,
                      const Box *box) {
  double px, py;
  bool drawing = false;
  put(file, "<path class=\"curve\"");
  put_stroke(file, style);
  put(file, " d=\"");
  for (int32_t i = 0; i < curve->count; i++) {
    if (!place_point(curve, i, x, y, box, &px, &py)) {
      drawing = false;
      continue;
    }
    put(file, drawing ? "L" : "M");
    sar_markup_pixels(file, px);
    put(file, ",");
    sar_markup_pixels(file, py);
    double qx, qy; /* a point between two gaps becomes a dot */
    bool more = i + 1 < curve->count && place_point(curve, i + 1, x, y, box, &qx, &qy);
    if (!drawing && !more) put(file, "h0");
    drawing = true;
  }
  put(file, "\"/>\n");
  if (!curve->markers) return;
  put(file, "<path class=\"marks\" fill=\"" GROUND "\" stroke-width=\"1.6\" stroke=\"");
  put(file, colour_of(style));
  put(file, "\" d=\"");
  for (int32_t i = 0; i < curve->count; i++) {
    if (place_point(curve, i, x, y, box, &px, &py)) put_marker(file, style, px, py);
  }
  put(file, "\"/>\n");
}

/* The upper line forwards and the lower one back. */
static void put_band(SarTextFile *file, const SarSvgCurve *curve, int32_t style, const SarScale *x, const SarScale *y,
                     const Box *box) {
  const SarSvgBand *band = &curve->band;
  double px, py;
  bool drawing = false;
  if (!band->nupper || !band->nlower) return;
  put(file, "<path class=\"band\" stroke=\"none\" fill-opacity=\"0.22\" fill=\"");
  put(file, colour_of(style));
  put(file, "\" d=\"");
  for (int32_t i = 0; i < band->nupper + band->nlower; i++) {
    bool up = i < band->nupper;
    int32_t k = up ? i : band->nlower - 1 - (i - band->nupper);
    SarSvgCurve edge = {.count = up ? band->nupper : band->nlower,
                        .x = up ? band->upper_x : band->lower_x,
                        .y = up ? band->upper_y : band->lower_y};
    if (!place_point(&edge, k, x, y, box, &px, &py)) continue;
    put(file, drawing ? "L" : "M");
    sar_markup_pixels(file, px);
    put(file, ",");
    sar_markup_pixels(file, py);
    drawing = true;
  }
  put(file, "\"/>\n");
}

static void put_line(SarTextFile *file, double x1, double y1, double x2, double y2, const char *colour) {
  put(file, "<line");
  sar_markup_attribute(file, "x1", x1);
  sar_markup_attribute(file, "y1", y1);
  sar_markup_attribute(file, "x2", x2);
  sar_markup_attribute(file, "y2", y2);
  put(file, " stroke=\"");
  put(file, colour);
  put(file, "\"/>\n");
}

static void put_tick_text(SarTextFile *file, double x, double y, const char *attributes, const SarTick *tick) {
  begin_text(file, x, y, attributes);
  put(file, tick->text);
  if (tick->power[0]) {
    put(file, "<tspan dy=\"-5\" font-size=\"10\">");
    put(file, tick->power);
    put(file, "</tspan>");
  }
  put(file, "</text>\n");
}

/* Grid lines below everything, their texts, and the frame. */
static void put_grid(SarTextFile *file, const SarScale *x, const SarScale *y, const Box *box) {
  for (int32_t pass = 0; pass < 2; pass++) { /* faint lines first */
    for (int32_t i = 0; i < x->nticks; i++) {
      double at = box->x + box->width * sar_scale_place(x, x->ticks[i].value);
      if (x->ticks[i].minor == (pass == 0)) put_line(file, at, box->y, at, box->y + box->height, pass ? PALE : PALER);
    }
    for (int32_t i = 0; i < y->nticks; i++) {
      double at = box->y + box->height * (1 - sar_scale_place(y, y->ticks[i].value));
      if (y->ticks[i].minor == (pass == 0)) put_line(file, box->x, at, box->x + box->width, at, pass ? PALE : PALER);
    }
  }
  for (int32_t i = 0; i < x->nticks; i++) {
    double at = box->x + box->width * sar_scale_place(x, x->ticks[i].value);
    if (!x->ticks[i].minor) {
      put_tick_text(file, at, box->y + box->height + 18, " text-anchor=\"middle\" fill=\"" GREY "\"", &x->ticks[i]);
    }
  }
  for (int32_t i = 0; i < y->nticks; i++) {
    double at = box->y + box->height * (1 - sar_scale_place(y, y->ticks[i].value));
    if (!y->ticks[i].minor) {
      put_tick_text(file, box->x - 8, at + 4.5, " text-anchor=\"end\" fill=\"" GREY "\"", &y->ticks[i]);
    }
  }
}

static void put_labels(SarTextFile *file, const SarSvgPanel *panel, const Box *box) {
  double middle = box->y + box->height / 2, left = box->x - box->left + 16;
  if (panel->title) {
    put_text(file, box->x, box->y - 10, " font-weight=\"bold\" fill=\"" INK "\"", panel->title);
  }
  if (panel->x.label) {
    put_text(file, box->x + box->width / 2, box->y + box->height + 40, " text-anchor=\"middle\" fill=\"" INK "\"",
             panel->x.label);
  }
  if (!panel->y.label) return;
  put(file, "<text text-anchor=\"middle\" fill=\"" INK "\" transform=\"translate(");
  sar_markup_pixels(file, left);
  put(file, " ");
  sar_markup_pixels(file, middle);
  put(file, ") rotate(-90)\">");
  sar_markup_text(file, panel->y.label);
  put(file, "</text>\n");
}

/* The range of what the axes can show of the curves: points of which both coordinates can be shown. */
static void find_ranges(const SarSvgPanel *panel, double low[2], double high[2]) {
  low[0] = low[1] = INFINITY, high[0] = high[1] = -INFINITY;
  for (int32_t k = 0; k < panel->ncurves; k++) {
    const SarSvgCurve *curve = &panel->curves[k];
    for (int32_t i = 0; i < curve->count; i++) {
      if (!sar_scale_shows(panel->x.log, curve->x[i]) || !sar_scale_shows(panel->y.log, curve->y[i])) continue;
      low[0] = fmin(low[0], curve->x[i]), high[0] = fmax(high[0], curve->x[i]);
      low[1] = fmin(low[1], curve->y[i]), high[1] = fmax(high[1], curve->y[i]);
    }
  }
}

/* Widens one axis, and both a little, until units are equally long. */
static void make_equal(const SarSvgPanel *panel, const Box *box, const double low[2], const double high[2],
                       SarSvgAxis *x, SarSvgAxis *y) {
  if (panel->x.log || panel->y.log || low[0] > high[0]) return;
  double unit = fmax((high[0] - low[0]) / box->width, (high[1] - low[1]) / box->height) * AROUND;
  if (!(unit > 0)) return;
  x->least = (low[0] + high[0] - unit * box->width) / 2, x->most = x->least + unit * box->width;
  y->least = (low[1] + high[1] - unit * box->height) / 2, y->most = y->least + unit * box->height;
}

/* ---- room for the numbers ---- */

static void make_scales(const SarSvgPanel *panel, const Box *box, SarScale *x, SarScale *y) {
  double low[2], high[2];
  SarSvgAxis horizontal = panel->x, vertical = panel->y;
  find_ranges(panel, low, high);
  if (panel->equal) make_equal(panel, box, low, high, &horizontal, &vertical);
  sar_scale_make(&horizontal, low[0], high[0], (int32_t)(box->width / 60), x);
  sar_scale_make(&vertical, low[1], high[1], (int32_t)(box->height / 36), y);
}

static double tick_width(const SarTick *tick) {
  return tick->minor ? 0 : FIGURE * (text_length(tick->text) + text_length(tick->power));
}

/* Wider at the left for long numbers, such as those of a value that hardly changes, and at the right for half of the
 * last one below. The same for all panels: those above each other share their times. */
static void make_room(const SarSvgFigure *figure, const Box *box, double *left, double *right) {
  *left = LEFT, *right = RIGHT;
  for (int32_t i = 0; i < figure->npanels; i++) {
    SarScale x, y;
    make_scales(&figure->panels[i], box, &x, &y);
    for (int32_t k = 0; k < y.nticks; k++) {
      double needed = tick_width(&y.ticks[k]) + LABEL;
      if (needed > LEFT) *left = fmax(*left, needed + APART);
    }
    for (int32_t k = 0; k < x.nticks; k++) {
      double beyond = tick_width(&x.ticks[k]) / 2 - box->width * (1 - sar_scale_place(&x, x.ticks[k].value));
      *right = fmax(*right, beyond + 2);
    }
  }
}

static void put_panel(SarTextFile *file, const SarSvgFigure *figure, int32_t index, const Box *box) {
  const SarSvgPanel *panel = &figure->panels[index];
  SarScale x, y;
  make_scales(panel, box, &x, &y);
  put(file, "<g class=\"panel\">\n");
  put_grid(file, &x, &y, box);
  put_labels(file, panel, box);
  put(file, "<svg");
  sar_markup_attribute(file, "x", box->x);
  sar_markup_attribute(file, "y", box->y);
  sar_markup_attribute(file, "width", box->width);
  sar_markup_attribute(file, "height", box->height);
  put(file, ">\n");
  for (int32_t k = 0; k < panel->ncurves; k++) {
    put_band(file, &panel->curves[k], style_of(figure, &panel->curves[k]), &x, &y, box);
  }
  for (int32_t k = 0; k < panel->ncurves; k++) {
    put_curve(file, &panel->curves[k], style_of(figure, &panel->curves[k]), &x, &y, box);
  }
  put(file, "</svg>\n<rect fill=\"none\" stroke=\"" GREY "\"");
  sar_markup_attribute(file, "x", box->x);
  sar_markup_attribute(file, "y", box->y);
  sar_markup_attribute(file, "width", box->width);
  sar_markup_attribute(file, "height", box->height);
  put(file, "/>\n</g>\n");
}

/* ---- the figure ---- */

/* Room above a panel. */
static double above(const SarSvgFigure *figure) {
  for (int32_t i = 0; i < figure->npanels; i++) {
    if (figure->panels[i].title) return TOP;
  }
  return UNTITLED;
}

static void put_entry(SarTextFile *file, const SarSvgCurve *curve, int32_t style, double x, double y) {
  put(file, "<path");
  put_stroke(file, style);
  put(file, " d=\"M");
  sar_markup_pixels(file, x);
  put(file, ",");
  sar_markup_pixels(file, y - 4.5);
  put(file, "h28\"/>\n");
  if (curve->markers) {
    put(file, "<path fill=\"" GROUND "\" stroke-width=\"1.6\" stroke=\"");
    put(file, colour_of(style));
    put(file, "\" d=\"");
    put_marker(file, style, x + 14, y - 4.5);
    put(file, "\"/>\n");
  }
  put_text(file, x + SAMPLE, y, " class=\"legend\" fill=\"" INK "\"", curve->name);
}

/* Draws the legend with its first line at y, or only counts its lines (file null). */
static int32_t legend(SarTextFile *file, const SarSvgFigure *figure, double width, double y) {
  double x = BETWEEN;
  int32_t lines = 0;
  const SarSvgCurve *curve;
  for (int32_t place = 0; (curve = curve_at(figure, place)); place++) {
    if (!is_first(figure, place)) continue;
    double needed = SAMPLE + LETTER * text_length(curve->name) + BETWEEN;
    if (lines == 0) lines = 1;
    if (x > BETWEEN && x + needed > width) x = BETWEEN, lines++;
    if (file) put_entry(file, curve, style_of(figure, curve), x, y + LEGEND_LINE * (lines - 1));
    x += needed;
  }
  return lines;
}

void sar_svg_put(SarTextFile *file, const SarSvgFigure *figure) {
  double width = figure->width > 0 ? figure->width : WIDTH, height = figure->height > 0 ? figure->height : HEIGHT;
  double top = figure->title ? TITLE : 6, lines = legend(NULL, figure, width, 0);
  double bottom = lines > 0 ? LEGEND_LINE * lines + 8 : 4;
  int32_t columns = figure->columns > 0 ? figure->columns : figure->npanels > 0 ? figure->npanels : 1;
  int32_t rows = (figure->npanels + columns - 1) / columns;
  if (figure->height <= 0 && figure->panel_height > 0) height = top + bottom + rows * figure->panel_height;
  put(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
  sar_markup_pixels(file, width);
  put(file, " ");
  sar_markup_pixels(file, height);
  put(file, "\"");
  sar_markup_attribute(file, "width", width);
  sar_markup_attribute(file, "height", height);
  put(file, " font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\">\n");
  if (figure->title) {
    put(file, "<title>");
    sar_markup_text(file, figure->title);
    put(file, "</title>\n");
  }
  put(file, "<rect width=\"100%\" height=\"100%\" fill=\"" GROUND "\"/>\n");
  if (figure->title)
    put_text(file, BETWEEN, 27, " font-size=\"17\" font-weight=\"bold\" fill=\"" INK "\"", figure->title);
  double cell_width = width / columns, cell_height = (height - top - bottom) / (rows > 0 ? rows : 1), left, right;
  Box whole = {.width = fmax(40, cell_width - LEFT - RIGHT), .height = fmax(40, cell_height - above(figure) - BOTTOM)};
  make_room(figure, &whole, &left, &right);
  for (int32_t i = 0; i < figure->npanels; i++) {
    int32_t row = i / columns, column = i % columns;
    Box box = {.x = column * cell_width + left,
               .y = top + row * cell_height + above(figure),
               .width = fmax(40, cell_width - left - right),
               .height = whole.height,
               .left = left};
    put_panel(file, figure, i, &box);
  }
  legend(file, figure, width, height - bottom + 14);
  put(file, "</svg>\n");
}

SarStatus sar_svg_write(SarContext *context, const char *path, const SarSvgFigure *figure) {
  SarTextFile file;
  if (sar_text_file_open(context, path, &file) == SAR_OK) sar_svg_put(&file, figure);
  return sar_text_file_close(&file);
}

/* ---- on a dark ground ---- */

typedef struct Pair {
  const char *light, *dark;
} Pair;

static void put_rule(SarTextFile *file, const char *selector, const char *property, const Pair *pair) {
  const char *const parts[] = {selector, "[", property, "=\"", pair->light, "\"]{", property, ":", pair->dark, "}\n"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) put(file, parts[i]);
}

void sar_svg_put_dark_rules(SarTextFile *file, const char *selector) {
  static const char *const brighter[] = {"#5db3e6", "#f0807a", "#74c48b", "#e5ab4a", "#b995dd",
                                         "#4cc7c7", "#f08cc4", "#a9b6c2", "#cf9f6e", "#b1d33c"};
  static const Pair others[] = {
      {INK, "#dfe6ec"}, {GREY, "#93a1ad"}, {PALE, "#2f3942"}, {PALER, "#232b32"}, {GROUND, SAR_SVG_DARK_GROUND}};
  for (int32_t i = 0; i < NCOLOURS; i++) {
    Pair pair = {colours[i], brighter[i]};
    put_rule(file, selector, "stroke", &pair);
    put_rule(file, selector, "fill", &pair);
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    put_rule(file, selector, "stroke", &others[i]);
    put_rule(file, selector, "fill", &others[i]);
  }
}
