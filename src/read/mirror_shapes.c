/* Mirror images of shapes. */
#include "read/mirror.h"
#include "read/placement.h"

/* A' = M A F: F turns x of the shape round, of which every shape is its own mirror image, so that the axes stay
 * right-handed and a plane keeps its side. */
void sar_mirror_shape(const SarPlacement *p, SarShape *shape) {
  SarMat3 A = shape->axes;
  shape->at = sar_mirror(p, shape->at);
  shape->axes = sar_mat3_columns(sar_neg(sar_mirror(p, sar_column(&A, 0))), sar_mirror(p, sar_column(&A, 1)),
                                 sar_mirror(p, sar_column(&A, 2)));
}

SarStatus sar_mirror_shapes(SarFile *file, const SarPlacement *p, SarValue *value) {
  size_t count = (size_t)value->nlist;
  if (!count) return SAR_OK;
  SarModelShape *shapes = sar_arena_grow(file->reader->model->arena, value->shapes, count, count, sizeof *shapes);
  if (!shapes) return sar_read_no_memory(file->reader);
  for (size_t i = 0; i < count; i++) sar_mirror_shape(p, &shapes[i].shape);
  value->shapes = shapes;
  return SAR_OK;
}
