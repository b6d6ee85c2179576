// The audio that the carrier has: what was sent since the last `clear`, and how much of it the customer has heard.
import type { OutputOptions } from './playout-options.ts'
import { type Fade, volumeAt } from './playout-volume.ts'
import { bytesPerMs, type Segment } from './segment.ts'

/** How far audio is sent ahead of its playback. An interruption discards at most this much. */
export const leadMs = 200
const markEveryBytes = 200 * bytesPerMs

interface Span {
  segment: Segment
  /** Positions in the output since the last `clear`. */
  start: number
  end: number
  volume: Fade
}

export type Output = ReturnType<typeof createOutput>

export function createOutput({ line, now, background, report = () => {} }: OutputOptions) {
  let spans: Span[] = []
  /** Segments whose first audio no mark has confirmed, with its position in the output. */
  let beginnings: { segment: Segment; position: number }[] = []
  /** The number of clears so far. Marks contain it, so marks that were sent before a clear are ignored. */
  let epoch = 0
  let sent = 0
  let marked = 0
  /** The position of the last mark that came back. */
  let confirmed = 0
  /** When the carrier will have played everything that was sent. */
  let playedAtMs = 0

  const aheadMs = (): number => Math.max(0, playedAtMs - now())

  function setAudible(segment: Segment, atMs: number | undefined): void {
    segment.audibleAtMs = atMs
    report({ type: 'segment_audible', segment })
  }

  /** The bytes of a segment that were sent in spans that are not finished. */
  function pendingBytesOf(segment: Segment): number {
    let bytes = 0
    for (const span of spans) if (span.segment === segment) bytes += span.end - span.start
    return bytes
  }

  function updateHeard(): void {
    if (spans.length === 0) return
    const position = sent - aheadMs() * bytesPerMs
    while (spans.length > 0) {
      const { segment, start, end } = spans[0]!
      const played = Math.min(position, end) - start
      if (played > 0) segment.played(segment.sentBytes - pendingBytesOf(segment) + played)
      if (position < end) break
      spans.shift()
    }
  }

  function addSpan(span: Span): void {
    const last = spans.at(-1)
    const { from, to } = span.volume
    if (last?.segment === span.segment && last.end === span.start && from === to && last.volume.to === to)
      last.end = span.end
    else spans.push(span)
  }

  function send(audio: Uint8Array, segment?: Segment): void {
    const atMs = Math.max(now(), playedAtMs)
    // After a gap, further marks do not tell when the audio before it began.
    if (atMs > playedAtMs) beginnings = beginnings.filter(({ position }) => position < marked)
    background?.mix(audio)
    line.sendAudio(audio)
    report({ type: 'audio_scheduled', audio, atMs, isContinued: atMs - playedAtMs < 1, segment })
    sent += audio.length
    playedAtMs = atMs + audio.length / bytesPerMs
  }

  function mark(): void {
    if (marked === sent) return
    marked = sent
    line.sendMark(`${epoch}:${sent}`)
  }

  return {
    /** How much of the audio the carrier has not played. */
    aheadMs,
    updateHeard,
    /** Sends audio that belongs to no segment. */
    send: (audio: Uint8Array): void => send(audio),
    sendSpeech(audio: Uint8Array, segment: Segment, volume: Fade): void {
      const atMs = Math.max(now(), playedAtMs)
      const start = sent
      send(audio, segment)
      addSpan({ segment, start, end: sent, volume })
      if (segment.firstSentAtMs === undefined) {
        segment.firstSentAtMs = now()
        report({ type: 'segment_started', segment })
      }
      if (segment.audibleAtMs === undefined) {
        beginnings.push({ segment, position: start })
        setAudible(segment, atMs)
      }
      if (sent - marked >= markEveryBytes) mark()
    },
    /** Asks the carrier to say when everything so far was played. */
    mark,
    /** A mark came back: everything before it was played. `updateHeard` counts it as heard. */
    marked(name: string): void {
      const separator = name.indexOf(':')
      const position = Number(name.slice(separator + 1))
      if (Number(name.slice(0, separator)) !== epoch || !Number.isInteger(position) || position > sent) return
      playedAtMs = Math.max(now() + (sent - position) / bytesPerMs, playedAtMs - leadMs)
      confirmed = Math.max(confirmed, position)
      while (beginnings.length > 0 && beginnings[0]!.position < position) {
        const { segment, position: start } = beginnings.shift()!
        setAudible(segment, now() - (position - start) / bytesPerMs)
      }
    },
    /**
     * After `updateHeard`: stops the sound of speech. Returns what the customer was hearing, and its volume at this
     * moment; undefined if no speech was audible or about to be. Speech that was not heard has to be sent again.
     */
    discard(): { segment: Segment; volume: number } | undefined {
      const heard = spans[0]
      if (!heard) return undefined
      // A carrier also returns the marks of audio that it discards.
      epoch++
      line.clear()
      const discardedBytes = aheadMs() * bytesPerMs
      report({ type: 'audio_discarded', atMs: now(), bytes: Math.ceil(discardedBytes) })
      for (const { segment } of beginnings) if (segment.audibleAtMs! > now()) setAudible(segment, undefined)
      const volume = volumeAt(heard.volume, sent - discardedBytes - heard.start)
      beginnings = []
      spans = []
      sent = 0
      marked = 0
      confirmed = 0
      playedAtMs = now()
      return { segment: heard.segment, volume }
    },
    /** The segment that the customer hears now or next, among those that were sent. */
    current: (): Segment | undefined => spans[0]?.segment,
    /** Whether the customer hears speech now. */
    isAudible: (): boolean => spans.length > 0 && aheadMs() > 0,
    /** Whether the carrier has confirmed that everything was played. */
    isConfirmed: (): boolean => confirmed >= marked,
  }
}
