/* A file that the program carries in itself: the installed program has no source tree to look into. sar_embed in
 * cmake/embed.cmake makes one of any file at build time; who uses it declares `extern const SarAsset sar_asset_...;`.
 */
#ifndef SAR_BASE_ASSET_H
#define SAR_BASE_ASSET_H

#include <stddef.h>

typedef struct SarAsset {
  const char *name;           /* of the file, without folders */
  const unsigned char *bytes; /* a zero follows them, so text may be read as a C string */
  size_t size;                /* without that zero */
} SarAsset;

#endif
