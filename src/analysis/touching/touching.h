/* What contacts mean before a motion, and what they do during one. */
#ifndef SAR_ANALYSIS_TOUCHING_H
#define SAR_ANALYSIS_TOUCHING_H

#include "base/archive.h"
#include "sarrus/analysis.h"
#include "system/touches.h"

/* ---- law_meaning.c: a law in the numbers that engineers have a feeling for ---- */

/* N/m, slope of the elastic force at a depth. */
double sar_law_slope(const SarNormalLaw *law, double depth);
/* m, where the elastic force bears a weight (N); and where a mass that comes with a speed is brought to rest without
 * damping. */
double sar_law_depth_of_weight(const SarNormalLaw *law, double weight);
double sar_law_depth_of_impact(const SarNormalLaw *law, double mass, double speed);
/* s, pi sqrt(m/k): as long as a touch lasts that swings about a depth. */
double sar_law_period(const SarNormalLaw *law, double mass, double depth);
/* Speed after over speed before an impact of that mass. */
double sar_law_restitution(const SarNormalLaw *law, double mass, double speed);

/* ---- contact_facts.c: of every contact of the model the worst of its pairs ---- */

/* end: s, of the run for the creep; NaN: the model's. Warns of what creeps by more than a millimetre, and of bodies
 * that sink in. Texts live in the arena. */
SarStatus sar_contact_facts(SarContext *context, const SarWorkspace *m, const SarPoint *at, double end, SarArena *arena,
                            const SarContactFacts **out, int32_t *count);

/* ---- start_depth.c: shapes that overlap where a motion begins ---- */

/* Errors for pairs that begin deeper than half their rounding, deepest first, at most 20. */
SarStatus sar_touching_check_start(SarContext *context, const SarWorkspace *m, const SarPoint *at);
/* One warning if pairs begin deeper than their weight presses them. */
void sar_touching_warn_start(SarContext *context, const SarWorkspace *m, const SarPoint *at);

/* ---- touch_tally.c: which pairs have touched during a run, how hard, and which of them made steps fail ---- */

typedef struct SarTouchTally SarTouchTally;
SarStatus sar_touch_tally_create(SarContext *context, const SarSystem *system, SarTouchTally **out);
void sar_touch_tally_destroy(SarTouchTally **tally);

/* The end of an accepted step of length h (0: the start). SAR_NO_MEMORY is reported. */
SarStatus sar_touch_tally_see(SarTouchTally *tally, const SarWorkspace *m, const SarPoint *at, double h);

/* A body made `count` attempts fail in front of this point: the stiffest touch of it, at hand or about to be, is to
 * blame. */
void sar_touch_tally_blame(SarTouchTally *tally, const SarWorkspace *m, const SarPoint *at, int32_t body,
                           int64_t count);

void sar_touch_tally_archive(SarTouchTally *tally, SarArchive *archive);
void sar_touch_tally_summarise(const SarTouchTally *tally, SarRunSummary *out); /* tally may be null */

/* The stiffest touch of a body at a point (-1: of any), with gaps up to a margin. False: nothing is near. */
typedef struct SarStiffTouch {
  int32_t contact;
  SarModelPair names;
  double depth, rate; /* m, m/s: positive where it goes deeper */
  double most_depth;  /* m */
  double stiffness;   /* N/m, of the normal force at this depth */
  double mass;        /* kg */
  double period;      /* s, pi sqrt(mass/stiffness) */
} SarStiffTouch;
bool sar_stiffest_touch(const SarWorkspace *m, const SarPoint *at, int32_t body, double margin, SarStiffTouch *out);

/* N, what a pair of shapes has to bear: the weight of the heavier of both bodies. */
double sar_touching_weight(const SarSystem *system, const SarModelPair *names);

#endif
