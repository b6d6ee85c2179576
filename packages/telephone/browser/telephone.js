// Connects the microphone and the speaker of the browser with mu-law audio at 8,000 Hz.
// @ts-check

/** Browsers offer microphones and audio threads to pages with HTTPS, and to those of this machine. */
export const canUseAudio = () => globalThis.isSecureContext && navigator.mediaDevices !== undefined

const usualWorklet = '/web-call/telephone-worklet.js'
const maxMarkDelayMs = 500
const resumedWithinMs = 1_000
/** A touch allows sound when it ends. */
const gestures = ['pointerup', 'keydown', 'visibilitychange']

/**
 * Open it in the handler of a click or a key, without which browsers play no sound, or before it, to load the audio thread.
 * @type {(options?: import('./types.ts').OutputOptions) => import('./types.ts').AudioOutput}
 */
export function openOutput({ onSuspended = () => {}, baseUrl = location.origin, workletUrl = usualWorklet } = {}) {
  const context = new AudioContext({ latencyHint: 'interactive' })
  const volume = new GainNode(context)
  volume.connect(context.destination)
  let isClosed = false
  const resume = () => void context.resume().catch(() => {})
  const note = () => {
    if (!isClosed) onSuspended(context.state !== 'running')
  }
  // A suspended context starts at the next click or key.
  const wake = () => {
    if (!isClosed && context.state !== 'running') resume()
  }
  context.addEventListener('statechange', note)
  for (const name of gestures) document.addEventListener(name, wake)
  resume()
  // A context that is never allowed to run has no other event.
  const check = setTimeout(note, resumedWithinMs)
  const loaded = context.audioWorklet.addModule(new URL(workletUrl, baseUrl))
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
      for (const name of gestures) document.removeEventListener(name, wake)
      context.close().catch(() => {})
    },
  }
}

/** @type {(options: import('./types.ts').TelephoneOptions) => Promise<import('./types.ts').Telephone>} */
export async function openTelephone({ output, targetMs, maxMs, onFrame, onMark, onLevels }) {
  const { context, loaded } = output
  await loaded
  const node = new AudioWorkletNode(context, 'telephone', {
    channelCount: 1,
    channelCountMode: 'explicit',
    outputChannelCount: [1],
    processorOptions: { targetMs, maxMs },
  })
  /** @type {MediaStreamAudioSourceNode | undefined} */
  let source
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
