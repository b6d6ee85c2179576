// The audio of the scripted Gemini server: readable words of the customer, and tones as the voice of the model.
import { encodeMulaw } from '@parley/telephone'
import { createWordReader } from '../speech-servers/spoken-words.ts'

/** 60 ms per character, at 24,000 Hz. */
const samplesPerCharacter = 1_440

/** A sine of 1,000 Hz as 16-bit PCM, little-endian. */
export function pcmFor(text: string): Buffer {
  const pcm = Buffer.alloc(text.length * samplesPerCharacter * 2)
  for (let index = 0; index < pcm.length / 2; index++) pcm.writeInt16LE(period[index % period.length]!, index * 2)
  return pcm
}

const period = Array.from({ length: 24 }, (_, index) => Math.round(8_000 * Math.sin((2 * Math.PI * index) / 24)))

/** Reads words of `encodeSpokenWords` that were converted from 8,000 Hz to 16-bit PCM at 16,000 Hz. */
export function createActivityReader(heard: (word: string) => void) {
  const words: string[] = []
  const reader = createWordReader((word) => {
    words.push(word)
    heard(word)
  })
  return {
    words: () => words.join(' '),
    read(pcm: Buffer): void {
      const samples = Int16Array.from({ length: pcm.length >> 2 }, (_, index) => pcm.readInt16LE(index * 4))
      for (const byte of encodeMulaw(samples)) reader.read(byte)
    },
  }
}
