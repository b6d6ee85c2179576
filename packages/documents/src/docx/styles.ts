// Reads the styles of a Word document, which are based on each other.
import { attributeOf, type Properties, PropertyReader, tokensOf } from './word-xml.ts'

export interface Styles {
  /** The properties of a style and of those that it is based on; of the default style if there is no name. */
  propertiesOf(id: string | undefined): Properties
}

interface Style {
  basedOn?: string | undefined
  own: Properties
}

const maxStyles = 5_000
const maxAncestors = 20

export function readStyles(xml: string): Styles {
  const styles = new Map<string, Style>()
  let fallback: string | undefined
  let current: { style: Style; reader: PropertyReader } | undefined
  let inParagraph = false
  for (const token of tokensOf(xml)) {
    const { name, kind } = token
    if (name === 'style') {
      current = undefined
      const id = attributeOf(token, 'styleId')
      if (kind !== 'open' || id === undefined || styles.size >= maxStyles) continue
      const reader = new PropertyReader()
      current = { style: { own: reader.properties }, reader }
      styles.set(id, current.style)
      if (attributeOf(token, 'default') === '1' && attributeOf(token, 'type') === 'paragraph') fallback = id
    } else if (name === 'pPr') inParagraph = kind === 'open'
    else if (name === 'basedOn' && current) current.style.basedOn = attributeOf(token)
    // The properties of runs apply to the text of the paragraphs.
    else if (current) current.reader.take(token, inParagraph)
  }

  const known = new Map<string, Properties>()
  function propertiesOf(id: string | undefined = fallback): Properties {
    if (id === undefined) return {}
    const found = known.get(id)
    if (found) return found
    const all: Properties = {}
    let style = styles.get(id)
    for (let depth = 0; style && depth < maxAncestors; depth++) {
      for (const [name, value] of Object.entries(style.own)) if (!(name in all)) Object.assign(all, { [name]: value })
      style = style.basedOn === undefined ? undefined : styles.get(style.basedOn)
    }
    known.set(id, all)
    return all
  }
  return { propertiesOf }
}
