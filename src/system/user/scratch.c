#include "system/user/user.h"

SarUserArenas sar_user_open_scratch(SarBuilder *b) {
  SarUserBuild *build = sar_builder_of(b)->build;
  SarUserArenas before = {b->arena, build->user->symbols.arena};
  b->arena = build->user->symbols.arena = build->scratch;
  build->scratches++;
  return before;
}

SarStatus sar_user_close_scratch(SarBuilder *b, SarUserArenas before, const SarExpr **f, int32_t count) {
  SarUserBuild *build = sar_builder_of(b)->build;
  bool ok = true;
  for (int32_t i = 0; i < count; i++) ok = ok && f[i];
  ok = ok && sar_expr_keep(build->system->arena, build->scratch, f, count);
  b->arena = before.builder;
  build->user->symbols.arena = before.symbols;
  if (--build->scratches == 0) sar_arena_clear(build->scratch);
  return ok ? SAR_OK : sar_report_no_memory(b->context);
}
