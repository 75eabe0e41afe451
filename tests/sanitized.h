/* SANITIZED: 1 in a build with a sanitizer, which brings its own malloc and takes three to ten times as long. Tests of
 * many similar cases may take fewer of them there: each kind of code is to be seen, the numbers are judged elsewhere.
 */
#ifndef SAR_TEST_SANITIZED_H
#define SAR_TEST_SANITIZED_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if !defined(SANITIZED) && (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__))
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#endif
