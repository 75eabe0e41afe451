/* Records: read back whole, never out of bytes that were cut off or changed anywhere. */
#include "study/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "study/result_code.h"
#include "study/rows.h"

#define KINDS 4
#define LONGEST 1000

static const SarResultSize size = {ROWS_PARAMETERS, ROWS_RESPONSES};

static void make(SarCrc32c *crc, SarBytes *bytes, int64_t run) {
  RowsNumbers numbers;
  SarJobResult result = rows_result(run, &numbers);
  sar_crc32c_prepare(crc);
  size_t begun = sar_frame_begin(bytes, 3);
  sar_result_encode(bytes, size, &result);
  sar_frame_end(crc, bytes, begun);
}

static void records_are_read_back(void **state) {
  SarCrc32c crc;
  SarBytes bytes = {0};
  SarResultRoom room = {0};
  (void)state;
  for (int64_t run = 0; run < 13; run++) make(&crc, &bytes, run);
  size_t at = 0;
  for (int64_t run = 0; run < 13; run++) {
    SarFrame frame;
    SarJobResult result;
    assert_int_equal(sar_frame_find(&crc, bytes.at + at, bytes.used - at, KINDS, LONGEST, &frame), SAR_FRAME_WHOLE);
    assert_int_equal(frame.kind, 3);
    assert_int_equal(sar_result_decode(frame.payload, frame.length, size, &room, &result), SAR_OK);
    assert_int_equal(result.row.run, run);
    rows_check(&result, true, true);
    at += frame.bytes;
  }
  assert_int_equal(at, bytes.used);
  sar_result_room_free(&room);
  sar_bytes_free(&bytes);
}

static void parts_are_no_records(void **state) {
  SarCrc32c crc;
  SarBytes bytes = {0};
  SarFrame frame;
  (void)state;
  make(&crc, &bytes, 3);
  for (size_t count = 0; count < bytes.used; count++) {
    uint8_t *copy = malloc(count + 1); /* a sanitizer sees reads beyond it */
    if (count) memcpy(copy, bytes.at, count);
    assert_int_equal(sar_frame_find(&crc, copy, count, KINDS, LONGEST, &frame), SAR_FRAME_PART);
    free(copy);
  }
  sar_bytes_free(&bytes);
}

static void changed_bytes_are_seen(void **state) {
  SarCrc32c crc;
  SarBytes bytes = {0};
  SarFrame frame;
  (void)state;
  make(&crc, &bytes, 3);
  for (size_t i = 0; i < 8 * bytes.used; i++) {
    bytes.at[i / 8] ^= (uint8_t)(1 << i % 8);
    assert_int_not_equal(sar_frame_find(&crc, bytes.at, bytes.used, KINDS, LONGEST, &frame), SAR_FRAME_WHOLE);
    bytes.at[i / 8] ^= (uint8_t)(1 << i % 8);
  }
  sar_bytes_free(&bytes);
}

/* Whoever has the right checksum may still send what is no result. */
static void payloads_are_not_trusted(void **state) {
  SarCrc32c crc;
  SarBytes bytes = {0};
  SarResultRoom room = {0};
  SarJobResult result;
  (void)state;
  make(&crc, &bytes, 3);
  const uint8_t *payload = bytes.at + 12;
  size_t count = bytes.used - 16;
  for (size_t shorter = 0; shorter < count; shorter++) {
    uint8_t *copy = malloc(shorter + 1);
    if (shorter) memcpy(copy, payload, shorter);
    assert_int_equal(sar_result_decode(copy, shorter, size, &room, &result), SAR_INPUT);
    free(copy);
  }
  uint8_t *copy = malloc(count);
  for (size_t i = 0; i < count; i++) { /* whatever comes out of it, nothing beyond it is read */
    memcpy(copy, payload, count);
    copy[i] = 0xff;
    sar_result_decode(copy, count, size, &room, &result);
  }
  free(copy);
  sar_result_room_free(&room);
  sar_bytes_free(&bytes);
}

/* A message is cut between characters, and stays text. */
static void long_messages_are_cut(void **state) {
  char text[3 * SAR_LONGEST_MESSAGE + 1];
  double numbers[ROWS_PARAMETERS + ROWS_RESPONSES] = {0};
  SarBytes bytes = {0};
  SarResultRoom room = {0};
  SarJobResult result = {.row = {.message = text, .parameters = numbers, .responses = numbers}};
  (void)state;
  for (int i = 0; i < SAR_LONGEST_MESSAGE; i++) memcpy(text + 3 * i, "\xe2\x82\xac", 3);
  text[sizeof text - 1] = 0;
  sar_result_encode(&bytes, size, &result);
  assert_int_equal(sar_result_decode(bytes.at, bytes.used, size, &room, &result), SAR_OK);
  assert_int_equal(strlen(result.row.message), SAR_LONGEST_MESSAGE / 3 * 3);
  assert_string_equal(result.row.host, "");
  sar_result_room_free(&room);
  sar_bytes_free(&bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(records_are_read_back),  cmocka_unit_test(parts_are_no_records),
      cmocka_unit_test(changed_bytes_are_seen), cmocka_unit_test(payloads_are_not_trusted),
      cmocka_unit_test(long_messages_are_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
