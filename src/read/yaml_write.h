/* Prints a tree as YAML that reads back as the same tree: kinds, texts, keys and their order. */
#ifndef SAR_READ_YAML_WRITE_H
#define SAR_READ_YAML_WRITE_H

#include <stdio.h>

#include "read/node.h"

/* Comments of nodes become lines before them. Whether all was written the caller asks the stream. Bytes that are no
 * UTF-8 are taken for Latin-1. */
void sar_yaml_write(const SarNode *root, FILE *stream);

#endif
