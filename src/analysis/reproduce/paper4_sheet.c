#include "analysis/reproduce/paper4_sheet.h"

#include <string.h>

#include "method/method.h"

static const struct {
  const char *title;
  int32_t first, count;
} groups[SAR_PAPER4_GROUPS] = {{"second order, rho_inf = 0", 0, 10},
                               {"second order, rho_inf = 0.6", 10, 10},
                               {"higher order, rho_inf = 0", 20, 6}};

const char *sar_paper4_method(int32_t index) { return sar_squeezer_cases[index].method; }

const char *sar_paper4_short_name(SarReproduction *r, int32_t index) {
  const char *method = sar_paper4_method(index);
  return sar_row_text(r, "%.*s", (int)strcspn(method, ":"), method);
}

SarStatus sar_paper4_stages(SarReproduction *r, const char *method, int32_t *stages) {
  SarMethodChoice choice;
  SAR_TRY(sar_method_parse(r->context, method, sar_nowhere(), &choice));
  *stages = sar_method_info_of(&choice).stages;
  return SAR_OK;
}

SarPaper4Sheet sar_paper4_sheet(SarReproduction *r, SarSvgAxis x, SarSvgAxis y) {
  SarPaper4Sheet sheet = {sar_figure_panels(r, SAR_PAPER4_GROUPS),
                          sar_figure_curves(r, SAR_PAPER4_METHODS + SAR_PAPER4_GROUPS)};
  if (!sheet.panels || !sheet.curves) return (SarPaper4Sheet){0};
  for (int32_t g = 0; g < SAR_PAPER4_GROUPS; g++) {
    sheet.panels[g] = (SarSvgPanel){.title = groups[g].title,
                                    .x = x,
                                    .y = y,
                                    .curves = sheet.curves + groups[g].first + g,
                                    .ncurves = groups[g].count};
  }
  return sheet;
}

/* The curves of a group stand together, with room for one more behind them. */
static int32_t group_of(int32_t i) { return i < groups[1].first ? 0 : i < groups[2].first ? 1 : 2; }

/* One look for a method in all panels: its keys stand in the panel's title. */
void sar_paper4_put(SarReproduction *r, SarPaper4Sheet *sheet, int32_t index, int64_t count, const double *x,
                    const double *y) {
  sheet->curves[index + group_of(index)] = sar_figure_curve(r, sar_paper4_short_name(r, index), count, x, y);
}

void sar_paper4_put_behind(SarReproduction *r, SarPaper4Sheet *sheet, const char *name, int64_t count, const double *x,
                           const double *y) {
  SarSvgCurve curve = sar_figure_curve(r, name, count, x, y);
  for (int32_t g = 0; g < SAR_PAPER4_GROUPS; g++) {
    sheet->curves[groups[g].first + groups[g].count + g] = curve;
    sheet->panels[g].ncurves++;
  }
}

void sar_paper4_add(SarReproduction *r, const SarPaper4Sheet *sheet, const char *title) {
  sar_figure_add(r, (SarSvgFigure){.title = title,
                                   .width = 980,
                                   .height = 1080,
                                   .columns = 1,
                                   .panels = sheet->panels,
                                   .npanels = SAR_PAPER4_GROUPS});
}
