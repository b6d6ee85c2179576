// The audio of a running call for people who listen: both sides on one timeline, as the customer hears and is heard.
import { mulawSilence } from '@parley/telephone'
import type { CallRecorder } from './engine/settings.ts'

/** Receives a packet; its bytes are not reused. */
export type HearPacket = (packet: Uint8Array) => void

const bytesPerMs = 8
const frameMs = 20
const frameBytes = frameMs * bytesPerMs
/** A packet begins with the milliseconds since the call was answered, as an integer of 4 bytes (big endian). */
const headBytes = 4
const packetFrames = 2
/** After a pause of the process, older audio is skipped. */
const maxFrames = 10
/** More frames of the customer mean that they have arrived in a burst. Old ones are skipped, so that no delay remains. */
const maxWaitingFrames = 6
/** The assistant's audio is sent up to a second ahead of its playback. Must be a power of two. */
const trackBytes = 16_384
/** As in recordings, audio that is at most this much late continues the audio before it. */
const toleranceBytes = 40 * bytesPerMs

/** Packets are mu-law audio at 8,000 Hz: the time, then the customer's side, then as much of the assistant's side. */
export function createLiveAudio({ startedMs, now }: { startedMs: number; now(): number }) {
  const listeners = new Set<HearPacket>()
  let waiting: Uint8Array[] = []
  let track: Uint8Array | undefined
  /** In bytes since the call began: the end of what the assistant's side has, and of what was sent to listeners. */
  let trackEnd = 0
  let sentEnd = 0

  const positionOf = (atMs: number): number => Math.max(0, Math.round((atMs - startedMs) * bytesPerMs))

  function write(at: number, bytes: number, byteAt: (index: number) => number): void {
    for (let index = Math.max(0, sentEnd - at); index < bytes; index++)
      track![(at + index) % trackBytes] = byteAt(index)
  }

  function begin(): void {
    waiting = []
    track = new Uint8Array(trackBytes).fill(mulawSilence)
    sentEnd = Math.floor(positionOf(now()) / frameBytes) * frameBytes
    trackEnd = sentEnd
  }

  /** Copies the next bytes of the assistant's side, and makes place for later ones. */
  function take(target: Uint8Array): void {
    for (let index = 0; index < target.length; index++) {
      const at = (sentEnd + index) % trackBytes
      target[index] = track![at]!
      track![at] = mulawSilence
    }
    sentEnd += target.length
  }

  function nextPacket(frames: number): Uint8Array {
    const bytes = frames * frameBytes
    const packet = new Uint8Array(headBytes + 2 * bytes).fill(mulawSilence, headBytes)
    new DataView(packet.buffer).setUint32(0, sentEnd / bytesPerMs)
    if (waiting.length > maxWaitingFrames) waiting = waiting.slice(-packetFrames)
    for (const [index, frame] of waiting.splice(0, frames).entries()) packet.set(frame, headBytes + index * frameBytes)
    take(packet.subarray(headBytes + bytes))
    return packet
  }

  return {
    /** Returns a function that ends it. */
    listen(hear: HearPacket): () => void {
      if (listeners.size === 0) begin()
      listeners.add(hear)
      return () => {
        listeners.delete(hear)
        if (listeners.size === 0) track = undefined
      }
    },
    /** Called every 20 ms. */
    tick(): void {
      if (!track) return
      let frames = Math.floor((positionOf(now()) - sentEnd) / frameBytes)
      if (frames < packetFrames) return
      for (; frames > maxFrames; frames--) take(new Uint8Array(frameBytes))
      const packet = nextPacket(frames)
      for (const hear of listeners) hear(packet)
    },
    /** Passes everything on to the recorder, if there is one. */
    recorderWith(recorder: CallRecorder | undefined): CallRecorder {
      return {
        customer(frame, atMs) {
          recorder?.customer(frame, atMs)
          if (track) waiting.push(frame.slice())
        },
        assistant(audio, atMs, isContinued) {
          recorder?.assistant(audio, atMs, isContinued)
          if (!track) return
          const due = positionOf(atMs)
          const at = isContinued || Math.abs(due - trackEnd) <= toleranceBytes ? Math.max(trackEnd, sentEnd) : due
          if (at + audio.length - sentEnd > trackBytes) return
          write(at, audio.length, (index) => audio[index]!)
          trackEnd = at + audio.length
        },
        discarded(bytes) {
          recorder?.discarded(bytes)
          if (!track) return
          trackEnd -= bytes
          write(trackEnd, bytes, () => mulawSilence)
        },
      }
    },
  }
}

export type LiveAudio = ReturnType<typeof createLiveAudio>
