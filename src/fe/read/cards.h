/* Cards of an input deck: a keyword with parameters, and lines of data. */
#ifndef SAR_FE_READ_CARDS_H
#define SAR_FE_READ_CARDS_H

#include "fe/read/text.h"

#define SAR_FE_PARAMETERS 16
#define SAR_FE_WORD 132 /* longest keyword, name or value, as CalculiX has it */

typedef struct SarFeParameter {
  char key[SAR_FE_WORD], value[SAR_FE_WORD]; /* key in capitals, without blanks; value without blanks around it */
} SarFeParameter;

typedef struct SarFeCard {
  char keyword[SAR_FE_WORD]; /* in capitals, without blanks: SOLIDSECTION */
  int32_t count;
  SarFeParameter parameters[SAR_FE_PARAMETERS];
  SarSource source;
} SarFeCard;

typedef struct SarFeCards {
  SarFeText text;
  bool held; /* the current line has not been looked at */
} SarFeCards;

/* The next card; lines of data before it are passed over. False: the end, or a failure (*status). */
bool sar_fe_cards_next(SarFeCards *cards, SarFeCard *card, SarStatus *status);
/* The next line of data of the card; false: there is none. */
bool sar_fe_cards_data(SarFeCards *cards);

/* Value of a parameter; null: it is not given. "" without a value. */
const char *sar_fe_parameter(const SarFeCard *card, const char *key);

/* Whether two names are the same, in upper or lower case. */
bool sar_fe_same(const char *a, const char *b);

/* Fields of a line of data, between commas. */
bool sar_fe_field_int(SarFeText *text, int64_t *value);          /* and behind its comma */
bool sar_fe_field_real(SarFeText *text, double *value);          /* the same */
bool sar_fe_field_word(SarFeText *text, char word[SAR_FE_WORD]); /* without blanks around it; false: too long or none */

#endif
