/* Figures of paper 4 with all its methods: one panel for each of its three groups. */
#ifndef SAR_ANALYSIS_REPRODUCE_PAPER4_SHEET_H
#define SAR_ANALYSIS_REPRODUCE_PAPER4_SHEET_H

#include "analysis/reproduce/collect.h"
#include "analysis/reproduce/paper4_cases.h"

/* The paper's methods, in the order of sar_squeezer_cases: two groups of second order, one of higher order. */
enum { SAR_PAPER4_METHODS = SAR_SQUEEZER_CASES, SAR_PAPER4_GROUPS = 3 };

const char *sar_paper4_method(int32_t index);
/* "lms4": without its keys. */
const char *sar_paper4_short_name(SarReproduction *r, int32_t index);
/* Implicit stages of a step: the paper gives all methods the same number of solves. */
SarStatus sar_paper4_stages(SarReproduction *r, const char *method, int32_t *stages);

typedef struct SarPaper4Sheet {
  SarSvgPanel *panels; /* null: memory is exhausted */
  SarSvgCurve *curves;
} SarPaper4Sheet;

SarPaper4Sheet sar_paper4_sheet(SarReproduction *r, SarSvgAxis x, SarSvgAxis y);
/* The curve of a method. */
void sar_paper4_put(SarReproduction *r, SarPaper4Sheet *sheet, int32_t index, int64_t count, const double *x,
                    const double *y);
/* A curve behind each group. */
void sar_paper4_put_behind(SarReproduction *r, SarPaper4Sheet *sheet, const char *name, int64_t count, const double *x,
                           const double *y);
void sar_paper4_add(SarReproduction *r, const SarPaper4Sheet *sheet, const char *title);

#endif
