// Estimates how many tokens a language model or an embedding model reads in a text.

/**
 * A quarter token per ASCII character, half a token per other character of alphabets, and one token per character of
 * other scripts. Tokenizers need up to a third more for prose, and up to three times as many for tables of numbers if they
 * read each digit separately.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(quarterTokens(text) / 4)
}

function quarterTokens(text: string): number {
  let quarters = 0
  for (let at = 0; at < text.length; at++) quarters += quartersOf(text.charCodeAt(at))
  return quarters
}

const quartersOf = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : 4)

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
