#define _POSIX_C_SOURCE 200809L

#include "result/vtk_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "result/markup.h"

#define TRIANGLE 5 /* the kind of a cell in VTK */

SarStatus sar_vtk_make_folder(SarContext *context, const char *folder) {
  struct stat facts;
  if (mkdir(folder, 0777) == 0) return SAR_OK;
  int reason = errno;
  if (reason == EEXIST && stat(folder, &facts) == 0 && S_ISDIR(facts.st_mode)) return SAR_OK;
  return sar_report_write(context, folder, reason, "unknown reason");
}

/* ---- a picture ---- */

static const char *byte_order(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first ? "LittleEndian" : "BigEndian";
}

SarStatus sar_vtk_begin(SarVtkFile *file, const char *path, int64_t points, int64_t triangles) {
  SarTextFile *f = &file->text;
  SAR_TRY(sar_text_file_open(file->context, path, f));
  sar_text_file_put(f, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"");
  sar_text_file_put(f, byte_order());
  sar_text_file_put(f, "\" header_type=\"UInt64\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"");
  sar_text_file_put_int(f, points);
  sar_text_file_put(f, "\" NumberOfCells=\"");
  sar_text_file_put_int(f, triangles);
  sar_text_file_put(f, "\">\n");
  return f->status;
}

void sar_vtk_put(SarVtkFile *file, const char *text) { sar_text_file_put(&file->text, text); }

SarStatus sar_vtk_array(SarVtkFile *file, const char *type, const char *name, int components, const void *values,
                        size_t bytes) {
  SarTextFile *f = &file->text;
  sar_text_file_put(f, "<DataArray type=\"");
  sar_text_file_put(f, type);
  sar_text_file_put(f, "\" Name=\"");
  sar_markup_text(f, name);
  sar_text_file_put(f, "\" NumberOfComponents=\"");
  sar_text_file_put_int(f, components);
  sar_text_file_put(f, "\" format=\"binary\">");
  uint64_t size = bytes; /* its own block of base64, before the numbers */
  SAR_TRY(sar_pack_bytes(file->context, &file->pack, &size, sizeof size));
  sar_text_file_put(f, file->pack.text);
  SAR_TRY(sar_pack_bytes(file->context, &file->pack, values, bytes));
  sar_text_file_put(f, file->pack.text);
  sar_text_file_put(f, "</DataArray>\n");
  return f->status;
}

SarStatus sar_vtk_triangles(SarVtkFile *file, const void *corners, size_t triangles) {
  uint32_t *offsets = malloc((triangles + 1) * sizeof *offsets);
  unsigned char *kinds = malloc(triangles + 1);
  SarStatus status = offsets && kinds ? SAR_OK : sar_report_no_memory(file->context);
  for (size_t i = 0; status == SAR_OK && i < triangles; i++) {
    offsets[i] = (uint32_t)(3 * (i + 1));
    kinds[i] = TRIANGLE;
  }
  sar_vtk_put(file, "<Cells>\n");
  if (status == SAR_OK)
    status = sar_vtk_array(file, "Int32", "connectivity", 1, corners, 3 * triangles * sizeof(int32_t));
  if (status == SAR_OK) status = sar_vtk_array(file, "UInt32", "offsets", 1, offsets, triangles * sizeof *offsets);
  if (status == SAR_OK) status = sar_vtk_array(file, "UInt8", "types", 1, kinds, triangles);
  sar_vtk_put(file, "</Cells>\n");
  free(kinds);
  free(offsets);
  return status;
}

SarStatus sar_vtk_end(SarVtkFile *file, SarStatus status) {
  if (status == SAR_OK) sar_vtk_put(file, "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
  SarStatus closed = sar_text_file_close(&file->text);
  sar_pack_free(&file->pack);
  return status == SAR_OK ? closed : status;
}

/* ---- the list ---- */

const char *sar_vtk_name(SarArena *arena, const char *stem, int64_t index) {
  return sar_arena_printf(arena, "%s_%04lld.vtu", stem, (long long)index);
}

static SarStatus put_list(SarTextFile *f, SarArena *arena, const char *stem, const double *times, int64_t count) {
  sar_text_file_put(f, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n");
  for (int64_t i = 0; i < count; i++) {
    const char *name = sar_vtk_name(arena, stem, i);
    if (!name) return sar_report_no_memory(f->context);
    sar_text_file_put(f, "<DataSet timestep=\"");
    sar_text_file_put_real(f, times[i]);
    sar_text_file_put(f, "\" file=\"");
    sar_markup_text(f, name);
    sar_text_file_put(f, "\"/>\n");
  }
  sar_text_file_put(f, "</Collection>\n</VTKFile>\n");
  return f->status;
}

SarStatus sar_vtk_list(SarContext *context, SarArena *arena, const char *folder, const char *stem, const double *times,
                       int64_t count) {
  SarTextFile file;
  const char *path = sar_arena_printf(arena, "%s/%s.pvd", folder, stem);
  if (!path) return sar_report_no_memory(context);
  SarStatus status = sar_text_file_open(context, path, &file);
  if (status == SAR_OK) status = put_list(&file, arena, stem, times, count);
  SarStatus closed = sar_text_file_close(&file);
  return status == SAR_OK ? closed : status;
}
