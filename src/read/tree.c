#include "read/tree.h"

#include <stdarg.h>
#include <string.h>

/* The order in which the sections of a model are written. */
static const char *const order[] = {"title",    "units",     "gravity", "length_scale", "parameters", "splines",
                                    "plugins",  "ground",    "bodies",  "joints",       "motions",    "forces",
                                    "contacts", "variables", "states",  "equations",    "inputs",     "measures",
                                    "outputs",  "events",    "output",  "simulate"};

static SarNode *new_node(SarTree *tree, SarNodeKind kind, SarSource source) {
  SarNode *node = tree->out_of_memory ? NULL : SAR_NEW(tree->arena, 1, SarNode);
  if (!node) {
    tree->out_of_memory = true;
    return NULL;
  }
  *node = (SarNode){
      .kind = kind, .height = 1, .source = source, .inside = source, .place = source, .text = "", .weight = 1};
  node->flow = kind != SAR_NODE_SCALAR;
  return node;
}

SarNode *sar_tree_mapping(SarTree *tree, SarSource source) { return new_node(tree, SAR_NODE_MAPPING, source); }

SarNode *sar_tree_list(SarTree *tree, SarSource source) { return new_node(tree, SAR_NODE_SEQUENCE, source); }

static SarNode *text_node(SarTree *tree, SarSource source, const char *format, va_list arguments) {
  SarNode *node = new_node(tree, SAR_NODE_SCALAR, source);
  if (!node) return NULL;
  bool plain = strcmp(format, "%s") == 0; /* as most are, and much quicker without printf */
  node->text = plain ? sar_arena_copy_text(tree->arena, va_arg(arguments, const char *))
                     : sar_arena_vprintf(tree->arena, format, arguments);
  if (node->text) return node;
  tree->out_of_memory = true;
  return NULL;
}

SarNode *sar_tree_text(SarTree *tree, SarSource source, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  SarNode *node = text_node(tree, source, format, arguments);
  va_end(arguments);
  return node;
}

/* Room for one more: arrays double, and their size follows from the count. */
static bool grow(SarTree *tree, const SarNode ***array, int32_t count) {
  if (count > 0 && (count < 4 || (count & (count - 1)) != 0)) return true;
  size_t larger = count < 4 ? 4 : 2 * (size_t)count;
  const SarNode **grown = sar_arena_grow(tree->arena, *array, (size_t)count, larger, sizeof **array);
  if (!grown)
    tree->out_of_memory = true;
  else
    *array = grown;
  return grown;
}

static void add(SarTree *tree, SarNode *node, const SarNode *key, const SarNode *item) {
  if (tree->out_of_memory || !node || !item) return;
  if (!grow(tree, &node->items, node->count) || (key && !grow(tree, &node->keys, node->count))) return;
  if (key) node->keys[node->count] = key;
  node->items[node->count++] = item;
}

void sar_tree_put(SarTree *tree, SarNode *mapping, const char *key, SarSource source, const SarNode *item) {
  if (!item) return;
  SarNode *name = new_node(tree, SAR_NODE_SCALAR, source);
  if (!name) return;
  name->text = sar_arena_copy_text(tree->arena, key);
  if (!name->text) tree->out_of_memory = true;
  add(tree, mapping, name, item);
}

void sar_tree_push(SarTree *tree, SarNode *list, const SarNode *item) { add(tree, list, NULL, item); }

void sar_tree_put_text(SarTree *tree, SarNode *mapping, const char *key, SarSource source, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  SarNode *node = text_node(tree, source, format, arguments);
  va_end(arguments);
  sar_tree_put(tree, mapping, key, source, node);
}

SarNode *sar_tree_section(SarTree *tree, const char *name) {
  if (tree->out_of_memory) return NULL;
  for (int32_t i = 0; i < tree->root->count; i++) {
    if (strcmp(tree->root->keys[i]->text, name) == 0) return (SarNode *)tree->root->items[i];
  }
  SarNode *section = sar_tree_mapping(tree, tree->root->source);
  if (!section) return NULL;
  section->flow = false;
  sar_tree_put(tree, tree->root, name, tree->root->source, section);
  return section;
}

void sar_tree_comment(SarTree *tree, SarNode *node, const char *format, ...) {
  if (tree->out_of_memory || !node) return;
  va_list arguments;
  va_start(arguments, format);
  const char *line = sar_arena_vprintf(tree->arena, format, arguments);
  va_end(arguments);
  if (line && node->comment) line = sar_arena_printf(tree->arena, "%s\n%s", node->comment, line);
  if (!line)
    tree->out_of_memory = true;
  else
    node->comment = line;
}

/* ---- the end ---- */

static int32_t rank_of(const char *name) {
  int32_t count = (int32_t)(sizeof order / sizeof *order);
  for (int32_t i = 0; i < count; i++) {
    if (strcmp(order[i], name) == 0) return i;
  }
  return count;
}

/* What is in a node is known when all of it is there. Trees made here are flat. */
static void account(SarNode *node) {
  for (int32_t i = 0; i < node->count; i++) {
    SarNode *item = (SarNode *)node->items[i];
    account(item);
    node->weight += item->weight + (node->keys != NULL);
    if (item->height + 1 > node->height) node->height = item->height + 1;
  }
}

void sar_tree_finish(SarTree *tree) {
  SarNode *root = tree->root;
  if (tree->out_of_memory) return;
  for (int32_t i = 1; i < root->count; i++) { /* few, and nearly in order */
    for (int32_t k = i; k > 0 && rank_of(root->keys[k]->text) < rank_of(root->keys[k - 1]->text); k--) {
      const SarNode *key = root->keys[k], *item = root->items[k];
      root->keys[k] = root->keys[k - 1], root->items[k] = root->items[k - 1];
      root->keys[k - 1] = key, root->items[k - 1] = item;
    }
  }
  account(root);
}
