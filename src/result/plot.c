#include "result/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"

#define WIDTH 900
#define ALONE 420   /* height of a panel, pixels: the only one, ... */
#define SQUARE 640  /* ... which is a phase plot, ... */
#define STACKED 230 /* ... one of several */
#define FLAT 4      /* panels below each other; more stand in two columns */
#define FINENESS 2  /* places per pixel that can be told apart */

typedef struct Column {
  double *values;
  int64_t count;
} Column;

/* One curve on the way into its panel. */
typedef struct Curve {
  SarPlotItem item;
  int32_t file;
  const char *name;
  bool absolute;
  int32_t count; /* of the points kept */
  double *x, *y;
  SarSvgBand band; /* error bars */
  SarPlotCurve facts;
} Curve;

typedef struct Making {
  SarContext *context;
  SarArena *arena;
  const SarPlotFile *files;
  int32_t nfiles;
  const SarPlotOptions *options;
  Curve *curves;
  int32_t ncurves, capacity;
  double time_factor; /* times of the file at hand in the unit of the first one */
} Making;

/* ---- values ---- */

static SarStatus read_magnitude(SarResults *results, const int32_t column[3], Column *out) {
  double *part = malloc(((size_t)out->count + 1) * sizeof *part);
  if (!part) return SAR_NO_MEMORY;
  SarStatus status = sar_results_column(results, column[0], out->values);
  for (int32_t k = 1; status == SAR_OK && k < 3; k++) {
    status = sar_results_column(results, column[k], part);
    for (int64_t i = 0; status == SAR_OK && i < out->count; i++) out->values[i] = hypot(out->values[i], part[i]);
  }
  for (int64_t i = 0; status == SAR_OK && i < out->count; i++) out->values[i] = fabs(out->values[i]);
  free(part);
  return status;
}

/* All values of a quantity; free values, also after a failure. */
static SarStatus read_quantity(Making *m, SarResults *results, const SarPlotQuantity *quantity, Column *out) {
  bool steps = quantity->kind == SAR_PLOT_STEPS;
  out->count = steps ? sar_results_steps(results) : sar_results_rows(results);
  out->values = malloc(((size_t)out->count + 1) * sizeof *out->values);
  if (!out->values) return sar_report_no_memory(m->context);
  SarStatus status;
  switch (quantity->kind) {
    case SAR_PLOT_STEPS: status = sar_results_step_column(results, quantity->step, out->values); break;
    case SAR_PLOT_MAGNITUDE: status = read_magnitude(results, quantity->column, out); break;
    default: status = sar_results_column(results, quantity->column[0], out->values);
  }
  return status == SAR_NO_MEMORY ? sar_report_no_memory(m->context) : status;
}

/* ---- fewer points ---- */

static bool is_ascending(int64_t count, const double *x) {
  for (int64_t i = 0; i < count; i++) {
    if (!isfinite(x[i]) || (i > 0 && x[i] < x[i - 1])) return false;
  }
  return true;
}

/* Of a place the first, the least, the greatest and the last point draw the same line as all of them. A point that is
 * no number is kept: the curve has a gap there. */
static int64_t keep_extremes(int64_t count, double *x, double *y, int64_t places) {
  double width = (x[count - 1] - x[0]) / (double)places;
  int64_t kept = 0;
  for (int64_t i = 0, end; i < count; i = end) {
    int64_t place = (int64_t)((x[i] - x[0]) / width), marks[5] = {i, i, i, -1, -1};
    for (end = i; end < count && (int64_t)((x[end] - x[0]) / width) == place; end++) {
      if (isnan(y[end])) marks[3] = end;
      if (isnan(y[marks[1]]) || y[end] < y[marks[1]]) marks[1] = end;
      if (isnan(y[marks[2]]) || y[end] > y[marks[2]]) marks[2] = end;
    }
    marks[4] = end - 1;
    for (int64_t k = i; k < end; k++) {
      bool marked = false;
      for (int32_t j = 0; j < 5; j++) marked |= marks[j] == k;
      if (marked) x[kept] = x[k], y[kept] = y[k], kept++;
    }
  }
  return kept;
}

