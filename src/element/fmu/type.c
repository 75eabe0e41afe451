/* Numbers of the model in the types of FMUs, and back. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "element/fmu/calls.h"

#define TWO_63 9223372036854775808.0

/* Whole numbers that a double can have between these are held; the largest ones of 64 bits are no double. */
static const struct {
  const char *tag, *words;
  double least, beyond;
} types[] = {
    [SAR_SLAVE_FLOAT64] = {"Float64", "a real number", 0, 0},
    [SAR_SLAVE_FLOAT32] = {"Float32", "a real number of 32 bits", 0, 0},
    [SAR_SLAVE_INT8] = {"Int8", "an integer of 8 bits", -128, 128},
    [SAR_SLAVE_UINT8] = {"UInt8", "an integer of 8 bits without a sign", 0, 256},
    [SAR_SLAVE_INT16] = {"Int16", "an integer of 16 bits", -32768, 32768},
    [SAR_SLAVE_UINT16] = {"UInt16", "an integer of 16 bits without a sign", 0, 65536},
    [SAR_SLAVE_INT32] = {"Int32", "an integer", -2147483648.0, 2147483648.0},
    [SAR_SLAVE_UINT32] = {"UInt32", "an integer without a sign", 0, 4294967296.0},
    [SAR_SLAVE_INT64] = {"Int64", "an integer of 64 bits", -TWO_63, TWO_63},
    [SAR_SLAVE_UINT64] = {"UInt64", "an integer of 64 bits without a sign", 0, 2 * TWO_63},
    [SAR_SLAVE_BOOLEAN] = {"Boolean", "a boolean", 0, 0},
    [SAR_SLAVE_STRING] = {"String", "a text", 0, 0},
    [SAR_SLAVE_BINARY] = {"Binary", "a block of bytes", 0, 0},
    [SAR_SLAVE_CLOCK] = {"Clock", "a clock", 0, 0},
};

/* Names that the versions have for types with others: version 2.0 has few, and both have enumerations. */
static const struct {
  int32_t version;
  const char *tag;
  SarSlaveType type;
} others[] = {{2, "Real", SAR_SLAVE_FLOAT64},    {2, "Integer", SAR_SLAVE_INT32}, {2, "Enumeration", SAR_SLAVE_INT32},
              {2, "Boolean", SAR_SLAVE_BOOLEAN}, {2, "String", SAR_SLAVE_STRING}, {3, "Enumeration", SAR_SLAVE_INT64}};

bool sar_slave_type_of(int32_t version, const char *tag, SarSlaveType *type) {
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (others[i].version != version || strcmp(others[i].tag, tag) != 0) continue;
    *type = others[i].type;
    return true;
  }
  for (size_t i = 0; version == 3 && i < sizeof types / sizeof *types; i++) {
    if (strcmp(types[i].tag, tag) != 0) continue;
    *type = (SarSlaveType)i;
    return true;
  }
  return false;
}

const char *sar_slave_type_words(SarSlaveType type) { return types[type].words; }

bool sar_slave_type_holds(SarSlaveType type, double value) {
  if (!isfinite(value)) return false;
  if (type == SAR_SLAVE_FLOAT32) return fabs(value) <= (double)FLT_MAX;
  if (types[type].beyond == 0) return type < SAR_SLAVE_STRING;
  return value == floor(value) && value >= types[type].least && value < types[type].beyond;
}

/* ---- arrays ---- */

/* All types of numbers that are as they are in C, by their names above. */
#define NUMBERS(N)   \
  N(FLOAT64, double) \
  N(FLOAT32, float)  \
  N(INT8, int8_t)    \
  N(UINT8, uint8_t)  \
  N(INT16, int16_t) N(UINT16, uint16_t) N(INT32, int32_t) N(UINT32, uint32_t) N(INT64, int64_t) N(UINT64, uint64_t)

void sar_slave_pack(SarSlaveType type, size_t boolean, double value, void *array, size_t at) {
  switch (type) {
#define N(name, c) \
  case SAR_SLAVE_##name: ((c *)array)[at] = (c)value; break;
    NUMBERS(N)
#undef N
    default: /* version 2.0 has integers for booleans */
      if (boolean == sizeof(int))
        ((int *)array)[at] = value != 0;
      else
        ((bool *)array)[at] = value != 0;
  }
}

double sar_slave_unpack(SarSlaveType type, size_t boolean, const void *array, size_t at) {
  switch (type) {
#define N(name, c) \
  case SAR_SLAVE_##name: return (double)((const c *)array)[at];
    NUMBERS(N)
#undef N
    default: return boolean == sizeof(int) ? ((const int *)array)[at] != 0 : ((const bool *)array)[at];
  }
}
