#include "method/moving.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/rotation.h"

#define LEAST 1e-5      /* of the length, of a radian: smaller excursions count as this one */
#define ON_ITS_WAY 1e-3 /* the same while a block moves away and has not turned back: how far it goes is not known */
#define OF_OTHER 1e-3   /* of a body's turn, as the least for its centre, and the other way round */
#define ROUNDINGS 1e3   /* of a coordinate: no error is asked to be less */

static bool is_turn(const SarBlock *block) { return block->kind == SAR_BLOCK_ROTATION; }
static int32_t width(const SarBlock *block) { return is_turn(block) ? 3 : block->count; }
/* As many numbers as a mean counts it. */
static int32_t numbers(const SarBlock *block) {
  return width(block) < SAR_BLOCK_NUMBERS ? width(block) : SAR_BLOCK_NUMBERS;
}

/* The problem's weights are those of means over all coordinates: sqrt(share nv/sum of all shares) times what one body
 * would have. */
static void take_shares_out(const SarProblem *problem, double *measure, double *share) {
  double all = 0;
  for (int32_t b = 0; b < problem->nblocks; b++) {
    share[b] = problem->share ? problem->share[b] : 1;
    all += numbers(&problem->blocks[b]) * share[b];
  }
  for (int32_t b = 0; b < problem->nblocks; b++) {
    double factor = problem->share ? sqrt(share[b] * problem->n.nv / all) : 1;
    measure[b] = problem->weight[problem->blocks[b].v] / factor;
  }
}

bool sar_moving_create(SarArena *arena, const SarProblem *problem, double tolerance, double *weight, SarMoving *out) {
  int32_t n = problem->nblocks;
  *out = (SarMoving){.on = true,
                     .tolerance = tolerance,
                     .start = SAR_NEW(arena, problem->n.nq + 1, double),
                     .measure = SAR_NEW(arena, n + 1, double),
                     .share = SAR_NEW(arena, n + 1, double),
                     .away = SAR_NEW(arena, n + 1, double),
                     .back = SAR_NEW(arena, n + 1, double),
                     .speed = SAR_NEW(arena, n + 1, double),
                     .surge = SAR_NEW(arena, n + 1, double),
                     .weight = weight};
  bool complete = out->start && out->measure && out->share && out->away && out->back && out->speed && out->surge;
  if (complete) take_shares_out(problem, out->measure, out->share);
  return complete;
}

void sar_moving_start(SarMoving *moving, const SarProblem *problem, const double *q) {
  if (problem->n.nq > 0) memcpy(moving->start, q, (size_t)problem->n.nq * sizeof *q);
  for (int32_t b = 0; b < problem->nblocks; b++) {
    moving->away[b] = moving->back[b] = 0;
    moving->speed[b] = moving->surge[b] = 0;
  }
}

static double length_of(int32_t n, const double *x) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

static double distance_between(int32_t n, const double *p, const double *q) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += (q[i] - p[i]) * (q[i] - p[i]);
  return sqrt(sum);
}

/* rad; the same for a quaternion and its negative, which are one orientation. */
static double angle_between(const double *p, const double *q) {
  SarQuat turn = sar_quat_mul(sar_quat_conjugate(sar_quat_load(p)), sar_quat_load(q));
  return 2 * asin(fmin(1, sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z)));
}

static double larger(double a, double b) { return b > a ? b : a; } /* a nan changes nothing */

static void look_at(SarMoving *moving, const SarBlock *block, int32_t b, const SarPoint *at) {
  const double *start = moving->start + block->q, *q = at->q + block->q;
  double away = is_turn(block) ? angle_between(start, q) : distance_between(block->count, start, q);
  moving->away[b] = larger(moving->away[b], away);
  moving->back[b] = larger(moving->back[b], moving->away[b] - away);
  moving->speed[b] = larger(moving->speed[b], length_of(width(block), at->v + block->v));
  moving->surge[b] = larger(moving->surge[b], length_of(width(block), at->a + block->v));
}