/* Points that are nearer to the one before than can be seen are left out. */
static int64_t keep_distinct(int64_t count, double *x, double *y, double dx, double dy) {
  int64_t kept = 0;
  for (int64_t i = 0; i < count; i++) {
    bool near = kept > 0 && i + 1 < count && fabs(x[i] - x[kept - 1]) < dx && fabs(y[i] - y[kept - 1]) < dy;
    if (!near) x[kept] = x[i], y[kept] = y[i], kept++;
  }
  return kept;
}

static double range_of(int64_t count, const double *values) {
  double low = INFINITY, high = -INFINITY;
  for (int64_t i = 0; i < count; i++) {
    if (isfinite(values[i])) low = fmin(low, values[i]), high = fmax(high, values[i]);
  }
  return high > low ? high - low : 0;
}

static int64_t keep_seen(const Making *m, int64_t count, double *x, double *y) {
  int64_t places = FINENESS * (int64_t)(m->options->width > 0 ? m->options->width : WIDTH);
  if (count <= 5 * places) return count;
  if (is_ascending(count, x) && x[count - 1] > x[0]) return keep_extremes(count, x, y, places);
  return keep_distinct(count, x, y, range_of(count, x) / (double)places, range_of(count, y) / (double)places);
}

/* ---- curves ---- */

static void take_facts(Curve *c, int64_t count, const double *time, const double *y) {
  SarPlotCurve *f = &c->facts;
  f->points = count;
  f->least = f->most = f->least_at = f->most_at = NAN;
  for (int64_t i = 0; i < count; i++) {
    f->absent += !isfinite(y[i]);
    if (isfinite(y[i]) && !(y[i] >= f->least)) f->least = y[i], f->least_at = time[i];
    if (isfinite(y[i]) && !(y[i] <= f->most)) f->most = y[i], f->most_at = time[i];
  }
}

/* The rows of the range of time come to the front. */
static int64_t cut(const SarPlotOptions *o, int64_t count, double *time, double *x, double *y) {
  int64_t kept = 0;
  for (int64_t i = 0; i < count; i++) {
    if (time[i] < o->from || time[i] > o->to) continue; /* nan: no bound */
    time[kept] = time[i], x[kept] = x[i], y[kept] = y[i];
    kept++;
  }
  return kept;
}

static SarStatus keep_curve(Making *m, Curve *c, int64_t count, double *x, double *y) {
  count = keep_seen(m, count, x, y);
  if (count > INT32_MAX / 4) {
    return sar_report(m->context, SAR_USAGE, sar_nowhere(), NULL, "give a range of time by --from and --to",
                      "%s has too many points for a picture", c->name);
  }
  c->count = (int32_t)count;
  c->x = SAR_NEW(m->arena, count, double);
  c->y = SAR_NEW(m->arena, count, double);
  if (!c->x || !c->y) return sar_report_no_memory(m->context);
  if (count) memcpy(c->x, x, (size_t)count * sizeof *x), memcpy(c->y, y, (size_t)count * sizeof *y);
  return SAR_OK;
}

static SarStatus use_values(Making *m, Curve *c, int64_t count, double *time, double *x, double *y) {
  for (int64_t i = 0; i < count; i++) time[i] *= m->time_factor;
  if (!c->item.phase) memcpy(x, time, (size_t)count * sizeof *x);
  count = cut(m->options, count, time, x, y);
  take_facts(c, count, time, y);
  if (c->facts.points == c->facts.absent) {
    sar_warn(m->context, sar_nowhere(), c->item.y.name, "give another range of time, or another quantity",
             "%s holds no number to draw", c->name);
  }
  c->absolute = m->options->log && c->facts.least < 0;
  for (int64_t i = 0; c->absolute && i < count; i++) y[i] = fabs(y[i]);
  return keep_curve(m, c, count, x, y);
}

/* ---- error bars ---- */

