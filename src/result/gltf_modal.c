/* Modal bodies: the modes that move the surface most in this run as morph targets, their amplitudes as weights. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/gltf_parts.h"
#include "result/stress.h"

/* What a mode does at most in this run. */
typedef struct Use {
  int32_t mode; /* from 0 */
  double moves; /* m */
} Use;

typedef struct Maker {
  SarGltf *g;
  const SarSceneModal *modal;
  double *peak;   /* of amplitudes, by mode */
  float *weights; /* of the chosen modes, by frame; null: peaks are looked for */
  const Use *chosen;
  int32_t nchosen, frame; /* the next frame to fill */
} Maker;

static SarStatus look(void *self, const SarStressPiece *piece) {
  Maker *m = self;
  int32_t n = m->modal->reduced->n;
  for (int32_t i = 0; !m->weights && i < n; i++) {
    for (int32_t r = 0; r < piece->rows; r++) {
      double size = fabs(piece->amplitudes[(size_t)i * (size_t)piece->rows + (size_t)r]);
      if (size > m->peak[i]) m->peak[i] = size; /* false for nan */
    }
  }
  while (m->weights && m->frame < m->g->frames && m->g->rows[m->frame] < piece->first + piece->rows) {
    size_t row = (size_t)(m->g->rows[m->frame] - piece->first);
    for (int32_t k = 0; k < m->nchosen; k++) {
      double value = piece->amplitudes[(size_t)m->chosen[k].mode * (size_t)piece->rows + row];
      m->weights[(size_t)m->frame * (size_t)m->nchosen + (size_t)k] = isfinite(value) ? (float)value : 0;
    }
    m->frame++;
  }
  return SAR_OK;
}

static int by_moves(const void *a, const void *b) {
  const Use *x = a, *y = b;
  return x->moves != y->moves ? (x->moves > y->moves ? -1 : 1) : x->mode - y->mode;
}

/* A displacement of the vertices for an amplitude of one, in the unit of length of the scene. */
static int32_t add_target(Maker *m, int32_t mode, float *moved) {
  const SarReduced *body = m->modal->reduced;
  for (int32_t v = 0; v < m->modal->nvertices; v++) {
    const float *shape = body->mesh.shapes + (size_t)m->modal->nodes[v] * 3 * (size_t)body->n;
    for (size_t k = 0; k < 3; k++) {
      double value = (double)shape[k * (size_t)body->n + (size_t)mode] / m->g->scene->length_unit;
      moved[3 * (size_t)v + k] = (float)value;
    }
  }
  return sar_gltf_floats(&m->g->bin, moved, (size_t)m->modal->nvertices, 3, SAR_GLTF_VERTICES, true);
}

static SarStatus choose(Maker *m, SarStress *stress, Use *uses) {
  const SarReduced *body = m->modal->reduced;
  SAR_TRY(sar_stress_each_piece(stress, look, m));
  for (int32_t i = 0; i < body->n; i++) uses[i] = (Use){i, m->peak[i] * body->reach[i]};
  qsort(uses, (size_t)body->n, sizeof *uses, by_moves);
  while (m->nchosen < body->n && m->nchosen < SAR_GLTF_MODES && uses[m->nchosen].moves > 0) m->nchosen++;
  m->chosen = uses;
  return SAR_OK;
}

static SarStatus add_modes(Maker *m, SarStress *stress, SarGltfMesh *mesh) {
  SarGltf *g = m->g;
  int32_t n = m->modal->reduced->n;
  Use *uses = SAR_NEW(g->arena, n + 1, Use);
  m->peak = SAR_NEW(g->arena, n + 1, double);
  if (!uses || !m->peak) return sar_report_no_memory(g->context);
  SAR_TRY(choose(m, stress, uses));
  if (m->nchosen == 0) return SAR_OK;
  float *moved = SAR_NEW(g->arena, 3 * (size_t)m->modal->nvertices + 1, float);
  int32_t *targets = SAR_NEW(g->arena, m->nchosen, int32_t);
  size_t numbers = (size_t)g->frames * (size_t)m->nchosen;
  m->weights = SAR_NEW(g->arena, numbers, float);
  SarGltfMorph *morph =
      sar_arena_append(g->arena, 4, &g->morphs.list, &g->morphs.count, &g->morphs.capacity, sizeof *morph);
  if (!moved || !targets || !m->weights || !morph) return sar_report_no_memory(g->context);
  for (int32_t k = 0; k < m->nchosen; k++) targets[k] = add_target(m, uses[k].mode, moved);
  mesh->targets = targets;
  mesh->ntargets = m->nchosen;
  SAR_TRY(sar_stress_each_piece(stress, look, m));
  morph->node = g->nodes.count - 1;
  morph->values = sar_gltf_floats(&g->bin, m->weights, numbers, 1, SAR_GLTF_DATA, false);
  g->modes += m->nchosen;
  return g->bin.status;
}

SarStatus sar_gltf_add_modes(SarGltf *g, int32_t body, SarGltfMesh *mesh) {
  Maker m = {.g = g};
  SarStress stress;
  for (int32_t i = 0; i < g->scene->nmodal; i++) {
    if (g->scene->modal[i].body == body) m.modal = &g->scene->modal[i];
  }
  if (!m.modal) return SAR_OK;
  if (sar_stress_modes(g->results, m.modal->name) != m.modal->reduced->n) {
    sar_warn(g->context, sar_nowhere(), m.modal->name, "record them: `output: {of: [...]}` names what is recorded",
             "%s does not bend: its amplitudes are not recorded", m.modal->name);
    return SAR_OK;
  }
  SAR_TRY(sar_stress_open(g->context, g->results, m.modal->name, m.modal->reduced, g->arena, &stress));
  return add_modes(&m, &stress, mesh);
}
