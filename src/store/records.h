/* Tables in files of arrays: one dataset of a compound type, a record for each row, so that `f["runs"]["peak"]` is a
 * column in h5py. Fields are integers, numbers (also NaN) and texts of a fixed length. */
#ifndef SAR_STORE_RECORDS_H
#define SAR_STORE_RECORDS_H

#include "store/arrays.h"

typedef enum SarRecordKind { SAR_RECORD_INT, SAR_RECORD_REAL, SAR_RECORD_TEXT } SarRecordKind;

/* One field of a record in memory: int64_t, double, or chars filled up with zeros. */
typedef struct SarRecordField {
  const char *name;
  const char *unit; /* only written */
  SarRecordKind kind;
  size_t bytes;  /* of a text; what is read sets it, and there is always a zero behind the text */
  size_t offset; /* in the record; set by sar_record_layout, and by reading */
} SarRecordField;

/* Sets the offsets, and returns the bytes of a record. */
size_t sar_record_layout(SarRecordField *fields, int32_t count);

/* fill: writes row `row` into a record that is all zeros. Units are an attribute of the dataset. */
void sar_store_put_records(SarStoreWriter *writer, const char *path, const SarRecordField *fields, int32_t nfields,
                           int64_t rows, void (*fill)(void *self, int64_t row, uint8_t *record), void *self);

/* Reads row by row. The dataset must have fields of these names and kinds; further ones are left alone. *rows is set
 * before the first row; whatever `each` returns but SAR_OK ends it. */
SarStatus sar_store_read_records(SarStore *store, SarContext *context, const char *path, SarRecordField *fields,
                                 int32_t nfields, int64_t *rows,
                                 SarStatus (*each)(void *self, int64_t row, const uint8_t *record), void *self);

#endif
