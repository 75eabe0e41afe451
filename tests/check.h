/* cmocka with the headers it needs before it, and closeness of numbers that prints what was compared. */
#ifndef SAR_TESTS_CHECK_H
#define SAR_TESTS_CHECK_H

/* The order matters: cmocka.h does not include what it uses. */
/* clang-format off */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

/* |value - expected| <= tolerance; fails for nan. */
#define CHECK_NEAR(value, expected, tolerance)                                                                      \
  do {                                                                                                              \
    double check_value_ = (value), check_expected_ = (expected);                                                    \
    if (!(fabs(check_value_ - check_expected_) <= (tolerance)))                                                     \
      fail_msg("%s = %.17g, expected %.17g within %g", #value, check_value_, check_expected_, (double)(tolerance)); \
  } while (0)

#endif
