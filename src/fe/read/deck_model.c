/* From a deck to the model: numbers become indices, sets their members, sections the materials of elements. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fe/read/cards.h"
#include "fe/read/deck.h"

/* Members of all sets together: a set may hold others, so that a small file could ask for more than there is room. */
#define MOST_MEMBERS ((int64_t)50000000)

typedef struct Sets {
  SarFeDeck *deck;
  const int64_t *numbers; /* of nodes or elements */
  int32_t count;
  int32_t *mark; /* the last set, + 1, that has it */
  int64_t members;
} Sets;

/* First index whose number is not less. */
static int32_t lower(const Sets *s, int64_t number) {
  int32_t first = 0, end = s->count;
  while (first < end) {
    int32_t middle = first + (end - first) / 2;
    if (s->numbers[middle] < number)
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

/* Marks it for set k, and counts it if it is new. */
static void take(Sets *s, int32_t k, int32_t index, int32_t *room, int32_t *count) {
  if (s->mark[index] == k + 1) return;
  s->mark[index] = k + 1;
  room[(*count)++] = index;
}

/* Numbers for which there is nothing are passed over, as CalculiX does. */
static void take_range(Sets *s, int32_t k, const SarFeMembers *m, int32_t *room, int32_t *count) {
  int32_t single = m->first == m->last ? sar_fe_index(s->numbers, s->count, m->first) : -1;
  if (single >= 0) take(s, k, single, room, count);
  if (m->first == m->last) return;
  for (int32_t i = lower(s, m->first); i < s->count && s->numbers[i] <= m->last; i++) {
    if ((s->numbers[i] - m->first) % m->step == 0) take(s, k, i, room, count);
  }
}

/* Numbers of a run that there is no node for: how many, and the first. */
static int64_t missing_in(const Sets *s, const SarFeMembers *m, int64_t *first) {
  const int64_t last = m->last < INT64_MAX ? m->last : INT64_MAX - 1;
  int64_t next = m->first, missing = 0;
  for (int32_t i = lower(s, m->first); i <= s->count && next <= last; i++) {
    const int64_t number = i < s->count && s->numbers[i] <= last ? s->numbers[i] : last + 1;
    if (number > next && !missing) *first = next;
    missing += number - next;
    next = number + 1;
  }
  return missing;
}

/* A node that is listed is meant; a range often has gaps. Elements may be of a type that is not read. */
static void warn_of_missing(const Sets *s, const SarFeDeckSet *set) {
  int64_t missing = 0, first = 0;
  for (int32_t i = 0; i < set->count; i++) {
    int64_t one = 0;
    const int64_t more = set->members[i].set < 0 && set->members[i].listed ? missing_in(s, &set->members[i], &one) : 0;
    if (!missing) first = one;
    missing += more;
  }
  if (!missing) return;
  sar_warn(s->deck->reading->context, sar_nowhere(), NULL, "check the numbers, or give the nodes under *NODE",
           "set of nodes `%s`: node %" PRId64 " does not exist (%" PRId64 " of the numbers listed do not)", set->name,
           first, missing);
}

/* All sets of nodes, or of elements, in the order of the deck; lists[k] of set k. */
static SarStatus resolve(Sets *s, bool elements, SarArena *arena, SarFeSet *lists) {
  SarFeReading *reading = s->deck->reading;
  int32_t *room = SAR_NEW(reading->scratch, s->count, int32_t);
  s->mark = SAR_NEW(reading->scratch, s->count, int32_t);
  if (!room || !s->mark) return sar_report_no_memory(reading->context);
  for (int32_t k = 0; k < s->deck->nsets; k++) {
    const SarFeDeckSet *set = &s->deck->sets[k];
    int32_t count = 0;
    if (set->elements != elements) continue;
    if (!elements) warn_of_missing(s, set);
    for (int32_t i = 0; i < set->count && s->members <= MOST_MEMBERS; i++) {
      const SarFeMembers *m = &set->members[i];
      for (int32_t j = 0; m->set >= 0 && j < lists[m->set].count; j++) take(s, k, lists[m->set].nodes[j], room, &count);
      s->members += m->set >= 0 ? lists[m->set].count : 1;
      if (m->set < 0) take_range(s, k, m, room, &count);
    }
    s->members += count;
    if (s->members > MOST_MEMBERS) {
      return sar_report(reading->context, SAR_INPUT, sar_nowhere(), NULL, "leave out sets that are not needed",
                        "the sets of the input deck have more than %" PRId64 " members together", MOST_MEMBERS);
    }
    count = sar_fe_sort_indices(room, count);
    int32_t *copy = SAR_NEW(arena, count, int32_t);
    const char *name = sar_arena_copy_text(arena, set->name);
    if (!copy || !name) return sar_report_no_memory(reading->context);
    memcpy(copy, room, (size_t)count * sizeof *copy);
    lists[k] = (SarFeSet){.name = name, .count = count, .nodes = copy};
  }
  return SAR_OK;
}

static SarStatus set_node_sets(SarFeDeck *deck) {
  SarFeReading *r = deck->reading;
  SarFeSet *all = SAR_NEW(r->scratch, deck->nsets, SarFeSet), *sets = SAR_NEW(r->arena, deck->nsets, SarFeSet);
  if (!all || !sets) return sar_report_no_memory(r->context);
  SAR_TRY(resolve(&(Sets){.deck = deck, .numbers = r->out->numbers, .count = r->out->nnodes}, false, r->arena, all));
  for (int32_t k = 0; k < deck->nsets; k++) {
    if (!deck->sets[k].elements) sets[r->out->nsets++] = all[k];
  }
  r->out->sets = sets;
  deck->node_sets = all;
  return SAR_OK;
}

/* ---- elements ---- */

static int by_element(const void *a, const void *b) {
  const SarFeDeckElement *x = a, *y = b;
  if (x->number != y->number) return x->number < y->number ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

int32_t sar_fe_deck_element(const SarFeDeck *deck, int64_t number) {
  int32_t first = 0, end = deck->nelements;
  while (first < end) {
    int32_t middle = first + (end - first) / 2;
    if (deck->elements[middle].number == number) return middle;
    if (deck->elements[middle].number < number)
      first = middle + 1;
    else
      end = middle;
  }
  return -1;
}

static SarSource source_of(const SarFeDeckElement *e) { return (SarSource){e->file, e->line, 1}; }

static SarStatus sort_elements(SarFeDeck *deck) {
  if (deck->nelements) qsort(deck->elements, (size_t)deck->nelements, sizeof *deck->elements, by_element);
  for (int32_t i = 1; i < deck->nelements; i++) {
    const SarFeDeckElement *e = &deck->elements[i];
    if (e->number != deck->elements[i - 1].number) continue;
    return sar_report(deck->reading->context, SAR_INPUT, source_of(e), NULL, "give every element another number",
                      "element %" PRId64 " is defined twice", e->number);
  }
  return SAR_OK;
}

static int32_t find_material(const SarFeDeck *deck, const char *name) {
  for (int32_t i = 0; i < deck->nmaterials; i++) {
    if (sar_fe_same(deck->materials[i].name, name)) return i;
  }
  return -1;
}

static SarStatus apply_sections(SarFeDeck *deck) {
  SarFeReading *r = deck->reading;
  SarFeSet *lists = SAR_NEW(r->scratch, deck->nsets, SarFeSet);
  int64_t *numbers = SAR_NEW(r->scratch, deck->nelements, int64_t);
  if (!lists || !numbers) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < deck->nelements; i++) numbers[i] = deck->elements[i].number;
  SAR_TRY(resolve(&(Sets){.deck = deck, .numbers = numbers, .count = deck->nelements}, true, r->scratch, lists));
  deck->element_sets = lists;
  for (int32_t i = 0; i < deck->nsections; i++) {
    const SarFeSection *section = &deck->sections[i];
    int32_t material = find_material(deck, section->material);
    for (int32_t k = 0; k < deck->nsets; k++) {
      if (!deck->sets[k].elements || !sar_fe_same(deck->sets[k].name, section->set)) continue;
      for (int32_t j = 0; j < lists[k].count; j++) {
        deck->elements[lists[k].nodes[j]].material = material;
        deck->elements[lists[k].nodes[j]].thickness = section->thickness;
      }
    }
  }
  return SAR_OK;
}

int32_t sar_fe_nodes_of(const SarFeDeckElement *element) {
  static const int32_t nodes[SAR_FE_KINDS] = {4, 10, 8, 20, 6, 15};
  return nodes[element->type->kind];
}

static SarStatus set_elements(SarFeDeck *deck) {
  SarFeReading *r = deck->reading;
  SarFeElement *elements = SAR_NEW(r->arena, deck->nelements, SarFeElement);
  int32_t *connectivity = SAR_NEW(r->arena, deck->nconnectivity, int32_t), used = 0;
  if (!elements || !connectivity) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < deck->nelements; i++) {
    const SarFeDeckElement *e = &deck->elements[i];
    elements[i] = (SarFeElement){.kind = e->type->kind,
                                 .variant = e->type->variant,
                                 .number = e->number,
                                 .first = used,
                                 .material = e->material};
    for (int32_t k = 0; k < sar_fe_nodes_of(e); k++) {
      int64_t number = deck->connectivity[e->first + k];
      int32_t node = sar_fe_index(r->out->numbers, r->out->nnodes, number);
      if (node < 0) {
        return sar_report(r->context, SAR_INPUT, source_of(e), NULL, "give its coordinates under *NODE",
                          "node %" PRId64 " of element %" PRId64 " has no coordinates", number, e->number);
      }
      connectivity[used++] = node;
    }
  }
  r->out->elements = elements;
  r->out->nelements = deck->nelements;
  r->out->connectivity = connectivity;
  return SAR_OK;
}

static SarStatus set_materials(SarFeDeck *deck) {
  SarFeReading *r = deck->reading;
  SarFeMaterial *materials = SAR_NEW(r->arena, deck->nmaterials, SarFeMaterial);
  if (!materials) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < deck->nmaterials; i++) {
    materials[i] = deck->materials[i];
    if (!(materials[i].name = sar_arena_copy_text(r->arena, materials[i].name)))
      return sar_report_no_memory(r->context);
  }
  r->out->materials = materials;
  r->out->nmaterials = deck->nmaterials;
  return SAR_OK;
}

SarStatus sar_fe_deck_order(SarFeDeck *deck) {
  SAR_TRY(sar_fe_set_nodes(deck->reading, deck->nnodes, deck->numbers, deck->at));
  SAR_TRY(sort_elements(deck));
  return apply_sections(deck);
}

SarStatus sar_fe_deck_finish(SarFeDeck *deck) {
  SAR_TRY(sar_fe_set_nodes(deck->reading, deck->nnodes, deck->numbers, deck->at));
  SAR_TRY(set_elements(deck));
  SAR_TRY(set_materials(deck));
  return set_node_sets(deck);
}
