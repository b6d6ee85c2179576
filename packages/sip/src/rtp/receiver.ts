// Receives the audio of a stream: a jitter buffer that gives exactly one frame for each tick.
import { createConcealer } from '../codecs/index.ts'
import type { CodecName } from '../sdp/index.ts'
import { absent, audio, createAudioRing, forIndexes, pause, ringBytes } from './audio-ring.ts'
import { createDecoder } from './decoder.ts'
import { frameBytes, isQuiet, silentFrame, tickMs } from './frame.ts'
import { createMargins, maxDelay } from './margins.ts'
import type { RtpPacket } from './packet.ts'
import { createTimeline } from './timeline.ts'

/** The first frame is played one tick after the first packet has arrived, so two frames of 20 ms are in the buffer. */
const startDelayMs = 20
/** More audio than this is waiting only after a stall. It is shortened by a frame for each tick, and then cut. */
const tooMuch = maxDelay
const farTooMuch = 2 * maxDelay

export interface ReceiverCounts {
  /** Packets that arrived after their time. */
  latePackets: number
  /** Samples for which nothing had arrived. */
  concealedSamples: number
  /** Frames that were played twice or left out to change the delay. */
  insertedFrames: number
  droppedFrames: number
  /** New sources and new time bases, including the first one. */
  streams: number
}

export interface Receiver {
  /** Takes a packet of audio in a codec. */
  takeAudio(packet: RtpPacket, bytes: Uint8Array, codec: CodecName, nowMs: number): void
  /** The sender sends no audio from this timestamp on: comfort noise (RFC 3389) or a key (RFC 4733). */
  takePause(packet: RtpPacket, nowMs: number): void
  /** The next 20 ms as mu-law. The array is used again for the next frame. */
  nextFrame(nowMs: number): Uint8Array
  /** The delay of the buffer in milliseconds. */
  delayMs(): number
  readonly counts: ReceiverCounts
}

