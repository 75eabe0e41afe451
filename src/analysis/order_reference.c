/* References that serve several measurements: most of the time of one goes into its reference. */
#include <stdlib.h>

#include "analysis/order.h"

typedef struct Kept {
  struct Kept *next;
  SarOrderKey key;
  SarOrderSamples samples;
} Kept;

struct SarOrderReferences {
  Kept *first;
};

SarOrderReferences *sar_order_references_create(void) { return calloc(1, sizeof(SarOrderReferences)); }

void sar_order_references_destroy(SarOrderReferences **references) {
  if (!references || !*references) return;
  for (Kept *kept = (*references)->first, *next; kept; kept = next) {
    next = kept->next;
    free(kept->samples.values);
    free(kept);
  }
  free(*references);
  *references = NULL;
}

static bool is_same(const SarOrderKey *a, const SarOrderKey *b) {
  return a->whose == b->whose && a->end == b->end && a->coarse == b->coarse && a->finest == b->finest &&
         a->width == b->width;
}

const SarOrderSamples *sar_order_reference_find(const SarOrderReferences *known, const SarOrderKey *key) {
  for (const Kept *kept = known ? known->first : NULL; kept; kept = kept->next) {
    if (is_same(&kept->key, key)) return &kept->samples;
  }
  return NULL;
}

bool sar_order_reference_keep(SarOrderReferences *known, const SarOrderKey *key, const SarOrderSamples *samples) {
  Kept *kept = known ? calloc(1, sizeof *kept) : NULL;
  if (!kept) return false;
  *kept = (Kept){.next = known->first, .key = *key, .samples = *samples};
  known->first = kept;
  return true;
}
