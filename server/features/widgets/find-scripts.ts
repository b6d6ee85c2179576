// Finds the script tags of a page with their addresses.

export interface ScriptTag {
  src: URL
  /** The attribute `data-assistant`; empty without one. */
  assistant: string
}

const maxTagCharacters = 4_000

/** Tags in comments are left out. */
export function findScripts(html: string, pageUrl: string): ScriptTag[] {
  const visible = html
    .split('<!--')
    .map((part, index) => (index === 0 ? part : part.split('-->').slice(1).join('-->')))
    .join('')
  const tags = visible.split(/<script(?=[\s/>])/i).slice(1)
  return tags.flatMap((tag) => {
    const attributes = attributesOf(tag.slice(0, maxTagCharacters).split('>', 1)[0]!)
    const written = attributes.get('src')
    const src = written === undefined ? null : URL.parse(written, pageUrl)
    return src ? [{ src, assistant: attributes.get('data-assistant') ?? '' }] : []
  })
}

/** The first attribute of a name counts. */
function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(
    /(?<![^\s"'])([a-z-]+)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"']+))/gi,
  )) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, (double ?? single ?? bare ?? '').replaceAll('&amp;', '&').trim())
  }
  return attributes
}
