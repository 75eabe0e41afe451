#include "read/taken.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "model/model.h"

#define LONGEST 48 /* of names made here: room for what is put behind them */

struct SarTakenName {
  const char *name; /* null: free */
  int32_t owner;
  int32_t next; /* number that the next one of the same name gets */
};

static SarTakenName *slot_of(const SarTakenNames *names, const char *name, int32_t owner) {
  uint64_t hash = 14695981039346656037u ^ (uint64_t)(uint32_t)owner;
  for (const char *p = name; *p; p++) hash = (hash ^ (unsigned char)*p) * 1099511628211u;
  hash ^= hash >> 32;
  for (uint64_t i = hash & names->mask;; i = (i + 1) & names->mask) {
    SarTakenName *slot = &names->slots[i];
    if (!slot->name || (slot->owner == owner && strcmp(slot->name, name) == 0)) return slot;
  }
}

static bool grow(SarTakenNames *names) {
  SarTakenNames larger = {names->arena, NULL, names->slots ? 2 * names->mask + 1 : 255, names->count};
  larger.slots = SAR_NEW(names->arena, larger.mask + 1, SarTakenName);
  if (!larger.slots) return false;
  for (uint64_t i = 0; names->slots && i <= names->mask; i++) {
    const SarTakenName *old = &names->slots[i];
    if (old->name) *slot_of(&larger, old->name, old->owner) = *old;
  }
  *names = larger;
  return true;
}

static bool forbidden(const char *name, int32_t owner) {
  if (sar_text_is_reserved(name)) return true;
  return owner >= 0 && sar_field_choice(sar_section_outputs(SAR_SECTION_BODIES), name) >= 0;
}

const char *sar_take_name(SarTakenNames *names, const char *wanted, int32_t owner) {
  if (!names->slots || 2 * (uint64_t)(names->count + 2) > names->mask) {
    if (!grow(names)) return NULL;
  }
  SarTakenName *first = slot_of(names, wanted, owner);
  if (!first->name) {
    *first = (SarTakenName){wanted, owner, 2};
    names->count++;
    if (!forbidden(wanted, owner)) return wanted;
  }
  for (;;) {
    const char *name = sar_arena_printf(names->arena, "%s_%d", wanted, (int)first->next++);
    if (!name) return NULL;
    SarTakenName *slot = slot_of(names, name, owner);
    if (slot->name) continue;
    *slot = (SarTakenName){name, owner, 2};
    names->count++;
    return name;
  }
}

const char *sar_name_of(SarArena *arena, const char *text, const char *prefix) {
  size_t length = strlen(text);
  char *name = sar_arena_copy_text_n(arena, text, length < LONGEST ? length : LONGEST);
  if (!name) return NULL;
  for (char *p = name; *p; p++) {
    if (!isalnum((unsigned char)*p)) *p = '_';
  }
  if (name[0] && !isdigit((unsigned char)name[0])) return name;
  return sar_arena_printf(arena, "%s%s", prefix, name);
}
