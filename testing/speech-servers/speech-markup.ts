// Reads the SSML that Parley sends to Azure, and refuses everything that is not well-formed or not documented.

export interface SpokenMarkup {
  voice: string
  locale: string
  style: string | undefined
  rate: string | undefined
  text: string
}

type Attributes = Record<string, string>

/** The elements in their order, with their attributes; the last two are optional. */
const elements = [
  {
    name: 'speak',
    start: /^<speak((?: [a-z:]+="[^"<]*")*)>/,
    attributes: 'version,xmlns,xmlns:mstts,xml:lang',
    isOptional: false,
  },
  { name: 'voice', start: /^<voice((?: [a-z:]+="[^"<]*")*)>/, attributes: 'name', isOptional: false },
  {
    name: 'mstts:express-as',
    start: /^<mstts:express-as((?: [a-z:]+="[^"<]*")*)>/,
    attributes: 'style',
    isOptional: true,
  },
  { name: 'prosody', start: /^<prosody((?: [a-z:]+="[^"<]*")*)>/, attributes: 'rate', isOptional: true },
]

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the reason if the markup is not accepted. */
export function readSpeechMarkup(markup: string): SpokenMarkup | string {
  const found: Record<string, Attributes> = {}
  const open: string[] = []
  let rest = markup
  for (const { name, start, attributes: names, isOptional } of elements) {
    const tag = start.exec(rest)
    if (!tag && isOptional) continue
    if (!tag) return `The element ${name} is missing.`
    const attributes = Object.fromEntries(
      [...tag[1]!.matchAll(/ ([a-z:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    )
    if (Object.keys(attributes).join() !== names) return `The attributes of ${name} are wrong.`
    found[name] = attributes
    open.unshift(`</${name}>`)
    rest = rest.slice(tag[0].length)
  }
  if (!rest.endsWith(open.join(''))) return 'The end tags are wrong.'
  const content = rest.slice(0, rest.length - open.join('').length)
  const text = unescapeXml(content)
  if (text === undefined) return 'The text is not escaped.'
  return check(found, text)
}

/** Undefined if the content contains markup, an unknown entity or a character that XML does not allow. */
function unescapeXml(content: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: These characters are what is refused.
  if (/[<>]|&(?!(?:amp|lt|gt|quot|apos);)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(content))
    return undefined
  return content.replace(/&([a-z]+);/g, (_, name: string) => entities[name]!)
}

function check(found: Record<string, Attributes>, text: string): SpokenMarkup | string {
  const { speak = {}, voice = {}, 'mstts:express-as': express, prosody } = found
  if (speak['version'] !== '1.0') return 'version'
  if (speak['xmlns'] !== 'http://www.w3.org/2001/10/synthesis') return 'xmlns'
  if (speak['xmlns:mstts'] !== 'https://www.w3.org/2001/mstts') return 'xmlns:mstts'
  const locale = speak['xml:lang'] ?? ''
  if (!voice['name']?.startsWith(`${locale}-`)) return 'The voice does not speak the language.'
  if (express && !/^[a-z]+$/.test(express['style']!)) return 'style'
  const rate = prosody?.['rate']
  if (prosody && !/^(?:\+(?:100|[1-9]?\d)|-(?:50|[1-4]?\d))%$/.test(rate!)) return 'rate'
  if (text.trim() === '') return 'The text is empty.'
  return { voice: voice['name'], locale, style: express?.['style'], rate, text }
}
