/* Trees that are printed read back as the same trees: every model file of the source tree, and texts that YAML would
 * take for something else. */
#define _POSIX_C_SOURCE 200809L

#include "read/yaml_write.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "file.h"

static bool same(const SarNode *a, const SarNode *b) {
  if (a->kind != b->kind || a->count != b->count || strcmp(a->text, b->text) != 0) return false;
  for (int32_t i = 0; i < a->count; i++) {
    if (a->kind == SAR_NODE_MAPPING && strcmp(a->keys[i]->text, b->keys[i]->text) != 0) return false;
    if (!same(a->items[i], b->items[i])) return false;
  }
  return true;
}

static char *print(const SarNode *root) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  sar_yaml_write(root, stream);
  fclose(stream);
  return text;
}

static const SarNode *parse(SarContext *context, SarArena *arena, const char *text) {
  const SarNode *root = NULL;
  if (sar_yaml_parse(context, arena, "printed.yaml", text, strlen(text), SAR_YAML_MODEL, &root) != SAR_OK) {
    print_message("%s\n%s\n", sar_context_get(context, 0)->message, text);
  }
  assert_non_null(root);
  return root;
}

/* Prints, reads back, compares, and prints again: the second text is the first. */
static void check_tree(const char *name, const SarNode *root) {
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  char *text = print(root);
  const SarNode *again = parse(context, arena, text);
  if (!same(root, again)) fail_msg("%s was printed as another tree:\n%s", name, text);
  char *second = print(again);
  if (strcmp(text, second) != 0) fail_msg("%s is printed in two ways:\n%s\n%s", name, text, second);
  free(second);
  free(text);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
}

/* ---- model files ---- */

static int check_file(const char *path) {
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  const SarNode *root = NULL;
  long length;
  char *text = file_bytes(path, &length);
  int good = sar_yaml_parse(context, arena, path, text, (size_t)length, SAR_YAML_MODEL, &root) == SAR_OK;
  if (good) check_tree(path, root);
  free(text);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return good;
}

static int check_folder(const char *folder) {
  DIR *dir = opendir(folder);
  int count = 0;
  assert_non_null(dir);
  for (struct dirent *entry; (entry = readdir(dir));) {
    char path[1024];
    size_t length = strlen(entry->d_name);
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    DIR *below = opendir(path);
    if (below) {
      closedir(below);
      count += check_folder(path);
    } else if (length > 5 && strcmp(entry->d_name + length - 5, ".yaml") == 0) {
      count += check_file(path);
    }
  }
  closedir(dir);
  return count;
}

static void all_models_of_the_source(void **state) {
  (void)state;
  int examples = check_folder(SAR_TEST_DIR "/../examples");
  int models = check_folder(SAR_TEST_DIR "/models"), data = check_folder(SAR_TEST_DIR "/data");
  print_message("%d examples, %d models, %d files of data\n", examples, models, data);
  assert_true(examples > 40 && models > 100 && data > 100);
}

/* ---- texts ---- */

static const char *const texts[] = {
    "",
    "a",
    "no",
    "~",
    "1e-3",
    " a",
    "a ",
    "-",
    "- a",
    "-1",
    "--",
    "---",
    "...",
    "a: b",
    "a:",
    ":a",
    "a:b",
    "a #b",
    "#b",
    "a#b",
    "[",
    "a[0]",
    "{i}",
    "a, b",
    "f(a, b)",
    "'",
    "it's",
    "\"",
    "say \"a\"",
    "\\",
    "a\\b",
    "line\nend",
    "\n",
    "\t",
    "a\tb",
    "&a",
    "*a",
    "!a",
    "|",
    ">",
    "%",
    "@",
    "`",
    "? a",
    "a ? b",
    "a  b",
    "=",
    "<",
    "90D",
    "\xC3\xA9",
    "\xC2\x85",
    "\xE2\x80\xA8",
    "\xEF\xBB\xBF",
    "\r",
    "a\r\nb",
    "\xF0\x9F\x98\x80",
    "a\xC2\xA0",
    "\x7F",
    "1.0E+005",
    "(a",
    "!",
    "~a",
    "a|b",
    "?",
    "null",
    "\x01",
};

static SarNode scalar(const char *text) { return (SarNode){.kind = SAR_NODE_SCALAR, .text = text}; }

