/* The key by which methods choose what errors are measured over (moving.h). */
#ifndef SAR_METHOD_TABLE_WEIGHTS_H
#define SAR_METHOD_TABLE_WEIGHTS_H

#define SAR_KEY_WEIGHTS                                                                                       \
  {                                                                                                           \
    .name = "weights", .kind = SAR_KEY_WORD, .fallback = "length",                                            \
    .meaning = "errors over the model's length scale (length), or over how far each body has moved (moving)", \
    .words = "length|moving"                                                                                  \
  }

#endif
