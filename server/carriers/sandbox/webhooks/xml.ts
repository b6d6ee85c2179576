// A strict reader of small XML documents: elements, attributes, text, entities; no document types.

export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  /** Of this element alone, its children left out. */
  text: string
}

export class XmlFault extends Error {}

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([A-Za-z_][\w.-]*)\s*>|<([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_:][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const attribute = /\s+([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy

/** Throws `XmlFault` for everything that is not one well-formed element. */
export function parseXml(document: string): Element {
  const text = document.replace(/^\uFEFF/, '').trim()
  const holder: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [holder]
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const match = token.exec(text)
    if (!match) throw new XmlFault(`Not well-formed at character ${at}.`)
    const [, data, closing, opening, attributes = '', empty, plain] = match
    const parent = open.at(-1)!
    if (data !== undefined) parent.text += data
    else if (plain !== undefined) parent.text += decode(plain)
    else if (closing !== undefined) {
      if (open.length === 1 || parent.name !== closing) throw new XmlFault(`</${closing}> closes nothing.`)
      open.pop()
    } else if (opening !== undefined) {
      const element: Element = { name: opening, attributes: readAttributes(attributes), children: [], text: '' }
      parent.children.push(element)
      if (!empty) open.push(element)
    }
  }
  if (open.length > 1) throw new XmlFault(`<${open.at(-1)!.name}> is not closed.`)
  const [root, ...more] = holder.children
  if (!root || more.length > 0 || holder.text.trim() !== '') throw new XmlFault('A document is one element.')
  return root
}

function readAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    if (name in found) throw new XmlFault(`The attribute ${name} stands twice.`)
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
    if (!(code > 0 && code <= 0x10ffff)) throw new XmlFault(`${whole} is not an entity.`)
    return String.fromCodePoint(code)
  })
}
