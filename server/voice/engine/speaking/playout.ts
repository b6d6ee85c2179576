// The playout of a call: sends speech to the carrier slightly ahead of time, and knows what the customer has heard.
import type { PlayoutOptions } from './playout-options.ts'
import { createPlayoutVolume, type Fade, fadeMs, usualVolume, volumeAt } from './playout-volume.ts'
import { bytesPerMs, type Segment } from './segment.ts'

/** Audio is sent in whole frames, so that a carrier that runs out of audio does not interrupt a frame. */
const frameMs = 20
const frameBytes = frameMs * bytesPerMs
/** Every second tick fills the lead up again, by about 40 ms. Between these ticks, new audio is sent if at least 30 ms fit. */
const messageMs = 40
const scheduledMs = frameMs / 2
const unscheduledMs = 30
/** How far audio is sent ahead of its playback. An interruption discards at most this much. */
const leadMs = 200
/** The audio of a person that is further ahead of its playback would be heard late. */
const maxRelayedMs = 240
/** Absorbs the jitter of a person's audio. */
const relayLeadMs = 40
const markEveryBytes = 200 * bytesPerMs
/** Speech whose audio does not continue for this long is cut. */
const stalledMs = 5_000

interface Span {
  segment: Segment
  /** Positions in the output since the last `clear`. */
  start: number
  end: number
  volume: Fade
}

export type Playout = ReturnType<typeof createPlayout>

