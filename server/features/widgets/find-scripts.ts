// Finds the script tags of a page with their addresses.

export interface ScriptTag {
  src: URL
  /** The attribute `data-assistant`; empty without one. */
  assistant: string
}

/** Tags in comments are left out. */
export function findScripts(html: string, pageUrl: string): ScriptTag[] {
  const visible = html.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  return [...visible.matchAll(/<script\b([^>]*)>/gi)].flatMap(([, attributes = '']) => {
    const written = attributeOf(attributes, 'src')
    const src = written === undefined ? null : URL.parse(written, pageUrl)
    return src ? [{ src, assistant: attributeOf(attributes, 'data-assistant') ?? '' }] : []
  })
}

function attributeOf(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|[\\s"'])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes)
  const value = match?.[1] ?? match?.[2] ?? match?.[3]
  return value?.replaceAll('&amp;', '&').trim()
}
