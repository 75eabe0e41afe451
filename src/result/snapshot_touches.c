#include "result/snapshot_touches.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/markup.h"
#include "result/snapshot_pose.h"

#define COLOUR "#8b46c9"
#define LONGEST 90 /* pixels, of the largest force */
#define SHORTEST 7 /* below, the dot alone */
#define HEAD 9
#define DOT 4.2

enum { COLUMNS = 7 }; /* count px py pz fx fy fz */
static const char *const quantities[COLUMNS] = {"count", "px", "py", "pz", "fx", "fy", "fz"};

/* ---- reading ---- */

/* The columns of the contact that a column `count` belongs to; false: it is of something else. */
static bool find_columns(const SarResults *results, int32_t first, int32_t column[COLUMNS]) {
  const char *name = sar_results_name(results, first), *dot = strrchr(name, '.');
  char other[512];
  if (!dot || strcmp(dot + 1, quantities[0]) != 0) return false;
  for (int32_t k = 0; k < COLUMNS; k++) {
    snprintf(other, sizeof other, "%.*s.%s", (int)(dot - name), name, quantities[k]);
    column[k] = sar_results_find(results, other);
    if (column[k] < 0) return false;
  }
  return true;
}

static int32_t count_contacts(const SarResults *results) {
  int32_t count = 0, column[COLUMNS];
  for (int32_t i = 1; i < sar_results_columns(results); i++) count += find_columns(results, i, column);
  return count;
}

static SarDrawnTouch touch_at(const double *values, int64_t rows, int64_t row) {
  double number[COLUMNS];
  for (int k = 0; k < COLUMNS; k++) number[k] = values[k * rows + row];
  SarDrawnTouch touch = {number[0] > 0, sar_vec3_load(number + 1), sar_neg(sar_vec3_load(number + 4))};
  touch.touches = touch.touches && isfinite(sar_norm(touch.at)) && isfinite(sar_norm(touch.force));
  return touch;
}

static SarStatus read_contact(SarResults *results, const int32_t column[COLUMNS], const SarRowPlace *places,
                              int32_t ntimes, double *values, int32_t contact, SarDrawnTouches *out) {
  int64_t rows = sar_results_rows(results);
  for (int k = 0; k < COLUMNS; k++) SAR_TRY(sar_results_column(results, column[k], values + k * rows));
  for (int32_t i = 0; i < ntimes; i++) {
    int64_t row = places[i].row + (places[i].part >= 0.5 && places[i].row + 1 < rows);
    SarDrawnTouch touch = touch_at(values, rows, row);
    if (touch.touches) out->most = fmax(out->most, sar_norm(touch.force));
    out->list[i * out->ncontacts + contact] = touch;
  }
  out->unit = sar_results_unit(results, column[4]);
  return SAR_OK;
}

SarStatus sar_touches_read(SarContext *context, SarArena *arena, SarResults *results, const double *times,
                           int32_t ntimes, SarDrawnTouches *out) {
  SarRowPlace *places;
  int32_t contact = 0, column[COLUMNS];
  *out = (SarDrawnTouches){.ncontacts = count_contacts(results), .unit = ""};
  if (out->ncontacts == 0) {
    return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "leave --contacts out, or record contacts",
                      "no contact is recorded in these results");
  }
  SAR_TRY(sar_rows_find(context, arena, results, times, ntimes, &places));
  out->list = SAR_NEW(arena, (size_t)ntimes * (size_t)out->ncontacts, SarDrawnTouch);
  double *values = malloc((size_t)sar_results_rows(results) * COLUMNS * sizeof *values);
  SarStatus status = out->list && values ? SAR_OK : sar_report_no_memory(context);
  for (int32_t i = 1; i < sar_results_columns(results) && status == SAR_OK; i++) {
    if (find_columns(results, i, column))
      status = read_contact(results, column, places, ntimes, values, contact++, out);
  }
  free(values);
  return status;
}

/* ---- drawing ---- */

static void put_point(SarTextFile *file, char letter, double x, double y) {
  sar_text_file_put_char(file, letter);
  sar_markup_pixels(file, x);
  sar_text_file_put_char(file, ',');
  sar_markup_pixels(file, y);
}

/* From (x, y) by (dx, dy), pixels; on a light ground, so that it is seen before bodies. */
static void draw_arrow(SarTextFile *file, double x, double y, double dx, double dy) {
  double length = hypot(dx, dy), ux = dx / length, uy = dy / length;
  double neck = fmax(0, length - HEAD), nx = x + neck * ux, ny = y + neck * uy, half = 0.42 * fmin(HEAD, length);
  for (int pass = 0; pass < 2; pass++) {
    sar_text_file_put(file, "<path fill=\"none\" stroke-linecap=\"round\" stroke=\"");
    sar_text_file_put(file, pass ? COLOUR "\" stroke-width=\"2.4\" d=\"" : "#ffffff\" stroke-width=\"4.6\" d=\"");
    put_point(file, 'M', x, y);
    put_point(file, 'L', nx, ny);
    sar_text_file_put(file, "\"/>\n");
  }
  sar_text_file_put(file, "<path class=\"touch\" fill=\"" COLOUR "\" stroke=\"#ffffff\" stroke-width=\".8\" d=\"");
  put_point(file, 'M', x + dx, y + dy);
  put_point(file, 'L', nx - half * uy, ny + half * ux);
  put_point(file, 'L', nx + half * uy, ny - half * ux);
  sar_text_file_put(file, "Z\"/>\n");
}

void sar_touches_draw(SarTextFile *file, const SarSheet *sheet, const SarView *view, const SarDrawnTouches *touches,
                      int32_t time) {
  for (int32_t i = 0; i < touches->ncontacts; i++) {
    const SarDrawnTouch *touch = &touches->list[time * touches->ncontacts + i];
    if (!touch->touches) continue;
    SarVec3 at = sar_view_see(view, touch->at), force = sar_view_see(view, touch->force);
    double x = sheet->x0 + sheet->scale * at.x, y = sheet->y0 - sheet->scale * at.y;
    double scale = touches->most > 0 ? LONGEST / touches->most : 0, dx = scale * force.x, dy = -scale * force.y;
    if (hypot(dx, dy) > SHORTEST) draw_arrow(file, x, y, dx, dy);
    sar_text_file_put(file, "<circle fill=\"" COLOUR "\" stroke=\"#ffffff\" stroke-width=\".8\"");
    sar_markup_attribute(file, "cx", x);
    sar_markup_attribute(file, "cy", y);
    sar_markup_attribute(file, "r", DOT);
    sar_text_file_put(file, "/>\n");
  }
}

void sar_touches_draw_scale(SarTextFile *file, const SarDrawnTouches *touches, double x, double y) {
  char text[64];
  if (!(touches->most > 0)) return;
  double power = pow(10, floor(log10(touches->most))), part = touches->most / power;
  double nice = (part >= 5 ? 5 : part >= 2 ? 2 : 1) * power;
  draw_arrow(file, x, y, LONGEST * nice / touches->most, 0);
  snprintf(text, sizeof text, "contacts: %.12g %.20s", nice, touches->unit);
  sar_text_file_put(file, "<text fill=\"" COLOUR "\"");
  sar_markup_attribute(file, "x", x);
  sar_markup_attribute(file, "y", y - 9);
  sar_text_file_put(file, ">");
  sar_markup_text(file, text);
  sar_text_file_put(file, "</text>\n");
}
