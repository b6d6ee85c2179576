// Divides English text into the tokens of BERT models: words, and pieces of words that are not in the vocabulary.
export interface Vocabulary {
  /** The number of a word, or of a piece inside a word with the prefix `##`. */
  get(piece: string): number | undefined
}

const unknown = '[UNK]'
const maxWordCharacters = 100
/** Marks and symbols are words of their own, and so are Chinese characters. */
const words = /[\p{P}\p{S}\p{Script=Han}]|[^\s\p{P}\p{S}\p{Script=Han}]+/gu

/** Returns at most `maxTokens` numbers, with those of the beginning and the end of a text. */
export function tokenize(text: string, vocabulary: Vocabulary, maxTokens: number): number[] {
  const tokens = [numberOf('[CLS]', vocabulary)]
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{Mn}\p{Cc}\p{Cf}]/gu, (mark) => (/\s/.test(mark) ? ' ' : ''))
  for (const [word] of plain.matchAll(words)) {
    if (tokens.length >= maxTokens) break
    tokens.push(...piecesOf(word, vocabulary))
  }
  return [...tokens.slice(0, maxTokens - 1), numberOf('[SEP]', vocabulary)]
}

/** The longest pieces of the vocabulary, from left to right. */
function piecesOf(word: string, vocabulary: Vocabulary): number[] {
  if (word.length > maxWordCharacters) return [numberOf(unknown, vocabulary)]
  const pieces: number[] = []
  for (let start = 0; start < word.length; ) {
    let end = word.length
    const prefix = start === 0 ? '' : '##'
    while (end > start && vocabulary.get(prefix + word.slice(start, end)) === undefined) end--
    if (end === start) return [numberOf(unknown, vocabulary)]
    pieces.push(numberOf(prefix + word.slice(start, end), vocabulary))
    start = end
  }
  return pieces
}

function numberOf(piece: string, vocabulary: Vocabulary): number {
  const number = vocabulary.get(piece)
  if (number === undefined) throw new Error(`The vocabulary has no ${piece}.`)
  return number
}
