/* Frames by name. Those of the ground and of bodies that have many are found through a hash: lists only grow, and names
 * in them never change, so that an entry which names its frame is right whenever it was made. */
#include <string.h>

#include "model/model.h"

#define MANY 16 /* frames; fewer are looked through */

static uint64_t hash_of(int32_t owner, const char *name) {
  uint64_t hash = 14695981039346656037u ^ (uint64_t)(uint32_t)owner;
  for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 1099511628211u;
  return hash ^ (hash >> 32);
}

static const SarNamedFrame *frames_of(const SarModel *model, int32_t element, int32_t *count) {
  *count = model->nground_frames;
  if (element < 0) return model->ground_frames;
  const SarModelElement *body = &model->elements[element];
  int32_t field = sar_field_index(body->class, "frames");
  *count = field < 0 ? 0 : body->values[field].nlist;
  return field < 0 ? NULL : body->values[field].frames;
}

/* The entry of a frame, or the free one where it would go. */
static SarFrameEntry *slot_of(const SarModel *model, const SarFrameTable *table, int32_t owner, const char *name) {
  uint64_t mask = (uint64_t)table->capacity - 1;
  int32_t count;
  const SarNamedFrame *frames = frames_of(model, owner, &count);
  for (uint64_t i = hash_of(owner, name) & mask;; i = (i + 1) & mask) {
    SarFrameEntry *entry = &table->entries[i];
    if (!entry->number) return entry;
    if (entry->owner != owner || entry->number > count) continue;
    if (strcmp(frames[entry->number - 1].name, name) == 0) return entry;
  }
}

static SarStatus grow(SarModel *model) {
  SarFrameTable *old = &model->frames, table = *old;
  table.capacity = old->capacity ? 2 * old->capacity : 64;
  table.entries = SAR_NEW(model->arena, table.capacity, SarFrameEntry);
  if (!table.entries) return sar_report_no_memory(model->context);
  for (int32_t i = 0; i < old->capacity; i++) {
    const SarFrameEntry *entry = &old->entries[i];
    int32_t count;
    const SarNamedFrame *frames = entry->number ? frames_of(model, entry->owner, &count) : NULL;
    if (frames && entry->number <= count)
      *slot_of(model, &table, entry->owner, frames[entry->number - 1].name) = *entry;
  }
  *old = table;
  return SAR_OK;
}

/* Frame number `index` of an owner. */
static SarStatus keep(SarModel *model, int32_t owner, int32_t index, const char *name) {
  SarFrameTable *table = &model->frames;
  if (2 * (table->count + 1) > table->capacity) SAR_TRY(grow(model));
  SarFrameEntry *entry = slot_of(model, table, owner, name);
  if (entry->number) return SAR_OK;
  *entry = (SarFrameEntry){owner, index + 1};
  table->count++;
  return SAR_OK;
}

SarStatus sar_model_index_frames(SarModel *model) {
  for (int32_t i = 0; i < model->nelements; i++) {
    int32_t count;
    const SarNamedFrame *frames = frames_of(model, i, &count);
    for (int32_t k = 0; count > MANY && k < count; k++) SAR_TRY(keep(model, i, k, frames[k].name));
  }
  return SAR_OK;
}

const SarNamedFrame *sar_model_find_frame(const SarModel *model, int32_t element, const char *name) {
  int32_t count;
  const SarNamedFrame *frames = frames_of(model, element, &count);
  if (model->frames.capacity && (element < 0 || count > MANY)) {
    const SarFrameEntry *entry = slot_of(model, &model->frames, element, name);
    if (entry->number) return &frames[entry->number - 1];
    if (element < 0) return NULL; /* all of them are in the table */
  }
  for (int32_t i = 0; i < count; i++) {
    if (strcmp(frames[i].name, name) == 0) return &frames[i];
  }
  return NULL;
}

SarStatus sar_model_add_ground_frame(SarModel *model, const SarNamedFrame *frame) {
  if (sar_model_find_frame(model, -1, frame->name)) {
    return sar_report(model->context, SAR_INPUT, frame->source, "ground", "choose another name",
                      "the ground already has a frame `%s`", frame->name);
  }
  SarNamedFrame *slot = sar_arena_append(model->arena, 8, &model->ground_frames, &model->nground_frames,
                                         &model->ground_frames_capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(model->context);
  *slot = *frame;
  return keep(model, -1, model->nground_frames - 1, frame->name);
}
