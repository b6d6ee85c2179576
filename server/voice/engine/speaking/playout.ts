// The playout of a call: sends speech to the carrier slightly ahead of time, and stops or quietens it.
import { createOutput, leadMs } from './output.ts'
import type { PlayoutOptions } from './playout-options.ts'
import { createPlayoutVolume, fadeMs, usualVolume } from './playout-volume.ts'
import { bytesPerMs, type Segment } from './segment.ts'

/** Audio is sent in whole frames, so that a carrier that runs out of audio does not interrupt a frame. */
const frameMs = 20
const frameBytes = frameMs * bytesPerMs
/** Every second tick fills the lead up again, by about 40 ms. Between these ticks, new audio is sent if at least 30 ms fit. */
const messageMs = 40
const scheduledMs = frameMs / 2
const unscheduledMs = 30
/** The audio of a person that is further ahead of its playback would be heard late. */
const maxRelayedMs = 240
/** Absorbs the jitter of a person's audio. */
const relayLeadMs = 40
/** Speech whose audio does not continue for this long is cut. */
const stalledMs = 5_000

/**
 * - `usual`: speech is sent as soon as there is any.
 * - `quiet`: the same with less volume, because the customer may interrupt.
 * - `paused`: nothing is sent but keys that are being pressed.
 */
type PlayoutState = 'usual' | 'quiet' | 'paused'

export type Playout = ReturnType<typeof createPlayout>

export function createPlayout(options: PlayoutOptions) {
  const { now, background, report = () => {} } = options
  const output = createOutput(options)
  const volume = createPlayoutVolume(options)
  const buffer = new Uint8Array(leadMs * bytesPerMs)
  /** The usual length, so that most ticks allocate nothing. */
  const message = buffer.subarray(0, messageMs * bytesPerMs)
  /** The first one is being heard, unless it was not sent yet. */
  let queue: Segment[] = []
  let state: PlayoutState = 'usual'
  /** The end of the speech was not reported yet. */
  let isDrainDue = false
  let waitingSinceMs: number | undefined
  let isSendTick = false

  function updateHeard(): void {
    output.updateHeard()
    while (queue[0]?.isHeard()) report({ type: 'segment_finished', segment: queue.shift()! })
  }

  function sendSpeech(smallestMs: number): void {
    for (const segment of queue) {
      if (segment.isSent()) continue
      if (state === 'paused' && !(isTones(segment) && segment.sentBytes > 0)) return
      sendSegment(segment, smallestMs)
      if (!segment.isSent()) return
      output.mark()
    }
  }

  function sendSegment(segment: Segment, smallestMs: number): void {
    // The audio of keys that the line presses itself is silent.
    if (isTones(segment) && segment.sentBytes === 0) options.line.sendKeys?.(segment.text)
    for (;;) {
      const sendable = sendableBytes(segment)
      const roomMs = sendable > 0 ? leadMs - output.aheadMs() : 0
      if (sendable <= 0 || roomMs < smallestMs) return
      const length = segment.read(buffer, Math.min(Math.round(roomMs / frameMs) * frameBytes, sendable))
      const audio = length === message.length ? message : buffer.subarray(0, length)
      output.sendSpeech(audio, segment, isTones(segment) ? usualVolume : volume.adapt(audio))
    }
  }

  /** The last frame of a segment can be shorter than the others. */
  function sendableBytes(segment: Segment): number {
    const bytes = segment.unsentBytes()
    return segment.isComplete() ? bytes : bytes - (bytes % frameBytes)
  }

  function sendBackground(): void {
    if (!background) return
    // A short lead, so that speech is not delayed by background sound that was sent before it.
    while (output.aheadMs() < messageMs) output.send(message.fill(0xff))
  }

  function pump(smallestMs = unscheduledMs): void {
    sendSpeech(smallestMs)
    sendBackground()
  }

  /** The carrier has played everything, and the next audio is missing. */
  function skipStalled(): void {
    const segment = queue[0]
    if (state === 'paused' || !segment || segment.isComplete() || sendableBytes(segment) > 0 || output.current()) {
      waitingSinceMs = undefined
      return
    }
    waitingSinceMs ??= now()
    if (now() - waitingSinceMs < stalledMs) return
    waitingSinceMs = undefined
    segment.complete()
    report({ type: 'segment_stalled' })
  }

  function isPressing(): boolean {
    const heard = output.current()
    return heard !== undefined && isTones(heard)
  }

  /** Returns the segment that the customer was hearing. Speech that was not heard is unsent. */
  function discard(): Segment | undefined {
    updateHeard()
    const heard = output.discard()
    if (!heard) return undefined
    for (const segment of queue) segment.rewind()
    volume.begin(heard.volume)
    return heard.segment
  }

  /** The last milliseconds fade out, so that the sound does not end with a click. They do not count as heard. */
  function stopSound(): void {
    const segment = discard()
    if (!segment) return
    const frame = buffer.subarray(0, frameBytes).fill(0xff)
    const length = segment.read(frame, Math.min(fadeMs * bytesPerMs, segment.unsentBytes()))
    volume.fadeOut(frame.subarray(0, length))
    segment.rewind()
    output.send(frame)
  }

  return {
    /** Appends a segment; its audio is played when the segments before it are complete and sent. */
    add(segment: Segment): void {
      queue.push(segment)
      isDrainDue = true
      pump()
    },
    /** Sends 20 ms of a person's audio, unless there is speech to play. */
    relay(audio: Uint8Array): void {
      if (queue.length > 0 || output.aheadMs() > maxRelayedMs) return
      if (output.aheadMs() < 1) output.send(buffer.subarray(0, relayLeadMs * bytesPerMs).fill(0xff))
      const frame = buffer.subarray(0, audio.length)
      frame.set(audio)
      output.send(frame)
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
      if (!isDrainDue || state === 'paused' || queue.length > 0) return
      isDrainDue = false
      report({ type: 'playout_drained' })
    },
    /** A mark came back: everything before it was played. */
    marked(name: string): void {
      output.marked(name)
      updateHeard()
    },
    /** Goes on more quietly, except for keys, or waits if nothing is audible. */
    quieten(): void {
      if (state !== 'usual') return
      updateHeard()
      state = output.current() ? 'quiet' : 'paused'
      if (state === 'paused') return
      volume.quieten()
      if (isPressing()) return
      discard()
      pump()
    },
    /** Stops the sound and keeps what was not heard. Keys are pressed to their end, so that each is heard once. */
    pause(): void {
      if (state === 'paused') return
      state = 'paused'
      updateHeard()
      if (isPressing()) return
      stopSound()
      queue[0]?.rewindToWord()
    },
    /** Goes on in the usual volume, after a pause with the word that was not finished. */
    resume(): void {
      volume.restore()
      if (state === 'paused' && queue[0] && queue[0].sentBytes > 0) volume.begin(0)
      state = 'usual'
      pump()
    },
    /** Stops the sound and discards everything; returns the segments that were not heard completely. */
    interrupt(): Segment[] {
      stopSound()
      const dropped = queue
      queue = []
      state = 'usual'
      isDrainDue = false
      volume.restore()
      volume.begin(1)
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
    isAtRest: () => queue.length === 0 && !isDrainDue && !output.current() && !background,
    isAudible: output.isAudible,
    isConfirmed: output.isConfirmed,
  }
}

const isTones = ({ kind }: Segment): boolean => kind === 'tones'
