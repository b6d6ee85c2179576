// Counts the parts of an SMS: GSM-7 or UCS-2, 160 or 70 alone, 153 or 67 in each of several.
// https://www.twilio.com/docs/glossary/what-is-gsm-7-character-encoding

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('\f^{}\\[~]|€')

/** What smart encoding puts in place of the commonest look-alikes. */
const lookAlikes: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '`': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\t': ' ',
}

export function countSegments(text: string, smartEncoded = false): number {
  const encoded = smartEncoded ? text.replace(/[^\n -~]/g, (character) => lookAlikes[character] ?? character) : text
  const characters = [...encoded]
  const isGsm = characters.every((character) => basic.has(character) || extension.has(character))
  const unitsOf = (character: string) => (isGsm ? (extension.has(character) ? 2 : 1) : character.length)
  const [alone, each] = isGsm ? [160, 153] : [70, 67]
  const total = characters.reduce((sum, character) => sum + unitsOf(character), 0)
  if (total <= alone) return 1
  // A character of two units is never cut in two.
  let [parts, used] = [1, 0]
  for (const character of characters) {
    const units = unitsOf(character)
    if (used + units > each) {
      parts++
      used = 0
    }
    used += units
  }
  return parts
}
