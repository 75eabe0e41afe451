#include "result/vtk.h"

#include "base/rotation.h"
#include "base/units.h"
#include "result/vtk_file.h"

typedef struct Pen {
  SarStress *stress;
  const SarVtkOptions *options;
  SarArena *arena;
  SarVtkFile file;
  double pressure; /* Pa in the unit of stress of the results */
  double *row;     /* of the results: time, amplitudes, pose */
  double *times;   /* of the pictures */
  float *points, *moved, *von_mises;
} Pen;

/* ---- one picture ---- */

static SarStatus put_points(Pen *pen) {
  SarVtkFile *f = &pen->file;
  const SarReducedMesh *mesh = &pen->stress->body->mesh;
  size_t n = (size_t)mesh->nnodes;
  sar_vtk_put(f, "<PointData Scalars=\"");
  sar_vtk_put(f, mesh->stress ? "von_mises" : "node");
  sar_vtk_put(f, "\" Vectors=\"displacement\">\n");
  if (mesh->stress) SAR_TRY(sar_vtk_array(f, "Float32", "von_mises", 1, pen->von_mises, n * sizeof(float)));
  SAR_TRY(sar_vtk_array(f, "Float32", "displacement", 3, pen->moved, 3 * n * sizeof(float)));
  SAR_TRY(sar_vtk_array(f, "Int64", "node", 1, mesh->numbers, n * sizeof(int64_t)));
  sar_vtk_put(f, "</PointData>\n<Points>\n");
  SAR_TRY(sar_vtk_array(f, "Float32", "points", 3, pen->points, 3 * n * sizeof(float)));
  sar_vtk_put(f, "</Points>\n");
  return SAR_OK;
}

static SarStatus put_surface(Pen *pen, const char *path) {
  const SarReducedMesh *mesh = &pen->stress->body->mesh;
  SAR_TRY(sar_vtk_begin(&pen->file, path, mesh->nnodes, mesh->ntriangles));
  SAR_TRY(put_points(pen));
  return sar_vtk_triangles(&pen->file, mesh->triangle, (size_t)mesh->ntriangles);
}

/* ---- what is drawn ---- */

/* A row of the results: time, amplitudes and pose, in one piece so that a journal is read once. */
static SarStatus read_row(Pen *pen, int64_t row, SarVec3 *at, SarMat3 *turn) {
  const SarStress *s = pen->stress;
  int32_t n = s->body->n;
  SAR_TRY(sar_results_read_rows(s->results, s->columns, 1 + n + (s->posed ? 7 : 0), row, 1, pen->row));
  const double *pose = pen->row + 1 + n;
  *at = s->posed ? sar_vec3_load(pose) : sar_scale(1 / s->length, s->body->centre);
  *turn = sar_quat_matrix(s->posed ? sar_quat_load(pose + 3) : sar_quat_identity());
  return SAR_OK;
}

static void store(SarVec3 v, float *to) { to[0] = (float)v.x, to[1] = (float)v.y, to[2] = (float)v.z; }

static SarStatus draw(Pen *pen, int64_t row) {
  const SarReduced *body = pen->stress->body;
  const SarReducedMesh *mesh = &body->mesh;
  double metre = 1 / pen->stress->length, von_mises;
  SarVec3 at;
  SarMat3 turn;
  SAR_TRY(read_row(pen, row, &at, &turn));
  const double *amplitude = pen->row + 1;
  SarStressPiece piece = {row, 1, pen->row, amplitude};
  for (int32_t i = 0; i < mesh->nnodes; i++) {
    double u[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
      const float *shape = mesh->shapes + ((size_t)i * 3 + (size_t)k) * (size_t)body->n;
      for (int32_t j = 0; j < body->n; j++) u[k] += (double)shape[j] * amplitude[j];
    }
    const float *from = mesh->at + 3 * (size_t)i;
    SarVec3 place = sar_vec3((double)from[0], (double)from[1], (double)from[2]);
    SarVec3 moved = sar_scale(metre, sar_mul(&turn, sar_vec3_load(u)));
    SarVec3 point = sar_axpy(metre, sar_mul(&turn, place), at);
    store(moved, pen->moved + 3 * (size_t)i);
    store(sar_axpy(pen->options->scale, moved, point), pen->points + 3 * (size_t)i);
    if (!mesh->stress) continue;
    sar_stress_von_mises(body, i, &piece, &von_mises);
    pen->von_mises[i] = (float)(von_mises / pen->pressure);
  }
  return SAR_OK;
}

static SarStatus write_picture(Pen *pen, int64_t index) {
  SarContext *context = pen->stress->context;
  const char *name = sar_vtk_name(pen->arena, pen->stress->name, index);
  const char *path = name ? sar_arena_printf(pen->arena, "%s/%s", pen->options->folder, name) : NULL;
  if (!path) return sar_report_no_memory(context);
  SAR_TRY(draw(pen, pen->options->rows[index]));
  pen->times[index] = pen->row[0];
  pen->file = (SarVtkFile){.context = context};
  return sar_vtk_end(&pen->file, put_surface(pen, path));
}

static bool allocate(Pen *pen) {
  const SarReduced *body = pen->stress->body;
  size_t nodes = (size_t)body->mesh.nnodes;
  pen->row = SAR_NEW(pen->arena, 1 + (size_t)body->n + 7, double);
  pen->times = SAR_NEW(pen->arena, pen->options->count, double);
  pen->points = SAR_NEW(pen->arena, 3 * nodes, float);
  pen->moved = SAR_NEW(pen->arena, 3 * nodes, float);
  pen->von_mises = SAR_NEW(pen->arena, nodes, float);
  return pen->row && pen->times && pen->points && pen->moved && pen->von_mises;
}

SarStatus sar_vtk_write(SarStress *stress, const SarVtkOptions *options, SarArena *arena) {
  const SarSinkHeader *header = sar_results_header(stress->results);
  Pen pen = {.stress = stress, .options = options, .arena = arena};
  pen.pressure = header ? sar_units_factor(&header->units, "N/m^2") : 1;
  if (!allocate(&pen)) return sar_report_no_memory(stress->context);
  SarStatus status = sar_vtk_make_folder(stress->context, options->folder);
  for (int64_t i = 0; status == SAR_OK && i < options->count; i++) {
    status = write_picture(&pen, i);
    SarStressWatch watch = options->watch;
    bool stop = status == SAR_OK && watch.tell && watch.tell(watch.self, (double)(i + 1) / (double)options->count);
    if (stop) status = SAR_INTERRUPTED;
  }
  if (status != SAR_OK) return status;
  return sar_vtk_list(stress->context, arena, options->folder, stress->name, pen.times, options->count);
}
