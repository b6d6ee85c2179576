// The XML format of the 2010 API's responses.
export function toXml(root: string, value: unknown): string {
  return `<?xml version='1.0' encoding='UTF-8'?>\n<TwilioResponse>${element(root, value)}</TwilioResponse>`
}

function element(name: string, value: unknown): string {
  if (value === null || value === undefined) return `<${name}/>`
  if (Array.isArray(value)) return `<${name}>${value.map((one) => element(singular(name), one)).join('')}</${name}>`
  if (typeof value === 'object') {
    const inside = Object.entries(value).map(([key, one]) => element(pascal(key), one))
    return `<${name}>${inside.join('')}</${name}>`
  }
  return `<${name}>${escapeXml(String(value))}</${name}>`
}

function singular(name: string): string {
  return name === 'MediaList' ? 'Media' : name.replace(/s$/, '')
}

function pascal(key: string): string {
  return key.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
