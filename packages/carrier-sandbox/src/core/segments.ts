// Counts the segments of an SMS in GSM-7 or UCS-2 encoding.
// https://www.twilio.com/docs/glossary/what-is-gsm-7-character-encoding

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('\f^{}\\[~]|€')

export function countSegments(text: string, smartEncoded = false): number {
  const characters = [...(smartEncoded ? smartEncode(text) : text)]
  const isGsm = characters.every((character) => basic.has(character) || extension.has(character))
  const unitsOf = (character: string) => (isGsm ? (extension.has(character) ? 2 : 1) : character.length)
  const [single, part] = isGsm ? [160, 153] : [70, 67]
  const total = characters.reduce((sum, character) => sum + unitsOf(character), 0)
  if (total <= single) return 1
  // A character of two units is never split.
  let [parts, used] = [1, 0]
  for (const character of characters) {
    const units = unitsOf(character)
    if (used + units > part) {
      parts++
      used = 0
    }
    used += units
  }
  return parts
}

/** The most common replacements. */
const smartEncode = (text: string) =>
  text
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, '-')
    .replaceAll('…', '...')
    .replace(/[\u00a0\u2009\t]/g, ' ')
