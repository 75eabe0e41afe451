/* What is recorded: of the strongest touch, or where nothing touches of the nearest; the smallest gap and the wrench of
 * all. Beside a point whose columns are known: of the touch that was chosen there, and as many of them, so that
 * differences are those of one touch. */
#include <math.h>
#include <string.h>

#include "element/contact/contact_touching.h"
#include "geometry/near.h"

enum {
  GAP,
  RATE,
  NORMAL,
  FRICTION,
  SLIP_SPEED,
  PX,
  NX = PX + 3,
  TOUCHES = NX + 3,
  DEPTH,
  FX,
  TX = FX + 3,
  FX2 = TX + 3
};
enum { COLUMNS = SAR_CONTACT_COLUMNS };
_Static_assert(COLUMNS == FX2 + 6, "all columns have their place");
_Static_assert((int)SAR_CONTACT_GAP == (int)GAP && (int)SAR_CONTACT_NORMAL == (int)NORMAL &&
                   (int)SAR_CONTACT_WRENCH == (int)FX,
               "as expressions ask for them");
const char *const sar_contact_columns[COLUMNS] = {"gap", "rate", "normal", "friction", "slip", "px",  "py", "pz", "nx",
                                                  "ny",  "nz",   "count",  "depth",    "fx",   "fy",  "fz", "tx", "ty",
                                                  "tz",  "fx2",  "fy2",    "fz2",      "tx2",  "ty2", "tz2"};
const char *const sar_contact_units[COLUMNS] = {"m",   "m/s", "N", "N", "m/s", "m",   "m",  "m",   "",
                                                "",    "",    "",  "m", "N",   "N",   "N",  "N*m", "N*m",
                                                "N*m", "N",   "N", "N", "N*m", "N*m", "N*m"};

/* Takes the wrench on the first body from the point of one touch to that of another. */
static void move_wrench(const double *from, double *wrench, const double *to) {
  SarVec3 arm = sar_sub(sar_vec3_load(from), sar_vec3_load(to));
  sar_vec3_add_to(sar_cross(arm, sar_vec3_load(wrench)), wrench + 3);
}

static bool is_stronger(const double *values, const double *than) {
  return values[NORMAL] > than[NORMAL] || (than[NORMAL] == 0 && values[GAP] < than[GAP]);
}

/* Nobody has found a touch: it has no normal. */
static bool is_nothing(const double *values) { return values[NX] == 0 && values[NX + 1] == 0 && values[NX + 2] == 0; }

static double distance(const double *a, const double *b) {
  return sar_norm(sar_sub(sar_vec3_load(a), sar_vec3_load(b)));
}

#define TURNED 2 /* touches of perpendicular faces at one place are told apart by their normals */

/* Whether it is rather the touch of the other point. How far their points are from that one's counts beside the
 * distance of both: it is -1 to 1, whatever their sizes are. */
static bool is_liker(const double *values, const double *than, const double *like) {
  if (is_nothing(values) || is_nothing(than)) return !is_nothing(values);
  double apart = distance(values + PX, than + PX), place = distance(values + PX, like + PX);
  double nearer = apart > 0 ? (place - distance(than + PX, like + PX)) / apart : 0;
  return nearer + TURNED * (distance(values + NX, like + NX) - distance(than + NX, like + NX)) < 0;
}

/* Of two touches, or two pairs of bodies, the stronger one, with the count, the depth and the wrench of both. */
void sar_contact_merge(const double *from, const double *like, double *into) {
  double sum[6], one[6], count = from[TOUCHES] + into[TOUCHES], depth = fmax(from[DEPTH], into[DEPTH]);
  double gap = fmin(from[GAP], into[GAP]);
  bool stronger = like && !is_nothing(like) ? is_liker(from, into, like) : is_stronger(from, into);
  const double *point = stronger ? from + PX : into + PX;
  memcpy(sum, into + FX, sizeof sum);
  memcpy(one, from + FX, sizeof one);
  move_wrench(into + PX, sum, point);
  move_wrench(from + PX, one, point);
  if (stronger) memcpy(into, from, COLUMNS * sizeof *into);
  into[GAP] = gap;
  into[TOUCHES] = like ? like[TOUCHES] : count;
  into[DEPTH] = depth;
  for (int i = 0; i < 6; i++) {
    into[FX + i] = sum[i] + one[i];
    into[FX2 + i] = -into[FX + i];
  }
}

typedef struct Record {
  const double *like;
  double *values;
} Record;

static void record_touch(const SarTouching *t, void *self) {
  const Record *record = self;
  double values[COLUMNS] = {0};
  SarContactMotion motion;
  SarContactForce force;
  sar_contact_motion(&t->contact, &motion);
  sar_contact_force(&t->contact, &motion, &force);
  bool touches = motion.depth > 0;
  values[GAP] = t->contact.touch->gap;
  values[RATE] = motion.rate;
  values[SLIP_SPEED] = sar_norm(motion.slip);
  sar_vec3_store(t->contact.touch->p, values + PX);
  sar_vec3_store(t->contact.touch->n, values + NX);
  if (touches) {
    values[NORMAL] = t->contact.touch->weight * force.normal.force;
    values[FRICTION] = sar_norm(force.friction);
    values[TOUCHES] = 1;
    values[DEPTH] = motion.depth;
    sar_vec3_store(sar_neg(force.force), values + FX);
    sar_vec3_store(sar_neg(force.moment), values + TX);
  }
  sar_contact_merge(values, record->like, record->values);
}

#define FIRST 0.015625 /* of the smaller body: how far one looks first beyond the least that the gap can be */
#define WIDER 4
#define FAR 1e6

/* Touches of a pair with gaps up to `most`, at least the nearest one: wide margins are dear. */
static void find_nearest(const SarContactPart *part, int32_t k, const SarKin *const kin[2], double most,
                         SarContactFound *found) {
  const SarContactPair *pair = &part->pairs[k];
  SarPose pose[2] = {{kin[0]->r, kin[0]->A}, {kin[1]->r, kin[1]->A}};
  double size = sar_contact_most_depth(part, k);
  double least = sar_near_gap(pair->shape[0], &pose[0], pair->shape[1], &pose[1]);
  for (double margin = (1 + FIRST) * least + FIRST * size;; margin *= WIDER) {
    double within = margin < FAR * size ? fmin(margin, most) : most;
    (void)sar_contact_find(part, k, kin, within, found);
    if (found->touches.count > 0 || within == most) return;
  }
}

/* The nearest touch where none acts. Of the pairs after the first those count that are nearer than what is found so
 * far.
 */
static void record_nearest(const SarContactPart *part, const SarPartPoint *at, Record *record) {
  const SarKin *const kin[2] = {at->nodes[0].kin, at->nodes[1].kin};
  for (int32_t k = 0; k < part->npairs; k++) {
    SarContactFound found;
    find_nearest(part, k, kin, record->values[GAP], &found);
    for (int32_t i = 0; i < found.touches.count; i++) {
      SarTouching t;
      sar_contact_recall(part, k, at, &found.items[i], &t);
      record_touch(&t, record);
    }
  }
}

void sar_contact_record_nothing(double gap, double *values) {
  for (int i = 0; i < COLUMNS; i++) values[i] = i == GAP ? gap : 0;
}

void sar_contact_record(const void *part, const SarPartPoint *at, double *values) {
  Record record = {at->like, values};
  sar_contact_record_nothing(INFINITY, values);
  (void)sar_contact_visit(part, at, 0, record_touch, &record);
  if (values[GAP] == INFINITY) record_nearest(part, at, &record);
}
