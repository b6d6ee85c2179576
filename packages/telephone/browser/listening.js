// A person who listens to a live call: plays both sides, connects again, and sends the microphone after a takeover.
// @ts-check
import { openMediaSocket } from './media-socket.js'
import { openMicrophone } from './microphone.js'
import { readPacket } from './packet.js'
import { openOutput, openTelephone } from './telephone.js'

/** @typedef {import('./types.ts').ListeningEnd} ListeningEnd */

const closeCodes = { ended: 1000, forbidden: 4403, refused: 4409 }
/** Together with the network, a side is heard at most 300 ms later than in the call. */
const delays = { targetMs: 80, maxMs: 240 }
const retryDelaysMs = [200, 500, 1_000, 2_000, 4_000, 4_000, 4_000, 4_000]
/** The server notices within this time that the earlier connection of this person is lost. */
const takeAgainMs = 6_000
const takeAgainEveryMs = 400

/**
 * Call it in the handler of a click or a key, without which browsers play no sound.
 * @type {(options: import('./types.ts').ListeningOptions) => import('./types.ts').Listening}
 */
export function openListening(options) {
  let isClosed = false
  const { output = openOutput(options) } = options
  /** @type {import('./types.ts').SideLevels} */
  const levels = { customer: 0, assistant: 0 }
  /** @type {import('./types.ts').MediaSocket | undefined} */
  let socket
  /** @type {import('./types.ts').Microphone | undefined} */
  let microphone
  let hasCall = false
  let hasStarted = false
  let isMicrophoneOn = false
  let attempts = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry
  /**
   * When this person lost the connection with the call, which they take over again.
   * @type {number | undefined}
   */
  let lostAtMs

  const customerSide = openTelephone({
    output,
    ...delays,
    onFrame: (frame) => hasCall && microphone && socket?.sendAudio(frame),
    onLevels({ speaker, microphone: spoken }) {
      levels.customer = speaker
      if (hasCall) levels.assistant = spoken
      options.onLevels({ ...levels })
    },
  })
  const assistantSide = openTelephone({
    output,
    ...delays,
    onLevels({ speaker }) {
      if (!hasCall) levels.assistant = speaker
    },
  })
  const opening = Promise.all([customerSide, assistantSide])
  /** @type {Awaited<typeof opening> | undefined} */
  let sides
  opening.then(
    (opened) => {
      sides = opened
      if (isClosed) for (const side of opened) side.close()
    },
    () => finish('lost'),
  )

  /** @type {(end: ListeningEnd, error?: unknown) => void} */
  function finish(end, error) {
    if (isClosed) return
    close()
    options.onEnd(end, error)
  }

  function close() {
    if (isClosed) return
    isClosed = true
    clearTimeout(retry)
    closeMicrophone()
    for (const side of sides ?? []) side.close()
    output.close()
    socket?.close()
  }

  function closeMicrophone() {
    microphone?.close()
    microphone = undefined
    isMicrophoneOn = false
  }

  /** @param {ListeningEnd} [reason] Why there is no connection any more; undefined at the beginning. */
  async function connect(reason = 'lost') {
    try {
      await opening
      const ticket = await options.admit()
      if (!ticket) finish(reason)
      else if (!isClosed) openSocket(ticket)
    } catch (error) {
      if (options.isFinal(error)) finish('refused', error)
      else again()
    }
  }

  /** @param {{ url: string, token: string }} ticket */
  function openSocket(ticket) {
    const isCurrent = () => !isClosed && socket === opened
    const opened = openMediaSocket(
      ticket,
      (data) => {
        if (!isCurrent()) return
        if (data instanceof ArrayBuffer) play(data)
        else receive(data)
      },
      (code) => {
        if (!isCurrent()) return
        if (code === closeCodes.ended) finish('ended')
        else if (code === closeCodes.forbidden) finish('forbidden')
        else again(code === closeCodes.refused ? 'refused' : 'lost')
      },
    )
    socket = opened
  }

  /**
   * The connection was lost, the process of the call does not answer, or the token came too late.
   * @param {ListeningEnd} [reason]
   */
  function again(reason) {
    if (isClosed) return
    if (hasCall) lostAtMs = performance.now()
    hasCall = false
    hasStarted = false
    options.onConnected(undefined)
    const delayMs = retryDelaysMs[attempts++]
    if (delayMs === undefined) finish('lost')
    else retry = setTimeout(() => void connect(reason), delayMs)
  }

  /** @param {ArrayBuffer} data */
  function play(data) {
    const packet = readPacket(data)
    if (!packet || !sides) return
    sides[0].play(packet.customer)
    // A person who has the call would hear their own voice.
    if (!hasCall) sides[1].play(packet.assistant)
  }

  /** @param {any} message */
  function receive(message) {
    if (message.event === 'started') {
      attempts = 0
      hasStarted = true
      options.onConnected(message)
      if (isMicrophoneOn) socket?.send({ event: 'take-over' })
    } else if (message.event === 'captions') options.onCaptions(message.from, message.captions)
    else if (message.event === 'state') receiveState(message)
    else if (message.event === 'refused') options.onRefused?.(message.error)
    else if (message.event === 'take-over-refused') takeoverRefused(message.agent)
    else if (message.event === 'ended') finish('ended')
  }

  /** @param {import('./types.ts').LineState} state */
  function receiveState(state) {
    if (state.has_call) lostAtMs = undefined
    if (hasCall && !state.has_call) closeMicrophone()
    hasCall = state.has_call
    options.onState(state)
    // The token itself can take the call over.
    if (hasCall) void takeOver()
  }

  /** @param {string | null} agent */
  function takeoverRefused(agent) {
    if (lostAtMs !== undefined && performance.now() - lostAtMs < takeAgainMs) {
      retry = setTimeout(() => hasStarted && socket?.send({ event: 'take-over' }), takeAgainEveryMs)
      return
    }
    lostAtMs = undefined
    closeMicrophone()
    options.onTakeoverRefused(agent)
  }

  async function takeOver() {
    if (microphone) return
    const asked = openMicrophone({
      onStream: (stream) => void customerSide.then((side) => side.setMicrophone(stream)).catch(() => {}),
      onChange: options.onMicrophone,
    })
    microphone = asked
    const state = await asked.opened
    if (microphone !== asked) return
    options.onMicrophone(state)
    isMicrophoneOn = state === 'on'
    if (!isMicrophoneOn) {
      closeMicrophone()
      if (hasCall) socket?.send({ event: 'hand-back' })
    }
    // Messages before the start are ignored.
    else if (hasStarted && !hasCall) socket?.send({ event: 'take-over' })
  }

  void connect()
  return {
    setVolume: output.setVolume,
    takeOver: () => void takeOver(),
    handBack: ({ endsCall } = { endsCall: false }) =>
      socket?.send({ event: 'hand-back', ...(endsCall && { end_call: true }) }),
    whisper: (text) => socket?.send({ event: 'whisper', text }),
    leave() {
      socket?.send({ event: 'leave' })
      finish('left')
    },
    close,
  }
}
