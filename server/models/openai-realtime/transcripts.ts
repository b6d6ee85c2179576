// Delivers the words of the customer in order, and answers every pause after the words before it.

interface Options {
  /** The longest wait for the words of a segment. */
  waitMs: number
  interim(text: string): void
  final(text: string): void
  finalized(): void
}

/** Audio that was committed, or will be. */
interface Segment {
  /** The event that commits it, unless the vendor commits it by itself. */
  eventId: string | undefined
  itemId: string | undefined
  text: string
  isDone: boolean
  /** The number of pauses after it. */
  pauses: number
  timer: NodeJS.Timeout
}

const maxCharacters = 10_000
const maxSegments = 100

export function createTranscripts({ waitMs, interim, final, finalized }: Options) {
  const segments: Segment[] = []
  /** Items whose words did not arrive in time. They are delivered later. */
  const late = new Set<string>()
  let lastInterim = ''
  let isClosed = false

  function open(eventId: string | undefined, itemId?: string): Segment {
    const segment: Segment = { eventId, itemId, text: '', isDone: false, pauses: 0, timer: setTimeout(expire, waitMs) }
    function expire(): void {
      if (!segment.text && segment.itemId !== undefined) late.add(segment.itemId)
      end(segment)
    }
    segments.push(segment)
    if (segments.length > maxSegments) end(segments[0]!)
    if (late.size > maxSegments) late.clear()
    return segment
  }

  function end(segment: Segment, text = segment.text): void {
    clearTimeout(segment.timer)
    segment.text = text
    segment.isDone = true
    deliver()
  }

  function deliver(): void {
    while (segments[0]?.isDone && !isClosed) {
      const { text, pauses } = segments.shift()!
      const words = text.trim()
      if (words) {
        lastInterim = ''
        final(words)
      }
      for (let count = 0; count < pauses && !isClosed; count++) finalized()
    }
    if (isClosed) return
    const words = segments
      .map(({ text }) => text)
      .join(' ')
      .trim()
    if (!words || words === lastInterim) return
    lastInterim = words
    interim(words)
  }

  const find = (itemId: unknown) => segments.find((segment) => segment.itemId === itemId && itemId !== undefined)

  return {
    /** The client commits the audio of the last segment that the vendor has not committed, or of a new one. */
    committing(eventId: string): void {
      const awaited = segments.find((segment) => segment.itemId === undefined && segment.eventId === undefined)
      if (awaited) awaited.eventId = eventId
      else open(eventId)
    },
    /** Returns whether the vendor has committed the audio by itself. */
    committed(itemId: string): boolean {
      const segment = segments.find((candidate) => candidate.itemId === undefined && !candidate.isDone)
      if (!segment) {
        open(undefined, itemId)
        return true
      }
      segment.itemId = itemId
      segment.timer.refresh()
      return segment.eventId === undefined
    },
    refused(eventId: string | undefined): void {
      const segment = segments.find(
        (candidate) =>
          candidate.eventId !== undefined &&
          candidate.itemId === undefined &&
          candidate.eventId === (eventId ?? candidate.eventId),
      )
      if (segment) end(segment)
    },
    delta(itemId: unknown, delta: unknown): void {
      const segment = find(itemId)
      if (!segment || segment.isDone || typeof delta !== 'string') return
      segment.text = (segment.text + delta).slice(0, maxCharacters)
      deliver()
    },
    completed(itemId: unknown, transcript: unknown): void {
      const text = typeof transcript === 'string' ? transcript.slice(0, maxCharacters) : undefined
      const segment = find(itemId)
      if (segment && !segment.isDone) end(segment, text)
      else if (typeof itemId === 'string' && late.delete(itemId) && text?.trim()) final(text.trim())
    },
    failed(itemId: unknown): void {
      const segment = find(itemId)
      if (segment && !segment.isDone) end(segment)
    },
    /** `isAwaited`: the vendor will commit the speech before the pause by itself. */
    paused({ isAwaited }: { isAwaited: boolean }): void {
      if (isAwaited && !segments.some((segment) => segment.itemId === undefined)) open(undefined)
      const last = segments.at(-1)
      if (last) last.pauses++
      else
        setImmediate(() => {
          if (!isClosed) finalized()
        })
    },
    close(): void {
      isClosed = true
      for (const { timer } of segments) clearTimeout(timer)
    },
  }
}
