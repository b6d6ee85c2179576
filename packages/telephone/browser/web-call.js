// The connection of a web call: audio, marks, keys, texts and captions.
// @ts-check
import { openMediaSocket } from './media-socket.js'
import { openMicrophone } from './microphone.js'
import { openOutput, openTelephone } from './telephone.js'

/** @type {Record<number, import('./types.ts').WebCallEnd>} */
const endings = { 1000: 'ended', 4409: 'refused' }
const targetMs = 40
/** Until the server has to confirm it. */
const hangUpMs = 1_500

/**
 * Call it in the handler of a click or a key, without which browsers play no sound.
 * @type {(options: import('./types.ts').WebCallOptions) => import('./types.ts').WebCall}
 */
export function openWebCall(options) {
  const { output = openOutput(options) } = options
  let isClosed = false
  let isStarted = false
  let isMuted = false
  /** @type {import('./types.ts').MediaSocket | undefined} */
  let socket
  /** @type {import('./types.ts').Telephone | undefined} */
  let telephone
  /** @type {MediaStream | undefined} */
  let stream
  const microphone = options.hasMicrophone
    ? openMicrophone({
        onStream(next) {
          stream = next
          telephone?.setMicrophone(next)
        },
        onChange: options.onMicrophone,
      })
    : undefined
  const opening = openTelephone({
    output,
    targetMs,
    onFrame: (frame) => isStarted && socket?.sendAudio(frame),
    onMark: (name) => socket?.send({ event: 'mark', name }),
    onLevels: options.onLevels,
  })
  opening.then(
    (opened) => {
      telephone = opened
      if (isClosed) opened.close()
      opened.setMicrophone(stream)
      opened.mute(isMuted)
    },
    () => finish('lost'),
  )

  /** @param {import('./types.ts').WebCallEnd} end */
  function finish(end) {
    if (isClosed) return
    close()
    options.onEnd(end)
  }

  function close() {
    if (isClosed) return
    isClosed = true
    microphone?.close()
    telephone?.close()
    output.close()
    socket?.close()
  }

  /** @type {(opened: import('./types.ts').Telephone, data: any) => void} */
  function receive(opened, data) {
    if (isClosed) return
    if (data instanceof ArrayBuffer) opened.play(new Uint8Array(data))
    else if (data.event === 'started') {
      isStarted = true
      options.onStart()
    } else if (data.event === 'mark') opened.mark(data.name)
    else if (data.event === 'clear') opened.clear()
    else if (data.event === 'captions') options.onCaptions(data.from, data.captions)
  }

  return {
    microphone: microphone?.opened,
    connect(ticket) {
      if (isClosed) return
      // Keeps the order of what arrives before the audio is open.
      /** @type {Promise<unknown>} */
      let received = opening.catch(() => {})
      socket = openMediaSocket(
        ticket,
        (data) => {
          received = received.then(async () => receive(await opening, data)).catch(() => finish('lost'))
        },
        (code) => void received.finally(() => finish(endings[code] ?? 'lost')),
        options.baseUrl,
      )
    },
    press: (key) => socket?.send({ event: 'key', key }),
    say: (text) => socket?.send({ event: 'text', text }),
    mute(next) {
      isMuted = next
      telephone?.mute(next)
    },
    hangUp() {
      socket?.send({ event: 'hang-up' })
      setTimeout(() => finish('ended'), isStarted ? hangUpMs : 0)
    },
    close,
  }
}
