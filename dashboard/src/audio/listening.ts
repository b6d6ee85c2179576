// A person who listens to a live call: plays both sides, connects again, and sends the microphone after a takeover.
import type { Caption } from '#widget/src/audio/captions.ts'
import { type Microphone, openMicrophone } from '#widget/src/audio/microphone.ts'
import { socketUrl } from '#widget/src/audio/socket-url.ts'
import { type MicrophoneState, openOutput, openTelephone, type Telephone } from '#widget/src/audio/telephone.ts'
import { readPacket } from './packet.ts'

export interface LineState {
  customer: string
  assistant: string
  /** The name of the person who has the call. */
  agent: string | null
  has_call: boolean
  listeners: number
}

export interface SideLevels {
  customer: number
  /** While this person has the call, their own microphone. */
  assistant: number
}

/** `forbidden`: the person may no longer listen. `refused`: the server has said why. */
export type ListeningEnd = 'ended' | 'left' | 'forbidden' | 'lost' | 'refused'

export interface ListeningOptions {
  /** Asks for a token. */
  admit(): Promise<{ url: string; token: string }>
  /** Another attempt would be refused as well. */
  isFinal(error: unknown): boolean
  onConnected(isConnected: boolean): void
  onState(state: LineState): void
  onCaptions(from: number, captions: readonly Caption[]): void
  onLevels(levels: SideLevels): void
  onMicrophone(state: MicrophoneState): void
  onSuspended(isSuspended: boolean): void
  /** Another person has the call; null if it cannot be taken over at the moment. */
  onTakeoverRefused(agent: string | null): void
  onEnd(end: ListeningEnd, error?: unknown): void
}

export interface Listening {
  setVolume(volume: number): void
  takeOver(): void
  handBack(): void
  leave(): void
  /** Releases everything, without a further event. */
  close(): void
}

/** Together with the network, a side is heard at most 300 ms later than in the call. */
const delays = { targetMs: 80, maxMs: 240 }
const retryDelaysMs = [200, 500, 1_000, 2_000, 4_000, 4_000, 4_000, 4_000]
/** The server notices within this time that the earlier connection of this person is lost. */
const takeAgainMs = 6_000
const takeAgainEveryMs = 400

/** Call it in the handler of a click or a key, without which browsers play no sound. */
export function openListening(options: ListeningOptions): Listening {
  let isClosed = false
  const output = openOutput((isSuspended) => !isClosed && options.onSuspended(isSuspended))
  const levels: SideLevels = { customer: 0, assistant: 0 }
  let socket: WebSocket | undefined
  let microphone: Microphone | undefined
  let hasCall = false
  let hasStarted = false
  let isMicrophoneOn = false
  let attempts = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  /** When this person lost the connection with the call, which they take over again. */
  let lostAtMs: number | undefined

  const customerSide = openTelephone({
    output,
    ...delays,
    onFrame: (frame) => hasCall && microphone && sendRaw(frame),
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
  let sides: readonly [Telephone, Telephone] | undefined
  opening.then(
    (opened) => {
      sides = opened
      if (isClosed) for (const side of opened) side.close()
    },
    () => finish('lost'),
  )

  const sendRaw = (data: string | Uint8Array): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(data as Uint8Array<ArrayBuffer>)
  }
  const send = (message: object): void => sendRaw(JSON.stringify(message))

  function finish(end: ListeningEnd, error?: unknown): void {
    if (isClosed) return
    close()
    options.onEnd(end, error)
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    clearTimeout(retry)
    closeMicrophone()
    for (const side of sides ?? []) side.close()
    output.close()
    socket?.close()
  }

  function closeMicrophone(): void {
    microphone?.close()
    microphone = undefined
    isMicrophoneOn = false
  }

  async function connect(): Promise<void> {
    try {
      await opening
      const { url, token } = await options.admit()
      if (!isClosed) openSocket(socketUrl(url), token)
    } catch (error) {
      if (options.isFinal(error)) finish('refused', error)
      else again()
    }
  }

  function openSocket(url: string, token: string): void {
    const opened = new WebSocket(url)
    socket = opened
    opened.binaryType = 'arraybuffer'
    opened.addEventListener('open', () => send({ event: 'start', token }))
    opened.addEventListener('message', ({ data }) => {
      if (isClosed || socket !== opened) return
      if (typeof data === 'string') receive(JSON.parse(data))
      else play(data)
    })
    opened.addEventListener('close', ({ code }) => {
      if (isClosed || socket !== opened) return
      if (code === 1000) finish('ended')
      else if (code === 4403) finish('forbidden')
      else again()
    })
  }

  /** The connection was lost, the process of the call does not answer, or the token came too late. */
  function again(): void {
    if (isClosed) return
    if (hasCall) lostAtMs = performance.now()
    hasCall = false
    hasStarted = false
    options.onConnected(false)
    const delayMs = retryDelaysMs[attempts++]
    if (delayMs === undefined) finish('lost')
    else retry = setTimeout(() => void connect(), delayMs)
  }

  function play(data: ArrayBuffer): void {
    const packet = readPacket(data)
    if (!packet || !sides) return
    sides[0].play(packet.customer)
    // A person who has the call would hear their own voice.
    if (!hasCall) sides[1].play(packet.assistant)
  }

  function receive(message: { event: string } & Record<string, unknown>): void {
    if (message.event === 'started') {
      attempts = 0
      hasStarted = true
      options.onConnected(true)
      if (isMicrophoneOn) send({ event: 'take-over' })
    } else if (message.event === 'captions')
      options.onCaptions(message['from'] as number, message['captions'] as Caption[])
    else if (message.event === 'state') receiveState(message as unknown as LineState)
    else if (message.event === 'take-over-refused') takeoverRefused(message['agent'] as string | null)
    else if (message.event === 'ended') finish('ended')
  }

  function receiveState(state: LineState): void {
    if (state.has_call) lostAtMs = undefined
    if (hasCall && !state.has_call) closeMicrophone()
    hasCall = state.has_call
    options.onState(state)
  }

  function takeoverRefused(agent: string | null): void {
    if (lostAtMs !== undefined && performance.now() - lostAtMs < takeAgainMs) {
      retry = setTimeout(() => hasStarted && send({ event: 'take-over' }), takeAgainEveryMs)
      return
    }
    lostAtMs = undefined
    closeMicrophone()
    options.onTakeoverRefused(agent)
  }

  async function takeOver(): Promise<void> {
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
    if (!isMicrophoneOn) closeMicrophone()
    // Messages before the start are ignored.
    else if (hasStarted) send({ event: 'take-over' })
  }

  void connect()
  return {
    setVolume: output.setVolume,
    takeOver: () => void takeOver(),
    handBack: () => send({ event: 'hand-back' }),
    leave() {
      send({ event: 'leave' })
      finish('left')
    },
    close,
  }
}
