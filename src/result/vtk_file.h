/* Files for ParaView: surfaces as .vtu, one per picture, and a .pvd that lists them with their times. XML with numbers
 * in base64, so that any reader of VTK can use them. */
#ifndef SAR_RESULT_VTK_FILE_H
#define SAR_RESULT_VTK_FILE_H

#include "base/arena.h"
#include "result/pack.h"
#include "result/text_file.h"

typedef struct SarVtkFile {
  SarContext *context;
  SarTextFile text;
  SarPack pack;
} SarVtkFile;

/* Exists already, or is made. */
SarStatus sar_vtk_make_folder(SarContext *context, const char *folder);

/* A surface of so many points and triangles. After it: <PointData>, <Points> and so on, with arrays in them; then
 * sar_vtk_end, also after a failure. */
SarStatus sar_vtk_begin(SarVtkFile *file, const char *path, int64_t points, int64_t triangles);
void sar_vtk_put(SarVtkFile *file, const char *text);
SarStatus sar_vtk_array(SarVtkFile *file, const char *type, const char *name, int components, const void *values,
                        size_t bytes);
/* <Cells>: three corners each, 32 bits. */
SarStatus sar_vtk_triangles(SarVtkFile *file, const void *corners, size_t triangles);
SarStatus sar_vtk_end(SarVtkFile *file, SarStatus status);

/* STEM_0007.vtu; null: no memory. */
const char *sar_vtk_name(SarArena *arena, const char *stem, int64_t index);
/* FOLDER/STEM.pvd. */
SarStatus sar_vtk_list(SarContext *context, SarArena *arena, const char *folder, const char *stem, const double *times,
                       int64_t count);

#endif
