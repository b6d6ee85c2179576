// Writes the current time into the first bytes of audio, and reads it in another process on the same machine.
const mark = Buffer.from('time')
const stampBytes = mark.length + 8
/** Base64 of the stamp, without padding. */
const stampCharacters = (stampBytes / 3) * 4

export function stampAudio(audio: Uint8Array): Uint8Array {
  const bytes = Buffer.from(audio.buffer, audio.byteOffset, audio.length)
  mark.copy(bytes)
  bytes.writeDoubleBE(performance.timeOrigin + performance.now(), mark.length)
  return audio
}

/** Returns the time in the audio of a media message, in milliseconds since 1970, or undefined if there is none. */
export function readStamp(payload: string): number | undefined {
  const bytes = Buffer.from(payload.slice(0, stampCharacters), 'base64')
  return bytes.length === stampBytes && bytes.indexOf(mark) === 0 ? bytes.readDoubleBE(mark.length) : undefined
}
