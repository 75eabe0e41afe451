/* How a zip archive is laid out (APPNOTE 6.3, sections 4.3.7, 4.3.12, 4.3.16). All numbers have their lowest byte
 * first. */
#ifndef SAR_STORE_ZIP_LAYOUT_H
#define SAR_STORE_ZIP_LAYOUT_H

/* What a file, an entry of the directory and the end of the directory begin with, and their sizes without names. */
#define SAR_ZIP_FILE 0x04034b50u
#define SAR_ZIP_FILE_SIZE 30
#define SAR_ZIP_ENTRY 0x02014b50u
#define SAR_ZIP_ENTRY_SIZE 46
#define SAR_ZIP_END 0x06054b50u
#define SAR_ZIP_END_SIZE 22

#define SAR_ZIP_STORED 0
#define SAR_ZIP_DEFLATED 8

#define SAR_ZIP_VERSION 20u       /* needed to read it: 2.0, folders and deflate */
#define SAR_ZIP_ENCRYPTED 0x0001u /* flags */
#define SAR_ZIP_UTF8 0x0800u

#endif
