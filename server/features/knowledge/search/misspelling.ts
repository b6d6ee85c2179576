// Tells whether a word is probably a misspelling of another one.
/** Longer words may have more mistakes, as in the automatic fuzziness of search engines. */
const mistakesFor = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : 2)

/**
 * The words differ in few letters: missing, additional, other or swapped ones (optimal string alignment distance). The
 * end of `known` may be missing, because it can be a stem. Long words are never misspellings.
 */
export function isMisspelling(written: string, known: string): boolean {
  const [from, to] = [[...written], [...known]]
  const allowed = mistakesFor(Math.min(from.length, to.length))
  if (allowed === 0 || Math.abs(from.length - to.length) > allowed + 2 || from.length > 40) return false
  let twoRowsAgo: number[] = []
  let before = to.map((_, index) => index + 1)
  before.unshift(0)
  let fewest = Number.POSITIVE_INFINITY
  for (const [row, letter] of from.entries()) {
    const current = [row + 1]
    for (const [column, other] of to.entries()) {
      const replaced = before[column]! + (letter === other ? 0 : 1)
      let cost = Math.min(replaced, before[column + 1]! + 1, current[column]! + 1)
      if (row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === other)
        cost = Math.min(cost, twoRowsAgo[column - 1]! + 1)
      current.push(cost)
    }
    // Up to two letters at the end of the written word can be an ending that the stem does not have.
    if (row >= from.length - 3) fewest = Math.min(fewest, current.at(-1)!)
    twoRowsAgo = before
    before = current
  }
  return fewest <= allowed
}
