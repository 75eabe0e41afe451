/* The touches of two bodies, one after the other, each with what is remembered of it: what the part (contact_part.h) is
 * made of. */
#ifndef SAR_ELEMENT_CONTACT_CONTACT_TOUCHING_H
#define SAR_ELEMENT_CONTACT_CONTACT_TOUCHING_H

#include "element/contact/contact.h"

/* Touches of two bodies at a time, at most: more than that and a step is tried again, smaller. */
#define SAR_CONTACT_TOUCHES 64

/* m, what follows from the sizes of a pair of shapes: they are asked for at every touch. */
typedef struct SarContactBounds {
  double reach; /* farther apart than this, the centres of mass tell that nothing touches */
  double depth; /* the most that the shapes may reach into each other */
  int32_t room; /* touches that can be kept until the bodies move (contact_kept.c), ... */
  int32_t from; /* ... behind so many numbers of other pairs */
} SarContactBounds;

typedef struct SarContactPart {
  const SarContactPair *pairs;
  int32_t npairs;
  double inverse_mass[2];     /* 1/kg; 0: the ground */
  SarMat3 inverse_inertia[2]; /* body axes */
  SarContactBounds *bounds;   /* by pair */
  int32_t remembered;         /* touches that there is memory for; 0: friction is not anchored */
  int32_t nkept;              /* numbers that all pairs keep */
} SarContactPart;

/* ---- contact_prepare.c ---- */

/* Fills what follows from pairs and bodies; `bounds` has room for npairs of them. */
void sar_contact_part_prepare(SarContactPart *part, SarContactBounds *bounds);

/* ---- contact_touching.c ---- */

typedef struct SarContactFound {
  SarTouch items[SAR_CONTACT_TOUCHES];
  SarTouches touches;
} SarContactFound;

/* Whether centres of mass are so far apart that the shapes of the k-th pair, rounding and margin included, cannot
 * touch.
 */
bool sar_contact_is_far(const SarContactPart *part, int32_t k, const SarKin *const kin[2], double margin);

/* m, how deep touches of the k-th pair may be: as deep as the smaller body is large. */
double sar_contact_most_depth(const SarContactPart *part, int32_t k);

/* At rest also where a core reaches into the other one: forces may push sideways there, and what a search would find is
 * no equilibrium that one would come to. */
bool sar_contact_is_too_deep(const SarContactPart *part, int32_t k, const SarTouch *touch, bool rest);

/* Touches of the k-th pair with gaps up to `margin`. > 0: one is too deep, or there are too many. */
SarStatus sar_contact_find(const SarContactPart *part, int32_t k, const SarKin *const kin[2], double margin,
                           SarContactFound *out);

/* Whether what was found are touches that a step may have. */
SarStatus sar_contact_judge(const SarContactPart *part, int32_t k, const SarContactFound *found);

/* kg, what a touch has to accelerate. */
double sar_contact_mass_at(const SarContactPart *part, const SarContact *contact);

/* ---- contact_kept.c ---- */

/* The same at a point: where the part has searched there before, with the same margin, what it found then. */
SarStatus sar_contact_find_at(const SarContactPart *part, int32_t k, const SarPartPoint *at, double margin,
                              SarContactFound *out);
/* Makes room for what the k-th pair keeps, whose shapes touch at so many places or more: for eight at most. */
#define SAR_CONTACT_KEPT 8
void sar_contact_make_room(SarContactPart *part, int32_t k, int32_t touches);
int32_t sar_contact_kept(const void *data);

/* ---- contact_memory.c ---- */

/* A touch with what is remembered of it. One that was far at the last accepted point has its anchor where it is. */
typedef struct SarTouching {
  SarContact contact;
  SarStick stick;
  int32_t pair; /* SarContactPair.number */
} SarTouching;

/* Calls for every touch with a gap up to the margin, in an order that depends on nothing but features. */
typedef void SarTouchVisit(const SarTouching *touching, void *self);
SarStatus sar_contact_visit(const SarContactPart *part, const SarPartPoint *at, double margin, SarTouchVisit *visit,
                            void *self);

/* A touch of the k-th pair and its memory. */
void sar_contact_recall(const SarContactPart *part, int32_t k, const SarPartPoint *at, const SarTouch *touch,
                        SarTouching *out);
int32_t sar_contact_memory(const void *data);
void sar_contact_reset(const void *part, const SarPartPoint *at, double *memory);
void sar_contact_accept(const void *part, const SarPartPoint *at, double *memory);
void sar_contact_inherit(const void *data, const double *from, double *memory);

/* ---- contact_passage.c ---- */

/* What part of the way of a step of h from one place to another the two bodies may go without passing through each
 * other unseen, as far as the k-th pair is concerned; 1: all of it. */
double sar_contact_passage(const SarContactPart *part, int32_t k, const SarKin *const before[2],
                           const SarKin *const after[2], double h);

/* ---- contact_seen.c ---- */

/* A touch with all that is known of it. */
typedef struct SarContactSeen {
  const SarContactPair *pair;
  SarTouching touching;
  SarContactMotion motion;
  SarContactForce force;
  double mass;       /* kg */
  double most_depth; /* m, how deep the pair may be */
} SarContactSeen;

/* Every touch with a gap up to the margin, those that are too deep for a step among them. */
typedef void SarContactVisit(const SarContactSeen *seen, void *self);
void sar_contact_see(const SarContactPart *part, const SarPartPoint *at, double margin, SarContactVisit *visit,
                     void *self);

/* ---- contact_record.c ---- */

enum { SAR_CONTACT_COLUMNS = 25 };
extern const char *const sar_contact_columns[SAR_CONTACT_COLUMNS], *const sar_contact_units[SAR_CONTACT_COLUMNS];
void sar_contact_record(const void *part, const SarPartPoint *at, double *values);
void sar_contact_merge(const double *from, const double *like, double *into);

/* ---- contact_symbols.c ---- */

/* Columns that expressions can ask for; from the last one on all twelve. */
enum { SAR_CONTACT_GAP = 0, SAR_CONTACT_NORMAL = 2, SAR_CONTACT_WRENCH = 13 };
SarStatus sar_contact_write(const void *data, int32_t column, const SarPartWriter *w, const SarExpr **out,
                            const char **why);

#endif
