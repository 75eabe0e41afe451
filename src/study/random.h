/* Random numbers by their number: the k-th one of a stream is the same whoever asks for it, and when. */
#ifndef SAR_STUDY_RANDOM_H
#define SAR_STUDY_RANDOM_H

#include <stdint.h>

/* Turns every bit of x into about half of the bits of what it gives (D. Stafford's constants for the finaliser of
 * MurmurHash3, variant 13; S. Vigna's SplitMix64). A permutation of the 64-bit numbers. */
static inline uint64_t sar_random_mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/* The key of a stream, from a seed and a number of the stream. */
static inline uint64_t sar_random_key(uint64_t seed, uint64_t stream) {
  return sar_random_mix(sar_random_mix(seed + 0x9e3779b97f4a7c15u) + sar_random_mix(stream ^ 0x5851f42d4c957f2du));
}

/* Number k of a stream: SplitMix64, which is its counter times the golden ratio, mixed. */
static inline uint64_t sar_random_bits(uint64_t key, uint64_t k) {
  return sar_random_mix(key + (k + 1) * 0x9e3779b97f4a7c15u);
}

/* Between 0 and 1, neither of them, from the first 52 bits. */
static inline double sar_random_unit(uint64_t bits) { return ((double)(bits >> 12) + 0.5) * 0x1p-52; }

/* Where `index` goes in a permutation of 0 .. count - 1 that the key chooses. */
int64_t sar_random_place(uint64_t key, int64_t count, int64_t index);

/* The x below which a part p of the standard normal distribution lies, 0 < p < 1, to a few units of the last place. */
double sar_normal_quantile(double p);

#endif
