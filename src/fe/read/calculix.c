/* CalculiX: JOB.inp and, beside it, what `*FREQUENCY, SOLVER=MATRIXSTORAGE` writes.
 *
 *   JOB.dof   one line per unknown, `node.direction`, 1 to 3: in the order of the matrices
 *   JOB.sti   lines `row column value` of the upper triangle of the stiffness, column by column
 *   JOB.mas   the same of the mass, consistent
 *   JOB.12d   of models with shells: the solid elements that were made of them (shells.c)
 *
 * Unknowns that are prescribed (*BOUNDARY) or depend on others (*EQUATION, *RIGID BODY) are absent. Elements C3D8I have
 * three more nodes each, without coordinates: amplitudes of their bending modes. These have a mass that matters (in a
 * bar of ten of them, following the nodes as in statics would be 0.1 % in the second frequency), so they stay. */
#include <inttypes.h>
#include <string.h>

#include "fe/read/deck.h"
#include "fe/read/lines.h"
#include "fe/read/loads.h"
#include "fe/read/shells.h"

#define INNER 9 /* unknowns that an element C3D8I has of its own */
#define REMEDY "run ccx again with a step of `*FREQUENCY, SOLVER=MATRIXSTORAGE`"
#define ONE_RUN REMEDY "; all files must be of one run"

/* JOB.inp -> JOB.dof */
static const char *beside(SarFeReading *r, const char *deck, const char *ending) {
  const char *dot = strrchr(deck, '.'), *slash = strrchr(deck, '/');
  size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - deck) : strlen(deck);
  return sar_arena_printf(r->scratch, "%.*s%s", (int)stem, deck, ending);
}

/* ---- unknowns ---- */

static SarStatus read_unknown(SarFeReading *r, SarFeText *text, SarFeUnknown *unknown, int64_t *node) {
  int64_t direction = 0;
  bool ok = sar_fe_text_int(text, node) && *text->cursor == '.';
  if (ok) text->cursor++;
  ok = ok && sar_fe_text_int(text, &direction) && !sar_fe_text_more(text) && text->whole;
  if (!ok || *node < 1 || direction < 1 || direction > 3) {
    return sar_fe_text_wrong(text, REMEDY, "this is no unknown, `node.direction` with a direction of 1 to 3");
  }
  *unknown = (SarFeUnknown){sar_fe_index(r->out->numbers, r->out->nnodes, *node), (int32_t)direction - 1};
  return SAR_OK;
}

/* The unknowns of nodes that were made of shells stand in the order of their numbers, under the number of the node that
 * each was made from: three of each. */
static SarStatus take_made(SarFeReading *r, const SarFeText *text, const SarFeShells *shells, int32_t *taken,
                           int64_t node, SarFeUnknown *u) {
  const SarFeExpanded *e = &shells->nodes[*taken / 3];
  if (e->original != node || u->direction != *taken % 3) {
    return sar_fe_text_wrong(text, "leave out *BOUNDARY, *EQUATION and the like at shells, and run ccx again",
                             "the nodes that CalculiX makes of shells have not all of their unknowns: %" PRId64
                             ".%d should stand here",
                             e->original, (int)(*taken % 3) + 1);
  }
  u->node = sar_fe_index(r->out->numbers, r->out->nnodes, e->number);
  ++*taken;
  return SAR_OK;
}

static bool is_shell_node(const uint8_t *shell, const SarFeUnknown *u) {
  return u->node >= 0 && shell && shell[u->node];
}

/* Which nodes of the model shells were made of; null: there are no shells. */
static SarStatus mark_shells(SarFeReading *r, const SarFeShells *shells, uint8_t **out) {
  *out = NULL;
  if (!shells->count) return SAR_OK;
  if (!(*out = SAR_NEW(r->scratch, r->out->nnodes, uint8_t))) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < shells->count; i++) {
    (*out)[sar_fe_index(r->out->numbers, r->out->nnodes, shells->nodes[i].original)] = 1;
  }
  return SAR_OK;
}

/* Unknowns of nodes that the deck does not have are those of elements C3D8I: node -1. */
static SarStatus read_unknowns(SarFeReading *r, SarFeText *text, const SarFeShells *shells, SarFeUnknown **unknowns,
                               int32_t *count) {
  int32_t capacity = 0, taken = 0;
  uint8_t *shell = NULL;
  int64_t largest = r->out->nnodes ? r->out->numbers[r->out->nnodes - 1] : 0;
  SAR_TRY(mark_shells(r, shells, &shell));
  while (sar_fe_text_line(text)) {
    SarFeUnknown *u = sar_arena_append(r->scratch, 1024, unknowns, count, &capacity, sizeof *u);
    int64_t node = 0;
    if (!u) return sar_report_no_memory(r->context);
    SAR_TRY(read_unknown(r, text, u, &node));
    text->cursor = text->line;
    if (is_shell_node(shell, u) && taken < 3 * shells->count) SAR_TRY(take_made(r, text, shells, &taken, node, u));
    if (u->node >= 0 || node > largest) continue;
    return sar_fe_text_wrong(text, "give the deck that the matrices were made from",
                             "node %" PRId64 " has no coordinates in the input deck", node);
  }
  SAR_TRY(text->status);
  if (taken < 3 * shells->count) {
    return sar_fe_file_wrong(text, REMEDY, "%d of %d unknowns of nodes that CalculiX makes of shells are there",
                             (int)taken, 3 * (int)shells->count);
  }
  return *count ? SAR_OK : sar_fe_file_wrong(text, REMEDY, "there are no unknowns in this file");
}

