// Connects the microphone and the speaker of the browser with mu-law audio at 8,000 Hz.

const maxMarkDelayMs = 500

/** Loads the audio thread, which takes a moment. Call it before the click that opens the audio. */
export function prepareTelephoneAudio() {
  const context = new AudioContext({ latencyHint: 'interactive' })
  const loaded = context.audioWorklet.addModule(new URL('./telephone-worklet.js', import.meta.url))
  loaded.catch(() => {})
  return { context, loaded }
}

/**
 * Open it in the handler of a click or a key, without which browsers play no sound. `onFrame` receives 20 ms of the
 * microphone, and silence while there is none; `onMark` the names of marks when the audio before them was played;
 * `onLevels` the loudness of `microphone` and `speaker`, from 0 to 1, every 100 ms. Set `maxMs` for a live source.
 */
export async function openTelephoneAudio({
  prepared = prepareTelephoneAudio(),
  targetMs = 60,
  maxMs,
  onFrame,
  onMark = () => {},
  onLevels = () => {},
}) {
  const { context, loaded } = prepared
  const resumed = context.resume().catch(() => {})
  await loaded
  const node = new AudioWorkletNode(context, 'telephone', {
    channelCount: 1,
    channelCountMode: 'explicit',
    outputChannelCount: [1],
    processorOptions: { targetMs, maxMs },
  })
  let stream
  let isClosed = false
  /** The speaker plays this much later than the audio thread. */
  const outputDelayMs = () => Math.min(maxMarkDelayMs, ((context.outputLatency || 0) + context.baseLatency) * 1_000)
  node.port.onmessage = ({ data }) => {
    if (isClosed) return
    if (data.audio) onFrame(data.audio)
    else if (data.levels) onLevels(data.levels)
    else if (data.mark !== undefined) setTimeout(() => isClosed || onMark(data.mark), outputDelayMs())
  }
  node.connect(context.destination)
  return {
    context,
    resumed,
    /** Returns `on`, `refused` or `missing`. */
    async useMicrophone(requested = requestMicrophone()) {
      try {
        const given = await requested
        if (isClosed) stopTracks(given)
        else {
          stream = given
          context.createMediaStreamSource(stream).connect(node)
        }
        return 'on'
      } catch (error) {
        return error.name === 'NotAllowedError' || error.name === 'SecurityError' ? 'refused' : 'missing'
      }
    },
    play: (audio) => node.port.postMessage({ audio }),
    mark: (name) => node.port.postMessage({ mark: name }),
    clear: () => node.port.postMessage({ clear: true }),
    mute: (muted) => node.port.postMessage({ muted }),
    async close() {
      if (isClosed) return
      isClosed = true
      stopTracks(stream)
      node.disconnect()
      await context.close()
    },
  }
}

/** Asks the person for the microphone, which can take a while. */
export function requestMicrophone() {
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  const requested = navigator.mediaDevices?.getUserMedia({ audio }) ?? Promise.reject(new Error('not available'))
  requested.catch(() => {})
  return requested
}

function stopTracks(stream) {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
