/* A run as its results remember it: with the settings that it had in the end, whatever they were found by. */
#ifndef SAR_ANALYSIS_RUN_AGAIN_H
#define SAR_ANALYSIS_RUN_AGAIN_H

#include "analysis/record/judging.h"
#include "result/journal.h"
#include "sarrus/analysis.h"

typedef struct SarAgain {
  const SarResultFile *resumed; /* it goes on from the checkpoint there; null: it begins anew */
  SarJudging judging;           /* by the accuracy that it was for: SAR_FAILED, reported, where that is not reached */
  bool without_bars;            /* though the settings ask for them */
} SarAgain;

SarStatus sar_run_again(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                        const SarAgain *again, SarRunSummary *summary);

#endif
