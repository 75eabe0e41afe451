#define _POSIX_C_SOURCE 200809L

#include "result/vtk.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/rotation.h"
#include "base/units.h"
#include "result/markup.h"
#include "result/pack.h"

#define TRIANGLE 5 /* the kind of a cell in VTK */

typedef struct Pen {
  SarStress *stress;
  const SarVtkOptions *options;
  SarArena *arena;
  SarTextFile file;
  SarPack pack;
  double pressure; /* Pa in the unit of stress of the results */
  double *row;     /* of the results: time, amplitudes, pose */
  double *times;   /* of the pictures */
  float *points, *moved, *von_mises;
  uint32_t *offsets;
  unsigned char *kinds;
} Pen;

static SarStatus make_folder(SarContext *context, const char *folder) {
  struct stat facts;
  if (mkdir(folder, 0777) == 0) return SAR_OK;
  int reason = errno;
  if (reason == EEXIST && stat(folder, &facts) == 0 && S_ISDIR(facts.st_mode)) return SAR_OK;
  return sar_report_write(context, folder, reason, "unknown reason");
}

/* ---- one picture ---- */

static SarStatus put_array(Pen *pen, const char *type, const char *name, int components, const void *values,
                           size_t bytes) {
  SarTextFile *f = &pen->file;
  sar_text_file_put(f, "<DataArray type=\"");
  sar_text_file_put(f, type);
  sar_text_file_put(f, "\" Name=\"");
  sar_markup_text(f, name);
  sar_text_file_put(f, "\" NumberOfComponents=\"");
  sar_text_file_put_int(f, components);
  sar_text_file_put(f, "\" format=\"binary\">");
  uint64_t size = bytes; /* its own block of base64, before the numbers */
  SAR_TRY(sar_pack_bytes(pen->stress->context, &pen->pack, &size, sizeof size));
  sar_text_file_put(f, pen->pack.text);
  SAR_TRY(sar_pack_bytes(pen->stress->context, &pen->pack, values, bytes));
  sar_text_file_put(f, pen->pack.text);
  sar_text_file_put(f, "</DataArray>\n");
  return f->status;
}

static SarStatus put_points(Pen *pen) {
  SarTextFile *f = &pen->file;
  const SarReducedMesh *mesh = &pen->stress->body->mesh;
  size_t n = (size_t)mesh->nnodes;
  sar_text_file_put(f, "<PointData Scalars=\"");
  sar_text_file_put(f, mesh->stress ? "von_mises" : "node");
  sar_text_file_put(f, "\" Vectors=\"displacement\">\n");
  if (mesh->stress) SAR_TRY(put_array(pen, "Float32", "von_mises", 1, pen->von_mises, n * sizeof(float)));
  SAR_TRY(put_array(pen, "Float32", "displacement", 3, pen->moved, 3 * n * sizeof(float)));
  SAR_TRY(put_array(pen, "Int64", "node", 1, mesh->numbers, n * sizeof(int64_t)));
  sar_text_file_put(f, "</PointData>\n<Points>\n");
  SAR_TRY(put_array(pen, "Float32", "points", 3, pen->points, 3 * n * sizeof(float)));
  sar_text_file_put(f, "</Points>\n");
  return f->status;
}

static SarStatus put_cells(Pen *pen) {
  const SarReducedMesh *mesh = &pen->stress->body->mesh;
  size_t n = (size_t)mesh->ntriangles;
  sar_text_file_put(&pen->file, "<Cells>\n");
  SAR_TRY(put_array(pen, "Int32", "connectivity", 1, mesh->triangle, 3 * n * sizeof(int32_t)));
  SAR_TRY(put_array(pen, "UInt32", "offsets", 1, pen->offsets, n * sizeof(uint32_t)));
  SAR_TRY(put_array(pen, "UInt8", "types", 1, pen->kinds, n));
  sar_text_file_put(&pen->file, "</Cells>\n");
  return pen->file.status;
}

static const char *byte_order(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first ? "LittleEndian" : "BigEndian";
}

