// Finds the expressions in a text: `Hello {{trigger.name}}`.
import { InvalidExpression } from './errors.ts'

export interface TemplateExpression {
  source: string
  /** The offset of the source in the text. */
  position: number
}

/** Texts and expressions in order. Braces and quotes inside an expression are those of CEL. */
export function splitTemplate(text: string): (string | TemplateExpression)[] {
  const parts: (string | TemplateExpression)[] = []
  let position = 0
  for (;;) {
    const start = text.indexOf('{{', position)
    if (start < 0) break
    const end = findEnd(text, start + 2)
    if (end < 0) throw new InvalidExpression('`{{` has no closing `}}`.', start)
    if (start > position) parts.push(text.slice(position, start))
    parts.push({ source: text.slice(start + 2, end), position: start + 2 })
    position = end + 2
  }
  if (position < text.length) parts.push(text.slice(position))
  return parts
}

/** The position of the closing braces, or -1. */
function findEnd(text: string, start: number): number {
  let depth = 0
  for (let position = start; position < text.length; position++) {
    const character = text[position]
    if (character === '{') depth++
    else if (character === '"' || character === "'") {
      position = findQuote(text, position)
      if (position < 0) return -1
    } else if (character === '}') {
      if (depth === 0) return text[position + 1] === '}' ? position : -1
      depth--
    }
  }
  return -1
}

/** The position of the last character of the literal that starts here, or -1. */
function findQuote(text: string, start: number): number {
  const quote = text[start]!
  const end = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote
  for (let position = start + end.length; position < text.length; position++) {
    if (text[position] === '\\') position++
    else if (text.startsWith(end, position)) return position + end.length - 1
  }
  return -1
}
