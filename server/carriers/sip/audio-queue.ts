// The audio that is played to one side of a call: 20 ms at each tick, with marks that come back when it has been heard.

const frameBytes = 160
const silence = 0xff
/** The other side plays audio about this much later than it is sent, because it collects some to even out delays. */
const heardAfterTicks = 3
/** A key lasts 100 ms, and the next one follows after 60 ms (RFC 4733, section 2.5.2.2, and packages/sip). */
const keyTicks = 8
/** Half a second, and a second. */
const pauses: Readonly<Record<string, number>> = { w: 25, W: 50 }
/** About four minutes. */
const maxBytes = 2 * 2 ** 20
/** A person's voice that waits for longer has come faster than it is played. */
const maxRelayedBytes = 8 * frameBytes

export interface AudioQueue {
  /** Mu-law in any length, which is copied. Returns false if too much audio is waiting. */
  push(audio: Uint8Array): boolean
  /** Like `push`, for the voice of a person: what would be heard late is dropped. */
  relay(frame: Uint8Array): void
  /** `heard` is called when the audio before it has been heard, or was discarded. */
  mark(heard: () => void): void
  /**
   * Calls `send` for each key once the audio before them is played: 0–9, `*` and `#`. `w` and `W` are pauses of half a
   * second and of a second. The audio after them waits until they are sent. `clear` drops them.
   */
  press(keys: string, send: (key: string) => void): void
  clear(): void
  /** The next 20 ms, which are valid until the next call; undefined if there is nothing to play. Called at each tick. */
  next(): Uint8Array | undefined
}

export function createAudioQueue(): AudioQueue {
  const chunks: Uint8Array[] = []
  const frame = new Uint8Array(frameBytes)
  const presses: { atByte: number; keys: string[]; send: (key: string) => void }[] = []
  /** Until the key that was sent last is over. */
  let busyTicks = 0
  const marks: { atByte: number; heard: () => void; ticksLeft: number }[] = []
  /** In the first chunk. */
  let offset = 0
  let pushedBytes = 0
  let playedBytes = 0

  function tickMarks(): void {
    while (marks.length > 0) {
      const [first] = marks as [(typeof marks)[0]]
      if (first.atByte > playedBytes || first.ticksLeft > 0) break
      marks.shift()
      first.heard()
    }
    for (const mark of marks) {
      if (mark.atByte > playedBytes) return
      mark.ticksLeft--
    }
  }

  /** Returns whether keys are being pressed. */
  function pressNext(): boolean {
    if (busyTicks > 0) {
      busyTicks--
      return true
    }
    const first = presses[0]
    if (!first || first.atByte > playedBytes) return false
    const key = first.keys.shift()
    if (key === undefined) {
      presses.shift()
      return pressNext()
    }
    const pauseOfKey = pauses[key]
    busyTicks = (pauseOfKey ?? keyTicks) - 1
    if (pauseOfKey === undefined) first.send(key)
    return true
  }

  function push(audio: Uint8Array): boolean {
    if (pushedBytes - playedBytes + audio.length > maxBytes) return false
    chunks.push(audio.slice())
    pushedBytes += audio.length
    return true
  }

  return {
    push,
    relay(frame) {
      if (pushedBytes - playedBytes < maxRelayedBytes) push(frame)
    },
    mark(heard) {
      marks.push({ atByte: pushedBytes, heard, ticksLeft: heardAfterTicks })
    },
    press(keys, send) {
      presses.push({ atByte: pushedBytes, keys: [...keys], send })
    },
    clear() {
      chunks.length = 0
      presses.length = 0
      offset = 0
      playedBytes = pushedBytes
      for (const { heard } of marks.splice(0)) queueMicrotask(heard)
    },
    next() {
      tickMarks()
      if (pressNext() || chunks.length === 0) return undefined
      let filled = 0
      const untilByte = presses[0]?.atByte ?? Number.POSITIVE_INFINITY
      const wanted = Math.min(frameBytes, untilByte - playedBytes)
      while (filled < wanted && chunks.length > 0) {
        const chunk = chunks[0]!
        const part = chunk.subarray(offset, offset + wanted - filled)
        frame.set(part, filled)
        filled += part.length
        offset += part.length
        if (offset < chunk.length) break
        chunks.shift()
        offset = 0
      }
      frame.fill(silence, filled)
      playedBytes += filled
      return frame
    },
  }
}
