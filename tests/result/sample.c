/* The sample that the tests of the sinks write. */
#include "result/sample.h"

#include <stdlib.h>

#include "file.h"

static SarModelParameter parameters[] = {{.name = "r", .value = 0.3}, {.name = "l", .value = 0.8}};

SarModel sample_model(void) {
  SarModel model = {.title = "sample", .text = "model: sample\n", .path = "sample.yaml", .units = sar_units_si()};
  assert_int_equal(sar_units_choose(&model.units, "length", "mm"), SAR_OK);
  assert_int_equal(sar_units_choose(&model.units, "angle", "deg"), SAR_OK);
  model.parameters = parameters;
  model.nparameters = 2;
  return model;
}

SarSinkHeader sample_header(const SarModel *model) {
  static const SarSinkColumn columns[] = {{"crank", "x", "m", false, SAR_TABLE_OWN, false},
                                          {"crank.pin", "vx", "m/s", true, SAR_TABLE_OWN, false},
                                          {"A", "angle", "rad", false, SAR_TABLE_OWN, false}};
  static const SarModelFile files[] = {{"corner.yaml", "model: corner\n"}, {"wheel.yaml", ""}};
  return (SarSinkHeader){.title = model->title,
                         .text = model->text,
                         .parameters = "{\"r\":0.29999999999999999,\"l\":0.80000000000000004}",
                         .units = model->units,
                         .units_json = SAMPLE_UNITS,
                         .version = sar_version(),
                         .method = "hht:alpha=-0.2",
                         .settings = "end=10\n",
                         .files = files,
                         .nfiles = 2,
                         .columns = columns,
                         .ncolumns = 3};
}

double sample_row(int64_t k, double values[3]) {
  values[0] = (double)k * 1e-3;
  values[1] = (double)k;
  values[2] = (double)k * 0.017453292519943295769;
  return (double)k / 10;
}

char *read_all(const char *path, size_t *length) {
  long size;
  char *text = file_bytes(path, &size);
  *length = (size_t)size;
  return text;
}

void assert_same_files(const char *a, const char *b) {
  size_t na = 0, nb = 0;
  char *x = read_all(a, &na), *y = read_all(b, &nb);
  assert_int_equal(na, nb);
  assert_memory_equal(x, y, na);
  free(x);
  free(y);
}

void sample_fill(SarSink *sink, const SarSinkHeader *header, int64_t rows) {
  assert_int_equal(sink->begin(sink->self, header), SAR_OK);
  for (int64_t k = 0; k < rows; k++) {
    double values[3], time = sample_row(k, values);
    assert_int_equal(sink->row(sink->self, time, values), SAR_OK);
  }
  assert_int_equal(sink->finish(sink->self), SAR_OK);
}
