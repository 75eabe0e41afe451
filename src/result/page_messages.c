#include "result/page_messages.h"

SarStatus sar_page_put_messages(SarContext *context, const char *key, const SarContext *from, SarJson *json) {
  static const char *const severities[] = {[SAR_NOTE] = "note", [SAR_WARNING] = "warning", [SAR_ERROR] = "error"};
  if (from && sar_context_out_of_memory(from)) return sar_report_no_memory(context); /* some are lost */
  sar_json_key(json, key);
  sar_json_begin_array(json);
  for (int32_t i = 0; from && i < sar_context_count(from); i++) {
    const SarDiagnostic *d = sar_context_get(from, i);
    sar_json_begin_object(json);
    sar_json_put_text(json, "severity", severities[d->severity]);
    sar_json_put_text(json, "element", d->element);
    sar_json_put_text(json, "message", d->message);
    sar_json_put_text(json, "remedy", d->remedy);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
  return SAR_OK;
}
