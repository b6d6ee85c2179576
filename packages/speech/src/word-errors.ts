// Counts how many words of a transcript differ from what was said.
import { numbers, ordinals, tens } from './number-words.ts'

/** Other spellings of the same words. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/[’]/g, "'"],
  [/\bo'clock\b/g, 'oclock'],
  [/\bok\b/g, 'okay'],
  [/\b([ap])\.m\b\.?/g, '$1m'],
  [/\bi'm\b/g, 'i am'],
  [/\b(you|we|they)'re\b/g, '$1 are'],
  [/\b(that|it|there)'s\b/g, '$1 is'],
  [/n't\b/g, ' not'],
]

/** Lower case, without punctuation, with numbers as digits and contractions as two words. */
export function wordsOf(text: string): string[] {
  const spelled = spellings.reduce((result, [variant, usual]) => result.replace(variant, usual), text.toLowerCase())
  return (spelled.match(/[a-z0-9']+/g) ?? []).map(withDigits)
}

function withDigits(word: string): string {
  const [number, ten, ordinal] = [numbers, tens, ordinals].map((words) => words.indexOf(word))
  if (number! >= 0) return String(number)
  if (ten! >= 0) return String(10 * (ten! + 1))
  return ordinal! >= 0 ? `${ordinal! + 1}${suffixes[ordinal! + 1] ?? 'th'}` : word
}

const suffixes: Record<number, string> = { 1: 'st', 2: 'nd', 3: 'rd' }

/** The smallest number of words to insert, remove or replace. Two words are the same as their compound, such as “log in”. */
export function wordErrors(said: readonly string[], heard: readonly string[]): number {
  const rows: number[][] = []
  for (let row = 0; row <= said.length; row++) {
    const current: number[] = []
    for (let column = 0; column <= heard.length; column++) current.push(errorsAt(row, column, current))
    rows.push(current)
  }
  return rows.at(-1)!.at(-1)!

  /** The errors of the first `row` and `column` words. */
  function errorsAt(row: number, column: number, current: readonly number[]): number {
    if (row === 0 || column === 0) return row + column
    const [last, other] = [said[row - 1]!, heard[column - 1]!]
    const before = rows[row - 1]!
    const errors = [before[column]! + 1, current[column - 1]! + 1, before[column - 1]! + (last === other ? 0 : 1)]
    if (row > 1 && said[row - 2]! + last === other) errors.push(rows[row - 2]![column - 1]!)
    if (column > 1 && heard[column - 2]! + other === last) errors.push(before[column - 2]!)
    return Math.min(...errors)
  }
}