static SarStatus keep_edge(Making *m, int64_t count, const double *x, double *y, int32_t *kept, const double **out_x,
                           const double **out_y) {
  double *own_x = SAR_NEW(m->arena, count + 1, double), *own_y = SAR_NEW(m->arena, count + 1, double);
  if (!own_x || !own_y) return sar_report_no_memory(m->context);
  memcpy(own_x, x, (size_t)count * sizeof *x);
  memcpy(own_y, y, (size_t)count * sizeof *y);
  int64_t seen = keep_seen(m, count, own_x, own_y);
  *kept = seen <= INT32_MAX / 4 ? (int32_t)seen : 0;
  *out_x = own_x;
  *out_y = own_y;
  return SAR_OK;
}

/* Around the values, which become scratch. */
static SarStatus make_band(Making *m, Curve *c, int64_t count, double *time, double *y, double *bars) {
  SarSvgBand *band = &c->band;
  for (int64_t i = 0; i < count; i++) time[i] *= m->time_factor;
  count = cut(m->options, count, time, bars, y);
  for (int64_t i = 0; i < count; i++) y[i] += bars[i];
  SAR_TRY(keep_edge(m, count, time, y, &band->nupper, &band->upper_x, &band->upper_y));
  for (int64_t i = 0; i < count; i++) y[i] -= 2 * bars[i];
  return keep_edge(m, count, time, y, &band->nlower, &band->lower_x, &band->lower_y);
}

static SarStatus load_band(Making *m, Curve *c) {
  SarResults *results = m->files[c->file].results;
  if (c->item.phase || c->item.y.kind != SAR_PLOT_COLUMN || c->absolute) return SAR_OK;
  SarPlotQuantity clock = {.kind = SAR_PLOT_COLUMN}, error = {.kind = SAR_PLOT_COLUMN};
  error.column[0] = sar_results_find_error(results, c->item.y.column[0]);
  if (error.column[0] < 0) return SAR_OK;
  Column time = {0}, y = {0}, bars = {0};
  SarStatus status = read_quantity(m, results, &clock, &time);
  if (status == SAR_OK) status = read_quantity(m, results, &c->item.y, &y);
  if (status == SAR_OK) status = read_quantity(m, results, &error, &bars);
  if (status == SAR_OK) status = make_band(m, c, time.count, time.values, y.values, bars.values);
  free(time.values), free(y.values), free(bars.values);
  return status;
}

static SarStatus load_curve(Making *m, Curve *c) {
  SarResults *results = m->files[c->file].results;
  SarPlotQuantity clock = {.kind = SAR_PLOT_COLUMN};
  if (c->item.y.kind == SAR_PLOT_STEPS) clock = (SarPlotQuantity){.kind = SAR_PLOT_STEPS, .step = "time"};
  Column time = {0}, x = {0}, y = {0};
  SarStatus status = read_quantity(m, results, &clock, &time);
  if (status == SAR_OK) status = read_quantity(m, results, &c->item.x, &x);
  if (status == SAR_OK) status = read_quantity(m, results, &c->item.y, &y);
  if (status == SAR_OK) status = use_values(m, c, time.count, time.values, x.values, y.values);
  free(time.values), free(x.values), free(y.values);
  return status == SAR_OK ? load_band(m, c) : status;
}

/* Seconds of a unit of time; NaN: not known. */
static double seconds_of(const char *unit) {
  SarUnits units = sar_units_si();
  return unit && sar_units_choose(&units, "time", unit) == SAR_OK ? units.time : NAN;
}

static double time_factor(const Making *m, int32_t file) {
  const char *first = sar_results_unit(m->files[0].results, 0), *own = sar_results_unit(m->files[file].results, 0);
  double factor = seconds_of(own) / seconds_of(first);
  return strcmp(first, own) == 0 || isnan(factor) ? 1 : factor;
}

