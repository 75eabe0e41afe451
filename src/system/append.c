/* What every part of compilation needs: arrays that grow, scratch, written poses. */
#include "system/compiled.h"

SarKin sar_system_written(const SarSystem *s, int32_t body) {
  if (body == sar_system_ground(s)) return (SarKin){.A = sar_mat3_identity()};
  SarKin k = {.r = sar_vec3_load(&s->q0[7 * body]), .A = sar_quat_matrix(sar_quat_load(&s->q0[7 * body + 3]))};
  k.v = sar_vec3_load(&s->v0[6 * body]);
  k.w = sar_vec3_load(&s->v0[6 * body + 3]);
  return k;
}

void *sar_system_append(SarSystem *s, void *array_field, int32_t *count, int32_t *capacity, size_t size) {
  int32_t first = s->model->nelements + 8; /* about one entry per element is usual */
  return sar_arena_append(s->arena, first, array_field, count, capacity, size);
}

void sar_system_need_scratch(SarSystem *s, const SarProgram *program) {
  int32_t need = sar_program_scratch(program);
  if (need > s->scratch) s->scratch = need;
}
