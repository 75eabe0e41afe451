/* Pictures and pages that were written, read again as a parser sees them. */
#ifndef SAR_TESTS_RESULT_MARKUP_H
#define SAR_TESTS_RESULT_MARKUP_H

/* The text of the file; freed by the caller. Fails the test if it is not well-formed XML. */
char *read_markup(const char *path);

/* How often the words stand in the text. */
int count_words(const char *text, const char *words);

#endif
