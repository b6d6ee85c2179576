// A media line in virtual time with a carrier's playback buffer. Marks return when the audio before them has been played.
import type { VirtualClock } from './virtual-clock.ts'

const bytesPerMs = 8
/** A sound, or the silence between two sounds of one value, is at least this long. */
const shortestBytes = 40

/** Audio of one kind that the customer has heard without a gap. Silence is not listed. */
export interface HeardSound {
  /** The value of the bytes, which identifies the text. */
  code: number
  text: string | undefined
  fromMs: number
  toMs: number
}

export interface VirtualLineOptions {
  returned(mark: string): void
  /** The text that the bytes identify now. */
  textOf(code: number): string | undefined
  /** How late marks return. Default: 0. Infinity: they do not return. */
  confirmationMs?: number
}

export function createVirtualLine(clock: VirtualClock, options: VirtualLineOptions) {
  const { confirmationMs = 0, textOf } = options
  let buffer: { code: number; bytes: number }[] = []
  let marks: { name: string; after: number }[] = []
  let received = 0
  let played = 0
  let playedUntilMs = clock.now()
  const sounds: HeardSound[] = []
  const clears: number[] = []
  const sentAtMs: number[] = []

  function returned(mark: string): void {
    if (confirmationMs === 0) options.returned(mark)
    else if (confirmationMs !== Infinity) clock.after(confirmationMs, () => options.returned(mark))
  }

  function play(): void {
    const nowMs = clock.now()
    let budget = (nowMs - playedUntilMs) * bytesPerMs
    let atMs = playedUntilMs
    playedUntilMs = nowMs
    while (budget > 0 && buffer.length > 0) {
      const first = buffer[0]!
      const bytes = Math.min(first.bytes, budget)
      hear(first.code, atMs, atMs + bytes / bytesPerMs)
      atMs += bytes / bytesPerMs
      first.bytes -= bytes
      budget -= bytes
      played += bytes
      if (first.bytes === 0) buffer.shift()
    }
    while (marks.length > 0 && marks[0]!.after <= played) returned(marks.shift()!.name)
  }

  function hear(code: number, fromMs: number, toMs: number): void {
    if (code === 0xff) return
    const last = sounds.at(-1)
    if (last?.code === code && fromMs - last.toMs < 1) last.toMs = toMs
    else sounds.push({ code, text: textOf(code), fromMs, toMs })
  }

  return {
    sounds,
    clears,
    sentAtMs,
    play,
    sendAudio(audio: Uint8Array): void {
      play()
      sentAtMs.push(clock.now())
      for (let start = 0; start < audio.length; ) {
        const code = audio[start]!
        let end = start + 1
        while (audio[end + shortestBytes] === code) end += shortestBytes
        while (end < audio.length && audio[end] === code) end++
        const last = buffer.at(-1)
        if (last?.code === code) last.bytes += end - start
        else buffer.push({ code, bytes: end - start })
        start = end
      }
      received += audio.length
    },
    sendMark(name: string): void {
      marks.push({ name, after: received })
    },
    clear(): void {
      play()
      clears.push(clock.now())
      buffer = []
      received = played
      const pending = marks
      marks = []
      for (const { name } of pending) returned(name)
    },
    /** Whether nothing was heard in the last 20 ms, and nothing waits to be heard or confirmed. */
    isAtRest() {
      const heardMs = sounds.at(-1)?.toMs ?? Number.NEGATIVE_INFINITY
      return buffer.length === 0 && marks.length === 0 && clock.now() - heardMs >= 20
    },
    /** How much audio waits in the buffer. */
    bufferedMs: (): number => (received - played) / bytesPerMs,
  }
}
