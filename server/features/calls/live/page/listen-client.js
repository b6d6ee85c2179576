// The client of a person who listens to a live call: plays both sides, and sends the microphone after a takeover.
import { openTelephoneAudio, requestMicrophone } from '../web-call/telephone-audio.js'

const endings = { 1000: 'ended', 1011: 'lost', 4403: 'forbidden', 4409: 'refused' }
const headBytes = 4
/** Together with the network, a side is heard at most 300 ms later than in the call. */
const audioOptions = { targetMs: 80, maxMs: 240 }

/**
 * Call it in the handler of a click or a key, without which browsers play no sound. `onMessage` receives the JSON messages
 * of the server; `onLevel(side, level)` the loudness of `customer` and `assistant`, from 0 to 1, every 100 ms; `onEnd`
 * receives `ended`, `refused` if the token was used or has expired, `forbidden`, or `lost`. `onMicrophone` receives `on`,
 * `refused` or `missing`; without a microphone, the call is not taken over.
 */
export function startListening({ url, token, prepared, onMessage, onMicrophone, onLevel, onEnd }) {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  let hasCall = false
  /** Resolves with the stream of the microphone. */
  let microphone
  const sideOf = (name, onFrame) =>
    openTelephoneAudio({
      prepared,
      ...audioOptions,
      onFrame,
      onLevels: (levels) => showLevels(name, levels),
    })
  const sendFrame = (frame) => hasCall && microphone && socket.readyState === WebSocket.OPEN && socket.send(frame)
  const opening = Promise.all([sideOf('customer', sendFrame), sideOf('assistant', () => {})])
  opening.catch(() => socket.close())
  const send = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message))

  socket.addEventListener('open', () => send({ event: 'start', token }), { once: true })
  socket.addEventListener('message', async ({ data }) => {
    if (typeof data === 'string') receive(JSON.parse(data))
    else play(await opening, new Uint8Array(data))
  })
  socket.addEventListener('close', async ({ code }) => {
    onEnd(endings[code] ?? 'lost')
    closeMicrophone()
    const sides = await opening.catch(() => [])
    for (const side of sides) side.close().catch(() => {})
  })

  function play([customer, assistant], packet) {
    const length = (packet.length - headBytes) / 2
    customer.play(packet.slice(headBytes, headBytes + length))
    // A person who has the call would hear their own voice.
    if (!hasCall) assistant.play(packet.slice(headBytes + length))
  }

  /** While the person has the call, the microphone is the assistant's side. */
  function showLevels(name, { speaker, microphone: spoken }) {
    if (name === 'customer') onLevel(name, speaker)
    if (hasCall === (name === 'customer')) onLevel('assistant', hasCall ? spoken : speaker)
  }

  function receive(message) {
    if (message.event === 'state') {
      hasCall = message.has_call
      if (!hasCall) closeMicrophone()
      else if (!microphone) takeOver()
    }
    onMessage(message)
  }

  async function takeOver() {
    const requested = requestMicrophone()
    microphone = requested
    const [customer] = await opening
    const result = await customer.useMicrophone(requested)
    if (microphone !== requested) return
    if (result === 'on') {
      if (!hasCall) send({ event: 'take-over' })
    } else {
      microphone = undefined
      send({ event: 'hand-back' })
    }
    onMicrophone(result)
  }

  function closeMicrophone() {
    microphone?.then(stopTracks).catch(() => {})
    microphone = undefined
  }

  return {
    whisper: (text) => send({ event: 'whisper', text }),
    takeOver,
    handBack: () => send({ event: 'hand-back' }),
    endCall: () => send({ event: 'hand-back', end_call: true }),
    leave: () => send({ event: 'leave' }),
  }
}

function stopTracks(stream) {
  for (const track of stream.getTracks()) track.stop()
}
