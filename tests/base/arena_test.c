/* The arena: alignment, zeroes, growth, overflow. Run under a sanitizer it also proves that nothing leaks. */
#include "base/arena.h"

#include <string.h>

#include "check.h"

static void memory_is_zeroed_aligned_and_apart(void **state) {
  (void)state;
  SarArena *arena = sar_arena_create();
  assert_non_null(arena);
  unsigned char *blocks[200];
  for (size_t i = 0; i < 200; i++) {
    size_t size = 1 + i * 37 % 700; /* crosses the borders of several blocks */
    blocks[i] = sar_arena_alloc(arena, size, 1);
    assert_non_null(blocks[i]);
    assert_int_equal((uintptr_t)blocks[i] % 16, 0);
    for (size_t k = 0; k < size; k++) assert_int_equal(blocks[i][k], 0);
    memset(blocks[i], (int)i + 1, size);
  }
  for (size_t i = 0; i < 200; i++) {
    size_t size = 1 + i * 37 % 700;
    for (size_t k = 0; k < size; k++) assert_int_equal(blocks[i][k], (i + 1) & 0xff);
  }
  sar_arena_destroy(&arena);
  assert_null(arena);
  sar_arena_destroy(&arena);
  sar_arena_destroy(NULL);
}

static void large_and_empty_requests(void **state) {
  (void)state;
  SarArena *arena = sar_arena_create();
  char *large = sar_arena_alloc(arena, 50, 1000000);
  assert_non_null(large);
  large[49999999] = 1;
  assert_non_null(sar_arena_alloc(arena, 0, 8));
  assert_true(sar_arena_bytes(arena) >= 50000000);
  assert_null(sar_arena_alloc(arena, SIZE_MAX / 4, 8));
  assert_null(sar_arena_alloc(arena, SIZE_MAX, 1));
  assert_non_null(sar_arena_alloc(arena, 1, 8)); /* still usable */
  sar_arena_destroy(&arena);
}

static void growing_keeps_the_contents(void **state) {
  (void)state;
  SarArena *arena = sar_arena_create();
  int *list = NULL;
  size_t capacity = 0;
  for (int i = 0; i < 5000; i++) {
    if ((size_t)i == capacity) {
      list = sar_arena_grow(arena, list, capacity, capacity ? 2 * capacity : 4, sizeof *list);
      assert_non_null(list);
      capacity = capacity ? 2 * capacity : 4;
    }
    list[i] = i;
  }
  for (int i = 0; i < 5000; i++) assert_int_equal(list[i], i);
  sar_arena_destroy(&arena);
}

static void texts(void **state) {
  (void)state;
  SarArena *arena = sar_arena_create();
  assert_string_equal(sar_arena_copy_text(arena, "revolute"), "revolute");
  assert_string_equal(sar_arena_copy_text_n(arena, "revolute", 3), "rev");
  assert_string_equal(sar_arena_copy_text(arena, ""), "");
  assert_string_equal(sar_arena_printf(arena, "link%d.%s", 7, "end"), "link7.end");
  char *padded = sar_arena_printf(arena, "%20000d", 1);
  assert_int_equal(strlen(padded), 20000);
  sar_arena_destroy(&arena);
}

static void clearing_keeps_a_block(void **state) {
  (void)state;
  SarArena *arena = sar_arena_create();
  sar_arena_clear(arena);
  for (int round = 0; round < 3; round++) {
    unsigned char *last = NULL;
    for (int i = 0; i < 2000; i++) {
      last = sar_arena_alloc(arena, 100, 1);
      for (int k = 0; k < 100; k++) assert_int_equal(last[k], 0);
      memset(last, 0xff, 100);
    }
    assert_true(sar_arena_bytes(arena) >= 200000 && sar_arena_bytes(arena) < 300000);
    assert_true(sar_arena_owns(arena, last));
    sar_arena_clear(arena);
    assert_int_equal(sar_arena_bytes(arena), 0);
    assert_false(sar_arena_owns(arena, last));
  }
  sar_arena_destroy(&arena);
}

static void owning(void **state) {
  (void)state;
  SarArena *one = sar_arena_create(), *other = sar_arena_create();
  int here = 0, *pieces[64];
  assert_false(sar_arena_owns(one, &here));
  for (int i = 0; i < 64; i++) pieces[i] = sar_arena_alloc(i % 2 ? one : other, i % 8 ? 16 : 40000, sizeof(int));
  for (int i = 0; i < 64; i++) {
    assert_int_equal(sar_arena_owns(one, pieces[i] + 3), i % 2 == 1);
    assert_int_equal(sar_arena_owns(other, pieces[i]), i % 2 == 0);
  }
  sar_arena_destroy(&one);
  sar_arena_destroy(&other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_is_zeroed_aligned_and_apart),
      cmocka_unit_test(large_and_empty_requests),
      cmocka_unit_test(growing_keeps_the_contents),
      cmocka_unit_test(texts),
      cmocka_unit_test(clearing_keeps_a_block),
      cmocka_unit_test(owning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
