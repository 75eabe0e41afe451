/* What archives of libraries ask for and Debian has no archive of, so that an FMU needs nothing but the C library.
 *
 * METIS is asked for by CHOLMOD, where somebody chooses its ordering: only the reduction of finite-element models does,
 * which is no part of an FMU. The runtime of Fortran joins texts for messages of LAPACK and names of its routines. */
#include <stddef.h>
#include <string.h>

#define METIS_ERROR (-4)

int METIS_NodeND(void *n, void *begin, void *neighbours, void *weights, void *options, void *order, void *inverse) {
  (void)n, (void)begin, (void)neighbours, (void)weights, (void)options, (void)order, (void)inverse;
  return METIS_ERROR;
}

int METIS_ComputeVertexSeparator(void *n, void *begin, void *neighbours, void *weights, void *options, void *size,
                                 void *part) {
  (void)n, (void)begin, (void)neighbours, (void)weights, (void)options, (void)size, (void)part;
  return METIS_ERROR;
}

/* a // b, filled up with blanks */
void _gfortran_concat_string(size_t size, char *to, size_t first_size, const char *first, size_t second_size,
                             const char *second) {
  size_t one = first_size < size ? first_size : size, left = size - one, two = second_size < left ? second_size : left;
  memcpy(to, first, one);
  memcpy(to + one, second, two);
  memset(to + one + two, ' ', left - two);
}
