// Writes a link as its text and its address, which a channel without links shows.

/** The address is written once if the text is the address, and not at all if it cannot be opened elsewhere. */
export function labelWithAddress(label: string, href: string): string {
  const address = href.replace(/^(?:mailto|tel):/i, '')
  if (address === '' || /^(?:#|javascript:|vbscript:|data:)/i.test(address)) return label
  if (label.trim() === '') return label + address
  return comparable(label, href) === comparable(address, href) ? label : `${label} (${address})`
}

function comparable(text: string, href: string): string {
  if (/^tel:/i.test(href)) return text.replace(/\D/g, '')
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
  return bare.endsWith('/') ? bare.slice(0, -1) : bare
}
