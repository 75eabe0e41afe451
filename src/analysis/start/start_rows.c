/* Which rows are carried, and what is said of the others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/parts.h"

#define MAX_WARNINGS 6 /* joints with redundant rows that are named one by one */
#define NEARBY 1e-3    /* how far (in L, rad) the generic rank is looked for */

/* The rank a little further along the motion: a singular pose is not redundancy. */
static SarStatus find_generic_rows(SarStart *s, double t, const double *q, const double *v, SarRowSet *out) {
  const SarProblem *p = &s->all->problem;
  s->extra_freedom = 0;
  SAR_TRY(sar_row_set_find(s->context, s->all, t, q, SAR_RANK_TOLERANCE, out));
  if (out->rank == out->nrows || out->rank >= p->n.nv) return SAR_OK; /* nothing missing, or nothing can move */
  double *direction = calloc((size_t)(p->n.nv + p->n.nq) + 1, sizeof *direction);
  if (!direction) return sar_report_no_memory(s->context);
  double *nearby = direction + p->n.nv;
  SarStatus status = sar_free_direction(s->context, s->all, t, q, v, direction);
  for (int32_t i = 0; i < p->n.nv; i++) direction[i] *= NEARBY;
  memcpy(nearby, q, (size_t)p->n.nq * sizeof *nearby);
  sar_move(p, direction, nearby);
  double error;
  SarRowSet other = {0};
  if (status == SAR_OK) status = sar_assemble_position(s->context, s->all, t, nearby, &error);
  if (status == SAR_OK && error < SAR_ASSEMBLED) {
    status = sar_row_set_find(s->context, s->all, t, nearby, SAR_RANK_TOLERANCE, &other);
    if (status == SAR_OK && other.rank > out->rank) {
      s->extra_freedom = other.rank - out->rank;
      SarRowSet better = other;
      other = *out;
      *out = better;
    }
    sar_row_set_free(&other);
  }
  free(direction);
  return status;
}

SarStatus sar_start_rebuild(SarStart *s, const double *q) {
  SarCounts counts = sar_system_counts(s->system);
  bool *carried = calloc((size_t)counts.position + 1, sizeof *carried);
  if (!carried) return sar_report_no_memory(s->context);
  for (int32_t i = 0; i < counts.position; i++) carried[i] = !s->rows.dependent[i];
  SarWorkspace *m = NULL;
  SarStatus status = sar_workspace_create(s->context, s->system, carried, false, &m);
  free(carried);
  if (status != SAR_OK) return status;
  m->problem.linear = s->linear;
  sar_workspace_copy_memory(m, s->m ? s->m : s->all);
  status = sar_start_share_rows(s, m);
  if (status == SAR_OK) status = sar_workspace_copy_crowds(m, s->m ? s->m : s->all);
  if (status == SAR_OK) status = sar_workspace_refresh_left(&m->problem, &(SarPoint){.t = s->t, .q = q});
  if (status != SAR_OK) {
    sar_workspace_destroy(&m);
    return status;
  }
  sar_equations_destroy(&s->equations);
  sar_workspace_destroy(&s->m);
  s->m = m;
  return sar_equations_create(s->context, m, &s->equations);
}

/* A velocity row that depends on others would have to be dropped, and then its motion would be ignored. */
static SarStatus refuse_dependent_motions(SarStart *s) {
  for (int32_t row = sar_system_counts(s->system).position; row < s->rows.nrows; row++) {
    if (!s->rows.dependent[row]) continue;
    const SarModelElement *element = sar_start_row_element(s->system, row);
    if (element->class->section != SAR_SECTION_MOTIONS) {
      return sar_report(s->context, SAR_CONFLICT, element->source, element->name,
                        "remove it, or free the joint or constraint that holds the same direction" SAR_LOOK_FOR_CURE,
                        "`%s` (%s) constrains a velocity that other constraints already determine", element->name,
                        sar_row_equation(s->system, row));
    }
    return sar_report(s->context, SAR_CONFLICT, element->source, element->name,
                      "remove this motion, or free the joint that holds the same direction" SAR_LOOK_FOR_CURE,
                      "this motion drives a direction that other joints or motions already determine");
  }
  return SAR_OK;
}

SarStatus sar_start_pick_rows(SarStart *s, double t, const double *q, const double *v, bool *changed) {
  SarRowSet rows = {0};
  if (s->m) sar_workspace_copy_memory(s->all, s->m);
  SarStatus status = find_generic_rows(s, t, q, v, &rows);
  if (status != SAR_OK) {
    sar_row_set_free(&rows);
    return status;
  }
  *changed = !s->rows.dependent || memcmp(s->rows.dependent, rows.dependent, (size_t)rows.nrows * sizeof(bool)) != 0;
  sar_row_set_free(&s->rows);
  s->rows = rows;
  s->degrees_of_freedom = s->all->problem.n.nv - rows.rank;
  SAR_TRY(refuse_dependent_motions(s));
  return *changed ? sar_start_rebuild(s, q) : SAR_OK;
}

SarStatus sar_start_archive_rows(SarStart *s, SarArchive *archive) {
  bool changed = false;
  int32_t rank = s->rows.rank, nv = s->m->problem.n.nv;
  sar_archive_int(archive, &rank, 0, s->rows.nrows);
  sar_archive_int(archive, &s->extra_freedom, 0, nv);
  for (int32_t i = 0; i < s->rows.nrows; i++) {
    bool before = s->rows.dependent[i];
    sar_archive_flag(archive, &s->rows.dependent[i]);
    changed |= s->rows.dependent[i] != before;
  }
  SAR_TRY(archive->status);
  s->rows.rank = rank;
  s->degrees_of_freedom = nv - rank;
  return changed ? sar_start_rebuild(s, s->q) : SAR_OK;
}

/* The rows of one joint that are not carried, in words. Returns the first row after the joint's. */
static int32_t list_dependent(const SarStart *s, int32_t row, char *list, size_t size) {
  const SarSystem *system = s->system;
  int32_t element = sar_row_element(system, row);
  list[0] = 0;
  for (; row < sar_system_counts(system).position && sar_row_element(system, row) == element; row++) {
    size_t used = strlen(list);
    if (!s->rows.dependent[row] || used + 40 > size) continue;
    snprintf(list + used, size - used, "%s%s", used ? ", " : "", sar_row_equation(system, row));
  }
  return row;
}

static const char *remedy_of(const SarStart *s, bool relation) {
  if (relation) {
    return "the motion is right, but how they share this load is not determined; leave it out, or let each carry its "
           "share by an elastic part (a rotational-spring-damper)";
  }
  return s->shares ? "how the joints share this load is not determined; use joints that leave it free; `sarrus check` "
                     "looks for them"
                   : "the motion is right, but how the joints share this load is not determined; use joints that "
                     "leave it free; `sarrus check` looks for them";
}

void sar_start_warn_redundant(const SarStart *s) {
  const SarSystem *system = s->system;
  int32_t joints = 0;
  for (int32_t row = 0; row < sar_system_counts(system).position;) {
    char list[512];
    const SarModelElement *element = sar_start_row_element(system, row);
    bool relation = element->class->joint && element->class->joint->relation;
    row = list_dependent(s, row, list, sizeof list);
    if (!list[0] || ++joints > MAX_WARNINGS) continue;
    sar_warn(s->context, element->source, element->name, remedy_of(s, relation),
             "redundant: other joints already hold %s", list);
  }
  if (joints > MAX_WARNINGS) {
    sar_warn(s->context, sar_nowhere(), NULL, "`sarrus check` lists them all",
             "%d more joints have redundant constraints", joints - MAX_WARNINGS);
  }
}
