// The audio of the scripted synthesis servers: a tone whose length is proportional to the text.

/** 60 ms per character. */
export const bytesPerCharacter = 480

/** Mu-law audio at 8,000 Hz: a square wave of 1,000 Hz. */
export function toneFor(text: string): Uint8Array {
  return Buffer.alloc(text.length * bytesPerCharacter, period)
}

const period = Buffer.from([0x20, 0x20, 0x20, 0x20, 0xa0, 0xa0, 0xa0, 0xa0])
