// Words as mu-law audio that the scripted Deepgram server can read, with the time of each word.
/** 200 ms. */
export const bytesPerWord = 1_600
/** Every byte is loud, so that the words are not silence. */
const begin = 0x10
const end = 0x11
const filler = 0x12

/** Returns audio of 200 ms per word. A word has at most 500 bytes in UTF-8. */
export function encodeSpokenWords(text: string): Uint8Array {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const audio = new Uint8Array(words.length * bytesPerWord).fill(filler)
  for (const [index, word] of words.entries()) {
    const nibbles = [...Buffer.from(word)].flatMap((byte) => [byte >> 4, byte & 0x0f])
    audio.set([begin, ...nibbles], index * bytesPerWord)
    audio[(index + 1) * bytesPerWord - 1] = end
  }
  return audio
}

/** Reports every word whose beginning and end have been read, and silence. Audio can begin and end anywhere. */
export function createWordReader(report: (word: string, start: number) => void) {
  let position = 0
  let nibbles: number[] | undefined
  let start = 0
  let silentBytes = 0
  return {
    position: () => position,
    /** The bytes of silence at the end of the audio. */
    silentBytes: () => silentBytes,
    read(byte: number): void {
      if (byte === begin) {
        nibbles = []
        start = position
      } else if (byte < 0x10) nibbles?.push(byte)
      else if (byte === end && nibbles) {
        const hex = nibbles.map((nibble) => nibble.toString(16)).join('')
        report(Buffer.from(hex, 'hex').toString(), start)
        nibbles = undefined
      }
      silentBytes = byte === 0xff ? silentBytes + 1 : 0
      position++
    },
  }
}
