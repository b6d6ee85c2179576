// Small helpers that write SVG elements as text.
type Attributes = Record<string, string | number | undefined>

export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : escapeXml(value!)}"`)
  return `<${name}${written.join('')}${content === '' ? '/>' : `>${content}</${name}>`}`
}

export const text = (x: number, y: number, content: string, attributes: Attributes = {}): string =>
  element('text', { x, y, ...attributes }, escapeXml(content))

export const line = (x1: number, y1: number, x2: number, y2: number, attributes: Attributes): string =>
  element('line', { x1, y1, x2, y2, ...attributes })

const round = (value: number): string => String(Math.round(value * 10) / 10)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Control characters are not allowed in XML. */
export const escapeXml = (raw: string): string =>
  raw.replace(/[&<>"]/g, (character) => entities[character]!).replace(/[^\P{Cc}\t\n]/gu, '')

/** The approximate width of a text in a proportional font. */
export const widthOf = (content: string, size: number): number => content.length * size * 0.53
