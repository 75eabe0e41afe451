#include "study/page_text.h"

#include <string.h>

#include "base/context.h"
#include "read/node.h"

#define DEEPEST 4 /* levels of what is written there */

static SarStatus put_set(SarContext *context, SarArena *arena, const SarNode *set, SarJson *json) {
  sar_json_key(json, "set");
  sar_json_begin_array(json);
  for (int32_t i = 0; set && set->kind == SAR_NODE_MAPPING && i < set->count; i++) {
    if (set->items[i]->kind != SAR_NODE_SCALAR) continue;
    const char *word = sar_arena_printf(arena, "%s=%s", set->keys[i]->text, set->items[i]->text);
    if (!word) return sar_report_no_memory(context);
    sar_json_text(json, word);
  }
  sar_json_end_array(json);
  return SAR_OK;
}

static void put_node(const SarNode *node, SarJson *json) {
  bool mapping = node && node->kind == SAR_NODE_MAPPING;
  if (!node || node->height > DEEPEST || node->kind == SAR_NODE_SCALAR) {
    sar_json_text(json, node && node->kind == SAR_NODE_SCALAR ? node->text : NULL);
    return;
  }
  if (mapping) {
    sar_json_begin_object(json);
  } else {
    sar_json_begin_array(json);
  }
  for (int32_t i = 0; i < node->count; i++) {
    if (mapping) sar_json_key(json, node->keys[i]->text);
    put_node(node->items[i], json);
  }
  if (mapping) {
    sar_json_end_object(json);
  } else {
    sar_json_end_array(json);
  }
}

/* The keys of a study; null: its text cannot be read. */
static const SarNode *parse(SarContext *quiet, SarArena *arena, const SarStudyHead *head) {
  const SarNode *root = NULL;
  SarStatus status = sar_yaml_parse(quiet, arena, head->name, head->text, strlen(head->text), "", &root);
  return status == SAR_OK && root && root->kind == SAR_NODE_MAPPING ? root : NULL;
}

SarStatus sar_study_page_put_text(SarContext *context, const SarStudyHead *head, SarJson *json) {
  static const char *const keys[] = {"optimize", "vary"};
  SarContext *quiet = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarStatus status = quiet && arena ? SAR_OK : sar_report_no_memory(context);
  const SarNode *root = status == SAR_OK ? parse(quiet, arena, head) : NULL;
  if (quiet && sar_context_out_of_memory(quiet)) status = sar_report_no_memory(context);
  if (status == SAR_OK) status = put_set(context, arena, root ? sar_node_get(root, "set") : NULL, json);
  for (size_t i = 0; status == SAR_OK && i < sizeof keys / sizeof *keys; i++) {
    sar_json_key(json, keys[i]);
    put_node(root ? sar_node_get(root, keys[i]) : NULL, json);
  }
  sar_arena_destroy(&arena);
  sar_context_destroy(&quiet);
  return status;
}

bool sar_study_page_keeps(const SarStudyHead *head) {
  SarContext *quiet = sar_context_create();
  SarArena *arena = sar_arena_create();
  const SarNode *root = quiet && arena ? parse(quiet, arena, head) : NULL;
  const SarNode *keep = root ? sar_node_get(root, "keep") : NULL;
  bool none = root && (!keep || (keep->kind == SAR_NODE_SCALAR && strcmp(keep->text, "none") == 0));
  sar_arena_destroy(&arena);
  sar_context_destroy(&quiet);
  return !none;
}