export function createReceiver(): Receiver {
  const ring = createAudioRing()
  const timeline = createTimeline()
  const margins = createMargins()
  const concealer = createConcealer()
  const counts: ReceiverCounts = {
    ...{ latePackets: 0, concealedSamples: 0, insertedFrames: 0, droppedFrames: 0, streams: 0 },
  }
  const frame = new Uint8Array(frameBytes).fill(silentFrame[0]!)
  let codec: CodecName | undefined
  let decode = createDecoder('PCMU')
  let isPlaying = false
  let startedMs = 0
  let tickedMs = 0
  /** The position that is played next. */
  let play = 0
  /** The end of the last audio that was played. */
  let playedEnd = 0
  let pauseFrom = Number.POSITIVE_INFINITY
  /** The length of the last packet in samples. */
  let packetSamples = frameBytes

  function begin(packet: RtpPacket, nowMs: number): void {
    timeline.begin(packet, nowMs)
    ring.clearAll()
    margins.reset()
    counts.streams++
    isPlaying = false
    startedMs = nowMs
    play = playedEnd = timeline.end()
    pauseFrom = Number.POSITIVE_INFINITY
    if (codec !== undefined) decode = createDecoder(codec)
  }

  /** Returns whether the packet belongs to the stream, which is a new one after a jump. */
  function follow(packet: RtpPacket, nowMs: number): boolean {
    const relation = timeline.relationOf(packet, nowMs)
    if (relation === 'new') begin(packet, nowMs)
    return relation !== 'old'
  }

  function takeAudio(packet: RtpPacket, bytes: Uint8Array, name: CodecName, nowMs: number): void {
    const length = packet.end - packet.start
    if (length === 0) return
    if (name !== codec) {
      codec = name
      begin(packet, nowMs)
    } else if (!follow(packet, nowMs)) return
    packetSamples = length
    let position = timeline.positionOf(packet)
    if (position + length - play > ringBytes - frameBytes) {
      begin(packet, nowMs)
      position = timeline.end()
    }
    const pauseStart = timeline.note(packet, position + length, nowMs)
    if (pauseStart !== undefined) ring.markPause(Math.max(pauseStart, play), position)
    if (isPlaying) margins.note(position - play + 8 * Math.max(0, tickedMs + tickMs - nowMs))
    if (position < play) makeRoom(position)
    const missed = Math.max(0, play - position)
    if (missed < length) ring.write(position + missed, bytes, packet.start + missed, packet.end)
    if (position >= pauseFrom) pauseFrom = Number.POSITIVE_INFINITY
  }

  /**
   * A packet arrives after its time. If nothing after it was played, it is played now, and the delay of the buffer has
   * become larger by what was concealed. Otherwise, its audio is lost.
   */
  function makeRoom(position: number): void {
    if (!isPlaying) {
      if (play - position <= maxDelay) play = playedEnd = position
      return
    }
    counts.latePackets++
    const shift = frameBytes * Math.ceil((play - position) / frameBytes)
    if (position < playedEnd || margins.largest() + shift > maxDelay) return
    play -= shift
    margins.shift(shift)
  }

  /** Decodes and conceals the samples from `play` into the frame. */
  function render(): void {
    const end = play + frameBytes
    for (let from = play; from < end; ) {
      const to = ring.stretchEnd(from, end)
      const [start, stop] = [from - play, to - play]
      const kind = ring.kindAt(from)
      if (kind === audio) {
        forIndexes(from, to, (first, last, offset) => decode(ring.bytes, first, last, frame, start + offset))
        concealer.resume(frame, start, stop)
        concealer.note(frame, start, stop)
        playedEnd = to
      } else if (kind === pause || from >= pauseFrom) {
        frame.set(silentFrame.subarray(start, stop), start)
        concealer.note(frame, start, stop)
      } else {
        concealer.conceal(frame, start, stop)
        counts.concealedSamples += stop - start
      }
      from = to
    }
    ring.clear(play, end)
    play = end
  }

  /** Shortens the audio that waits after a stall. */
  function catchUp(): void {
    // A packet is not late because it is long.
    const waiting = timeline.end() - packetSamples - play
    if (waiting > farTooMuch) {
      const next = timeline.end() - packetSamples - frameBytes
      counts.droppedFrames += Math.ceil((next - play) / frameBytes)
      ring.clear(play, next)
      margins.shift(play - next)
      play = next
    } else if (waiting > tooMuch) leaveOut()
  }

  function leaveOut(): void {
    counts.droppedFrames++
    margins.shift(-frameBytes)
    render()
  }

  /** Whether nothing has arrived for the whole frame, although the sender has not paused. */
  const isGap = (): boolean =>
    play < pauseFrom && ring.kindAt(play) === absent && ring.stretchEnd(play, play + frameBytes) === play + frameBytes

  function nextFrame(nowMs: number): Uint8Array {
    tickedMs = nowMs
    if (!isPlaying) {
      if (counts.streams === 0 || nowMs - startedMs < startDelayMs) {
        frame.set(silentFrame)
        return frame
      }
      isPlaying = true
    }
    catchUp()
    const advice = margins.countFrame()
    if (advice === 1 && isGap()) {
      // What is concealed is still awaited.
      concealer.conceal(frame, 0, frameBytes)
      counts.concealedSamples += frameBytes
      counts.insertedFrames++
      margins.shift(frameBytes)
      return frame
    }
    if (advice === 1 && isQuiet(frame)) {
      // The last frame, which is still in the array, is played once more.
      counts.insertedFrames++
      margins.shift(frameBytes)
      return frame
    }
    if (advice === -1 && isQuiet(frame)) leaveOut()
    render()
    return frame
  }

  return {
    counts,
    takeAudio,
    takePause(packet, nowMs) {
      // A key may have another time base than the audio, which continues then.
      if (counts.streams === 0 || timeline.relationOf(packet, nowMs) !== 'same') return
      const position = timeline.positionOf(packet)
      timeline.note(packet, position, nowMs)
      pauseFrom = Math.min(pauseFrom, Math.max(position, playedEnd))
    },
    nextFrame,
    delayMs: () => (isPlaying ? Math.max(0, timeline.end() - play) / 8 : startDelayMs),
  }
}
