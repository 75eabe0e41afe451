/* What shapes of a contact may touch, for the files that make pairs of them. SAR_NO_MEMORY is not reported. */
#ifndef SAR_MODEL_CONTACT_RULES_H
#define SAR_MODEL_CONTACT_RULES_H

#include "model/contacts.h"

typedef struct SarContactPairs {
  SarModelPair *list;
  int32_t count, capacity;
} SarContactPairs;

int sar_contact_compare(const void *a, const void *b); /* of two SarModelPair: for qsort */
void sar_contact_sort(SarContactPairs *pairs);         /* each once */
SarModelPair sar_contact_pair_of(SarContactMember a, SarContactMember b);
/* The ground second, else the lower number first: a pair is the same in either order. */
SarModelPair sar_contact_ordered(SarContactMember a, SarContactMember b);

typedef struct SarContactRules {
  SarContactSet *sets; /* every shape of a set against every one of the others; of one set alone among themselves */
  int32_t nsets;
  bool between;                     /* the two sets are the sides of `between`: nothing is left out */
  SarContactPairs barred, declared; /* pairs of bodies, and of shapes, that groups leave out */
} SarContactRules;

SarStatus sar_contact_rules(const SarModel *model, int32_t contact, SarArena *arena, SarContactRules *out);

/* Whether two shapes of different sets (or of the only one) touch, as far as bodies and classes decide. */
bool sar_contact_may_touch(const SarContactRules *rules, SarContactMember a, SarContactMember b);

#endif
