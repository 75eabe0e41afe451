#include "study/frame.h"

#include "result/journal_code.h"

size_t sar_frame_begin(SarBytes *into, uint32_t kind) {
  uint8_t head[SAR_RECORD_HEAD] = {0};
  size_t begun = into->used;
  sar_put_u32(head, kind);
  sar_bytes_put(into, head, sizeof head);
  return begun;
}

void sar_frame_end(const SarCrc32c *crc, SarBytes *into, size_t begun) {
  uint8_t tail[SAR_RECORD_TAIL];
  if (into->no_memory) return;
  sar_put_u64(into->at + begun + 4, into->used - begun - SAR_RECORD_HEAD);
  sar_put_u32(tail, sar_crc32c(crc, 0, into->at + begun, into->used - begun));
  sar_bytes_put(into, tail, sizeof tail);
}

SarFrameFound sar_frame_find(const SarCrc32c *crc, const uint8_t *at, size_t count, uint32_t most, uint64_t longest,
                             SarFrame *out) {
  if (count < SAR_RECORD_HEAD) return SAR_FRAME_PART;
  uint64_t length = sar_get_u64(at + 4);
  *out = (SarFrame){.kind = sar_get_u32(at), .payload = at + SAR_RECORD_HEAD, .length = length};
  if (out->kind < 1 || out->kind > most || length > longest) return SAR_FRAME_WRONG;
  out->bytes = SAR_FRAME_AROUND + length;
  if (count < out->bytes) return SAR_FRAME_PART;
  uint32_t checksum = sar_crc32c(crc, 0, at, SAR_RECORD_HEAD + length);
  return checksum == sar_get_u32(at + SAR_RECORD_HEAD + length) ? SAR_FRAME_WHOLE : SAR_FRAME_WRONG;
}
