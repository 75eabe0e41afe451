/* Ground that is not flat: a height z(x, y) with continuous slopes, the solid below it. Roads are the same for every y.
 *
 * Tables run through their points as monotone cubics, fields as bicubic patches with monotone slopes along both axes,
 * so that neither swings beyond its numbers. Beyond their ends both go on level, at the height of the end; their slope
 * across an end is zero there, so that nothing jumps. */
#ifndef SAR_GEOMETRY_TERRAIN_H
#define SAR_GEOMETRY_TERRAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec3.h"

typedef enum SarTerrainKind {
  SAR_TERRAIN_FLAT,  /* z = height */
  SAR_TERRAIN_BUMP,  /* height/2 (1 - cos(2 pi (x - start)/length)) from start to start + length */
  SAR_TERRAIN_SINE,  /* height sin(2 pi (x - start)/length) */
  SAR_TERRAIN_TABLE, /* z over x */
  SAR_TERRAIN_FIELD  /* z over x and y */
} SarTerrainKind;

typedef struct SarTerrain {
  SarTerrainKind kind;
  double start, length, height; /* m */
  int32_t nx, ny;
  const double *x, *y;           /* m, increasing */
  const double *z;               /* m: ny rows of nx */
  const double *zx, *zy, *twist; /* dz/dx, dz/dy, d2z/dxdy, alike; a table has the first alone */
} SarTerrain;

/* Height, slopes and bends at a point. */
typedef struct SarTerrainPoint {
  double z;
  double zx, zy;
  double zxx, zxy, zyy; /* 1/m; of one side, where they jump */
  int32_t patch;        /* the piece of the surface; the same number as long as it is the same */
} SarTerrainPoint;

void sar_terrain_at(const SarTerrain *terrain, double x, double y, SarTerrainPoint *out);

/* m, no point is higher. */
double sar_terrain_top(const SarTerrain *terrain);

/* Whether it has ends, and the place lies beyond them. */
bool sar_terrain_is_beyond(const SarTerrain *terrain, double x, double y);

/* Of numbers that are kept by the caller; x (and y) increase, 2 of each at least. False: memory is exhausted. */
bool sar_terrain_table(SarArena *arena, const double *x, const double *z, int32_t count, SarTerrain *out);
bool sar_terrain_field(SarArena *arena, const double *x, int32_t nx, const double *y, int32_t ny, const double *z,
                       SarTerrain *out);

/* Its mirror image: x is turned round. False: memory is exhausted. */
bool sar_terrain_mirrored(SarArena *arena, const SarTerrain *terrain, SarTerrain *out);

#endif
