/* An arena: many small allocations, one release. Memory is zeroed and 16-byte aligned. */
#ifndef SAR_BASE_ARENA_H
#define SAR_BASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "sarrus/base.h"

typedef struct SarArena SarArena;

SarArena *sar_arena_create(void); /* null when memory is exhausted */
void sar_arena_destroy(SarArena **arena);

/* Gives all memory back but a block or so, for the next use. */
void sar_arena_clear(SarArena *arena);

/* Whether the memory at p came from this arena; slow where the arena is large. */
bool sar_arena_owns(const SarArena *arena, const void *p);

/* count * size zeroed bytes, overflow-checked; null when memory is exhausted. Zero bytes give a valid pointer. */
void *sar_arena_alloc(SarArena *arena, size_t count, size_t size);

/* Grows an array that came from this arena: copies old_count elements into a new block of new_count elements. */
void *sar_arena_grow(SarArena *arena, const void *old, size_t old_count, size_t new_count, size_t size);

/* Room for one more entry at the end of an array, of `count` entries in room for `capacity`; null when memory is
 * exhausted. array_field: address of the pointer to the array. The first room is for `first` entries, then it doubles.
 * sar_append has its arrays on the heap: the owner frees them. */
void *sar_arena_append(SarArena *arena, int32_t first, void *array_field, int32_t *count, int32_t *capacity,
                       size_t size);
void *sar_append(void *array_field, int32_t *count, int32_t *capacity, size_t size);

char *sar_arena_copy_text(SarArena *arena, const char *text);
char *sar_arena_copy_text_n(SarArena *arena, const char *text, size_t length);
/* `count` texts, one behind the other: for names that are made by the thousand. */
char *sar_arena_join(SarArena *arena, int32_t count, const char *const *texts);
char *sar_arena_printf(SarArena *arena, const char *format, ...) SAR_PRINTF(2, 3);
char *sar_arena_vprintf(SarArena *arena, const char *format, va_list arguments);

size_t sar_arena_bytes(const SarArena *arena); /* bytes handed out so far */

#define SAR_NEW(arena, count, type) ((type *)sar_arena_alloc((arena), (size_t)(count), sizeof(type)))

#endif
