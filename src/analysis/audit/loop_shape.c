#include "analysis/audit/loop_shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/row_blocks.h"
#include "base/rotation.h"
#include "system/ask.h"
#include "system/names.h"

/* ---- which blocks count ---- */

/* Whether the rows of an element alone are independent wherever they hold. Two shafts that are bent back on each other
 * have no twist; an equation may be anything. */
static bool holds_alone(const SarSystem *system, int32_t element) {
  const SarElementClass *class = element >= 0 ? sar_system_element(system, element)->class : NULL;
  if (!class || class->section != SAR_SECTION_JOINTS || !class->joint || class->joint->relation) return false;
  for (int32_t i = 0; i < class->joint->nrows; i++) {
    if (class->joint->rows[i].kind == SAR_ROW_TWIST) return false;
  }
  return true;
}

enum { NONE = -2, SEVERAL = -3 };

/* of[block]: its only element, if that one holds alone; else SEVERAL. */
static void find_lonely(const SarSystem *system, const SarRowBlocks *blocks, int32_t *of) {
  int32_t np = sar_system_counts(system).position;
  for (int32_t k = 0; k < blocks->nblocks; k++) of[k] = NONE;
  for (int32_t row = 0; row < blocks->nrows; row++) {
    int32_t element = row < np ? sar_row_element(system, row) : SEVERAL, *own = &of[blocks->block[row]];
    if (*own == NONE) *own = element >= 0 && holds_alone(system, element) ? element : SEVERAL;
    if (*own != element) *own = SEVERAL;
  }
}

/* ---- their nodes ---- */

/* Pairs in the order of their blocks, without those that do not count. start: nblocks + 1 zeros; on return where each
 * block ends. */
static void sort_pairs(const SarRowBlocks *blocks, const int32_t *of, const SarRowPair *pairs, int32_t count,
                       int32_t *start, int32_t *sorted) {
  for (int32_t i = 0; i < count; i++) start[blocks->block[pairs[i].row] + 1]++;
  for (int32_t k = 0; k < blocks->nblocks; k++) {
    if (of[k] != SEVERAL) start[k + 1] = 0;
    start[k + 1] += start[k];
  }
  for (int32_t i = 0; i < count; i++) {
    int32_t block = blocks->block[pairs[i].row];
    if (of[block] == SEVERAL) sorted[start[block]++] = i;
  }
}

/* The nodes of one block, each once, seen from the ground if it takes part, else from the first of them. Of a point
 * three rows are carried, along axes of the ground, and turn into each other as the block turns; where one of them is
 * left out the others do not, and the block is seen from the ground as well. */
static void put_block(SarLoopShape *shape, const bool *carried, const SarRowPair *pairs, const int32_t *sorted,
                      int32_t count, bool *seen) {
  int32_t ground = sar_system_ground(shape->system), np = sar_system_counts(shape->system).position;
  int32_t first = shape->nnodes, from = -1;
  for (int32_t i = 0; i < count; i++) {
    if (pairs[sorted[i]].row < np && !carried[pairs[sorted[i]].row]) from = ground;
  }
  for (int32_t i = 0; i < count; i++) {
    const int32_t ends[] = {pairs[sorted[i]].a, pairs[sorted[i]].b};
    for (int k = 0; k < 2; k++) {
      if (seen[ends[k]]) continue;
      seen[ends[k]] = true;
      shape->nodes[shape->nnodes++].node = ends[k];
      if (from < 0 || ends[k] == ground) from = ends[k];
    }
  }
  for (int32_t i = first; i < shape->nnodes; i++) {
    seen[shape->nodes[i].node] = false;
    shape->nodes[i].from = from > ground ? ground : from;
  }
}

