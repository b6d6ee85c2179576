// Writes the numbers of lists: as digits, letters or Roman numerals.
export type NumberFormat = 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman'

const roman: [value: number, digits: string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
const maxRoman = 3_999

/** A number that the format cannot express is written in digits. After z, letters continue as given by `afterZ`. */
export function formatNumber(number: number, format: NumberFormat, afterZ: (number: number) => string): string {
  if (format === 'decimal' || number < 1) return String(number)
  const text = format.endsWith('Roman') ? romanOf(number) : afterZ(number)
  return format.startsWith('upper') ? text.toUpperCase() : text
}

function romanOf(number: number): string {
  if (number > maxRoman) return String(number)
  let [rest, text] = [number, '']
  for (const [value, digits] of roman) for (; rest >= value; rest -= value) text += digits
  return text
}

const letter = (index: number): string => String.fromCharCode(97 + index)

/** a … z, aa, ab, … */
export function lettersOfHtml(number: number): string {
  let text = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) text = letter((rest - 1) % 26) + text
  return text
}

const maxRepeated = 20

/** a … z, aa, bb, … */
export function lettersOfWord(number: number): string {
  const times = Math.ceil(number / 26)
  return times > maxRepeated ? String(number) : letter((number - 1) % 26).repeat(times)
}
