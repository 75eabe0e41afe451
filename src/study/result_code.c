#include "study/result_code.h"

#include <stdlib.h>
#include <string.h>

enum { HAS_GRADIENT = 1, HAS_CURVES_BY = 2 };

/* Cut between characters of UTF-8. */
static size_t message_length(const char *text) {
  size_t length = strlen(text);
  if (length <= SAR_LONGEST_MESSAGE) return length;
  length = SAR_LONGEST_MESSAGE;
  while (length && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
  return length;
}

static void put_message(SarBytes *into, const char *text) {
  size_t length = text ? message_length(text) : 0;
  sar_bytes_put_int(into, (int64_t)length);
  sar_bytes_put(into, text, length);
}

void sar_result_encode(SarBytes *into, SarResultSize size, const SarJobResult *r) {
  const SarStudyRow *row = &r->row;
  int64_t ngradient = row->gradient ? (int64_t)size.nparameters * size.nresponses : 0;
  int64_t ncurves_by = r->curves_by ? r->ncurves * size.nparameters : 0;
  sar_bytes_put_int(into, row->run);
  sar_bytes_put_int(into, row->status);
  sar_bytes_put_int(into, row->steps);
  sar_bytes_put_real(into, row->cpu_seconds);
  put_message(into, row->message);
  put_message(into, row->host);
  sar_bytes_put_int(into, (row->gradient ? HAS_GRADIENT : 0) | (r->curves_by ? HAS_CURVES_BY : 0));
  sar_bytes_put_int(into, r->ncurves);
  sar_bytes_put_reals(into, row->parameters, size.nparameters);
  sar_bytes_put_reals(into, row->responses, size.nresponses);
  sar_bytes_put_reals(into, row->gradient, ngradient);
  sar_bytes_put_reals(into, r->curves, r->ncurves);
  sar_bytes_put_reals(into, r->curves_by, ncurves_by);
}

void sar_result_room_free(SarResultRoom *room) {
  free(room->numbers);
  sar_bytes_free(&room->texts);
  *room = (SarResultRoom){0};
}

static double *make_room(SarResultRoom *room, size_t count) {
  if (room->numbers && count <= room->count) return room->numbers;
  double *larger = realloc(room->numbers, (count + 1) * sizeof *larger);
  if (!larger) return NULL;
  room->numbers = larger;
  room->count = count;
  return larger;
}

static const double *next(double **at, int64_t count, bool there) {
  const double *begin = *at;
  *at += count;
  return there ? begin : NULL;
}

/* Both texts with zeros behind them. */
static bool keep_texts(SarResultRoom *room, const char *message, size_t nmessage, const char *host, size_t nhost,
                       SarStudyRow *row) {
  sar_bytes_clear(&room->texts);
  sar_bytes_put(&room->texts, message, nmessage);
  sar_bytes_put(&room->texts, "", 1);
  sar_bytes_put(&room->texts, host, nhost);
  sar_bytes_put(&room->texts, "", 1);
  if (room->texts.no_memory) return false;
  row->message = (const char *)room->texts.at;
  row->host = (const char *)room->texts.at + nmessage + 1;
  return true;
}

SarStatus sar_result_decode(const uint8_t *bytes, size_t count, SarResultSize size, SarResultRoom *room,
                            SarJobResult *out) {
  SarByteReader r = sar_byte_reader(bytes, count);
  size_t nmessage = 0, nhost = 0;
  SarStudyRow row = {.run = sar_bytes_get_count(&r, 0, INT64_MAX / 16)};
  row.status = (SarRowStatus)sar_bytes_get_count(&r, 0, SAR_ROW_STATUSES - 1);
  row.steps = sar_bytes_get_int(&r);
  row.cpu_seconds = sar_bytes_get_real(&r);
  const char *message = sar_bytes_get_text(&r, &nmessage), *host = sar_bytes_get_text(&r, &nhost);
  int64_t has = sar_bytes_get_count(&r, 0, HAS_GRADIENT | HAS_CURVES_BY);
  int64_t ncurves = sar_bytes_get_count(&r, 0, INT32_MAX);
  int64_t ngradient = has & HAS_GRADIENT ? (int64_t)size.nparameters * size.nresponses : 0;
  int64_t ncurves_by = has & HAS_CURVES_BY ? ncurves * size.nparameters : 0;
  int64_t all = size.nparameters + size.nresponses + ngradient + ncurves + ncurves_by;
  if (r.wrong || r.left != (uint64_t)all * 8) return SAR_INPUT;
  double *numbers = make_room(room, (size_t)all);
  if (!numbers || !keep_texts(room, message, nmessage, host, nhost, &row)) return SAR_NO_MEMORY;
  sar_bytes_get_reals(&r, numbers, all);
  row.parameters = next(&numbers, size.nparameters, true);
  row.responses = next(&numbers, size.nresponses, true);
  row.gradient = next(&numbers, ngradient, ngradient || has & HAS_GRADIENT);
  *out = (SarJobResult){.row = row, .ncurves = ncurves};
  out->curves = next(&numbers, ncurves, ncurves > 0);
  out->curves_by = next(&numbers, ncurves_by, has & HAS_CURVES_BY);
  return SAR_OK;
}