static SarStatus put_nodes(SarContext *context, SarLoopShape *shape, const bool *carried, const SarRowBlocks *blocks,
                           const SarRowPair *pairs, int32_t npairs) {
  const SarSystem *system = shape->system;
  size_t nblocks = (size_t)blocks->nblocks;
  size_t nodes = (size_t)sar_system_bodies(system) + 1 + (size_t)sar_system_counts(system).scalars;
  int32_t *of = calloc(2 * nblocks + (size_t)npairs + 2, sizeof *of), *end = of + nblocks, *sorted = end + nblocks + 1;
  bool *seen = calloc(nodes + 1, sizeof *seen);
  bool room = of && seen;
  if (room) {
    find_lonely(system, blocks, of);
    sort_pairs(blocks, of, pairs, npairs, end, sorted);
    int32_t count = nblocks > 0 ? end[nblocks - 1] : 0;
    shape->nodes = calloc(2 * (size_t)count + 1, sizeof *shape->nodes);
    room = shape->nodes != NULL;
  }
  for (int32_t block = 0, begin = 0; room && block < blocks->nblocks; begin = end[block++]) {
    put_block(shape, carried, pairs, sorted + begin, end[block] - begin, seen);
  }
  free(of);
  free(seen);
  return room ? SAR_OK : sar_report_no_memory(context);
}

SarStatus sar_loop_shape_create(SarContext *context, const SarSystem *system, const bool *carried, SarLoopShape *out) {
  SarRowBlocks blocks;
  SarRowPair *pairs = NULL;
  int32_t count = 0;
  *out = (SarLoopShape){.system = system};
  SAR_TRY(sar_row_blocks_create(context, system, &blocks));
  SarStatus status = sar_system_row_pairs(context, system, &pairs, &count);
  if (status == SAR_OK) status = put_nodes(context, out, carried, &blocks, pairs, count);
  free(pairs);
  sar_row_blocks_free(&blocks);
  return status;
}

void sar_loop_shape_destroy(SarLoopShape *shape) {
  free(shape->nodes);
  shape->nodes = NULL;
  shape->nnodes = 0;
}

/* ---- change ---- */

typedef struct Placement {
  SarVec3 position;
  SarQuat turn;
} Placement;

static Placement placement_of(const double *q, int32_t body, int32_t from, int32_t ground) {
  const double *own = q + 7 * (size_t)body, *other = q + 7 * (size_t)from;
  Placement p = {sar_vec3_load(own), sar_quat_load(own + 3)};
  if (from == ground) return p;
  SarQuat turn = sar_quat_load(other + 3);
  SarMat3 A = sar_quat_matrix(turn);
  return (Placement){sar_mul_t(&A, sar_sub(p.position, sar_vec3_load(other))),
                     sar_quat_mul(sar_quat_conjugate(turn), p.turn)};
}

static double change_of(Placement a, Placement b, double length) {
  double way = sar_norm(sar_sub(b.position, a.position)) / length;
  double cosine = fabs(a.turn.w * b.turn.w + a.turn.x * b.turn.x + a.turn.y * b.turn.y + a.turn.z * b.turn.z);
  return fmax(way, 2 * sqrt(fmax(0, 2 - 2 * cosine))); /* cosine of half the turn */
}

double sar_loop_shape_change(const SarLoopShape *shape, const double *weight, const double *from, const double *to) {
  double largest = 0, length = sar_system_length(shape->system);
  int32_t ground = sar_system_ground(shape->system), nbodies = sar_system_bodies(shape->system);
  for (int32_t i = 0; i < shape->nnodes; i++) {
    int32_t node = shape->nodes[i].node, other = shape->nodes[i].from;
    if (node == other) continue;
    if (node > ground) {
      int32_t v = 6 * nbodies + node - ground - 1;
      largest = fmax(largest, fabs(to[nbodies + v] - from[nbodies + v]) * weight[v]);
    } else if (node < ground) {
      Placement a = placement_of(from, node, other, ground), b = placement_of(to, node, other, ground);
      largest = fmax(largest, change_of(a, b, length));
    }
  }
  return largest;
}