static SarStatus put_piece(Pen *pen) {
  SarTextFile *f = &pen->file;
  const SarReducedMesh *mesh = &pen->stress->body->mesh;
  sar_text_file_put(f, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"");
  sar_text_file_put(f, byte_order());
  sar_text_file_put(f, "\" header_type=\"UInt64\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"");
  sar_text_file_put_int(f, mesh->nnodes);
  sar_text_file_put(f, "\" NumberOfCells=\"");
  sar_text_file_put_int(f, mesh->ntriangles);
  sar_text_file_put(f, "\">\n");
  SAR_TRY(put_points(pen));
  SAR_TRY(put_cells(pen));
  sar_text_file_put(f, "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
  return f->status;
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

static const char *name_of(Pen *pen, int64_t index) {
  return sar_arena_printf(pen->arena, "%s_%04lld.vtu", pen->stress->name, (long long)index);
}

static SarStatus write_picture(Pen *pen, int64_t index) {
  SarContext *context = pen->stress->context;
  const char *name = name_of(pen, index);
  const char *path = name ? sar_arena_printf(pen->arena, "%s/%s", pen->options->folder, name) : NULL;
  if (!path) return sar_report_no_memory(context);
  SAR_TRY(draw(pen, pen->options->rows[index]));
  pen->times[index] = pen->row[0];
  SarStatus status = sar_text_file_open(context, path, &pen->file);
  if (status == SAR_OK) status = put_piece(pen);
  SarStatus closed = sar_text_file_close(&pen->file);
  return status == SAR_OK ? closed : status;
}

static SarStatus put_list(Pen *pen) {
  SarTextFile *f = &pen->file;
  sar_text_file_put(f, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n");
  for (int64_t i = 0; i < pen->options->count; i++) {
    const char *name = name_of(pen, i);
    if (!name) return sar_report_no_memory(pen->stress->context);
    sar_text_file_put(f, "<DataSet timestep=\"");
    sar_text_file_put_real(f, pen->times[i]);
    sar_text_file_put(f, "\" file=\"");
    sar_markup_text(f, name);
    sar_text_file_put(f, "\"/>\n");
  }
  sar_text_file_put(f, "</Collection>\n</VTKFile>\n");
  return f->status;
}

static SarStatus write_list(Pen *pen) {
  SarContext *context = pen->stress->context;
  const char *path = sar_arena_printf(pen->arena, "%s/%s.pvd", pen->options->folder, pen->stress->name);
  if (!path) return sar_report_no_memory(context);
  SarStatus status = sar_text_file_open(context, path, &pen->file);
  if (status == SAR_OK) status = put_list(pen);
  SarStatus closed = sar_text_file_close(&pen->file);
  return status == SAR_OK ? closed : status;
}

static bool allocate(Pen *pen) {
  const SarReduced *body = pen->stress->body;
  size_t nodes = (size_t)body->mesh.nnodes, triangles = (size_t)body->mesh.ntriangles;
  pen->row = SAR_NEW(pen->arena, 1 + (size_t)body->n + 7, double);
  pen->times = SAR_NEW(pen->arena, pen->options->count, double);
  pen->points = SAR_NEW(pen->arena, 3 * nodes, float);
  pen->moved = SAR_NEW(pen->arena, 3 * nodes, float);
  pen->von_mises = SAR_NEW(pen->arena, nodes, float);
  pen->offsets = SAR_NEW(pen->arena, triangles, uint32_t);
  pen->kinds = SAR_NEW(pen->arena, triangles, unsigned char);
  if (!pen->row || !pen->times || !pen->points || !pen->moved || !pen->von_mises || !pen->offsets || !pen->kinds)
    return false;
  for (size_t i = 0; i < triangles; i++) {
    pen->offsets[i] = (uint32_t)(3 * (i + 1));
    pen->kinds[i] = TRIANGLE;
  }
  return true;
}

SarStatus sar_vtk_write(SarStress *stress, const SarVtkOptions *options, SarArena *arena) {
  const SarSinkHeader *header = sar_results_header(stress->results);
  Pen pen = {.stress = stress, .options = options, .arena = arena};
  pen.pressure = header ? sar_units_factor(&header->units, "N/m^2") : 1;
  if (!allocate(&pen)) return sar_report_no_memory(stress->context);
  SarStatus status = make_folder(stress->context, options->folder);
  for (int64_t i = 0; status == SAR_OK && i < options->count; i++) {
    status = write_picture(&pen, i);
    SarStressWatch watch = options->watch;
    bool stop = status == SAR_OK && watch.tell && watch.tell(watch.self, (double)(i + 1) / (double)options->count);
    if (stop) status = SAR_INTERRUPTED;
  }
  if (status == SAR_OK) status = write_list(&pen);
  sar_pack_free(&pen.pack);
  return status;
}
