// Writes a name that a user chose into a mail: one short line, in which mail clients find no link.

const maxCharacters = 60

/**
 * Mail clients make links of addresses and of domains, so the characters that make one are replaced by look-alikes. Line
 * breaks, control characters and invisible ones that change the direction of text become spaces.
 */
export function mailName(name: string): string {
  const line = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const short = line.length > maxCharacters ? `${line.slice(0, maxCharacters).toWellFormed().trimEnd()}…` : line
  return short
    .replace(/(?<=\S)[.。｡．](?=\S)/gu, '․')
    .replaceAll('@', '＠')
    .replace(/[:/\\]/g, (character) => lookAlikes[character]!)
}

const lookAlikes: Record<string, string> = { ':': '꞉', '/': '∕', '\\': '∖' }
