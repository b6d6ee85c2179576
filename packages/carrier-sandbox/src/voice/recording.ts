// Records both sides of a call, up to a limit.
import { bytesPerMs, encodeWav } from './audio.ts'

export type Recording = ReturnType<typeof createRecording>

export function createRecording(maxSeconds: number) {
  const maxBytes = maxSeconds * 1_000 * bytesPerMs
  const left = createChannel(maxBytes)
  const right = createChannel(maxBytes)
  return {
    /** Audio of the same length: what the phone said, and what it heard. */
    add(said: Uint8Array, heard: Uint8Array): void {
      left.add(said)
      right.add(heard)
    },
    /** In bytes of each side. */
    length: (): number => left.bytes().length,
    /** Mu-law audio: what the phone said, and what it heard. */
    channels: () => ({ said: left.bytes(), heard: right.bytes() }),
    /** The phone is on the left, the application on the right. */
    wav: (): Buffer => encodeWav([left.bytes(), right.bytes()]),
  }
}

function createChannel(maxBytes: number) {
  let buffer = new Uint8Array(Math.min(maxBytes, 16_384))
  let length = 0
  return {
    add(frame: Uint8Array): void {
      const end = Math.min(length + frame.length, maxBytes)
      if (end === length) return
      if (end > buffer.length) {
        const larger = new Uint8Array(Math.min(Math.max(buffer.length * 2, end), maxBytes))
        larger.set(buffer)
        buffer = larger
      }
      buffer.set(frame.subarray(0, end - length), length)
      length = end
    },
    bytes: (): Uint8Array => buffer.subarray(0, length),
  }
}
