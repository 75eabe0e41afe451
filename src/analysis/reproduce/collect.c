#include "analysis/reproduce/collect.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"

static const char *or_empty(SarReproduction *r, const char *text) {
  if (!text) r->exhausted = true;
  return text ? text : "";
}

char *sar_tidy_exponents(char *text) {
  char *to = text;
  for (const char *from = text; *from;) {
    bool exponent =
        from > text && from[-1] >= '0' && from[-1] <= '9' && *from == 'e' && (from[1] == '-' || from[1] == '+');
    *to++ = *from++;
    if (!exponent) continue;
    if (*from == '-') *to++ = '-';
    from++;
    while (*from == '0' && from[1] >= '0' && from[1] <= '9') from++;
  }
  *to = '\0';
  return text;
}

const char *sar_row_text(SarReproduction *r, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = sar_arena_vprintf(r->arena, format, arguments);
  va_end(arguments);
  return or_empty(r, text ? sar_tidy_exponents(text) : NULL);
}

/* ---- rows ---- */

static const SarPaperValue nothing = {.number = NAN};

static SarPaperValue words(SarReproduction *r, const char *text) {
  return (SarPaperValue){.number = NAN, .text = or_empty(r, sar_arena_copy_text(r->arena, text))};
}

static void add_row(SarReproduction *r, SarPaperRow row, const char *note, const char *label, va_list arguments) {
  SarPaperRow *place = sar_arena_append(r->arena, 16, &r->rows, &r->nrows, &r->row_room, sizeof *r->rows);
  if (!place) {
    r->exhausted = true;
    return;
  }
  char *text = sar_arena_vprintf(r->arena, label, arguments);
  row.label = or_empty(r, text ? sar_tidy_exponents(text) : NULL);
  row.note = or_empty(r, sar_arena_copy_text(r->arena, note ? note : ""));
  *place = row;
}

void sar_row_number(SarReproduction *r, double published, double measured, double allowed, const char *note,
                    const char *label, ...) {
  SarPaperRow row = {.published = {.number = published}, .measured = {.number = measured}, .ratio = NAN};
  bool same = published == 0 && measured == 0;
  if (published != 0) row.ratio = measured / published;
  if (!isnan(allowed)) row.verdict = same || fabs(row.ratio - 1) <= allowed ? SAR_ROW_AGREES : SAR_ROW_DEVIATES;
  va_list arguments;
  va_start(arguments, label);
  add_row(r, row, note, label, arguments);
  va_end(arguments);
}

void sar_row_copy(SarReproduction *r, double published, double copy, const char *note, const char *label, ...) {
  SarPaperRow row = {.published = {.number = published}, .measured = {.number = copy}, .ratio = NAN};
  if (published != 0) row.ratio = copy / published;
  bool same = published != 0 ? fabs(row.ratio - 1) <= 1e-15 : copy == 0;
  if (!same) row.verdict = SAR_ROW_DEVIATES;
  va_list arguments;
  va_start(arguments, label);
  add_row(r, row, same ? note : "copied wrongly", label, arguments);
  va_end(arguments);
}

void sar_row_statement(SarReproduction *r, bool holds, const char *published, const char *measured, const char *note,
                       const char *label, ...) {
  SarPaperRow row = {.published = words(r, published), .measured = words(r, measured), .ratio = NAN};
  row.verdict = holds ? SAR_ROW_AGREES : SAR_ROW_DEVIATES;
  va_list arguments;
  va_start(arguments, label);
  add_row(r, row, note, label, arguments);
  va_end(arguments);
}

void sar_row_found(SarReproduction *r, bool holds, const char *published, double measured, const char *note,
                   const char *label, ...) {
  SarPaperRow row = {.published = words(r, published), .measured = {.number = measured}, .ratio = NAN};
  row.verdict = holds ? SAR_ROW_AGREES : SAR_ROW_DEVIATES;
  va_list arguments;
  va_start(arguments, label);
  add_row(r, row, note, label, arguments);
  va_end(arguments);
}

void sar_row_measured(SarReproduction *r, double measured, const char *note, const char *label, ...) {
  SarPaperRow row = {.published = nothing, .measured = {.number = measured}, .ratio = NAN};
  va_list arguments;
  va_start(arguments, label);
  add_row(r, row, note, label, arguments);
  va_end(arguments);
}

void sar_row_shown(SarReproduction *r, const char *measured, const char *note, const char *label, ...) {
  SarPaperRow row = {.published = nothing, .measured = words(r, measured), .ratio = NAN};
  va_list arguments;
  va_start(arguments, label);
  add_row(r, row, note, label, arguments);
  va_end(arguments);
}

/* ---- figures ---- */

SarSvgCurve sar_figure_curve(SarReproduction *r, const char *name, int64_t count, const double *x, const double *y) {
  int64_t stride = count > SAR_CURVE_POINTS ? (count + SAR_CURVE_POINTS - 1) / SAR_CURVE_POINTS : 1;
  int32_t kept = 0;
  double *xs = SAR_NEW(r->arena, count / stride + 2, double), *ys = SAR_NEW(r->arena, count / stride + 2, double);
  const char *copy = name ? sar_row_text(r, "%s", name) : NULL;
  if (!xs || !ys) {
    r->exhausted = true;
    return (SarSvgCurve){.name = copy};
  }
  for (int64_t i = 0; i < count; i += stride, kept++) xs[kept] = x[i], ys[kept] = y[i];
  if (count > 0 && (count - 1) % stride != 0) xs[kept] = x[count - 1], ys[kept] = y[count - 1], kept++;
  return (SarSvgCurve){.name = copy, .count = kept, .x = xs, .y = ys};
}

SarSvgPanel *sar_figure_panels(SarReproduction *r, int32_t count) {
  SarSvgPanel *panels = SAR_NEW(r->arena, count, SarSvgPanel);
  if (!panels) r->exhausted = true;
  return panels;
}

SarSvgCurve *sar_figure_curves(SarReproduction *r, int32_t count) {
  SarSvgCurve *curves = SAR_NEW(r->arena, count, SarSvgCurve);
  if (!curves) r->exhausted = true;
  return curves;
}

void sar_figure_add(SarReproduction *r, SarSvgFigure figure) {
  SarSvgFigure *place = sar_arena_append(r->arena, 4, &r->figures, &r->nfigures, &r->figure_room, sizeof *r->figures);
  if (place)
    *place = figure;
  else
    r->exhausted = true;
}

void sar_figure_add_panel(SarReproduction *r, const char *title, int32_t width, int32_t height, SarSvgPanel panel) {
  SarSvgPanel *copy = sar_figure_panels(r, 1);
  if (!copy) return;
  *copy = panel;
  sar_figure_add(r, (SarSvgFigure){.title = title, .width = width, .height = height, .panels = copy, .npanels = 1});
}
