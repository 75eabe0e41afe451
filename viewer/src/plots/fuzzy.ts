// Finding by a few letters: "afx" finds A.fx, "crank vel" finds the velocities of the crank.

/** How well one word fits into a text: its letters in order; -1 where they are not all there. */
function fit(word: string, text: string): number {
  const direct = text.indexOf(word);
  if (direct >= 0) {
    const atStart = direct === 0 || !/[a-z0-9]/.test(text[direct - 1]!);
    return 100 + (atStart ? 40 : 0) + (word.length === text.length ? 60 : 0) - Math.min(30, direct) - Math.min(20, (text.length - word.length) / 4);
  }
  let at = -1;
  let score = 40;
  for (const letter of word) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return -1;
    if (at >= 0) score -= Math.min(8, next - at - 1);
    at = next;
  }
  return Math.max(1, score);
}

/**
 * How well a query fits; -1: not at all. Every word must be found: letter by letter in the name, or as it stands in the description.
 */
export function fuzzy(query: string, name: string, description: string): number {
  let total = 0;
  const lower = name.toLowerCase();
  const text = description.toLowerCase();
  for (const word of query.toLowerCase().split(/\s+/)) {
    if (!word) continue;
    const inName = fit(word, lower);
    const inText = text.includes(word) ? 50 : -1;
    const best = Math.max(inName, inText);
    if (best < 0) return -1;
    total += best;
  }
  return total;
}
