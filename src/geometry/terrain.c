#include "geometry/terrain.h"

#include <math.h>

#include "geometry/monotone.h"
#include "geometry/round.h"

/* ---- making ---- */

bool sar_terrain_table(SarArena *arena, const double *x, const double *z, int32_t count, SarTerrain *out) {
  double *slope = SAR_NEW(arena, count, double);
  if (!slope) return false;
  sar_monotone_slopes(x, z, count, true, slope);
  *out = (SarTerrain){.kind = SAR_TERRAIN_TABLE, .nx = count, .ny = 1, .x = x, .z = z, .zx = slope};
  return true;
}

/* Slopes along y of numbers that stand in rows along x. */
static void slopes_across(const double *y, int32_t ny, const double *z, int32_t nx, double *column, double *out) {
  for (int32_t i = 0; i < nx; i++) {
    for (int32_t k = 0; k < ny; k++) column[k] = z[k * nx + i];
    sar_monotone_slopes(y, column, ny, true, column + ny);
    for (int32_t k = 0; k < ny; k++) out[k * nx + i] = column[ny + k];
  }
}

bool sar_terrain_field(SarArena *arena, const double *x, int32_t nx, const double *y, int32_t ny, const double *z,
                       SarTerrain *out) {
  double *zx = SAR_NEW(arena, nx * ny, double), *zy = SAR_NEW(arena, nx * ny, double);
  double *twist = SAR_NEW(arena, nx * ny, double), *column = SAR_NEW(arena, 2 * ny, double);
  if (!zx || !zy || !twist || !column) return false;
  for (int32_t k = 0; k < ny; k++) sar_monotone_slopes(x, z + k * nx, nx, true, zx + k * nx);
  slopes_across(y, ny, z, nx, column, zy);
  slopes_across(y, ny, zx, nx, column, twist);
  *out = (SarTerrain){SAR_TERRAIN_FIELD, 0, 0, 0, nx, ny, x, y, z, zx, zy, twist};
  return true;
}

bool sar_terrain_mirrored(SarArena *arena, const SarTerrain *t, SarTerrain *out) {
  *out = *t;
  out->start = t->kind == SAR_TERRAIN_BUMP ? -t->start - t->length : -t->start;
  if (t->kind == SAR_TERRAIN_SINE) out->height = -t->height;
  if (!t->nx) return true;
  double *x = SAR_NEW(arena, t->nx, double), *z = SAR_NEW(arena, t->nx * t->ny, double);
  if (!x || !z) return false;
  for (int32_t i = 0; i < t->nx; i++) x[i] = -t->x[t->nx - 1 - i];
  for (int32_t i = 0; i < t->nx * t->ny; i++) z[i] = t->z[i - i % t->nx + t->nx - 1 - i % t->nx];
  if (t->kind == SAR_TERRAIN_TABLE) return sar_terrain_table(arena, x, z, t->nx, out);
  return sar_terrain_field(arena, x, t->nx, t->y, t->ny, z, out);
}

/* ---- asking ---- */

/* A coordinate within the ends, and whether it was. */
static bool within(const double *x, int32_t count, double *at) {
  double asked = *at;
  *at = fmin(fmax(asked, x[0]), x[count - 1]);
  return *at == asked;
}

static void table_at(const SarTerrain *t, double x, SarTerrainPoint *out) {
  double f[3];
  bool inside = within(t->x, t->nx, &x);
  int32_t i = sar_interval_of(t->x, t->nx, x);
  sar_cubic_at(t->x[i + 1] - t->x[i], t->z + i, t->zx + i, x - t->x[i], f);
  *out = (SarTerrainPoint){.z = f[0], .patch = inside ? i + 1 : x > t->x[0] ? t->nx : 0};
  if (inside) out->zx = f[1], out->zxx = f[2];
}

