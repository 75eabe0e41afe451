/* A study of a model without a file of its own. The words become the tree that the file would have given, and from that
 * tree the file is written for those who read the study again (source.h). */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read/yaml_write.h"
#include "study/reading.h"

typedef struct Tree {
  SarContext *context;
  SarArena *arena;
  bool no_memory;
} Tree;

/* ---- nodes ---- */

static SarNode *new_node(Tree *t, SarNodeKind kind, const char *place) {
  SarNode *node = SAR_NEW(t->arena, 1, SarNode);
  const char *file = sar_intern(t->context, place);
  if (!node || !file) {
    t->no_memory = true;
    return NULL;
  }
  SarSource source = {file, 0, 0};
  *node = (SarNode){.kind = kind, .flow = true, .height = 1, .source = source, .inside = source, .place = source};
  node->text = "";
  node->weight = 1;
  return node;
}

static SarNode *scalar(Tree *t, const char *text, size_t length, const char *place) {
  SarNode *node = new_node(t, SAR_NODE_SCALAR, place);
  const char *copy = sar_arena_copy_text_n(t->arena, text, length);
  if (!copy) t->no_memory = true;
  if (node && copy) node->text = copy;
  return node;
}

/* A mapping with room for so many entries. */
static SarNode *mapping(Tree *t, int32_t room, const char *place) {
  SarNode *node = new_node(t, SAR_NODE_MAPPING, place);
  if (!node) return NULL;
  node->keys = SAR_NEW(t->arena, room, const SarNode *);
  node->items = SAR_NEW(t->arena, room, const SarNode *);
  if (!node->keys || !node->items) t->no_memory = true;
  return node;
}

static void put(Tree *t, SarNode *node, SarNode *key, const SarNode *item) {
  if (t->no_memory || !node || !key || !item) return;
  node->keys[node->count] = key;
  node->items[node->count++] = item;
  node->weight += 1 + item->weight;
  if (item->height >= node->height) node->height = item->height + 1;
}

static SarNode *key_of(Tree *t, const char *text, const char *place) { return scalar(t, text, strlen(text), place); }

/* ---- words ---- */

typedef struct Word {
  const char *text, *name, *value;
  size_t name_length;
} Word;

static SarStatus split(Tree *t, const char *text, const char *option, const char *form, Word *out) {
  const char *equals = strchr(text, '=');
  size_t skipped = strspn(text, " "), length = equals ? (size_t)(equals - text) : 0;
  while (length > skipped && text[length - 1] == ' ') length--;
  if (!equals || length <= skipped || !equals[1 + strspn(equals + 1, " ")]) {
    return sar_report(t->context, SAR_INPUT, (SarSource){sar_intern(t->context, option), 0, 0}, NULL, form,
                      "`%s` has no name or no value", text);
  }
  *out = (Word){text, text + skipped, equals + 1 + strspn(equals + 1, " "), length - skipped};
  return SAR_OK;
}

/* NAME=FROM:TO:N */
static SarStatus read_range(Tree *t, const Word *word, SarNode **out) {
  static const char *const keys[] = {"from", "to", "count"};
  static const char place[] = "--vary";
  const char *part = word->value;
  SarNode *range = mapping(t, 3, place);
  for (int i = 0; i < 3; i++) {
    size_t length = strcspn(part, ":");
    bool ends = part[length] == 0;
    if (length == 0 || ends != (i == 2)) {
      return sar_report(t->context, SAR_INPUT, (SarSource){sar_intern(t->context, place), 0, 0}, NULL,
                        "write NAME=FROM:TO:N, such as k=1e4:3e4:11", "`%s` is no range", word->text);
    }
    put(t, range, key_of(t, keys[i], place), scalar(t, part, length, place));
    part += length + !ends;
  }
  *out = range;
  return SAR_OK;
}

static SarStatus has_key(Tree *t, const SarNode *node, const Word *word, const char *option) {
  for (int32_t i = 0; node && i < node->count; i++) {
    const char *known = node->keys[i]->text;
    if (strlen(known) != word->name_length || memcmp(known, word->name, word->name_length) != 0) continue;
    return sar_report(t->context, SAR_INPUT, (SarSource){sar_intern(t->context, option), 0, 0}, NULL, "say it once",
                      "`%s` is given twice", known);
  }
  return SAR_OK;
}

/* The words of one option as a mapping below `key`. */
static SarStatus read_words(Tree *t, SarNode *root, const char *key, const char *const *words, int32_t count,
                            const char *option, const char *form) {
  SarStatus status = SAR_OK;
  SarNode *node = mapping(t, count, option);
  bool ranges = strcmp(key, "vary") == 0;
  for (int32_t i = 0; i < count; i++) {
    Word word;
    SarNode *item = NULL;
    SarStatus one = split(t, words[i], option, form, &word);
    if (one == SAR_OK) one = has_key(t, node, &word, option);
    if (one == SAR_OK && ranges) one = read_range(t, &word, &item);
    if (one == SAR_OK && !ranges) item = scalar(t, word.value, strlen(word.value), option);
    if (one == SAR_OK) put(t, node, scalar(t, word.name, word.name_length, option), item);
    status = sar_worse(status, one);
  }
  if (node && node->count) put(t, root, key_of(t, key, option), node);
  return status;
}

static SarStatus make_tree(Tree *t, const char *model, const SarStudyWords *words, SarNode **out) {
  SarNode *root = mapping(t, 4, "--vary");
  put(t, root, key_of(t, "model", model), scalar(t, model, strlen(model), model));
  SarStatus status = read_words(t, root, "set", words->set, words->nset, "--set", "write --set NAME=VALUE");
  status = sar_worse(status, read_words(t, root, "vary", words->vary, words->nvary, "--vary",
                                        "write --vary NAME=FROM:TO:N, such as k=1e4:3e4:11"));
  status = sar_worse(status, read_words(t, root, "responses", words->responses, words->nresponses, "--response",
                                        "write --response NAME=EXPRESSION, such as \"peak=max(rod.x)\""));
  if (root) root->flow = false;
  *out = root;
  return t->no_memory ? sar_report_no_memory(t->context) : status;
}

/* The tree as a file. */
static SarStatus write_text(Tree *t, const SarNode *root, char **out) {
  size_t size = 0;
  *out = NULL;
  FILE *stream = open_memstream(out, &size);
  if (!stream) return sar_report_no_memory(t->context);
  sar_yaml_write(root, stream);
  return fclose(stream) == 0 ? SAR_OK : sar_report_no_memory(t->context);
}

SarStatus sar_study_of_model(SarContext *context, const char *model, const SarStudyWords *words, SarStudy **out) {
  SAR_NEED(context, context && model && words && out);
  SAR_NEED(context, (words->vary || words->nvary <= 0) && (words->set || words->nset <= 0));
  SAR_NEED(context, words->responses || words->nresponses <= 0);
  int32_t before = sar_context_errors(context);
  SarNode *root = NULL;
  char *text = NULL;
  *out = NULL;
  Tree tree = {.context = context, .arena = sar_arena_create()};
  if (!tree.arena) return sar_report_no_memory(context);
  SarStatus status = make_tree(&tree, model, words, &root);
  if (status == SAR_OK) status = write_text(&tree, root, &text);
  if (status == SAR_OK) status = sar_study_create(context, "--vary", text, out);
  if (status == SAR_OK) status = sar_study_finish_reading(out, root, NULL, before);
  free(text);
  sar_arena_destroy(&tree.arena);
  return status;
}
