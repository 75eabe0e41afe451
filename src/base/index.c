#include "base/index.h"

#include <string.h>

#define FIRST_MASK 63

struct SarIndexEntry {
  const char *text; /* null: free */
  int32_t number;
};

/* FNV-1a */
static uint64_t hash_of(const char *text) {
  uint64_t hash = 14695981039346656037u;
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 1099511628211u;
  return hash ^ (hash >> 32);
}

/* The entry of the text, or the free one where it would go. There are free ones. */
static struct SarIndexEntry *entry_of(const SarIndex *index, const char *text) {
  for (uint64_t i = hash_of(text) & index->mask;; i = (i + 1) & index->mask) {
    struct SarIndexEntry *entry = &index->entries[i];
    if (!entry->text || strcmp(entry->text, text) == 0) return entry;
  }
}

static bool grow(SarIndex *index) {
  SarIndex larger = {index->arena, NULL, index->entries ? 2 * index->mask + 1 : FIRST_MASK, index->count};
  larger.entries = SAR_NEW(index->arena, larger.mask + 1, struct SarIndexEntry);
  if (!larger.entries) return false;
  for (uint64_t i = 0; index->entries && i <= index->mask; i++) {
    if (index->entries[i].text) *entry_of(&larger, index->entries[i].text) = index->entries[i];
  }
  *index = larger;
  return true;
}

bool sar_index_put(SarIndex *index, const char *text, int32_t number) {
  if (2 * ((uint64_t)index->count + 1) > index->mask && !grow(index)) return false; /* at most half full */
  struct SarIndexEntry *entry = entry_of(index, text);
  if (entry->text) return true;
  *entry = (struct SarIndexEntry){text, number};
  index->count++;
  return true;
}

int32_t sar_index_get(const SarIndex *index, const char *text) {
  const struct SarIndexEntry *entry = index->entries ? entry_of(index, text) : NULL;
  return entry && entry->text ? entry->number : -1;
}
