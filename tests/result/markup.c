/* Pictures and pages as a parser sees them. */
#include "result/markup.h"

#include <string.h>

#include "file.h"

char *read_markup(const char *path) {
  long length;
  char *text = file_bytes(path, &length), command[256];
  assert_int_equal(strlen(text), length);
  int size = snprintf(command, sizeof command,
                      "python3 -c 'import xml.etree.ElementTree as e, sys; e.parse(sys.argv[1])' %s", path);
  assert_true(size > 0 && size < (int)sizeof command);
  if (system(command) != 0) fail_msg("not well-formed:\n%.4000s", text);
  return text;
}

int count_words(const char *text, const char *words) {
  int n = 0;
  for (const char *at = text; (at = strstr(at, words)); at++) n++;
  return n;
}
