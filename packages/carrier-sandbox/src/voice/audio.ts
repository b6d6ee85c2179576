// The audio of virtual phones: loudness, mixing, tones, files, recordings, microphones, and the detection of speech.
import {
  decodeMulaw,
  encodeMulaw,
  mulawSamples,
  openWav,
  resample,
  toSample,
  WavError,
  writeWav,
} from '@parley/telephone'

/** The audio or the keys of a virtual phone are invalid. */
export class InvalidStep extends Error {}

export const bytesPerMs = 8
export const frameMs = 20
export const frameBytes = frameMs * bytesPerMs
const maxReadBytes = 10 * 60_000 * bytesPerMs

/** One frame; never changed. */
export const silence: Uint8Array = new Uint8Array(frameBytes).fill(0xff)

const attenuatedCodes = encodeMulaw(mulawSamples.map((sample) => Math.round(sample / 10)))

/** Reduces mu-law audio by 20 dB. */
export const attenuate = (audio: Uint8Array): Uint8Array => audio.map((code) => attenuatedCodes[code]!)

export function mix(a: Uint8Array, b: Uint8Array): Uint8Array {
  const samples = decodeMulaw(a)
  return encodeMulaw(samples.map((sample, index) => toSample(sample + mulawSamples[b[index] ?? 0xff]!)))
}

/** Whether the frame is louder than about -42 dBFS, as speech is and the noise of a line is not. */
export function isLoud(frame: Uint8Array): boolean {
  let energy = 0
  for (const code of frame) energy += mulawSamples[code]! ** 2
  return energy > frame.length * 260 ** 2
}

/** A sine tone in mu-law, at -12 dBFS by default. */
export function tone(options: { ms: number; hz?: number; amplitude?: number }): Uint8Array {
  const { ms, hz = 440, amplitude = 8_000 } = options
  const step = (2 * Math.PI * hz) / 8_000
  return encodeMulaw(
    Int16Array.from({ length: ms * bytesPerMs }, (_, index) => Math.round(amplitude * Math.sin(index * step))),
  )
}

/** The beep of an answering machine. */
export const beep = tone({ ms: 400, hz: 1_000 })

/** A WAV file with 16-bit samples at 8,000 Hz, of one or two channels of mu-law audio. */
export const encodeWav = (channels: readonly Uint8Array[]): Buffer =>
  Buffer.from(writeWav({ sampleRate: 8_000, channels: channels.map((audio) => decodeMulaw(audio)) }).buffer)

/**
 * Reads the first channel of a WAV file; other bytes are mu-law audio already. Ten minutes at most are read. Throws a
 * `InvalidStep`.
 */
export function readAudio(bytes: Uint8Array): Uint8Array {
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'RIFF')
    return bytes.length > maxReadBytes ? bytes.subarray(0, maxReadBytes) : bytes
  const { encoding, channelCount, sampleRate, length, sampleAt } = openFile(bytes)
  if (!encoding || channelCount < 1)
    throw new InvalidStep('The WAV file has another encoding than PCM of 8 or 16 bits, mu-law and A-law.')
  if (sampleRate < 4_000 || sampleRate > 192_000)
    throw new InvalidStep(`The WAV file has ${sampleRate} samples per second.`)
  const read = Math.min(length, Math.floor((maxReadBytes * sampleRate) / 8_000))
  const samples = Int16Array.from({ length: read }, (_, index) => sampleAt(0, index))
  return encodeMulaw(resample(samples, sampleRate, 8_000))
}

function openFile(bytes: Uint8Array) {
  try {
    return openWav(bytes)
  } catch (error) {
    throw error instanceof WavError ? new InvalidStep(error.message) : error
  }
}

/** Records both sides of a call, up to a limit. */
export function createRecording(maxSeconds: number) {
  const maxBytes = maxSeconds * 1_000 * bytesPerMs
  const left = createChannel(maxBytes)
  const right = createChannel(maxBytes)
  return {
    /** Audio of the same length: what the phone said, and what it heard. */
    add(said: Uint8Array, heard: Uint8Array): void {
      left.add(said)
      right.add(heard)
    },
    /** In bytes of each side. */
    length: (): number => left.bytes().length,
    /** Mu-law audio: what the phone said, and what it heard. */
    channels: () => ({ said: left.bytes(), heard: right.bytes() }),
    /** The phone is on the left, the application on the right. */
    wav: (): Buffer => encodeWav([left.bytes(), right.bytes()]),
  }
}

function createChannel(maxBytes: number) {
  let buffer = new Uint8Array(Math.min(maxBytes, 16_384))
  let length = 0
  return {
    add(frame: Uint8Array): void {
      const end = Math.min(length + frame.length, maxBytes)
      if (end === length) return
      if (end > buffer.length) {
        const larger = new Uint8Array(Math.min(Math.max(buffer.length * 2, end), maxBytes))
        larger.set(buffer)
        buffer = larger
      }
      buffer.set(frame.subarray(0, end - length), length)
      length = end
    },
    bytes: (): Uint8Array => buffer.subarray(0, length),
  }
}

export type Recording = ReturnType<typeof createRecording>

/** The microphone's clock and network are irregular, so a few frames wait before the first is used. */
const waitingFrames = 3
/** More frames would delay the conversation; the oldest are discarded. */
const maxWaitingFrames = 12

export interface Handset {
  /** E.164. */
  readonly number: string
  /** Receives 20 ms of mu-law audio of the other side, for each 20 ms of a call. */
  hear(frame: Uint8Array): void
  readonly microphone: Microphone
}

type Microphone = ReturnType<typeof createMicrophone>

export function createMicrophone() {
  let frames: Uint8Array[] = []
  let isWaiting = true
  return {
    /** 20 ms of mu-law audio. */
    push(frame: Uint8Array): void {
      frames.push(frame)
      if (frames.length > maxWaitingFrames) frames = frames.slice(-waitingFrames)
    },
    /** Called every 20 ms of a call. */
    next(): Uint8Array {
      if (isWaiting && frames.length < waitingFrames) return silence
      isWaiting = frames.length === 0
      return frames.shift() ?? silence
    },
    clear(): void {
      frames = []
      isWaiting = true
    },
  }
}

/** Shorter noises are not speech. */
const minSpeechFrames = 3

export type SpeechDetector = ReturnType<typeof createSpeechDetector>

export function createSpeechDetector() {
  let loudFrames = 0
  const detector = {
    /** The time since speech; infinite before the first. */
    quietMs: Number.POSITIVE_INFINITY,
    /** How long the current or latest speech has lasted, with pauses below 700 ms. */
    speechMs: 0,
    push(frame: Uint8Array): void {
      const loud = isLoud(frame)
      loudFrames = loud ? loudFrames + 1 : 0
      if (detector.quietMs > pauseMs) detector.speechMs = 0
      if (loudFrames >= minSpeechFrames || (loud && detector.quietMs <= pauseMs)) {
        detector.speechMs += detector.speechMs === 0 ? loudFrames * frameMs : detector.quietMs + frameMs
        detector.quietMs = 0
      } else detector.quietMs += frameMs
    },
    isSpeaking: (): boolean => detector.quietMs < pauseMs,
  }
  return detector
}

/** A longer pause ends what someone says. */
export const pauseMs = 700
