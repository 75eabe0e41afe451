/* Marching squares. A line crosses edges between neighbouring grid points; in each cell the crossed edges are joined in
 * pairs, so that an edge has at most two neighbours and lines are chains. */
#include "result/contour.h"

#include <math.h>

#define NONE (-1)

typedef struct Grid {
  int32_t nx, ny, horizontal; /* number of horizontal edges: they come first */
  const double *x, *y, *values;
  double level;
  int32_t (*link)[2]; /* of every edge, its neighbours on the line */
  SarContour *out;
} Grid;

static double value_at(const Grid *g, int32_t i, int32_t j) {
  double value = g->values[(int64_t)j * g->nx + i];
  return isnan(value) ? INFINITY : value;
}

static bool above(const Grid *g, int32_t i, int32_t j) { return value_at(g, i, j) > g->level; }

/* The edge from (i, j) to the right, or upwards. */
static int32_t right_of(const Grid *g, int32_t i, int32_t j) { return j * (g->nx - 1) + i; }
static int32_t above_of(const Grid *g, int32_t i, int32_t j) { return g->horizontal + j * g->nx + i; }

static void join(Grid *g, int32_t a, int32_t b) {
  g->link[a][g->link[a][0] != NONE] = b;
  g->link[b][g->link[b][0] != NONE] = a;
}

static void join_cell(Grid *g, int32_t i, int32_t j) {
  const bool corner[] = {above(g, i, j), above(g, i + 1, j), above(g, i + 1, j + 1), above(g, i, j + 1)};
  const int32_t edge[] = {right_of(g, i, j), above_of(g, i + 1, j), right_of(g, i, j + 1), above_of(g, i, j)};
  int32_t crossed[4], count = 0;
  for (int32_t k = 0; k < 4; k++) {
    if (corner[k] != corner[(k + 1) % 4]) crossed[count++] = edge[k];
  }
  if (count == 2) join(g, crossed[0], crossed[1]);
  if (count < 4) return;
  /* a saddle: its middle decides which corners belong together */
  double middle = (value_at(g, i, j) + value_at(g, i + 1, j) + value_at(g, i + 1, j + 1) + value_at(g, i, j + 1)) / 4;
  bool first_alone = (middle > g->level) != corner[0];
  join(g, edge[0], edge[first_alone ? 3 : 1]);
  join(g, edge[2], edge[first_alone ? 1 : 3]);
}

static void add_point(SarContour *out, double x, double y) {
  out->x[out->count] = x;
  out->y[out->count++] = y;
}

/* The point where the line crosses an edge. */
static void add_crossing(Grid *g, int32_t edge) {
  bool flat = edge < g->horizontal;
  int32_t place = flat ? edge : edge - g->horizontal, row = flat ? g->nx - 1 : g->nx;
  int32_t i = place % row, j = place / row, i2 = i + flat, j2 = j + !flat;
  double a = value_at(g, i, j), b = value_at(g, i2, j2);
  double part = isinf(a) ? 1 : isinf(b) ? 0 : (g->level - a) / (b - a);
  add_point(g->out, g->x[i] + part * (g->x[i2] - g->x[i]), g->y[j] + part * (g->y[j2] - g->y[j]));
}

/* Takes the line that begins at an edge; its links are used up. */
static void take_line(Grid *g, int32_t edge) {
  int32_t begin = edge;
  if (g->out->count > 0) add_point(g->out, NAN, NAN);
  while (edge != NONE) {
    add_crossing(g, edge);
    int32_t next = g->link[edge][0] != NONE ? g->link[edge][0] : g->link[edge][1];
    g->link[edge][0] = g->link[edge][1] = NONE;
    if (next == NONE) break;
    for (int32_t k = 0; k < 2; k++) {
      if (g->link[next][k] == edge) g->link[next][k] = NONE;
    }
    bool used_up = g->link[next][0] == NONE && g->link[next][1] == NONE;
    if (used_up && next == begin) { /* closed */
      add_crossing(g, next);
      break;
    }
    edge = next;
  }
}

SarStatus sar_contour(SarContext *context, SarArena *arena, int32_t nx, const double *x, int32_t ny, const double *y,
                      const double *values, double level, SarContour *out) {
  *out = (SarContour){.count = 0};
  if (nx < 2 || ny < 2) return SAR_OK;
  Grid g = {.nx = nx, .ny = ny, .horizontal = (nx - 1) * ny, .x = x, .y = y, .values = values, .level = level};
  int32_t edges = g.horizontal + nx * (ny - 1);
  g.out = out;
  g.link = sar_arena_alloc(arena, (size_t)edges, sizeof *g.link);
  out->x = SAR_NEW(arena, 3 * (int64_t)edges, double); /* a line of one edge takes its point, its end and a nan */
  out->y = SAR_NEW(arena, 3 * (int64_t)edges, double);
  if (!g.link || !out->x || !out->y) return sar_report_no_memory(context);
  for (int32_t k = 0; k < edges; k++) g.link[k][0] = g.link[k][1] = NONE;
  for (int32_t j = 0; j + 1 < ny; j++) {
    for (int32_t i = 0; i + 1 < nx; i++) join_cell(&g, i, j);
  }
  for (int32_t pass = 0; pass < 2; pass++) { /* lines from edge to edge first, then closed ones */
    for (int32_t k = 0; k < edges; k++) {
      bool open = (g.link[k][0] == NONE) != (g.link[k][1] == NONE);
      if (pass == 0 ? open : g.link[k][0] != NONE) take_line(&g, k);
    }
  }
  return SAR_OK;
}
