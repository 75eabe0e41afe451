#include "read/adams/phase_edits.h"

#include <string.h>

#include "read/adams/deck_index.h"

/* ---- statements ---- */

/* Of each group a statement has one. */
static const char *const exclusive[][7] = {{"DISPLACEMENT", "VELOCITY", "ACCELERATION", NULL},
                                           {"ROTATION", "TRANSLATION", NULL},
                                           {"X", "Y", "Z", "B1", "B2", "B3", NULL},
                                           {"EQ", "GE", "LE", NULL}};

static bool is_in(const char *const *group, const char *name) {
  for (; *group; group++) {
    if (strcmp(*group, name) == 0) return true;
  }
  return false;
}

/* Whether a flag takes the place of another one. */
static bool replaces_flag(const SarArgument *new, const SarArgument *old) {
  if (new->form != SAR_FORM_FLAG || old->form != SAR_FORM_FLAG) return false;
  for (size_t i = 0; i < sizeof exclusive / sizeof *exclusive; i++) {
    if (is_in(exclusive[i], new->name) && is_in(exclusive[i], old->name)) return true;
  }
  return false;
}

static bool stays(const SarArgument *old, const SarStatement *edit) {
  for (int32_t i = 0; i < edit->count; i++) {
    if (strcmp(edit->arguments[i].name, old->name) == 0 || replaces_flag(&edit->arguments[i], old)) return false;
  }
  return true;
}

/* Statements without a number are one of a kind. */
static SarStatement *find(SarDeck *deck, const SarStatement *edit) {
  const SarStatement *found = edit->id >= 0 ? sar_deck_find(deck, edit->class->name, edit->id) : NULL;
  if (found) return &deck->statements.all[found - deck->statements.all];
  for (int32_t i = 0; edit->id < 0 && i < deck->statements.count; i++) {
    if (deck->statements.all[i].class == edit->class) return &deck->statements.all[i];
  }
  return NULL;
}

/* ACCGRAV may come with the commands alone. */
static SarStatus append(SarDeck *deck, const SarStatement *edit) {
  SarStatements *all = &deck->statements;
  SarStatement *larger = SAR_NEW(deck->arena, all->count + 1, SarStatement);
  if (!larger) return sar_report_no_memory(deck->context);
  if (all->count) memcpy(larger, all->all, (size_t)all->count * sizeof *larger);
  larger[all->count++] = *edit;
  all->all = larger;
  return SAR_OK;
}

SarStatus sar_deck_edit(SarDeck *deck, const SarStatement *edit) {
  SarStatement *target = find(deck, edit);
  if (!target && edit->id < 0) return append(deck, edit);
  if (!target) {
    return sar_report(deck->context, SAR_INPUT, edit->source, sar_deck_title(deck, edit),
                      "edit a statement of the deck", "the deck has no such statement to edit");
  }
  int32_t count = 0;
  SarArgument *arguments = SAR_NEW(deck->arena, target->count + edit->count + 1, SarArgument);
  if (!arguments) return sar_report_no_memory(deck->context);
  for (int32_t i = 0; i < target->count; i++) {
    if (stays(&target->arguments[i], edit)) arguments[count++] = target->arguments[i];
  }
  for (int32_t i = 0; i < edit->count; i++) arguments[count++] = edit->arguments[i];
  target->arguments = arguments;
  target->count = count;
  return SAR_OK;
}

/* ---- trees ---- */

static bool same(const SarNode *a, const SarNode *b) {
  if (a->kind != b->kind || a->count != b->count || strcmp(a->text, b->text) != 0) return false;
  for (int32_t i = 0; i < a->count; i++) {
    if (a->kind == SAR_NODE_MAPPING && strcmp(a->keys[i]->text, b->keys[i]->text) != 0) return false;
    if (!same(a->items[i], b->items[i])) return false;
  }
  return true;
}

static bool is_named(const char *field) {
  return strcmp(field, "frames") == 0 || strcmp(field, "looks") == 0 || strcmp(field, "shapes") == 0;
}

