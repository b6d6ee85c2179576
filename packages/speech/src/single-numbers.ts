// Corrects how the model writes some numbers that are said alone, such as “For,” instead of “Four”.

const soundLike: ReadonlyMap<string, string> = new Map([
  ['for', 'Four'],
  ['to', 'Two'],
  ['too', 'Two'],
  ['won', 'One'],
  ['ate', 'Eight'],
])
/** The model writes “Thirty s.” for “thirtieth”. */
const ordinalOfTen = /^(twent|thirt|fort|fift|sixt|sevent|eight|ninet)y s[.,!?]*$/i
const onlyWord = /^[a-z]+(?=[.,!?]*$)/i

/** Returns other texts unchanged. */
export function correctSingleNumber(text: string): string {
  return text.replace(ordinalOfTen, '$1ieth.').replace(onlyWord, (word) => soundLike.get(word.toLowerCase()) ?? word)
}
