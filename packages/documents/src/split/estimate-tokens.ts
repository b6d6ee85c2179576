// Estimates how many tokens a language model or an embedding model reads in a text.

/**
 * A quarter token per ASCII letter or space, half a token per digit, punctuation mark or other character of alphabets,
 * and one token per character of other scripts. Tokenizers of current models need about as many for prose; old ones that
 * read each digit separately need up to twice as many for tables of numbers.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(quarterTokens(text) / 4)
}

function quarterTokens(text: string): number {
  let quarters = 0
  for (let at = 0; at < text.length; at++) quarters += quartersOf(text.charCodeAt(at))
  return quarters
}

function quartersOf(code: number): number {
  if (code >= 0x800) return 4
  // Letters and white space.
  return (code >= 0x61 && code <= 0x7a) || code <= 0x20 || (code >= 0x41 && code <= 0x5a) ? 1 : 2
}

/** Returns the index behind the longest beginning of the text from `start` that has at most `tokens` tokens. */
export function endOfTokens(text: string, start: number, tokens: number): number {
  let quarters = 0
  for (let at = start; at < text.length; at++) {
    quarters += quartersOf(text.charCodeAt(at))
    if (quarters > tokens * 4) return isLowSurrogate(text, at) && at - 1 > start ? at - 1 : at
  }
  return text.length
}

const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00
