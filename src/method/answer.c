#include "method/answer.h"

SarStatus sar_answer_create(SarContext *context, SarArena *arena, const SarAnswerClass *class, SarSplit *split,
                            SarVariation *variation, SarStepStats *stats, SarAnswer *answer) {
  *answer = (SarAnswer){
      .class = class, .context = context, .split = split, .variation = variation, .stats = stats, .culprit = -1};
  return class->create(answer, arena);
}

void sar_answer_destroy(SarAnswer *answer) {
  if (answer->class && answer->class->destroy) answer->class->destroy(answer);
  sar_linear_destroy(&answer->linear);
}