static SarStatus add_curve(Making *m, int32_t file, const SarPlotItem *item) {
  for (int32_t i = 0; i < m->ncurves; i++) { /* asked for twice: "A.fx A" */
    const Curve *other = &m->curves[i];
    bool same = other->file == file && strcmp(other->item.y.name, item->y.name) == 0 &&
                strcmp(other->item.x.name, item->x.name) == 0;
    if (same) return SAR_OK;
  }
  Curve *c = sar_arena_append(m->arena, 8, &m->curves, &m->ncurves, &m->capacity, sizeof *c);
  if (!c) return sar_report_no_memory(m->context);
  *c = (Curve){.item = *item, .file = file};
  const char *over = item->phase ? " : " : "", *x = item->phase ? item->x.name : "";
  const char *quantity = sar_arena_printf(m->arena, "%s%s%s", item->y.name, over, x);
  c->name = quantity;
  if (quantity && m->nfiles > 1) c->name = sar_arena_printf(m->arena, "%s, %s", quantity, m->files[file].name);
  if (!quantity || !c->name) return sar_report_no_memory(m->context);
  c->facts = (SarPlotCurve){.name = c->name, .file = m->files[file].name, .quantity = quantity, .unit = item->y.unit};
  m->time_factor = time_factor(m, file);
  return load_curve(m, c);
}

/* A quantity in all files that have it. */
static SarStatus add_quantity(Making *m, const char *text) {
  bool found = false;
  int32_t lacking = -1;
  for (int32_t file = 0; file < m->nfiles; file++) {
    SarPlotItems items = {0};
    SAR_TRY(sar_plot_select(m->context, m->arena, m->files[file].results, text, &items));
    for (int32_t i = 0; i < items.count; i++) SAR_TRY(add_curve(m, file, &items.list[i]));
    found |= items.count > 0;
    if (items.count == 0) lacking = file;
  }
  if (!found) return sar_plot_report_unknown(m->context, m->files[0].results, m->files[0].name, text);
  if (lacking >= 0) {
    sar_warn(m->context, sar_nowhere(), NULL, "it is drawn for the other files", "%s holds no quantity %s",
             m->files[lacking].name, text);
  }
  return SAR_OK;
}

/* ---- panels ---- */

/* A coordinate of a point: paths are drawn as they are. */
static bool is_of_place(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && dot[1] >= 'x' && dot[1] <= 'z' && !dot[2];
}

static bool is_pure(const char *unit) { return !unit[0] || strcmp(unit, "1") == 0; }

/* Curves of one unit share a panel; those of the solver are too different in size. */
static bool share_panel(const SarPlotItem *a, const SarPlotItem *b) {
  if (a->phase != b->phase || strcmp(a->y.unit, b->y.unit) != 0) return false;
  if (a->y.kind == SAR_PLOT_STEPS || b->y.kind == SAR_PLOT_STEPS) return strcmp(a->y.name, b->y.name) == 0;
  if (!a->phase) return true;
  return strcmp(a->x.unit, b->x.unit) == 0 && (!is_pure(a->x.unit) || strcmp(a->x.name, b->x.name) == 0);
}

/* "crank.x, m" where the axis shows one quantity, else the unit. */
static const char *axis_label(Making *m, const char *name, const char *unit, bool single) {
  if (single && is_pure(unit)) return name;
  if (is_pure(unit)) return NULL;
  return single ? sar_arena_printf(m->arena, "%s, %s", name, unit) : unit;
}

typedef struct Layout {
  SarSvgPanel *panels;
  SarSvgCurve *drawn;
  SarPlotCurve *facts;
  bool *over_time; /* panels */
  int32_t npanels, used;
} Layout;

/* All curves that share a panel with this one, which is the first of them. */
static void fill_panel(Making *m, Layout *l, int32_t first, bool *placed) {
  const SarPlotItem *item = &m->curves[first].item;
  l->over_time[l->npanels] = !item->phase;
  SarSvgPanel *panel = &l->panels[l->npanels++];
  bool one_y = true, one_x = true, absolute = false;
  panel->curves = &l->drawn[l->used];
  for (int32_t i = first; i < m->ncurves; i++) {
    Curve *c = &m->curves[i];
    if (placed[i] || !share_panel(item, &c->item)) continue;
    placed[i] = true;
    one_y &= strcmp(c->item.y.name, item->y.name) == 0;
    one_x &= strcmp(c->item.x.name, item->x.name) == 0;
    absolute |= c->absolute;
    l->facts[l->used] = c->facts;
    l->drawn[l->used++] = (SarSvgCurve){.name = c->name, .count = c->count, .x = c->x, .y = c->y, .band = c->band};
    panel->ncurves++;
  }
  panel->x.label = axis_label(m, item->x.name, item->x.unit, one_x);
  panel->y.label = axis_label(m, item->y.name, item->y.unit, one_y);
  for (int32_t i = 0; m->nfiles > 1 && one_y && one_x && panel->y.label && i < panel->ncurves; i++) {
    l->drawn[l->used - 1 - i].name = l->facts[l->used - 1 - i].file; /* the axis names the quantity */
  }
  if (panel->ncurves == 1 && m->nfiles == 1)
    l->drawn[l->used - 1].alone = panel->y.label && (!item->phase || panel->x.label);
  if (absolute) panel->title = "absolute values";
  panel->y.log = m->options->log;
  bool same_unit = strcmp(item->x.unit, item->y.unit) == 0,
       path = is_of_place(item->x.name) && is_of_place(item->y.name);
  panel->equal = item->phase && !m->options->log && same_unit && (m->options->equal || path);
}

