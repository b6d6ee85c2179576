// Records a call in stereo: the customer on the left, the assistant on the right, on one timeline.
import { setImmediate } from 'node:timers/promises'
import { decodeMulaw, mulawSilence } from '@parley/telephone'
import { wavHeader, wavHeaderBytes } from './wav-header.ts'

/** All times are in milliseconds since the recording began; all audio is mu-law at 8,000 Hz, in any length. */
export type Recorder = ReturnType<typeof createRecorder>

const samplesPerMs = 8
/** Audio that is at most this much late is appended without a gap, which absorbs jitter. */
const tolerance = 40 * samplesPerMs
/** If the carrier confirms late what it has played, audio that continues a word is late as well. A gap would be a click. */
const continuedTolerance = 200 * samplesPerMs
/** The customer's audio is dropped while its track is further ahead of the time than this. */
const maxCustomerAhead = 200 * samplesPerMs
/** Within this time after a gap, the audio that was delayed in it has arrived. */
const settlingMs = 200
/** The assistant's audio moves back when the carrier confirms late that it has played the audio before. */
const maxAssistantAhead = 1_000 * samplesPerMs
/** One second. */
const chunkSamples = 8_000
const chunksPerSlice = 16

/** Audio after `maxMs` is not recorded. */
export function createRecorder({ maxMs = 20 * 60_000 }: { maxMs?: number } = {}) {
  const customer = createTrack(maxMs * samplesPerMs, maxCustomerAhead)
  const assistant = createTrack(maxMs * samplesPerMs, maxAssistantAhead)
  const arrivals = createArrivals(customer)
  return {
    /** Audio of the customer that has arrived now. */
    heard: arrivals.add,
    /** Audio of the assistant that the customer hears from `atMs` on, which may be in the near future, possibly without a gap. */
    played: assistant.add,
    /** Removes the last samples of the assistant's audio, because the customer does not hear them. */
    interrupted: assistant.truncate,
    /**
     * Returns a WAV file of 16-bit PCM that declares its synthetic voice, and releases the memory of the recorder. It is written in slices, between which
     * other work of the process runs. No method may be called afterwards.
     */
    async finish(): Promise<Uint8Array<ArrayBuffer>> {
      arrivals.finish()
      const samples = Math.max(customer.length(), assistant.length())
      const file = new ArrayBuffer(wavHeaderBytes + samples * 4)
      new Uint8Array(file).set(wavHeader(samples * 4))
      const pairs = new Int16Array(file, wavHeaderBytes)
      for (let chunk = 0; chunk * chunkSamples < samples; chunk++) {
        if (chunk % chunksPerSlice === chunksPerSlice - 1) await setImmediate()
        const slice = pairs.subarray(chunk * chunkSamples * 2, (chunk + 1) * chunkSamples * 2)
        decodeInto(slice, customer.take(chunk), 0)
        decodeInto(slice, assistant.take(chunk), 1)
      }
      return new Uint8Array(file)
    },
  }
}

/**
 * The customer's audio arrives in a burst when the network or the process has paused. Audio that arrives after a gap is held
 * until it is known whether it fills the gap.
 */
function createArrivals(track: ReturnType<typeof createTrack>) {
  let held: { audio: Uint8Array; atMs: number }[] = []
  let heldSamples = 0

  function settle({ isGapFilled }: { isGapFilled: boolean }): void {
    for (const { audio, atMs } of held) {
      if (isGapFilled) track.append(audio)
      else track.add(audio, atMs)
    }
    held = []
    heldSamples = 0
  }

  return {
    add(audio: Uint8Array, atMs: number): void {
      if (held[0] && atMs - held[0].atMs >= settlingMs) settle({ isGapFilled: false })
      if (samplesAt(atMs) - track.length() - heldSamples > tolerance) {
        held.push({ audio: audio.slice(), atMs })
        heldSamples += audio.length
      } else {
        settle({ isGapFilled: true })
        track.add(audio, atMs)
      }
    },
    finish: () => settle({ isGapFilled: false }),
  }
}

/** Chunks without sound are not stored. */
function createTrack(maxSamples: number, maxAhead: number) {
  const chunks: (Uint8Array | undefined)[] = []
  let end = 0

  function write(at: number, audio: Uint8Array): void {
    for (let done = 0; done < audio.length; ) {
      const index = Math.floor((at + done) / chunkSamples)
      const offset = (at + done) % chunkSamples
      const piece = audio.subarray(done, done + chunkSamples - offset)
      const chunk = chunks[index] ?? (isSilent(piece) ? undefined : new Uint8Array(chunkSamples).fill(mulawSilence))
      chunk?.set(piece, offset)
      chunks[index] = chunk
      done += piece.length
    }
  }

  function append(audio: Uint8Array, at = end): void {
    const fitting = audio.subarray(0, Math.max(0, maxSamples - at))
    if (fitting.length === 0) return
    write(at, fitting)
    end = at + fitting.length
  }

  return {
    append,
    add(audio: Uint8Array, atMs: number, isContinued = false): void {
      const due = samplesAt(atMs)
      const maxLate = isContinued ? continuedTolerance : tolerance
      if (end - due <= maxAhead) append(audio, due - end > maxLate ? due : end)
    },
    truncate(samples: number): void {
      const from = Math.max(0, end - samples)
      write(from, new Uint8Array(end - from).fill(mulawSilence))
      end = from
    },
    length: () => end,
    take(index: number): Uint8Array | undefined {
      const chunk = chunks[index]
      chunks[index] = undefined
      return chunk
    },
  }
}

const samplesAt = (ms: number): number => Math.max(0, Math.round(ms * samplesPerMs))

const isSilent = (audio: Uint8Array): boolean => audio.every((byte) => byte === mulawSilence)

/** Writes every second sample of `pairs`, which are zero before. */
function decodeInto(pairs: Int16Array, chunk: Uint8Array | undefined, channel: 0 | 1): void {
  if (!chunk) return
  const samples = decodeMulaw(chunk)
  for (let index = channel, from = 0; index < pairs.length; index += 2, from++) pairs[index] = samples[from]!
}
