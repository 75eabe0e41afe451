/* What the translators of springs, forces and fields share: nodes of `forces:`. */
#ifndef SAR_READ_ADAMS_FORCE_NODES_H
#define SAR_READ_ADAMS_FORCE_NODES_H

#include "read/adams/deck.h"

/* An element of `forces:` with its type and its sides, under the name of the statement. */
SarNode *sar_force_node(SarDeck *deck, const SarStatement *statement, const char *name, const char *type,
                        const char *first, const char *second);

/* The same between the markers I and J. */
SarStatus sar_force_between_markers(SarDeck *deck, const SarStatement *statement, const char *type, SarNode **out);

/* Reports an argument that has another number of values, where it is given. */
SarStatus sar_force_expect(SarDeck *deck, const SarStatement *statement, const char *argument, int32_t count);

/* Numbers of an argument as they are written, and whether any of them is not zero; "0" and false where it is not given.
 * The count has been checked. */
SarStatus sar_force_numbers(SarDeck *deck, const SarStatement *statement, const char *argument, int32_t count,
                            const char **text, bool *any);

/* A list of texts. */
SarNode *sar_force_list(SarDeck *deck, SarSource source, const char *const *text, int32_t count);

/* A matrix of 6x6 texts, by rows: rows, or the diagonal where there is nothing else. */
SarNode *sar_force_matrix(SarDeck *deck, SarSource source, const char *const text[36]);

/* The name of the element that stands for one of the markers of an NFORCE. */
const char *sar_force_part_name(SarDeck *deck, const SarStatement *statement, const char *marker);

/* The source of an argument, or of the statement where it is not given. */
SarSource sar_force_source(const SarStatement *statement, const char *argument);

#endif
