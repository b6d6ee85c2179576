// Works out sums that a customer asks for.
const signs: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '×': (left, right) => left * right,
  '÷': (left, right) => left / right,
}
const spoken: [RegExp, string][] = [
  [/\b(plus|mas|più|piu|más|mais|und)\b/gi, '+'],
  [/\b(minus|menos|moins|meno)\b/gi, '-'],
  [/\b(times|mal|por|fois|per|vezes|multiplied by)\b|(?<=\d)\s*[x*]\s*(?=\d)/gi, '×'],
  [/\b(divided by|geteilt durch|dividido (?:entre|por)|divis[eé] par|diviso)\b|(?<=\d)\s*\/\s*(?=\d)/gi, '÷'],
]
const sum = /^[^\d]*?(-?\d{1,12}(?:\.\d{1,6})?)\s*([+\-×÷])\s*(-?\d{1,12}(?:\.\d{1,6})?)[\s=?.!]*$/

/** "555-1234" and "3/4" are more often a number and a date, so these operators need spaces or a question. */
export function workOutSum(text: string): string | undefined {
  if (/\d[-/]\d/.test(text) && !/[?=]/.test(text)) return undefined
  // "9 - 6" is more often a range.
  const isMinus = /minus|menos|moins|meno\b|what(?:[’']?s| is)|was ist|wie ?viel|combien|cu[aá]nto|quanto|=/i.test(text)
  if (/\d\s*-\s*\d/.test(text) && !isMinus) return undefined
  let plain = text
  for (const [pattern, sign] of spoken.toReversed()) plain = plain.replace(pattern, ` ${sign} `)
  const match = sum.exec(plain)
  if (!match) return undefined
  const [, left = '', sign = '', right = ''] = match
  const result = signs[sign]?.(Number(left), Number(right))
  if (result === undefined || !Number.isFinite(result)) return undefined
  return `${left} ${sign} ${right} = ${Number(result.toPrecision(12))}`
}
