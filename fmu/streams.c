/* The standard streams, for archives of libraries that were not compiled for shared objects: they reach variables in
 * their own object alone. The library itself prints nothing. */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <stdio.h>

#define HERE __attribute__((visibility("hidden")))
HERE FILE *stdout;
HERE FILE *stderr;

__attribute__((constructor)) static void find(void) {
  FILE **out = dlsym(RTLD_DEFAULT, "stdout"), **err = dlsym(RTLD_DEFAULT, "stderr");
  if (out) stdout = *out;
  if (err) stderr = *err;
}
