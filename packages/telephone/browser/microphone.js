// Opens the microphone, replaces one that was unplugged, and releases it for certain.
// @ts-check

const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }

/**
 * Asks the person for the microphone, which can take a while.
 * @type {(options: import('./types.ts').MicrophoneOptions) => import('./types.ts').Microphone}
 */
export function openMicrophone({ onStream, onChange = () => {} }) {
  /** @type {MediaStream | undefined} */
  let current
  let isClosed = false

  /** @returns {Promise<import('./types.ts').MicrophoneState>} */
  async function open() {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio })
      // Another attempt may have been faster.
      if (isClosed || current) {
        stopTracks(stream)
        return 'missing'
      }
      current = stream
      for (const track of stream.getTracks()) track.addEventListener('ended', () => lose(stream), { once: true })
      onStream(stream)
      return 'on'
    } catch (error) {
      const { name } = /** @type {Error} */ (error)
      return name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'missing'
    }
  }

  /** @param {MediaStream} stream */
  function lose(stream) {
    if (isClosed || current !== stream) return
    current = undefined
    onStream(undefined)
    onChange('lost')
    void replace()
  }

  async function replace() {
    if (isClosed || current) return
    const state = await open()
    if (state === 'on' && !isClosed) onChange('on')
  }

  const onDevices = () => void (wasOpened && replace())
  let wasOpened = false
  navigator.mediaDevices?.addEventListener('devicechange', onDevices)
  const opened = open()
  void opened.then((state) => {
    wasOpened = state === 'on'
  })
  return {
    opened,
    close() {
      if (isClosed) return
      isClosed = true
      navigator.mediaDevices?.removeEventListener('devicechange', onDevices)
      if (current) stopTracks(current)
      current = undefined
      onStream(undefined)
    },
  }
}

/** @param {MediaStream} stream */
function stopTracks(stream) {
  for (const track of stream.getTracks()) track.stop()
}
