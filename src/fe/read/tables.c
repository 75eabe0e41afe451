/* Tables of nodes, `number x y z` with names of sets behind if need be, and of unknowns, `node direction`: fields
 * between commas, semicolons or blanks, a line of names before them if need be, comments behind #. */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "fe/read/reading.h"

/* Skips blanks, and a separator if there is one. */
static bool next_field(SarFeText *text) {
  if (!sar_fe_text_more(text)) return false;
  if (*text->cursor == ',' || *text->cursor == ';') text->cursor++;
  return sar_fe_text_more(text);
}

/* The next line with numbers. The first one may be of names. */
static bool next_row(SarFeText *text, bool first) {
  while (sar_fe_text_line(text)) {
    const char *comment = memchr(text->line, '#', text->length);
    if (comment) text->length = (size_t)(comment - text->line);
    if (!sar_fe_text_more(text)) continue;
    char c = *text->cursor;
    bool number = (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
    if (number || !first) return true;
    first = false;
  }
  return false;
}

static SarStatus end_row(SarFeText *text, const char *remedy) {
  if (!sar_fe_text_more(text)) return SAR_OK;
  return sar_fe_text_wrong(text, remedy, "`%.*s` is too much in this line", sar_fe_text_shown(text), text->cursor);
}

/* ---- nodes ---- */

#define MOST_SETS 1000

typedef struct Set {
  const char *name;
  int64_t *numbers;
  int32_t count, capacity;
} Set;

typedef struct Nodes {
  int64_t *numbers;
  SarVec3 *at;
  int32_t count, numbers_capacity, at_count, at_capacity;
  Set *sets;
  int32_t nsets, sets_capacity;
} Nodes;

static Set *find_set(SarFeReading *r, Nodes *nodes, const char *name, size_t length) {
  for (int32_t i = 0; i < nodes->nsets; i++) {
    Set *set = &nodes->sets[i];
    if (strlen(set->name) == length && strncasecmp(set->name, name, length) == 0) return set;
  }
  Set *set = sar_arena_append(r->scratch, 16, &nodes->sets, &nodes->nsets, &nodes->sets_capacity, sizeof *set);
  const char *kept = set ? sar_arena_copy_text_n(r->arena, name, length) : NULL;
  if (!kept) return NULL;
  *set = (Set){.name = kept};
  return set;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/* Sets that the node belongs to: names behind its coordinates. */
static SarStatus read_sets(SarFeReading *r, SarFeText *text, Nodes *nodes, int64_t number, const char *remedy) {
  const char *end = text->line + text->length;
  while (next_field(text) && is_letter(*text->cursor)) {
    const char *name = text->cursor;
    while (text->cursor < end && (is_letter(*text->cursor) || (*text->cursor >= '0' && *text->cursor <= '9')))
      text->cursor++;
    if (nodes->nsets == MOST_SETS) {
      return sar_fe_text_wrong(text, "leave out sets that are not needed", "there are more than %d sets",
                               MOST_SETS - 1);
    }
    Set *set = find_set(r, nodes, name, (size_t)(text->cursor - name));
    int64_t *member =
        set ? sar_arena_append(r->scratch, 16, &set->numbers, &set->count, &set->capacity, sizeof *member) : NULL;
    if (!member) return sar_report_no_memory(r->context);
    *member = number;
  }
  return end_row(text, remedy);
}

static SarStatus put_sets(SarFeReading *r, const Nodes *nodes) {
  SarFeModel *m = r->out;
  SarFeSet *sets = SAR_NEW(r->arena, nodes->nsets, SarFeSet);
  if (!sets) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < nodes->nsets; i++) {
    const Set *set = &nodes->sets[i];
    int32_t *indices = SAR_NEW(r->arena, set->count, int32_t);
    if (!indices) return sar_report_no_memory(r->context);
    for (int32_t k = 0; k < set->count; k++) indices[k] = sar_fe_index(m->numbers, m->nnodes, set->numbers[k]);
    sets[i] = (SarFeSet){.name = set->name, .count = sar_fe_sort_indices(indices, set->count), .nodes = indices};
  }
  m->sets = sets;
  m->nsets = nodes->nsets;
  return SAR_OK;
}

static SarStatus read_node(SarFeReading *r, SarFeText *text, Nodes *nodes) {
  static const char remedy[] = "give `number x y z` in every line, and names of sets behind if need be";
  int64_t number = 0;
  double x[3] = {0};
  bool ok = sar_fe_text_int(text, &number) && number > 0;
  for (int i = 0; ok && i < 3; i++) ok = next_field(text) && sar_fe_text_real(text, &x[i]);
  if (!ok) {
    return sar_fe_text_wrong(text, remedy, "`%.*s` is not a number of a node or a coordinate", sar_fe_text_shown(text),
                             text->cursor);
  }
  SAR_TRY(read_sets(r, text, nodes, number, remedy));
  int64_t *n = sar_arena_append(r->scratch, 256, &nodes->numbers, &nodes->count, &nodes->numbers_capacity, sizeof *n);
  SarVec3 *at = sar_arena_append(r->scratch, 256, &nodes->at, &nodes->at_count, &nodes->at_capacity, sizeof *at);
  if (!n || !at) return sar_report_no_memory(r->context);
  *n = number;
  *at = sar_vec3_load(x);
  return SAR_OK;
}

static SarStatus read_nodes(SarFeReading *r, SarFeText *text, Nodes *nodes) {
  while (next_row(text, nodes->count == 0)) SAR_TRY(read_node(r, text, nodes));
  SAR_TRY(text->status);
  SAR_TRY(sar_fe_set_nodes(r, nodes->count, nodes->numbers, nodes->at));
  if (r->out->nnodes == nodes->count && nodes->count > 0) return put_sets(r, nodes);
  return sar_fe_file_wrong(text, "give every node once, as `number x y z`", "%d nodes in %d lines", (int)r->out->nnodes,
                           (int)nodes->count);
}

/* ---- unknowns ---- */

static SarStatus read_unknown(SarFeReading *r, SarFeText *text, SarFeUnknown *out) {
  static const char remedy[] = "give `node direction` in every line; 1 to 3 are displacements, 4 to 6 rotations";
  int64_t node = 0, direction = 0;
  bool ok = sar_fe_text_int(text, &node);
  int32_t index = ok ? sar_fe_index(r->out->numbers, r->out->nnodes, node) : -1;
  if (ok && index < 0) {
    text->cursor = text->line;
    return sar_fe_text_wrong(text, "give it in the table of nodes", "node %" PRId64 " has no coordinates", node);
  }
  if (ok && text->cursor < text->line + text->length && *text->cursor == '.') text->cursor++; /* as in JOB.dof */
  ok = ok && next_field(text) && sar_fe_text_int(text, &direction) && direction >= 1 && direction <= 6;
  if (!ok) return sar_fe_text_wrong(text, remedy, "this is no unknown of a node");
  *out = (SarFeUnknown){index, (int32_t)direction - 1};
  return end_row(text, remedy);
}

static SarStatus read_unknowns(SarFeReading *r, SarFeText *text, int32_t n, SarFeUnknown *out) {
  int32_t count = 0;
  while (next_row(text, count == 0)) {
    if (count == n) {
      return sar_fe_text_wrong(text, "give one line per row of the matrices",
                               "there are more unknowns than the %d rows of the matrices", (int)n);
    }
    SAR_TRY(read_unknown(r, text, &out[count++]));
  }
  SAR_TRY(text->status);
  if (count == n) return SAR_OK;
  return sar_fe_file_wrong(text, "give one line per row of the matrices; is the file cut short?",
                           "%d unknowns for %d rows of the matrices", (int)count, (int)n);
}

/* Three or six per node, in the order of the table. */
static SarStatus number_unknowns(SarFeReading *r, const SarFeText *text, const Nodes *nodes, int32_t n,
                                 SarFeUnknown *out) {
  int32_t each = n / nodes->count;
  if (each * (int64_t)nodes->count != n || (each != 3 && each != 6)) {
    return sar_fe_file_wrong(text, "give a table of unknowns as a fourth file, `node direction` in every line",
                             "%d rows of the matrices are not three or six for each of the %d nodes", (int)n,
                             (int)nodes->count);
  }
  for (int32_t i = 0; i < n; i++) {
    out[i] = (SarFeUnknown){sar_fe_index(r->out->numbers, r->out->nnodes, nodes->numbers[i / each]), i % each};
  }
  return SAR_OK;
}

SarStatus sar_fe_check_unknowns(SarFeReading *r, const char *path) {
  const SarFeModel *m = r->out;
  uint8_t *found = SAR_NEW(r->scratch, m->nnodes, uint8_t);
  if (!found) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < m->nunknowns; i++) {
    SarFeUnknown u = m->unknowns[i];
    if (u.node < 0) continue;
    if (found[u.node] & 1 << u.direction) {
      return sar_report(r->context, SAR_INPUT, (SarSource){sar_intern(r->context, path), 0, 0}, NULL,
                        "give every unknown once", "direction %d of node %" PRId64 " stands twice among the unknowns",
                        (int)u.direction + 1, m->numbers[u.node]);
    }
    found[u.node] |= (uint8_t)(1 << u.direction);
  }
  return SAR_OK;
}

SarStatus sar_fe_read_tables(SarFeReading *r, const char *node_path, const char *unknown_path, int32_t n) {
  SarFeText text;
  Nodes nodes = {0};
  SarFeUnknown *unknowns = SAR_NEW(r->arena, n, SarFeUnknown);
  if (!unknowns) return sar_report_no_memory(r->context);
  SarStatus status = sar_fe_text_open(r->context, node_path, sar_nowhere(), &text);
  if (status == SAR_OK) status = read_nodes(r, &text, &nodes);
  if (status == SAR_OK && !unknown_path) status = number_unknowns(r, &text, &nodes, n, unknowns);
  sar_fe_text_close(&text);
  SAR_TRY(status);
  if (unknown_path) {
    status = sar_fe_text_open(r->context, unknown_path, sar_nowhere(), &text);
    if (status == SAR_OK) status = read_unknowns(r, &text, n, unknowns);
    sar_fe_text_close(&text);
    SAR_TRY(status);
  }
  r->out->unknowns = unknowns;
  r->out->nunknowns = n;
  return sar_fe_check_unknowns(r, unknown_path ? unknown_path : node_path);
}
