// The playback buffer of a call: audio is played in real time, and marks return when the audio before them was played.
import { bytesPerMs, frameBytes, silence } from './audio.ts'

const maxBytes = 10 * 60_000 * bytesPerMs
/** One for each frame of ten minutes. */
const maxMarks = maxBytes / frameBytes

export function createPlayback(onMark: (name: string) => void) {
  let chunks: Uint8Array[] = []
  /** The part of the first chunk that was played. */
  let offset = 0
  let receivedBytes = 0
  let playedBytes = 0
  let marks: { name: string; atByte: number }[] = []

  /** Marks return one frame after the last one that was taken, when it has been played. */
  function returnMarks(): void {
    let due = 0
    while (due < marks.length && marks[due]!.atByte <= playedBytes) due++
    if (due > 0) for (const { name } of marks.splice(0, due)) onMark(name)
  }

  return {
    isEmpty: () => chunks.length === 0,
    /** False if more than ten minutes would wait; then nothing is added. */
    add(audio: Uint8Array): boolean {
      if (receivedBytes - playedBytes + audio.length > maxBytes) return false
      if (audio.length > 0) chunks.push(audio)
      receivedBytes += audio.length
      return true
    },
    /** False if too many marks would wait; then nothing is added. */
    mark(name: string): boolean {
      if (marks.length >= maxMarks) return false
      marks.push({ name, atByte: receivedBytes })
      return true
    },
    /** Discards the waiting audio; its marks return at once. */
    clear(): void {
      chunks = []
      offset = 0
      playedBytes = receivedBytes
      const cleared = marks
      marks = []
      for (const { name } of cleared) onMark(name)
    },
    /** The next frame, filled with silence. Called every 20 ms. */
    nextFrame(): Uint8Array {
      returnMarks()
      if (chunks.length === 0) return silence
      const frame = new Uint8Array(frameBytes).fill(0xff)
      let filled = 0
      while (filled < frameBytes && chunks.length > 0) {
        const chunk = chunks[0]!
        const part = chunk.subarray(offset, offset + frameBytes - filled)
        frame.set(part, filled)
        filled += part.length
        offset += part.length
        if (offset < chunk.length) break
        chunks.shift()
        offset = 0
      }
      playedBytes += filled
      return frame
    },
  }
}
