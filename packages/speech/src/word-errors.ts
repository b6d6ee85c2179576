// Counts how many words of a transcript differ from what was said.
const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** Lower case, without punctuation, with small numbers as digits. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9']+/g) ?? []
  return words.map((word) => (numbers.includes(word) ? String(numbers.indexOf(word)) : word))
}

/** The smallest number of words to insert, remove or replace. */
export function wordErrors(said: string[], heard: string[]): number {
  let previous = Array.from({ length: heard.length + 1 }, (_, index) => index)
  for (const [row, word] of said.entries()) {
    const current = [row + 1]
    for (const [column, other] of heard.entries())
      current.push(
        Math.min(previous[column]! + (word === other ? 0 : 1), previous[column + 1]! + 1, current[column]! + 1),
      )
    previous = current
  }
  return previous.at(-1)!
}
