// Counts the segments of an SMS, which it is billed by.

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const escaped = '^{}\\[~]|€'

export interface Segments {
  characters: number
  segments: number
  /** A character outside of GSM-7 makes all segments shorter. */
  hasOtherCharacters: boolean
}

export function segmentsOf(text: string): Segments {
  const characters = [...text]
  const hasOtherCharacters = characters.some((each) => !basic.includes(each) && !escaped.includes(each))
  const length = hasOtherCharacters
    ? text.length
    : characters.reduce((sum, each) => sum + (escaped.includes(each) ? 2 : 1), 0)
  const [alone, each] = hasOtherCharacters ? [70, 67] : [160, 153]
  const segments = length === 0 ? 0 : length <= alone ? 1 : Math.ceil(length / each)
  return { characters: characters.length, segments, hasOtherCharacters }
}
