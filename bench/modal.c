/* What a modal body costs.
 *
 *   modal_bench part N TERMS WHAT ROUNDS   the part alone, to count instructions: TERMS all, first_order or constant;
 *                                          WHAT residual, matrix, full, energy or nothing
 *   modal_bench write N FILE.h5            a body of N shapes with four interfaces a, b, c, d
 *
 * bench/modal-cost counts both and prints tables; bench/README.md holds the figures. */
#include "element/flexible/modal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/modal_body.h"

static double *numbers(SarArena *arena, size_t count) {
  double *out = SAR_NEW(arena, count, double);
  if (!out) exit(1);
  return out;
}

static int find(const char *word, const char *const *words, int count) {
  for (int i = 0; i < count; i++) {
    if (strcmp(word, words[i]) == 0) return i;
  }
  fprintf(stderr, "%s is none of them\n", word);
  exit(2);
}

enum { RESIDUAL, MATRIX, FULL, ENERGY, NOTHING, KINDS };

static void run_part(SarArena *arena, const SarReduced *reduced, int terms, int what, long rounds) {
  static const double rotation[4] = {1, 0, 0, 0};
  const SarKin kin = {.A = sar_mat3_identity(), .v = {1, 2, 3}, .w = {0.3, 0.2, 0.1}};
  const double acceleration[6] = {1, 2, 3, 4, 5, 6};
  const size_t n = (size_t)reduced->n, rows = n + 6;
  const SarPartNode node = {&kin, rotation, acceleration};
  SarModalBody body = {
      .reduced = reduced, .damping = reduced->stiffness, .terms = (SarModalTerms)terms, .full = what == FULL};
  const size_t size = sar_part_matrix_size(1, reduced->n, !body.full);
  double *motion = numbers(arena, 3 * n), *memory = numbers(arena, rows + 3 * size);
  for (size_t i = 0; i < 3 * n; i++) motion[i] = 1e-3 * (double)(1 + i % 7);
  SarPartPoint at = {.nodes = &node, .q = motion, .v = motion + n, .a = motion + 2 * n};
  at.scratch = numbers(arena, (size_t)sar_part_modal.scratch(&body));
  SarPartMatrix matrix = {memory + rows, memory + rows + size, memory + rows + 2 * size};
  SarPartEnergy energy;
  for (long k = 0; k < rounds && what != NOTHING; k++) {
    if (what == ENERGY) {
      sar_part_modal.energy(&body, &at, &energy);
    } else if (what == RESIDUAL ? sar_part_modal.residual(&body, &at, memory) != SAR_OK
                                : sar_part_modal.matrix(&body, &at, &matrix) != SAR_OK) {
      exit(1);
    }
  }
}

int main(int argc, char **argv) {
  static const char *const terms[] = {"all", "first_order", "constant"};
  static const char *const kinds[KINDS] = {"residual", "matrix", "full", "energy", "nothing"};
  bool part = argc == 6 && strcmp(argv[1], "part") == 0;
  if (!part && (argc != 4 || strcmp(argv[1], "write") != 0)) {
    fprintf(stderr, "usage: modal_bench part N TERMS WHAT ROUNDS | modal_bench write N FILE.h5\n");
    return 2;
  }
  SarArena *arena = sar_arena_create();
  const SarReduced *reduced = arena ? modal_body(arena, atoi(argv[2])) : NULL;
  SarContext *context = sar_context_create();
  SarStatus status = SAR_OK;
  if (!reduced || !context) return 1;
  if (part) run_part(arena, reduced, find(argv[3], terms, 3), find(argv[4], kinds, KINDS), atol(argv[5]));
  if (!part) status = sar_reduced_write(context, argv[3], reduced);
  if (status != SAR_OK) fprintf(stderr, "%s\n", sar_context_get(context, 0)->message);
  sar_context_destroy(&context);
  sar_arena_destroy(&arena);
  return status == SAR_OK ? 0 : 1;
}
