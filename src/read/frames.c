/* `frames:` of a body or of the ground: named points with axes. `for:` repeats a frame, as it does elements. */
#include <string.h>

#include "read/reader.h"

#define MOST_FRAMES 10000 /* of one body, where `for:` makes them */

/* The list that grows by one entry after the other. */
typedef struct List {
  SarNamedFrame *frames;
  int32_t count, capacity;
  bool on_beam;
  bool repeated; /* `for:` has made one of them so far. Keys of a mapping alone are always different */
} List;

static SarStatus check_name(SarFile *file, const SarNamed *entry, const List *list, const char *name) {
  SAR_TRY(sar_model_check_frame_name(file->reader->model, file->element, name, entry->key->source));
  for (int32_t i = 0; list->repeated && i < list->count; i++) {
    if (strcmp(list->frames[i].name, name) != 0) continue;
    return sar_report(file->reader->context, SAR_INPUT, entry->key->source, file->element,
                      entry->repeated ? "put the counter into the name, as in `\"pin{i}\"`" : "choose another name",
                      "there are two frames `%s`", name);
  }
  return SAR_OK;
}

/* Frames of a beam say which of its nodes they are fixed on. */
static SarStatus read_node(SarFile *file, const SarNode *node, SarNamedFrame *frame) {
  const char *text;
  SAR_TRY(sar_read_text(file, node, "node", &text));
  frame->node = sar_arena_copy_text(file->reader->model->arena, text);
  return frame->node ? SAR_OK : sar_read_no_memory(file->reader);
}

static SarStatus read_place(SarFile *file, const SarNode *node, bool on_beam, SarNamedFrame *frame) {
  const char *keys = on_beam ? "node at turn for" : "at turn for";
  if (node->kind == SAR_NODE_SCALAR && !node->text[0]) return SAR_OK; /* `pin: ` is the body's own frame */
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, frame->name, "{at: .., turn: ..}"));
  SarStatus status = sar_read_check_keys(file, node, "a frame", keys);
  const SarNode *at = sar_node_get(node, "at"), *turn = sar_node_get(node, "turn");
  const SarNode *of = on_beam ? sar_node_get(node, "node") : NULL;
  if (of) SAR_TRY(read_node(file, of, frame));
  SarStatus placed = at ? sar_read_vector(file, at, "at", "m", &frame->at) : SAR_OK;
  SarStatus turned = turn ? sar_read_turn(file, turn, "turn", &frame->turn) : SAR_OK;
  return status != SAR_OK ? status : placed != SAR_OK ? placed : turned;
}

static SarStatus read_frame(SarFile *file, const SarNamed *entry, void *self) {
  List *list = self;
  SarReader *reader = file->reader;
  list->repeated = list->repeated || entry->repeated;
  SarNamedFrame frame = {.name = "", .turn = sar_quat_identity(), .source = entry->key->source};
  const char *name;
  SAR_TRY(sar_read_text(file, entry->key, "frame", &name));
  if (entry->repeated && list->count >= MOST_FRAMES) {
    return sar_report(reader->context, SAR_INPUT, entry->key->source, file->element, "make the ranges smaller",
                      "these are more frames than a body can have: %d", MOST_FRAMES);
  }
  SAR_TRY(check_name(file, entry, list, name));
  frame.name = sar_arena_copy_text(reader->model->arena, name);
  if (!frame.name) return sar_read_no_memory(reader);
  SAR_TRY(read_place(file, entry->node, list->on_beam, &frame));
  SarNamedFrame *slot =
      sar_arena_append(reader->model->arena, 4, &list->frames, &list->count, &list->capacity, sizeof *slot);
  if (!slot) return sar_read_no_memory(reader);
  *slot = frame;
  return SAR_OK;
}

SarStatus sar_read_frames(SarFile *file, const SarNode *node, bool on_beam, const SarNamedFrame **out, int32_t *count) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "frames", "named frames"));
  List list = {.on_beam = on_beam};
  SarStatus status = sar_read_all_named(file, node, read_frame, &list);
  *out = list.frames;
  *count = list.count;
  return status;
}
