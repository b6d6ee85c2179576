// Reduces what customers write to plain words, so that quotes, emoji, accents and full-width letters make no difference.

/** The words in lower case, without diacritics, one space between them. `don't` is `dont`, `n'envoyez` is `n envoyez`. */
export function plainWords(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/(\p{L})['’ʼ`´](\p{L}{1,2})(?!\p{L})/gu, '$1$2')
  const words = letters.match(/[\p{L}\p{N}]+/gu) ?? []
  // "S T O P"
  return words.length > 2 && words.every((word) => [...word].length === 1) ? words.join('') : words.join(' ')
}
