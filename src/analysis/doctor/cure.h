/* Edits of a model's text that cure redundant and contradicting constraints.
 *
 * An edit gives one entry another type, which holds a part of the directions that the entry holds now, or removes it.
 * Every proposal is tried: the text is edited, read again from memory, compiled, assembled, and the rank of its
 * constraints is compared with the original's. What starts well may still meet singular poses that the original does
 * not: the motions of the best ones are followed. */
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
  int32_t losses;                   /* forces, friction, stops and the like of the joint that go with it */
  bool on_ground;
  int32_t level; /* SAR_CURE_*: levels are tried one after the other */
} SarCureEdit;

/* All edits of the entries of the elements marked in `involved` (one flag per element of the model), of at most `most`
 * rows. */
SarStatus sar_cure_options(SarContext *context, SarArena *arena, const SarModel *model, const bool *involved,
                           int32_t most, SarCureEdit **out, int32_t *count);

/* Whether both edits change the same entry. */
bool sar_cure_same_place(const SarCureEdit *a, const SarCureEdit *b);

/* The directions that an edit gives up in words: "translation along its z, rotations about its x and y" (of the joint's
 * first frame, whose z is its axis); "" if they have no names. The text lives in the arena. */
const char *sar_cure_directions(SarArena *arena, const SarCureEdit *edit);

/* Whether the new type takes a key of the entry and means the same by it: the `damping` of a hinge is no damping of a
 * slide. */
bool sar_cure_takes(const SarCureEdit *edit, const char *key);

/* Keys of the entry that the new type does not take, "axis, axis2"; "" if it takes all. */
const char *sar_cure_drops(SarArena *arena, const SarCureEdit *edit);

/* Those of them, or of an entry that is removed, that are more than its place: forces, friction, stops. */
const char *sar_cure_losses(SarArena *arena, const SarCureEdit *edit);

/* ---- the edited text (cure_text.c) ---- */

typedef struct SarCureText {
  const char *text;
  SarModelFile *files;
} SarCureText;

/* The texts of the model with the edits; *out.text is null if an edit cannot be made in this layout. */
SarStatus sar_cure_text(SarContext *context, SarArena *arena, const SarModel *model, const SarCureEdit *edits,
                        int32_t nedits, SarCureText *out);

/* ---- trying (cure_trial.c) ---- */

/* The motion of a mechanism, watched. */
typedef struct SarFollowed {
  bool known; /* false: nobody looked */
  int32_t singular;
  bool failed;
  double end; /* s: how far it was watched */
} SarFollowed;

typedef struct SarCase {
  SarContext *context;
  SarStart *start; /* the mechanism as it is */
  int32_t redundant;
  bool conflicting;
  int32_t trials, max_trials;
  double end;         /* s: motions are followed up to here; NaN: the model's end; 0: they are not */
  SarFollowed before; /* the motion as it is */
  int64_t work;       /* spent on motions: steps times bodies */
} SarCase;

typedef enum SarTrial {
  SAR_TRIAL_NO,      /* something else changes, or the text cannot be used */
  SAR_TRIAL_PART,    /* the mechanism keeps its freedom and loses as many redundant rows as the edits drop */
  SAR_TRIAL_HEALTHY, /* the same, and it starts */
} SarTrial;

/* Edits, reads, compiles, assembles. SAR_TRIAL_NO once max_trials are used up. */
SarStatus sar_cure_try(SarCase *c, const SarCureEdit *edits, int32_t nedits, SarTrial *out);

/* Whether motions can be followed and there is work left for another one; looks at the motion as it is first. */
SarStatus sar_cure_may_follow(SarCase *c, bool *out);

/* The motion of the edited mechanism; known: false where there is none to be followed. */
SarStatus sar_cure_follow(SarCase *c, const SarCureEdit *edits, int32_t nedits, SarFollowed *out);

/* More singular poses than before, or a motion that fails and did not before. */
bool sar_cure_is_worse(const SarFollowed *before, const SarFollowed *after);

/* ---- the search (cure.c) ---- */

typedef struct SarCure {
  const SarCureEdit *edits;
  int32_t nedits;
  bool complete;             /* with them nothing is redundant and the mechanism starts */
  SarFollowed before, after; /* the motion without and with them */
} SarCure;

/* end: as in SarCase. */
SarStatus sar_cure_find(SarContext *context, SarArena *arena, SarStart *start, const SarFinding *findings,
                        int32_t nfindings, double end, SarCure *out);

#endif
