/* One picture or page after the other, written and read again as a parser sees it. */
#ifndef SAR_TESTS_RESULT_MARKUP_FILE_H
#define SAR_TESTS_RESULT_MARKUP_FILE_H

#include "sarrus/base.h"

/* Where it goes; every test program defines its own, because they run at the same time. */
extern const char markup_path[];

extern SarContext *markup_context;
extern char *markup_text; /* of the file that was read last */

/* Of every test. */
int markup_setup(void **state);
int markup_teardown(void **state);

/* Fails the test if the file is not well-formed XML. */
void markup_read(void);

/* How often the words stand in the text. */
int markup_count(const char *words);

#endif