/* ---- matrices ---- */

static SarStatus read_entries(SarFeReading *r, SarFeText *text, int32_t n, SarFeEntries *entries) {
  SarFeEntry entry = {0};
  while (sar_fe_text_line(text)) {
    SAR_TRY(sar_fe_line_entry(text, n, ONE_RUN, &entry));
    if (!text->whole) {
      return sar_fe_text_wrong(text, REMEDY ", or copy the file again", "the file is cut short: this line has no end");
    }
    if (!sar_fe_entries_add(entries, entry.row, entry.column, entry.value)) return sar_report_no_memory(r->context);
  }
  return text->status;
}

/* Every unknown has an entry on the diagonal, which CalculiX always writes. */
static SarStatus check_diagonal(SarFeReading *r, const char *path, const SarFeMatrix *m) {
  for (int32_t j = 0; j < m->pattern.ncolumns; j++) {
    int32_t end = m->pattern.column[j + 1];
    if (end > m->pattern.column[j] && m->pattern.row[end - 1] == j) continue;
    return sar_report(r->context, SAR_INPUT, (SarSource){sar_intern(r->context, path), 0, 0}, NULL, ONE_RUN,
                      "the file is cut short or of another model: nothing for unknown %d of %d", (int)j + 1,
                      (int)m->pattern.ncolumns);
  }
  return SAR_OK;
}

static SarStatus read_matrix(SarFeReading *r, const char *path, int32_t n, SarFeMatrix *out) {
  SarFeText text;
  SarFeEntries entries = {0};
  int32_t repeated[2];
  if (!path) return sar_report_no_memory(r->context);
  SarStatus status = sar_fe_text_open(r->context, path, sar_nowhere(), &text);
  if (status == SAR_OK) status = read_entries(r, &text, n, &entries);
  sar_fe_text_close(&text);
  if (status == SAR_OK) {
    status = sar_fe_entries_pack(&entries, n, false, r->arena, out, repeated);
    if (status != SAR_OK) status = sar_report_no_memory(r->context);
  }
  sar_fe_entries_free(&entries);
  SAR_TRY(status);
  if (repeated[0] >= 0) return sar_fe_report_repeated(r->context, path, n, 0, 0, true, REMEDY, repeated);
  return check_diagonal(r, path, out);
}

/* ---- all ---- */

static SarStatus check_deck(const SarFeDeck *deck) {
  SarSource transform = deck->notices[SAR_FE_TRANSFORM];
  if (!transform.file) return SAR_OK;
  return sar_report(deck->reading->context, SAR_INPUT, transform, NULL, "remove *TRANSFORM and run ccx again",
                    "the matrices are not in the axes of the model");
}

/* As many unknowns without a node as elements C3D8I have. */
static SarStatus check_inner(SarFeReading *r, const char *path, const SarFeUnknown *unknowns, int32_t n) {
  int64_t inner = 0, elements = 0;
  for (int32_t i = 0; i < n; i++) inner += unknowns[i].node < 0;
  for (int32_t i = 0; i < r->out->nelements; i++) elements += r->out->elements[i].variant == SAR_FE_INCOMPATIBLE;
  if (inner == INNER * elements) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, (SarSource){sar_intern(r->context, path), 0, 0}, NULL,
                    "give the deck that the matrices were made from",
                    "%" PRId64 " unknowns belong to no node of the input deck, and its elements C3D8I have %" PRId64,
                    inner, INNER * elements);
}

static SarStatus read_matrices(SarFeReading *r, const char *path, SarFeUnknown *unknowns, int32_t n) {
  SarFeUnknown *kept = SAR_NEW(r->arena, n, SarFeUnknown);
  if (!kept) return sar_report_no_memory(r->context);
  memcpy(kept, unknowns, (size_t)n * sizeof *kept);
  r->out->unknowns = kept;
  r->out->nunknowns = n;
  SAR_TRY(read_matrix(r, beside(r, path, ".sti"), n, &r->out->stiffness));
  return read_matrix(r, beside(r, path, ".mas"), n, &r->out->mass);
}

SarStatus sar_fe_read_calculix(SarFeReading *r, const char *path) {
  SarFeDeck deck;
  SarFeShells shells;
  SarFeText text;
  SarFeUnknown *unknowns = NULL;
  int32_t n = 0;
  SAR_TRY(sar_fe_deck_read(r, path, &deck));
  SAR_TRY(check_deck(&deck));
  SAR_TRY(sar_fe_deck_order(&deck));
  SAR_TRY(sar_fe_shells_expand(&deck, beside(r, path, ".12d"), &shells));
  SAR_TRY(sar_fe_deck_finish(&deck));
  SAR_TRY(sar_fe_shells_sets(r, &shells));
  const char *dof = beside(r, path, ".dof");
  if (!dof) return sar_report_no_memory(r->context);
  SarStatus status = sar_fe_text_open(r->context, dof, sar_nowhere(), &text);
  if (status == SAR_OK) status = read_unknowns(r, &text, &shells, &unknowns, &n);
  sar_fe_text_close(&text);
  SAR_TRY(status);
  SAR_TRY(check_inner(r, dof, unknowns, n));
  SAR_TRY(read_matrices(r, path, unknowns, n));
  return sar_fe_set_loads(&deck, &shells);
}
