#include "base/arena.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_BLOCK 4096u
#define LARGEST_BLOCK ((size_t)1 << 18) /* for small pieces */
#define LARGE ((size_t)1 << 15)         /* from here on a piece has its own block */
#define ALIGNMENT 16u

typedef struct Block {
  struct Block *previous;
  size_t used, capacity;
  _Alignas(ALIGNMENT) unsigned char bytes[];
} Block;

struct SarArena {
  Block *last;
  size_t total;
};

SarArena *sar_arena_create(void) { return calloc(1, sizeof(SarArena)); }

void sar_arena_destroy(SarArena **arena) {
  if (!arena || !*arena) return;
  for (Block *block = (*arena)->last; block;) {
    Block *previous = block->previous;
    free(block);
    block = previous;
  }
  free(*arena);
  *arena = NULL;
}

void sar_arena_clear(SarArena *arena) {
  Block *kept = arena->last;
  if (!kept) return;
  for (Block *block = kept->previous; block;) {
    Block *previous = block->previous;
    free(block);
    block = previous;
  }
  memset(kept->bytes, 0, kept->used);
  kept->previous = NULL;
  kept->used = arena->total = 0;
}

bool sar_arena_owns(const SarArena *arena, const void *p) {
  uintptr_t at = (uintptr_t)p;
  for (const Block *block = arena->last; block; block = block->previous) {
    uintptr_t first = (uintptr_t)block->bytes;
    if (at >= first && at < first + block->used) return true;
  }
  return false;
}

/* Room for `need` bytes. Large pieces get a block of their own behind the current one, so that neither the rest of that
 * one is lost nor blocks grow with the largest piece. */
static Block *add_block(SarArena *arena, size_t need) {
  bool own = need > LARGE && arena->last;
  size_t capacity = arena->last ? arena->last->capacity * 2 : FIRST_BLOCK;
  if (capacity > LARGEST_BLOCK) capacity = LARGEST_BLOCK;
  if (own || capacity < need) capacity = need;
  if (capacity > SIZE_MAX - sizeof(Block)) return NULL;
  Block *block = calloc(1, sizeof(Block) + capacity);
  if (!block) return NULL;
  block->capacity = capacity;
  Block **place = own ? &arena->last->previous : &arena->last;
  block->previous = *place;
  *place = block;
  return block;
}

void *sar_arena_alloc(SarArena *arena, size_t count, size_t size) {
  if (size && count > (SIZE_MAX - ALIGNMENT) / size) return NULL;
  size_t need = (count * size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  if (!need) need = ALIGNMENT;
  Block *block = arena->last;
  if (!block || block->capacity - block->used < need) block = add_block(arena, need);
  if (!block) return NULL;
  void *memory = block->bytes + block->used;
  block->used += need;
  arena->total += need;
  return memory;
}

void *sar_arena_grow(SarArena *arena, const void *old, size_t old_count, size_t new_count, size_t size) {
  void *memory = sar_arena_alloc(arena, new_count, size);
  if (memory && old_count) memcpy(memory, old, old_count * size);
  return memory;
}

/* The next capacity; 0: there is none. */
static int32_t enlarged(int32_t capacity, int32_t first) {
  if (capacity > INT32_MAX / 2) return 0;
  return capacity ? 2 * capacity : first > 0 ? first : 8;
}

void *sar_arena_append(SarArena *arena, int32_t first, void *array_field, int32_t *count, int32_t *capacity,
                       size_t size) {
  void *array;
  memcpy(&array, array_field, sizeof array);
  if (*count == *capacity) {
    int32_t larger = enlarged(*capacity, first);
    array = larger ? sar_arena_grow(arena, array, (size_t)*count, (size_t)larger, size) : NULL;
    if (!array) return NULL;
    *capacity = larger;
    memcpy(array_field, &array, sizeof array);
  }
  return (char *)array + (size_t)(*count)++ * size;
}

void *sar_append(void *array_field, int32_t *count, int32_t *capacity, size_t size) {
  void *array;
  memcpy(&array, array_field, sizeof array);
  if (*count == *capacity) {
    int32_t larger = enlarged(*capacity, 16);
    bool fits = larger && (size_t)larger <= SIZE_MAX / size;
    array = fits ? realloc(array, (size_t)larger * size) : NULL;
    if (!array) return NULL;
    *capacity = larger;
    memcpy(array_field, &array, sizeof array);
  }
  return (char *)array + (size_t)(*count)++ * size;
}

char *sar_arena_copy_text_n(SarArena *arena, const char *text, size_t length) {
  char *copy = sar_arena_alloc(arena, length + 1, 1);
  if (copy && length) memcpy(copy, text, length);
  return copy;
}

char *sar_arena_copy_text(SarArena *arena, const char *text) {
  return sar_arena_copy_text_n(arena, text, strlen(text));
}

char *sar_arena_join(SarArena *arena, int32_t count, const char *const *texts) {
  size_t length = 0;
  for (int32_t i = 0; i < count; i++) length += strlen(texts[i]);
  char *joined = sar_arena_alloc(arena, length + 1, 1), *end = joined;
  for (int32_t i = 0; joined && i < count; i++) {
    size_t own = strlen(texts[i]);
    memcpy(end, texts[i], own);
    end += own;
  }
  return joined;
}

char *sar_arena_vprintf(SarArena *arena, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  char *text = length < 0 ? NULL : sar_arena_alloc(arena, (size_t)length + 1, 1);
  if (text) vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  return text;
}

char *sar_arena_printf(SarArena *arena, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = sar_arena_vprintf(arena, format, arguments);
  va_end(arguments);
  return text;
}

size_t sar_arena_bytes(const SarArena *arena) { return arena->total; }
