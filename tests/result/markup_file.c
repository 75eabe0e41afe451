/* A picture or page as a parser sees it. */
#include "result/markup_file.h"

#include "file.h"

SarContext *markup_context;
char *markup_text;

int markup_setup(void **state) { return (void)state, markup_context = sar_context_create(), markup_context == NULL; }

int markup_teardown(void **state) {
  (void)state;
  sar_context_destroy(&markup_context);
  free(markup_text);
  markup_text = NULL;
  remove(markup_path);
  return 0;
}

void markup_read(void) {
  long length;
  char command[256];
  free(markup_text);
  markup_text = file_bytes(markup_path, &length);
  assert_int_equal(strlen(markup_text), length);
  int size = snprintf(command, sizeof command,
                      "python3 -c 'import xml.etree.ElementTree as e, sys; e.parse(sys.argv[1])' %s", markup_path);
  assert_true(size > 0 && size < (int)sizeof command);
  if (system(command) != 0) fail_msg("not well-formed:\n%.4000s", markup_text);
}

int markup_count(const char *words) {
  int n = 0;
  for (const char *at = markup_text; (at = strstr(at, words)); at++) n++;
  return n;
}