/* Each as value and item, in braces and without. */
static void texts_in_every_place(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    for (int flow = 0; flow < 2; flow++) {
      SarNode text = scalar(texts[i]), other = scalar("other"), key = scalar("key"), list_key = scalar("list");
      const SarNode *items[] = {&text, &other, &text}, *keys[] = {&key, &list_key};
      SarNode list = {.kind = SAR_NODE_SEQUENCE, .flow = flow, .text = "", .items = items, .count = 3};
      const SarNode *entries[] = {&text, &list};
      SarNode map = {.kind = SAR_NODE_MAPPING, .flow = flow, .text = "", .keys = keys, .items = entries, .count = 2};
      check_tree(texts[i], &map);
    }
  }
}

static void texts_as_keys(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    for (int flow = 0; flow < 2; flow++) {
      SarNode key = scalar(texts[i]), value = scalar("a"), top = scalar("top");
      const SarNode *keys[] = {&key}, *items[] = {&value}, *tops[] = {&top};
      SarNode map = {.kind = SAR_NODE_MAPPING, .flow = flow, .text = "", .keys = keys, .items = items, .count = 1};
      const SarNode *maps[] = {&map};
      SarNode root = {.kind = SAR_NODE_MAPPING, .text = "", .keys = tops, .items = maps, .count = 1};
      check_tree(texts[i], &root);
    }
  }
}

/* ---- form ---- */

static void check_form(const char *text, const char *expected) {
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  const SarNode *root = parse(context, arena, text);
  char *printed = print(root);
  assert_string_equal(printed, expected);
  free(printed);
  check_tree(text, root);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
}

static void braces_stay_where_they_fit(void **state) {
  (void)state;
  check_form("a: {b: 1, c: [2, 'x, y']}\n", "a: {b: 1, c: [2, \"x, y\"]}\n");
  check_form("a:\n    b: 1\n    c:\n    - 1\n    - {d: 2}\n", "a:\n  b: 1\n  c:\n    - 1\n    - {d: 2}\n");
  check_form("{}", "{}\n");
  check_form("a: {}\nb: []\nc:\n", "a: {}\nb: []\nc: \"\"\n");
  check_form("- - 1\n  - 2\n- a: 1\n", "-\n  - 1\n  - 2\n-\n  a: 1\n");
}

/* Lines end at column 120. */
static void long_ones_are_broken(void **state) {
  (void)state;
  char word[61];
  memset(word, 'w', 60);
  word[60] = 0;
  char text[400], expected[400];
  snprintf(text, sizeof text, "a: {b: %.52s, c: %.55s}\n", word, word); /* 120 columns */
  check_form(text, text);
  snprintf(text, sizeof text, "a: {b: %.53s, c: %.55s}\n", word, word);
  snprintf(expected, sizeof expected, "a:\n  b: %.53s\n  c: %.55s\n", word, word);
  check_form(text, expected);
  snprintf(text, sizeof text, "a: [%s, %s, %s]\n", word, word, word);
  snprintf(expected, sizeof expected, "a: [%s,\n  %s,\n  %s]\n", word, word, word);
  check_form(text, expected);
}

static void comments_stand_before_their_nodes(void **state) {
  (void)state;
  SarNode a = scalar("a"), b = scalar("b"), one = scalar("1"), two = scalar("2");
  two.comment = "deck.adm:7: two\nlines \x01\xE9";
  const SarNode *keys[] = {&a, &b}, *items[] = {&one, &two}, *top_keys[] = {&a};
  SarNode map = {.kind = SAR_NODE_MAPPING, .flow = true, .text = "", .keys = keys, .items = items, .count = 2};
  map.comment = "of the map";
  const SarNode *maps[] = {&map};
  SarNode root = {.kind = SAR_NODE_MAPPING, .text = "", .keys = top_keys, .items = maps, .count = 1, .comment = "top"};
  char *text = print(&root);
  assert_string_equal(text, "# top\n# of the map\na:\n  a: 1\n  # deck.adm:7: two\n  # lines ??\n  b: 2\n");
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  assert_true(same(&root, parse(context, arena, text)));
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  free(text);
}

static void latin_letters(void **state) {
  (void)state;
  SarNode root = scalar("d\xE9placement");
  char *text = print(&root);
  assert_string_equal(text, "\"d\\u00E9placement\"\n");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_models_of_the_source),
      cmocka_unit_test(texts_in_every_place),
      cmocka_unit_test(texts_as_keys),
      cmocka_unit_test(braces_stay_where_they_fit),
      cmocka_unit_test(long_ones_are_broken),
      cmocka_unit_test(comments_stand_before_their_nodes),
      cmocka_unit_test(latin_letters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