/* A row of the patch at x: value (or slope across) with two derivatives along x. */
static void row_at(const SarTerrain *t, const double *value, const double *slope, int32_t i, double u, double out[3]) {
  sar_cubic_at(t->x[i + 1] - t->x[i], value + i, slope + i, u, out);
}

/* Cubics along x at both rows, then one across for the value and each derivative. */
static void field_at(const SarTerrain *t, double x, double y, SarTerrainPoint *out) {
  bool in_x = within(t->x, t->nx, &x), in_y = within(t->y, t->ny, &y);
  int32_t i = sar_interval_of(t->x, t->nx, x), k = sar_interval_of(t->y, t->ny, y);
  double u = x - t->x[i], h = t->y[k + 1] - t->y[k], value[2][3], slope[2][3], f[3][3];
  for (int32_t r = 0; r < 2; r++) {
    int32_t row = (k + r) * t->nx;
    row_at(t, t->z + row, t->zx + row, i, u, value[r]);
    row_at(t, t->zy + row, t->twist + row, i, u, slope[r]);
  }
  for (int d = 0; d < 3; d++) {
    sar_cubic_at(h, (double[]){value[0][d], value[1][d]}, (double[]){slope[0][d], slope[1][d]}, y - t->y[k], f[d]);
  }
  *out = (SarTerrainPoint){.z = f[0][0], .patch = (k * t->nx + i) * 4 + (in_x ? 0 : 1) + (in_y ? 0 : 2)};
  if (in_x) out->zx = f[1][0], out->zxx = f[2][0];
  if (in_y) out->zy = f[0][1], out->zyy = f[0][2];
  if (in_x && in_y) out->zxy = f[1][1];
}

static void wave_at(const SarTerrain *t, double x, SarTerrainPoint *out) {
  double k = 2 * SAR_PI / t->length, phase = k * (x - t->start);
  bool bump = t->kind == SAR_TERRAIN_BUMP;
  double a = bump ? -t->height / 2 : t->height, shift = bump ? SAR_PI / 2 : 0; /* -cos = sin of a quarter turn later */
  *out = (SarTerrainPoint){.patch = 1};
  if (bump && (x < t->start || x > t->start + t->length)) {
    out->patch = x < t->start ? 0 : 2;
    return;
  }
  out->z = a * sin(phase + shift) - (bump ? a : 0);
  out->zx = a * k * cos(phase + shift);
  out->zxx = -a * k * k * sin(phase + shift);
}

void sar_terrain_at(const SarTerrain *t, double x, double y, SarTerrainPoint *out) {
  switch (t->kind) {
    case SAR_TERRAIN_FLAT: *out = (SarTerrainPoint){.z = t->height}; return;
    case SAR_TERRAIN_BUMP:
    case SAR_TERRAIN_SINE: wave_at(t, x, out); return;
    case SAR_TERRAIN_TABLE: table_at(t, x, out); return;
    case SAR_TERRAIN_FIELD: field_at(t, x, y, out); return;
  }
}

double sar_terrain_top(const SarTerrain *t) {
  if (t->kind == SAR_TERRAIN_FLAT) return t->height;
  if (t->kind == SAR_TERRAIN_BUMP) return fmax(t->height, 0);
  if (t->kind == SAR_TERRAIN_SINE) return fabs(t->height);
  double top = t->z[0], span = 0;
  for (int32_t i = 0; i < t->nx * t->ny; i++) top = fmax(top, t->z[i]), span = fmax(span, fabs(t->z[i] - t->z[0]));
  return t->kind == SAR_TERRAIN_FIELD ? top + span : top; /* a patch may swing a little beyond its corners */
}

bool sar_terrain_is_beyond(const SarTerrain *t, double x, double y) {
  if (t->kind == SAR_TERRAIN_TABLE) return !within(t->x, t->nx, &x);
  return t->kind == SAR_TERRAIN_FIELD && !(within(t->x, t->nx, &x) && within(t->y, t->ny, &y));
}
