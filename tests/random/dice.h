/* Numbers that look random and are the same on every machine: splitmix64 (Steele, Lea, Flood 2014). */
#ifndef SAR_TESTS_RANDOM_DICE_H
#define SAR_TESTS_RANDOM_DICE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Dice {
  uint64_t state;
} Dice;

static inline uint64_t dice_bits(Dice *dice) {
  uint64_t z = dice->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static inline double dice_between(Dice *dice, double low, double high) {
  return low + (high - low) * (double)(dice_bits(dice) >> 11) * 0x1p-53;
}

/* 0 ... count - 1 */
static inline int dice_below(Dice *dice, int count) { return (int)(dice_bits(dice) % (uint64_t)count); }

static inline bool dice_chance(Dice *dice, double share) { return dice_between(dice, 0, 1) < share; }

#endif