export function createPlayout(options: PlayoutOptions) {
  const { line, now } = options
  const volume = createPlayoutVolume(options)
  const buffer = new Uint8Array(leadMs * bytesPerMs)
  /** The usual length, so that most ticks allocate nothing. */
  const message = buffer.subarray(0, messageMs * bytesPerMs)
  let queue: Segment[] = []
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
  let waitingSinceMs: number | undefined
  let isPaused = false
  let wasActive = false
  let isSendTick = false

  const aheadMs = (): number => Math.max(0, playedAtMs - now())

  function updateHeard(): void {
    const position = sent - aheadMs() * bytesPerMs
    while (spans.length > 0) {
      const { segment, start, end } = spans[0]!
      const played = Math.min(position, end) - start
      if (played > 0) segment.played(segment.sentBytes - pendingBytesOf(segment) + played)
      if (position < end) break
      spans.shift()
    }
    while (queue[0]?.isHeard()) {
      const segment = queue.shift()!
      options.finished?.(segment)
    }
  }

  /** The bytes of a segment that were sent in spans that are not finished. */
  function pendingBytesOf(segment: Segment): number {
    let bytes = 0
    for (const span of spans) if (span.segment === segment) bytes += span.end - span.start
    return bytes
  }

  function send(audio: Uint8Array, segment?: Segment, fade?: Fade): void {
    const atMs = Math.max(now(), playedAtMs)
    // After a gap, further marks do not tell when the audio before it began.
    if (atMs > playedAtMs) beginnings = beginnings.filter(({ position }) => position < marked)
    options.background?.mix(audio)
    line.sendAudio(audio)
    options.scheduled?.(audio, { atMs, isContinued: atMs - playedAtMs < 1, segment })
    if (segment && fade) addSpan({ segment, start: sent, end: sent + audio.length, volume: fade })
    sent += audio.length
    playedAtMs = atMs + audio.length / bytesPerMs
  }

  function addSpan(span: Span): void {
    const last = spans.at(-1)
    const { from, to } = span.volume
    if (last?.segment === span.segment && last.end === span.start && from === to && last.volume.to === to)
      last.end = span.end
    else spans.push(span)
  }

  function mark(): void {
    if (marked === sent) return
    marked = sent
    line.sendMark(`${epoch}:${sent}`)
  }

  function setAudible(segment: Segment, atMs: number | undefined): void {
    segment.audibleAtMs = atMs
    options.audible?.(segment)
  }

  function sendSpeech(smallestMs: number): void {
    for (const segment of queue) {
      if (segment.isSent()) continue
      if (isPaused && !(isTones(segment) && segment.sentBytes > 0)) return
      while (sendableBytes(segment) > 0 && leadMs - aheadMs() >= smallestMs) {
        const frames = Math.round((leadMs - aheadMs()) / frameMs)
        const length = segment.read(buffer, Math.min(frames * frameBytes, sendableBytes(segment)))
        const audio = length === message.length ? message : buffer.subarray(0, length)
        const isFirst = segment.firstSentAtMs === undefined
        const atMs = Math.max(now(), playedAtMs)
        const position = sent
        send(audio, segment, isTones(segment) ? usualVolume : volume.adapt(audio))
        if (isFirst) {
          segment.firstSentAtMs = now()
          options.started?.(segment)
        }
        if (segment.audibleAtMs === undefined) {
          beginnings.push({ segment, position })
          setAudible(segment, atMs)
        }
        if (sent - marked >= markEveryBytes) mark()
      }
      if (!segment.isSent()) return
      mark()
    }
  }

  /** The last frame of a segment can be shorter than the others. */
  function sendableBytes(segment: Segment): number {
    const bytes = segment.unsentBytes()
    return segment.isComplete() ? bytes : bytes - (bytes % frameBytes)
  }

  function sendBackground(): void {
    if (!options.background) return
    // A short lead, so that speech is not delayed by background sound that was sent before it.
    while (aheadMs() < messageMs) {
      send(message.fill(0xff))
    }
  }

  function pump(smallestMs = unscheduledMs): void {
    sendSpeech(smallestMs)
    sendBackground()
  }

  /** The carrier has played everything, and the next audio is missing. */
  function skipStalled(): void {
    const segment = queue[0]
    if (isPaused || !segment || segment.isComplete() || sendableBytes(segment) > 0 || spans.length > 0) {
      waitingSinceMs = undefined
      return
    }
    waitingSinceMs ??= now()
    if (now() - waitingSinceMs < stalledMs) return
    waitingSinceMs = undefined
    segment.complete()
    options.stalled?.(segment)
  }

  const isPressing = (): boolean => spans[0] !== undefined && isTones(spans[0].segment)

  /** Returns what the customer was hearing. Afterwards, all speech that was not heard is unsent. */
  function discardUnplayed(): Span | undefined {
    updateHeard()
    const heard = spans[0]
    if (!heard) return undefined
    // A carrier also returns the marks of audio that it discards.
    epoch++
    line.clear()
    const discardedBytes = aheadMs() * bytesPerMs
    options.discarded?.(now(), Math.ceil(discardedBytes))
    for (const { segment } of beginnings) if (segment.audibleAtMs! > now()) setAudible(segment, undefined)
    for (const segment of queue) segment.rewind()
    volume.begin(volumeAt(heard.volume, sent - discardedBytes - heard.start))
    beginnings = []
    spans = []
    sent = 0
    marked = 0
    confirmed = 0
    playedAtMs = now()
    return heard
  }

  /** The last milliseconds fade out, so that the sound does not end with a click. They do not count as heard. */
  function stopSound(): void {
    const heard = discardUnplayed()
    if (!heard) return
    const { segment } = heard
    const frame = buffer.subarray(0, frameBytes).fill(0xff)
    const length = segment.read(frame, Math.min(fadeMs * bytesPerMs, segment.unsentBytes()))
    volume.fadeOut(frame.subarray(0, length))
    segment.rewind()
    send(frame)
  }

  return {
    /** Appends a segment; its audio is played when the segments before it are complete and sent. */
    add(segment: Segment): void {
      queue.push(segment)
      wasActive = true
      pump()
    },
    /** Sends 20 ms of a person's audio, unless there is speech to play. */
    relay(audio: Uint8Array): void {
      if (queue.length > 0 || aheadMs() > maxRelayedMs) return
      if (aheadMs() < 1) send(buffer.subarray(0, relayLeadMs * bytesPerMs).fill(0xff))
      const frame = buffer.subarray(0, audio.length)
      frame.set(audio)
      send(frame)
    },
    /** Sends new audio at once instead of at the next tick. */
    pump: (): void => pump(),
    /** Called every 20 ms. */
    tick(): void {
      skipStalled()
      updateHeard()
      isSendTick = !isSendTick
      if (isSendTick) pump(scheduledMs)
      else sendBackground()
      if (queue.length > 0) wasActive = true
      else if (wasActive && !isPaused) {
        wasActive = false
        options.drained?.()
      }
    },
    /** A mark came back: everything before it was played. */
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
      updateHeard()
    },
    /** Goes on more quietly, except for keys, or waits if nothing is audible. */
    quieten(): void {
      if (isPaused || volume.isQuiet()) return
      updateHeard()
      if (spans.length === 0) {
        isPaused = true
        return
      }
      volume.quieten()
      if (isPressing()) return
      discardUnplayed()
      pump()
    },
    /** Stops the sound and keeps what was not heard. Keys are pressed to their end, so that each is heard once. */
    pause(): void {
      if (isPaused) return
      isPaused = true
      updateHeard()
      if (isPressing()) return
      stopSound()
      queue[0]?.rewindToWord()
    },
    /** Goes on in the usual volume, after a pause with the word that was not finished. */
    resume(): void {
      volume.restore()
      if (isPaused && queue[0] && queue[0].sentBytes > 0) volume.begin(0)
      isPaused = false
      pump()
    },
    /** Stops the sound and discards everything; returns the segments that were not heard completely. */
    interrupt(): Segment[] {
      stopSound()
      const dropped = queue
      queue = []
      isPaused = false
      volume.restore()
      volume.begin(1)
      wasActive = false
      return dropped
    },
    /** Discards segments that have not been sent at all. */
    withdraw(matches: (segment: Segment) => boolean): void {
      queue = queue.filter((segment) => segment.sentBytes > 0 || !matches(segment))
    },
    /** The first segment that was not heard completely. */
    current: (): Segment | undefined => queue[0],
    /** Whether a segment is being played or waits for its audio. */
    isActive: () => queue.length > 0,
    /** Whether ticks have no effect until a segment is added. */
    isAtRest: () => queue.length === 0 && !wasActive && spans.length === 0 && !options.background,
    /** Whether the customer hears speech now. */
    isAudible: () => spans.length > 0 && aheadMs() > 0,
    /** Whether the carrier has confirmed that everything was played. */
    isConfirmed: () => confirmed >= marked,
  }
}

const isTones = ({ kind }: Segment): boolean => kind === 'tones'