/* What makes `new` of `old`, both mappings: fields that differ, and `null` for those that are gone. */
static SarNode *compare_fields(SarTree *tree, const SarNode *old, const SarNode *new, SarSource source) {
  SarNode *fields = sar_tree_mapping(tree, source);
  for (int32_t i = 0; i < new->count; i++) {
    const SarNode *key = new->keys[i], *item = new->items[i], *before = sar_node_get(old, key->text);
    if (before && same(before, item)) continue;
    bool named = is_named(key->text) && before && before->kind == SAR_NODE_MAPPING && item->kind == SAR_NODE_MAPPING;
    if (named) item = compare_fields(tree, before, item, source);
    sar_tree_put(tree, fields, key->text, key->source, item);
  }
  for (int32_t i = 0; i < old->count; i++) {
    const char *gone = old->keys[i]->text;
    if (!sar_node_get(new, gone)) sar_tree_put_text(tree, fields, gone, source, "null");
  }
  return fields;
}

typedef struct Comparison {
  SarDeck *deck;
  SarTree *tree; /* of the model: what is changed stands there */
  SarSource source;
  SarNode *change;
} Comparison;

static SarStatus refuse(const Comparison *c, SarSource source, const char *name) {
  return sar_report(c->deck->context, SAR_INPUT, source, NULL, "write it in the deck, and let DEACTIVATE take it out",
                    "an edit between simulations would add or remove `%s`", name);
}

static void put(Comparison *c, const char *name, const SarNode *old, const SarNode *new) {
  bool fields = old && old->kind == SAR_NODE_MAPPING && new->kind == SAR_NODE_MAPPING;
  const SarNode *item = fields ? compare_fields(c->tree, old, new, c->source) : new;
  if (!c->change) c->change = sar_tree_mapping(c->tree, c->source);
  sar_tree_put(c->tree, c->change, name, c->source, item);
}

/* Elements of a section, which stand there in the same order. */
static SarStatus compare_section(Comparison *c, const SarNode *old, const SarNode *new) {
  int32_t count = old ? old->count : 0;
  for (int32_t i = 0; i < new->count || i < count; i++) {
    const SarNode *key = i < new->count ? new->keys[i] : old->keys[i];
    if (i >= count || i >= new->count || strcmp(old->keys[i]->text, key->text) != 0) {
      return refuse(c, key->source, key->text);
    }
    if (!same(old->items[i], new->items[i])) put(c, key->text, old->items[i], new->items[i]);
  }
  return SAR_OK;
}

static bool is_top(const char *key) { return strcmp(key, "gravity") == 0 || strcmp(key, "ground") == 0; }

static SarStatus compare(Comparison *c, const SarNode *old, const SarNode *new) {
  for (int32_t i = 0; i < new->count; i++) {
    const char *key = new->keys[i]->text;
    const SarNode *item = new->items[i], *before = sar_node_get(old, key);
    if (before && same(before, item)) continue;
    if (is_top(key) || strcmp(key, "splines") == 0) {
      put(c, key, before, item);
    } else if (item->kind == SAR_NODE_MAPPING && strcmp(key, "units") != 0) {
      SAR_TRY(compare_section(c, before, item));
    }
  }
  return SAR_OK;
}

SarStatus sar_deck_differences(SarDeck *deck, SarSource source, const SarNode **now, SarNode **change) {
  SarTree model = deck->tree;
  int32_t first = sar_context_count(deck->context), notes = deck->index->nnotes;
  *change = NULL;
  deck->tree = (SarTree){.arena = deck->arena};
  deck->tree.root = sar_tree_mapping(&deck->tree, source);
  sar_deck_forget(deck);
  SarStatus status = sar_deck_translate(deck);
  sar_context_drop_repeated(deck->context, first);
  deck->index->nnotes = notes;
  model.out_of_memory = model.out_of_memory || deck->tree.out_of_memory;
  const SarNode *new = deck->tree.root;
  deck->tree = model;
  SAR_TRY(status);
  if (deck->tree.out_of_memory) return sar_report_no_memory(deck->context);
  Comparison c = {.deck = deck, .tree = &deck->tree, .source = source};
  status = compare(&c, *now, new);
  *now = new;
  *change = c.change;
  return status;
}
