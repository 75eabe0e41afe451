/* Edits of a model's text that cure redundant and contradicting constraints.
 *
 * An edit gives one entry another type, which holds a part of the directions that the entry holds now, or removes it.
 * Every proposal is tried: the text is edited, read again from memory, compiled, assembled, and the rank of its
 * constraints is compared with the original's. */
#ifndef SAR_ANALYSIS_CURE_H
#define SAR_ANALYSIS_CURE_H

#include "analysis/start/start.h"
#include "base/arena.h"

/* One redundant row: where it comes from and the elements whose rows combine to it. */
typedef struct SarFinding {
  int32_t row, element;
  const int32_t *with; /* elements, without its own */
  int32_t nwith;
  bool consistent;
} SarFinding;

/* ---- edits (cure_options.c) ---- */

enum {
  SAR_CURE_USUAL,   /* a type that one can buy or build; a motion or relation removed */
  SAR_CURE_REMOVE,  /* a joint removed */
  SAR_CURE_UNUSUAL, /* a type that only a text can make, or a joint that is turned round */
};

typedef struct SarCureEdit {
  const SarModelEntry *entry;
  const SarElementClass *from, *to; /* to null: the entry is removed */
  const char *axis;                 /* the new value of `axis:`; null: as it is */
  const char *axis2;                /* the same of `axis2:` */
  int32_t element;                  /* the first element that the entry makes */
  int32_t count;                    /* elements that the place in the text makes */
  int32_t dropped;                  /* rows that the mechanism loses */
  int32_t unfamiliar;               /* small: a usual joint, easily built */
  bool on_ground;
  int32_t level; /* SAR_CURE_*: levels are tried one after the other */
} SarCureEdit;

/* All edits of the entries of the elements marked in `involved` (one flag per element of the model), of at most `most`
 * rows. */
SarStatus sar_cure_options(SarContext *context, SarArena *arena, const SarModel *model, const bool *involved,
                           int32_t most, SarCureEdit **out, int32_t *count);

/* Whether both edits change the same entry. */
bool sar_cure_same_place(const SarCureEdit *a, const SarCureEdit *b);

/* The directions that an edit gives up in words: "translation along z, rotations about x and y"; "" if they have no
 * names. The text lives in the arena. */
const char *sar_cure_directions(SarArena *arena, const SarCureEdit *edit);

/* Keys of the entry that the new type does not take, "axis, axis2"; "" if it takes all. */
const char *sar_cure_drops(SarArena *arena, const SarCureEdit *edit);

/* ---- the edited text (cure_text.c) ---- */

typedef struct SarCureText {
  const char *text;
  SarModelFile *files;
} SarCureText;

/* The texts of the model with the edits; *out.text is null if an edit cannot be made in this layout. */
SarStatus sar_cure_text(SarContext *context, SarArena *arena, const SarModel *model, const SarCureEdit *edits,
                        int32_t nedits, SarCureText *out);

/* ---- trying (cure_trial.c) ---- */

typedef struct SarCase {
  SarContext *context;
  SarStart *start; /* the mechanism as it is */
  int32_t redundant;
  bool conflicting;
  int32_t trials, max_trials;
} SarCase;

typedef enum SarTrial {
  SAR_TRIAL_NO,      /* something else changes, or the text cannot be used */
  SAR_TRIAL_PART,    /* the mechanism keeps its freedom and loses as many redundant rows as the edits drop */
  SAR_TRIAL_HEALTHY, /* the same, and it starts */
} SarTrial;

/* Edits, reads, compiles, assembles. SAR_TRIAL_NO once max_trials are used up. */
SarStatus sar_cure_try(SarCase *c, const SarCureEdit *edits, int32_t nedits, SarTrial *out);

/* ---- the search (cure.c) ---- */

typedef struct SarCure {
  const SarCureEdit *edits;
  int32_t nedits;
  bool complete; /* with them nothing is redundant and the mechanism starts */
} SarCure;

SarStatus sar_cure_find(SarContext *context, SarArena *arena, SarStart *start, const SarFinding *findings,
                        int32_t nfindings, SarCure *out);

#endif
