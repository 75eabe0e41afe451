/* Expressions of which programs are made. */
#include "system/user/classes.h"

bool sar_user_is_holonomic(int32_t multiplier) { return sar_symbol_kind(multiplier) == SAR_SYMBOL_LAMBDA; }

int32_t sar_user_level_row(const SarSystem *s, int32_t multiplier) {
  int32_t index = sar_symbol_index(multiplier);
  return sar_user_is_holonomic(multiplier) ? index : s->nposition + index;
}

SarUserSource *sar_user_term_sources(const SarSystem *s, const SarUser *u, SarArena *arena) {
  SarUserSource *sources = SAR_NEW(arena, u->nterms + 1, SarUserSource);
  for (int32_t i = 0; sources && i < u->nterms; i++) {
    const SarUserTerm *term = &u->terms[i];
    sources[i] = (SarUserSource){term->f, term->element, term->row, sar_user_row_index(s, u, term->row)};
  }
  return sources;
}

SarUserSource *sar_user_constraint_sources(const SarSystem *s, const SarUser *u, SarArena *arena) {
  SarUserSource *sources = SAR_NEW(arena, u->nconstraints + 1, SarUserSource);
  for (int32_t i = 0; sources && i < u->nconstraints; i++) {
    const SarUserConstraint *constraint = &u->constraints[i];
    sources[i] = (SarUserSource){constraint->f, constraint->element, constraint->multiplier,
                                 sar_user_level_row(s, constraint->multiplier)};
  }
  return sources;
}
