/* One program for all items of a class. What `make` collects for the first item holds for all others, with their
 * symbols in the place of those of the first: expressions, derivatives and entries of the matrix are made once and
 * copied by their numbers. Outputs stay where they would be without classes, so that sums have the same order. */
#include <stdlib.h>
#include <string.h>

#include "expr/enclose.h"
#include "expr/lanes.h"
#include "system/user/classes.h"

/* What a source of the first item gives. */
typedef struct Pattern {
  const SarExpr **outputs;
  SarUserEntry *entries; /* column: the symbol that it belongs to */
  int32_t noutputs, nentries;
} Pattern;

typedef struct Batches {
  SarUserCollection *c;
  SarUserClasses *classes;
  Pattern **patterns; /* by class, by source of an item */
  SarUserBatch **of;  /* by class */
  int32_t **next;     /* by class, by item: its next output */
} Batches;

/* The symbol of the unknown that a column of the matrix belongs to: what sar_user_row_index is the way back of. */
static int32_t symbol_of_column(const SarSystem *s, const SarUser *u, int32_t column) {
  int32_t nv = 6 * s->nbodies + u->ncoordinates, mu = nv + s->nposition, x = mu + s->nvelocity, z = x + s->nstates;
  if (column < nv) return sar_symbol_of_acceleration(s->nbodies, column);
  if (column < mu) return sar_symbol(SAR_SYMBOL_LAMBDA, column - nv);
  if (column < x) return sar_symbol(SAR_SYMBOL_MU, column - mu);
  if (column < z) return sar_symbol(SAR_SYMBOL_X, column - x);
  return sar_symbol(SAR_SYMBOL_Z, column - z);
}

/* False when memory is exhausted, as with all that follow. */
static bool make_pattern(Batches *b, SarUserMake *make, const SarUserSource *source, const SarExpr *f, Pattern *out) {
  SarArena *arena = b->classes->arena;
  SarUserCollection own = {.s = b->c->s, .u = b->c->u, .owners = b->c->owners};
  make(&own, source, f);
  *out = (Pattern){SAR_NEW(arena, own.count + 1, const SarExpr *), SAR_NEW(arena, own.nentries + 1, SarUserEntry),
                   own.count, own.nentries};
  bool ok = !own.no_memory && out->outputs && out->entries;
  if (ok && own.count) memcpy(out->outputs, own.outputs, (size_t)own.count * sizeof *out->outputs);
  for (int32_t i = 0; ok && i < own.nentries; i++) {
    out->entries[i] = own.entries[i];
    out->entries[i].column = symbol_of_column(own.s, own.u, own.entries[i].column);
  }
  sar_user_forget(&own);
  return ok;
}

/* The outputs of all sources of the first item. */
static const SarExpr **all_outputs(const Batches *b, int32_t class, int32_t *count) {
  const SarUserItem *first = &b->classes->items[b->classes->classes[class].items[0]];
  *count = 0;
  for (int32_t k = 0; k < first->nsources; k++) *count += b->patterns[class][k].noutputs;
  const SarExpr **outputs = SAR_NEW(b->classes->arena, *count + 1, const SarExpr *);
  for (int32_t k = 0, n = 0; outputs && k < first->nsources; k++) {
    const Pattern *p = &b->patterns[class][k];
    if (p->noutputs) memcpy(outputs + n, p->outputs, (size_t)p->noutputs * sizeof *outputs);
    n += p->noutputs;
  }
  return outputs;
}

static void bind(const Batches *b, const SarUserClass *class, SarUserBatch *batch) {
  const SarSystem *s = b->c->s;
  const int32_t *symbols;
  sar_program_variables(batch->program, &symbols);
  for (int32_t i = 0; i < class->count; i++) {
    const SarUserItem *item = &b->classes->items[class->items[i]];
    int32_t *reads = batch->reads + (size_t)i * (size_t)batch->nreads;
    for (int32_t k = 0; k < batch->nreads; k++) {
      bool constant = sar_symbol_kind(symbols[k]) == SAR_SYMBOL_CONSTANT;
      reads[k] = constant ? ~sar_symbol_index(symbols[k])
                          : sar_user_leaf(s, b->c->u, sar_user_symbol_of(b->classes, class, item, symbols[k]));
    }
    if (class->nconstants) {
      memcpy(batch->constants + (size_t)i * (size_t) class->nconstants, item->constants,
             (size_t) class->nconstants * sizeof *batch->constants);
    }
  }
}

