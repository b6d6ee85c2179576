// Counts the segments of an SMS, by which the carrier bills it: GSM-7 if all characters allow it, or else UCS-2.
// https://www.twilio.com/docs/glossary/what-is-gsm-7-character-encoding
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that take two units. */
const extension = new Set('\f^{}\\[~]|€')

/** The units of a message of one segment, and of each segment of a longer one. */
const capacities = { gsm: { alone: 160, joined: 153 }, ucs2: { alone: 70, joined: 67 } }

/** Other texts are sent as UCS-2, in shorter segments. */
export function isGsm7(text: string): boolean {
  for (const character of text) if (!basic.has(character) && !extension.has(character)) return false
  return true
}

/** An empty text has one segment. */
export function countSegments(text: string): number {
  const isGsm = isGsm7(text)
  const { alone, joined } = isGsm ? capacities.gsm : capacities.ucs2
  const unitsOf = (character: string): number => (isGsm && extension.has(character) ? 2 : character.length)
  let total = 0
  let segments = 1
  let used = 0
  for (const character of text) {
    const units = unitsOf(character)
    total += units
    // A character of two units is not split.
    if (used + units > joined) {
      segments++
      used = 0
    }
    used += units
  }
  return total <= alone ? 1 : segments
}
