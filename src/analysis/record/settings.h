/* The settings of a run as text, for its results: with the model's text and files they are all that is needed to do it
 * again. Lines `key=value`; numbers with all their digits, in SI units. */
#ifndef SAR_ANALYSIS_SETTINGS_H
#define SAR_ANALYSIS_SETTINGS_H

#include "analysis/record/judging.h"
#include "analysis/record/options.h"
#include "base/arena.h"
#include "sarrus/static.h"

/* What is written down of a run. */
typedef struct SarSettled {
  const SarRunPlan *plan;
  bool kinematic;
  SarJudging judging;
  const SarRunOptions *phases;    /* of a run of phases: what was asked for beyond what each of them says; else null */
  const char *const *sensitivity; /* nsensitivity parameters */
  int32_t nsensitivity;
} SarSettled;

/* In the arena; null when memory is exhausted. */
char *sar_settings_text(const SarSettled *run, const SarModel *model, SarArena *arena);
char *sar_settings_static_text(const SarStaticOptions *options, const SarModel *model, SarArena *arena);

typedef struct SarSettings {
  SarRunOptions options;  /* texts live in the arena */
  const char *const *set; /* what `--set` said */
  int32_t nset;
  SarModelFormat format; /* of the model, read with these options */
  SarDeckOptions deck;
  bool kinematic;
  SarJudging judging;
  SarStaticOptions statics; /* count 0: a motion */
} SarSettings;

/* SAR_INPUT, reported, for a text that is not understood; `path` is the file it comes from. */
SarStatus sar_settings_read(SarContext *context, const char *path, const char *text, SarArena *arena, SarSettings *out);

#endif
