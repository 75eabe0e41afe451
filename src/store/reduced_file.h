/* Names in the file of a reduced body, which writing and reading share. */
#ifndef SAR_STORE_REDUCED_FILE_H
#define SAR_STORE_REDUCED_FILE_H

#define SAR_REDUCED_FORMAT "sarrus reduced body" /* attribute `format` of `/` */
/* Attribute `version`. Since 2, of the matrices of j2 and g1 the upper triangles alone are there, zeros below: what is
 * symmetric or antisymmetric is stored once. Files of version 1 are read as well. */
#define SAR_REDUCED_VERSION 2

/* More shapes, interfaces and loads than anybody has use for. */
#define SAR_REDUCED_SHAPES 10000
#define SAR_REDUCED_NAMES 100000

/* Shapes of the surface are there for pictures and stresses, not for the motion: each is rounded to so many binary
 * digits of its largest number, which it is wrong by 1/512 of (pictures) and 1/2048 (stresses) at most. Noise does not
 * pack: with all 24 digits files would be three times as large. */
#define SAR_REDUCED_PICTURE_DIGITS 9
#define SAR_REDUCED_STRESS_DIGITS 11

#define SAR_REDUCED_SOURCE 4000 /* bytes of the list of files that are kept */

#endif