/* How far a block has moved, over the length, the radian or the scale that it would be measured by, at most once. */
static double part_moved(const SarMoving *moving, int32_t b) { return fmin(1, moving->away[b] * moving->measure[b]); }

/* The other half of a body: the rotation after a point, the point before a rotation. -1: there is none. */
static int32_t other_half(const SarProblem *problem, int32_t b) {
  int32_t point = is_turn(&problem->blocks[b]) ? b - 1 : b;
  if (point < 0 || point + 1 >= problem->nblocks) return -1;
  const SarBlock *first = &problem->blocks[point];
  if (is_turn(first) || first->count != 3 || !is_turn(first + 1)) return -1;
  return point == b ? b + 1 : point;
}

/* How much of the way out is not taken back yet: 1 at first, 0 for an oscillation through the start. */
static double part_outward(const SarMoving *moving, int32_t b) {
  return moving->away[b] > 0 ? 1 - fmin(1, moving->back[b] / moving->away[b]) : 1;
}

/* The least part that counts. A body that turns moves its centre by lever arms: the centre of a rolling disc that
 * stands still is the sum of large motions. And what rounding does to positions must stay below the tolerance. */
static double least_part(const SarMoving *moving, const SarProblem *problem, int32_t b, const double *q) {
  const SarBlock *block = &problem->blocks[b];
  int32_t other = other_half(problem, b);
  double own = larger(LEAST, ON_ITS_WAY * part_outward(moving, b));
  double least = other < 0 ? own : larger(own, OF_OTHER * part_moved(moving, other));
  double place = is_turn(block) ? 1 : larger(1, length_of(block->count, q + block->q) * moving->measure[b]);
  return fmin(1, larger(least, ROUNDINGS * DBL_EPSILON / moving->tolerance * place));
}

/* A block with excursion e below the least one, l, counts (e/l)^2 in the mean: it comes in without a jump. */
void sar_moving_follow(SarMoving *moving, const SarProblem *problem, const SarPoint *at) {
  double count = 0, speed = 0, surge = 0;
  for (int32_t b = 0; b < problem->nblocks; b++) look_at(moving, &problem->blocks[b], b, at);
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    double moved = part_moved(moving, b), least = least_part(moving, problem, b, at->q);
    double part = fmin(1, moved / least), weight = sqrt(moving->share[b]) * moving->measure[b] / larger(least, moved);
    for (int32_t i = 0; i < width(block); i++) moving->weight[block->v + i] = weight;
    count += moving->share[b] * numbers(block) * part * part;
    speed += weight * moving->speed[b] * (weight * moving->speed[b]);
    surge += weight * moving->surge[b] * (weight * moving->surge[b]);
  }
  count = larger(fmin(3, problem->n.nv), count); /* where nothing moves yet, as one point that does */
  double undiluted = count > 0 ? sqrt(problem->n.nv / count) : 1;
  for (int32_t i = 0; i < problem->n.nv; i++) moving->weight[i] *= undiluted; /* norms divide by nv (norm.h) */
  moving->largest_speed = count > 0 ? sqrt(speed / count) : 0;
  moving->largest_surge = count > 0 ? sqrt(surge / count) : 0;
}

void sar_moving_archive(SarMoving *moving, const SarProblem *problem, SarArchive *archive) {
  if (!moving->on) return;
  sar_archive_section(archive, "moving");
  sar_archive_reals(archive, moving->start, problem->n.nq);
  sar_archive_reals(archive, moving->away, problem->nblocks);
  sar_archive_reals(archive, moving->back, problem->nblocks);
  sar_archive_reals(archive, moving->speed, problem->nblocks);
  sar_archive_reals(archive, moving->surge, problem->nblocks);
  SAR_ARCHIVE(archive, moving->largest_speed);
  SAR_ARCHIVE(archive, moving->largest_surge);
}
