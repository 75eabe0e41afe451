/* HDF5's way to the disk: a file driver over SarDisk, which never fails (disk.c says why). */
#ifndef SAR_STORE_HDF5_DRIVER_H
#define SAR_STORE_HDF5_DRIVER_H

/* For H5FDregister; the property of the access list is a SarDisk *, which must outlive the file. The type is HDF5's, by
 * its tag alone: who includes this header need not see hdf5.h. */
extern const struct H5FD_class_t sar_hdf5_driver;

/* To read a file that was cut short (hdf5_cut.h): it seems to have as many bytes as it should. */
extern const struct H5FD_class_t sar_hdf5_cut_driver;

#endif
