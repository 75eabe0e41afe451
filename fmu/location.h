/* Where the resources of an FMU are: FMI 2.0 gives a URI, FMI 3.0 a path. */
#ifndef SAR_FMU_LOCATION_H
#define SAR_FMU_LOCATION_H

/* The path of a URI `file:///tmp/fmu/resources`, without a slash at its end; to be freed. Null: it is no file of this
 * machine, or memory is exhausted. */
char *location_to_path(const char *uri);

/* The same of a path. */
char *location_trim(const char *path);

#endif