/* The same range of time in all panels over it. */
static void align_times(const Making *m, Layout *l) {
  double low = INFINITY, high = -INFINITY;
  for (int32_t i = 0; i < m->ncurves; i++) {
    const Curve *c = &m->curves[i];
    for (int32_t k = 0; !c->item.phase && k < c->count; k++) low = fmin(low, c->x[k]), high = fmax(high, c->x[k]);
  }
  if (!isnan(m->options->from)) low = m->options->from;
  if (!isnan(m->options->to)) high = m->options->to;
  for (int32_t i = 0; low < high && i < l->npanels; i++) {
    if (l->over_time[i]) l->panels[i].x.least = low, l->panels[i].x.most = high;
  }
}

static bool has_time(const Layout *l) {
  for (int32_t i = 0; i < l->npanels; i++) {
    if (l->over_time[i]) return true;
  }
  return false;
}

static SarStatus make_figure(Making *m, SarPlot *out) {
  Layout l = {.panels = SAR_NEW(m->arena, m->ncurves, SarSvgPanel),
              .drawn = SAR_NEW(m->arena, m->ncurves, SarSvgCurve),
              .facts = SAR_NEW(m->arena, m->ncurves, SarPlotCurve),
              .over_time = SAR_NEW(m->arena, m->ncurves, bool)};
  bool *placed = SAR_NEW(m->arena, m->ncurves, bool);
  if (!l.panels || !l.drawn || !l.facts || !l.over_time || !placed) return sar_report_no_memory(m->context);
  for (int32_t i = 0; i < m->ncurves; i++) {
    if (!placed[i]) fill_panel(m, &l, i, placed);
  }
  align_times(m, &l);
  const SarPlotOptions *o = m->options;
  out->figure = (SarSvgFigure){.title = o->title && o->title[0] ? o->title : NULL,
                               .width = o->width > 0 ? o->width : WIDTH,
                               .height = o->height,
                               .panel_height = l.npanels > 1 ? STACKED : ALONE,
                               .columns = l.npanels > FLAT ? 2 : 1,
                               .solid = true,
                               .panels = l.panels,
                               .npanels = l.npanels};
  if (!has_time(&l)) { /* phase plots are rather square */
    out->figure.columns = l.npanels > 1 ? 2 : 1;
    out->figure.panel_height = l.npanels > 1 ? ALONE : SQUARE;
  }
  out->ncurves = m->ncurves;
  out->curves = l.facts;
  out->time_unit = sar_results_unit(m->files[0].results, 0);
  return SAR_OK;
}

SarStatus sar_plot_make(SarContext *context, SarArena *arena, const SarPlotFile *files, int32_t nfiles,
                        const char *const *quantities, int32_t nquantities, const SarPlotOptions *options,
                        SarPlot *out) {
  Making m = {.context = context, .arena = arena, .files = files, .nfiles = nfiles, .options = options};
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < nquantities; i++) { /* all names that are wrong are reported */
    SarStatus added = add_quantity(&m, quantities[i]);
    if (added == SAR_NO_MEMORY) return added;
    if (status == SAR_OK) status = added;
  }
  return status == SAR_OK ? make_figure(&m, out) : status;
}
