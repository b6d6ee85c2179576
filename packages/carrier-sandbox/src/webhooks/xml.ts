// A strict parser for small XML documents without document types.
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  /** Excludes the text of children. */
  text: string
  /** Includes the text of children, at its place. */
  fullText: string
}

export class XmlError extends Error {}

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([A-Za-z_][\w.-]*)\s*>|<([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_:][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const attribute = /\s+([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy

/** Throws `XmlError` unless the document is one well-formed element. */
export function parseXml(document: string): Element {
  const text = document.replace(/^\uFEFF/, '').trim()
  const fragment = newElement('')
  const open = [fragment]
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const match = token.exec(text)
    if (!match) throw new XmlError(`Not well-formed at character ${at}.`)
    const [, data, closing, opening, attributes = '', empty, plain] = match
    const parent = open.at(-1)!
    const written = data ?? (plain === undefined ? undefined : decode(plain))
    if (written !== undefined) {
      parent.text += written
      parent.fullText += written
    } else if (closing !== undefined) {
      if (open.length === 1 || parent.name !== closing) throw new XmlError(`</${closing}> has no opening tag.`)
      open.pop()
      open.at(-1)!.fullText += parent.fullText
    } else if (opening !== undefined) {
      const element = newElement(opening, readAttributes(attributes))
      parent.children.push(element)
      if (!empty) open.push(element)
    }
  }
  if (open.length > 1) throw new XmlError(`<${open.at(-1)!.name}> is not closed.`)
  const [root, ...more] = fragment.children
  if (!root || more.length > 0 || fragment.text.trim() !== '')
    throw new XmlError('A document must have exactly one root element.')
  return root
}

const newElement = (name: string, attributes: Record<string, string> = {}): Element => {
  return { name, attributes, children: [], text: '', fullText: '' }
}

function readAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    if (name in found) throw new XmlError(`The attribute ${name} is repeated.`)
    found[name] = decode(double ?? single ?? '')
  }
  return found
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));|&/gi, (whole, hex, decimal, name) => {
    const known = name === undefined ? undefined : entities[name]
    if (known !== undefined) return known
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    if (!(code > 0 && code <= 0x10ffff)) throw new XmlError(`${whole} is not an entity.`)
    return String.fromCodePoint(code)
  })
}
