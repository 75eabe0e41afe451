/* Names in the file of a reduced body, which writing and reading share. */
#ifndef SAR_STORE_REDUCED_FILE_H
#define SAR_STORE_REDUCED_FILE_H

#define SAR_REDUCED_FORMAT "sarrus reduced body" /* attribute `format` of `/` */
#define SAR_REDUCED_VERSION 1                    /* attribute `version` */

/* More shapes, interfaces and loads than anybody has use for. */
#define SAR_REDUCED_SHAPES 10000
#define SAR_REDUCED_NAMES 100000

#define SAR_REDUCED_SOURCE 4000 /* bytes of the list of files that are kept */

#endif
