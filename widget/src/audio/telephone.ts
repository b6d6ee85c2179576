// Connects the microphone and the speaker of the browser with mu-law audio at 8,000 Hz.

/** `lost`: it was unplugged or taken away during the call, and another one is used as soon as there is one. */
export type MicrophoneState = 'on' | 'refused' | 'missing' | 'lost'

/** The loudness from 0 to 1, every 100 ms. */
export interface Levels {
  microphone: number
  speaker: number
}

export interface AudioOutput {
  readonly context: AudioContext
  readonly loaded: Promise<void>
  setVolume(volume: number): void
  readonly node: AudioNode
  close(): void
}

/** Browsers offer microphones and audio threads to pages with HTTPS, and to those of this machine. */
export const canUseAudio = (): boolean => globalThis.isSecureContext && navigator.mediaDevices !== undefined

/** The audio thread that web calls and virtual phones share. It contains the codec, resampling and the jitter buffer. */
const workletPath = '/web-call/telephone-worklet.js'
const maxMarkDelayMs = 500
const resumedWithinMs = 1_000

/**
 * Open it in the handler of a click or a key, without which browsers play no sound. `baseUrl` is the origin of Parley, by
 * default that of the page.
 */
export function openOutput(
  onSuspended: (isSuspended: boolean) => void,
  baseUrl: string = location.origin,
): AudioOutput {
  const context = new AudioContext({ latencyHint: 'interactive' })
  const volume = new GainNode(context)
  volume.connect(context.destination)
  let isClosed = false
  const resume = (): void => void context.resume().catch(() => {})
  const note = () => !isClosed && onSuspended(context.state !== 'running')
  // A suspended context starts at the next click or key.
  const wake = () => !isClosed && context.state !== 'running' && resume()
  context.addEventListener('statechange', note)
  for (const name of ['pointerdown', 'keydown', 'visibilitychange']) document.addEventListener(name, wake)
  resume()
  // A context that is never allowed to run has no other event.
  const check = setTimeout(note, resumedWithinMs)
  const loaded = context.audioWorklet.addModule(new URL(workletPath, baseUrl))
  loaded.catch(() => {})
  return {
    context,
    loaded,
    node: volume,
    setVolume: (value) => volume.gain.setTargetAtTime(value, context.currentTime, 0.01),
    close() {
      if (isClosed) return
      isClosed = true
      clearTimeout(check)
      for (const name of ['pointerdown', 'keydown', 'visibilitychange']) document.removeEventListener(name, wake)
      context.close().catch(() => {})
    },
  }
}

export interface TelephoneOptions {
  output: AudioOutput
  /** How much audio waits before playback starts. */
  targetMs: number
  /** For a live source: older audio is discarded when more waits. */
  maxMs?: number
  /** Receives 20 ms of the microphone, and silence while there is none. */
  onFrame?(frame: Uint8Array): void
  /** The audio before the mark was played. */
  onMark?(name: string): void
  onLevels?(levels: Levels): void
}

export interface Telephone {
  play(audio: Uint8Array): void
  mark(name: string): void
  /** Discards what was not played yet; its marks are reported at once. */
  clear(): void
  mute(isMuted: boolean): void
  /** Sends this microphone until another one or undefined is set. */
  setMicrophone(stream: MediaStream | undefined): void
  close(): void
}

export async function openTelephone(options: TelephoneOptions): Promise<Telephone> {
  const { output, targetMs, maxMs, onFrame, onMark, onLevels } = options
  const { context, loaded } = output
  await loaded
  const node = new AudioWorkletNode(context, 'telephone', {
    channelCount: 1,
    channelCountMode: 'explicit',
    outputChannelCount: [1],
    processorOptions: { targetMs, maxMs },
  })
  let source: MediaStreamAudioSourceNode | undefined
  let isClosed = false
  /** The speaker plays this much later than the audio thread. */
  const outputDelayMs = () => Math.min(maxMarkDelayMs, ((context.outputLatency || 0) + context.baseLatency) * 1_000)
  node.port.onmessage = ({ data }) => {
    if (isClosed) return
    if (data.audio) onFrame?.(data.audio)
    else if (data.levels) onLevels?.(data.levels)
    else if (data.mark !== undefined) setTimeout(() => isClosed || onMark?.(data.mark), outputDelayMs())
  }
  node.connect(output.node)
  return {
    play: (audio) => node.port.postMessage({ audio }),
    mark: (name) => node.port.postMessage({ mark: name }),
    clear: () => node.port.postMessage({ clear: true }),
    mute: (muted) => node.port.postMessage({ muted }),
    setMicrophone(stream) {
      source?.disconnect()
      source = stream && !isClosed ? context.createMediaStreamSource(stream) : undefined
      source?.connect(node)
    },
    close() {
      isClosed = true
      source?.disconnect()
      node.disconnect()
      node.port.onmessage = null
    },
  }
}
