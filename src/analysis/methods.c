#include <stdio.h>

#include "method/method.h"
#include "sarrus/analysis.h"

int32_t sar_methods_count(void) { return sar_method_count(); }

SarMethodFacts sar_methods_get(int32_t index) {
  if (index < 0 || index >= sar_method_count()) return (SarMethodFacts){0};
  SarMethodInfo info = sar_method_info(index);
  return (SarMethodFacts){.name = info.name,
                          .family = info.family,
                          .summary = info.summary,
                          .dissipation = info.dissipation,
                          .stability = info.stability,
                          .paper = info.paper,
                          .cautions = info.cautions,
                          .order = info.order,
                          .order_position = info.order_index3[0],
                          .order_velocity = info.order_index3[1],
                          .order_multipliers = info.order_index3[2],
                          .order_si2 = {info.order_si2[0], info.order_si2[1], info.order_si2[2]},
                          .stages = info.stages,
                          .adaptive = info.adaptive,
                          .independent = info.independent};
}

bool sar_methods_key(int32_t method, int32_t index, SarMethodKeyFacts *out) {
  if (!out || method < 0 || method >= sar_method_count() || index < 0) return false;
  SarMethodKeyInfo info;
  if (!sar_method_key_info(method, index, &info)) return false;
  *out = (SarMethodKeyFacts){.name = info.name, .fallback = info.fallback, .meaning = info.meaning};
  snprintf(out->words, sizeof out->words, "%s", info.words);
  return true;
}