static SarStatus compile_class(Batches *b, int32_t class, SarUserBatch *batch) {
  const SarUserClass *of = &b->classes->classes[class];
  SarSystem *s = b->c->s;
  size_t count = (size_t)of->count;
  const int32_t *symbols;
  const SarExpr **outputs = all_outputs(b, class, &batch->nwrites);
  if (!outputs) return sar_report_no_memory(s->context);
  if (!batch->nwrites) return SAR_OK;
  b->of[class] = batch;
  batch->count = of->count;
  SAR_TRY(sar_program_compile(s->context, s->arena, outputs, batch->nwrites, &batch->program));
  batch->nreads = sar_program_variables(batch->program, &symbols);
  batch->nconstants = of->nconstants;
  batch->reads = SAR_NEW(s->arena, count * (size_t)batch->nreads + 1, int32_t);
  batch->writes = SAR_NEW(s->arena, count * (size_t)batch->nwrites + 1, int32_t);
  batch->constants = SAR_NEW(s->arena, count * (size_t)of->nconstants + 1, double);
  b->next[class] = SAR_NEW(b->classes->arena, count, int32_t);
  if (!batch->reads || !batch->writes || !batch->constants || !b->next[class]) return sar_report_no_memory(s->context);
  bind(b, of, batch);
  size_t scratch = sar_lanes_scratch(batch->program);
  if (scratch > INT32_MAX) return sar_report_no_memory(s->context);
  if ((int32_t)scratch > s->scratch) s->scratch = (int32_t)scratch;
  return SAR_OK;
}

static bool is_class(const SarUserClasses *classes, int32_t i) { return classes->classes[i].f != NULL; }

/* count: of batches; a class of which nothing is made has none. */
static SarStatus make_classes(Batches *b, SarUserMake *make, SarUserBatch *batches, int32_t *count) {
  SarUserClasses *classes = b->classes;
  for (int32_t i = 0; i < classes->nclasses; i++) {
    const SarUserClass *class = &classes->classes[i];
    if (!is_class(classes, i)) continue;
    const SarUserItem *first = &classes->items[class->items[0]];
    bool ok = (b->patterns[i] = SAR_NEW(classes->arena, first->nsources, Pattern)) != NULL;
    for (int32_t k = 0; ok && k < first->nsources; k++) {
      ok = make_pattern(b, make, &classes->sources[first->sources[k]], class->f[k], &b->patterns[i][k]);
    }
    if (!ok) return sar_report_no_memory(b->c->s->context);
    SAR_TRY(compile_class(b, i, &batches[*count]));
    if (batches[*count].program) (*count)++;
  }
  return SAR_OK;
}

/* What a source of a later item gives: as the first, with its own numbers. */
static void copy_pattern(const Batches *b, const SarUserSource *source, const SarUserItem *item, const Pattern *p) {
  SarUserCollection *c = b->c;
  const SarUserClass *class = &b->classes->classes[item->class];
  SarUserBatch *batch = b->of[item->class];
  for (int32_t i = 0; i < p->nentries; i++) {
    SarUserEntry *entry = sar_append(&c->entries, &c->nentries, &c->entries_capacity, sizeof *entry);
    c->no_memory |= !entry;
    if (!entry) return;
    *entry = p->entries[i];
    entry->row = source->target;
    entry->column = sar_user_row_index(c->s, c->u, sar_user_symbol_of(b->classes, class, item, p->entries[i].column));
    entry->output += c->count;
  }
  for (int32_t i = 0; i < p->noutputs; i++) {
    int32_t *next = &b->next[item->class][item->number];
    batch->writes[(size_t)item->number * (size_t)batch->nwrites + (size_t)(*next)++] = c->count;
    sar_user_collect_batched(c, source->target);
  }
}

SarStatus sar_user_make_batches(SarUserCollection *c, SarUserClasses *classes, SarUserMake *make, SarUserProgram *out) {
  int32_t count = 0;
  for (int32_t i = 0; i < classes->nclasses; i++) count += is_class(classes, i);
  SarUserBatch *batches = SAR_NEW(c->s->arena, count + 1, SarUserBatch);
  Batches b = {c, classes, SAR_NEW(classes->arena, classes->nclasses + 1, Pattern *),
               SAR_NEW(classes->arena, classes->nclasses + 1, SarUserBatch *),
               SAR_NEW(classes->arena, classes->nclasses + 1, int32_t *)};
  if (!batches || !b.patterns || !b.of || !b.next) return sar_report_no_memory(c->s->context);
  count = 0;
  SAR_TRY(make_classes(&b, make, batches, &count));
  for (int32_t i = 0; i < classes->nsources && !c->no_memory; i++) {
    const SarUserSource *source = &classes->sources[i];
    const SarUserItem *item = &classes->items[classes->item_of[i]];
    if (item->class < 0) {
      make(c, source, source->f);
    } else {
      copy_pattern(&b, source, item, &b.patterns[item->class][classes->place[i]]);
    }
  }
  SAR_TRY(sar_user_finish(c, out));
  out->batches = batches;
  out->nbatches = count;
  for (int32_t i = 0; i < count; i++) { /* all elements of a batch read things of the same kinds */
    out->reads_turns |= sar_user_has_turns(c->u, batches[i].reads, batches[i].nreads);
  }
  return SAR_OK;
}
