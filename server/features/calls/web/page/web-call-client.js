// The client of a web call: connects microphone, speaker, keys and captions with the server.
import { openTelephoneAudio, requestMicrophone } from './telephone-audio.js'

export { prepareTelephoneAudio } from './telephone-audio.js'

const endings = { 1000: 'ended', 4409: 'refused' }

/**
 * Call it in the handler of a click or a key, without which browsers play no sound. `onCaptions(from, captions)` replaces
 * the captions from position `from` on; `onMicrophone` receives `on`, `refused` or `missing`; `onEnd` receives `ended`,
 * `refused` if the token was used or has expired, or `failed`. With `prepared`, the result of `prepareTelephoneAudio`, the
 * assistant is heard sooner.
 */
export function startWebCall({ url, token, prepared, onStart, onCaptions, onLevels, onMicrophone, onEnd }) {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const send = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message))
  let isStarted = false
  const opening = openTelephoneAudio({
    prepared,
    targetMs: 40,
    onFrame: (frame) => isStarted && socket.readyState === WebSocket.OPEN && socket.send(frame),
    onMark: (name) => send({ event: 'mark', name }),
    onLevels,
  })
  const microphone = requestMicrophone()
  const close = () => opening.then((audio) => audio.close()).catch(() => {})
  socket.addEventListener('close', ({ code }) => {
    close()
    onEnd(endings[code] ?? 'failed')
  })
  /** Keeps the order of what arrives before the audio is open. */
  let received = Promise.resolve()
  socket.addEventListener('message', ({ data }) => {
    received = received.then(async () => receive(await opening, data)).catch(() => socket.close())
  })
  function receive(audio, data) {
    if (typeof data !== 'string') {
      audio.play(new Uint8Array(data))
      return
    }
    const message = JSON.parse(data)
    if (message.event === 'started') {
      isStarted = true
      onStart()
    } else if (message.event === 'mark') audio.mark(message.name)
    else if (message.event === 'clear') audio.clear()
    else if (message.event === 'captions') onCaptions(message.from, message.captions)
  }
  const start = () => send({ event: 'start', token })
  if (socket.readyState === WebSocket.OPEN) start()
  else socket.addEventListener('open', start, { once: true })
  opening.then((audio) => audio.useMicrophone(microphone).then(onMicrophone)).catch(() => socket.close())
  return {
    press: (key) => send({ event: 'key', key }),
    say: (text) => send({ event: 'text', text }),
    mute: (muted) => opening.then((audio) => audio.mute(muted)),
    hangUp: () => send({ event: 'hang-up' }),
  }
}
