/* Whether a search was led by what is so: derivatives of runs against differences of runs, and an end against points
 * around it. Derivatives of a numerical solution through stiff touches may be wrong by factors where its values are
 * right to a per mille; then differences know better. */
#ifndef SAR_STUDY_TRUST_H
#define SAR_STUDY_TRUST_H

#include "study/optimum.h"
#include "study/query.h"

#define SAR_TRUST_STEP 0.01  /* of the range: well above the noise of runs, and curves are still nearly parabolas */
#define SAR_TRUST_NOISE 1e-5 /* of their size: what runs at default tolerance may differ by */

typedef struct SarTrust {
  SarContext *context;
  SarQuery *query;
  int32_t n;
  int64_t m;
  int32_t ngroups;
  const int32_t *group; /* of each of the m numbers: those of a group are judged by their sum of squares */
  /* What a point is worth, the less the better; infinite: it is none. */
  double (*worth)(void *self, const double *u, const double *values);
  void *self;
} SarTrust;

/* Derivatives `by` at u, where the numbers are `values`, against two runs on a line that changes all parameters. *off:
 * how far from differences they are, as a part of the larger of both; 0: no further than can be told. */
SarStatus sar_trust_derivatives(const SarTrust *trust, const double *u, const double *values, const double *by,
                                double *off);

typedef struct SarTrustEnd {
  bool better; /* one of the points around is, by more than noise */
  bool flat;   /* all of them are worth just the same */
  double off;  /* as above, of derivatives that were given */
} SarTrustEnd;

/* Both neighbours of u along every parameter, and, where none is better by more than `noise`, the lowest point of the
 * parabolas through them, if it is elsewhere. by, unless null: compared as above; then `values` are needed. */
SarStatus sar_trust_end(const SarTrust *trust, const double *u, double worth, double noise, const double *values,
                        const double *by, SarTrustEnd *out);

/* The method of what was found says how far off derivatives were; 0: nothing is to be said. */
SarStatus sar_trust_tell(SarContext *context, double off, SarOptimumRoom *out);

#endif
