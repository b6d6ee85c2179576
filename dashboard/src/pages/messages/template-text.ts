// The placeholders of template texts, and the formatting that chat apps show.

/** The numbers of the placeholders, in order and once each. */
export const placeholdersOf = (text: string): number[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\d{1,3})\s*\}\}/g)].map(([, number]) => Number(number)))].sort((a, b) => a - b)

export type Look = 'bold' | 'italic' | 'struck' | 'mono' | 'value' | 'placeholder' | 'plain'

export interface TextPart {
  at: number
  text: string
  look: Look
}

const looks: Record<string, Look> = { '*': 'bold', _: 'italic', '~': 'struck', '`': 'mono' }

/** Splits a text into formatted parts. A placeholder becomes its value, or remains if the value is empty. */
export function partsOf(text: string, fill: (number: number) => string | undefined): TextPart[] {
  const pattern =
    /\{\{\s*(\d{1,3})\s*\}\}|```([^`]+)```|(?<![\p{L}\p{N}])([*_~])(?=\S)([^*_~\n]*[^*_~\s])\3(?![\p{L}\p{N}])/gu
  const parts: TextPart[] = []
  let end = 0
  const add = (at: number, part: string, look: Look) => part !== '' && parts.push({ at, text: part, look })
  for (const match of text.matchAll(pattern)) {
    const [whole, number, mono, mark, marked] = match
    add(end, text.slice(end, match.index), 'plain')
    if (number !== undefined) {
      const value = fill(Number(number))
      add(match.index, value || whole, value ? 'value' : 'placeholder')
    } else if (mono !== undefined) add(match.index, mono, 'mono')
    else
      for (const inner of partsOf(marked!, fill))
        add(match.index + 1 + inner.at, inner.text, inner.look === 'plain' ? looks[mark!]! : inner.look)
    end = match.index + whole.length
  }
  add(end, text.slice(end), 'plain')
  return parts
}
