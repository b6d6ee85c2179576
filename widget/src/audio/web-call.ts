// The connection of a web call: audio, marks, keys, texts and captions.
import type { Caption } from './captions.ts'
import { type Microphone, openMicrophone } from './microphone.ts'
import { socketUrl } from './socket-url.ts'
import {
  type AudioOutput,
  type Levels,
  type MicrophoneState,
  openOutput,
  openTelephone,
  type Telephone,
} from './telephone.ts'

/** `refused`: the token was used or has expired. */
export type WebCallEnd = 'ended' | 'refused' | 'lost'

export interface WebCallOptions {
  /** The origin of Parley, by default that of the page. */
  baseUrl?: string
  /** Without one, the person types. */
  hasMicrophone: boolean
  onCaptions(from: number, captions: readonly Caption[]): void
  onLevels(levels: Levels): void
  onMicrophone(state: MicrophoneState): void
  onSuspended(isSuspended: boolean): void
  /** Called once the assistant can be heard. */
  onStart(): void
  onEnd(end: WebCallEnd): void
}

export interface WebCall {
  /** Resolves when the person has allowed or refused the microphone; undefined without one. */
  readonly microphone: Promise<MicrophoneState> | undefined
  connect(ticket: { url: string; token: string }): void
  press(key: string): void
  say(text: string): void
  mute(isMuted: boolean): void
  hangUp(): void
  /** Releases everything, without a further event. */
  close(): void
}

const endings: Record<number, WebCallEnd> = { 1000: 'ended', 4409: 'refused' }
const targetMs = 40
/** Until the server has to confirm it. */
const hangUpMs = 1_500

/** Call it in the handler of a click or a key, without which browsers play no sound. */
export function openWebCall(options: WebCallOptions): WebCall {
  const output: AudioOutput = openOutput(
    (isSuspended) => !isClosed && options.onSuspended(isSuspended),
    options.baseUrl,
  )
  let isClosed = false
  let isStarted = false
  let isMuted = false
  let socket: WebSocket | undefined
  let telephone: Telephone | undefined
  let stream: MediaStream | undefined
  const microphone: Microphone | undefined = options.hasMicrophone
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
    onFrame: (frame) => isStarted && sendRaw(frame),
    onMark: (name) => send({ event: 'mark', name }),
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

  const sendRaw = (data: string | Uint8Array): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(data as Uint8Array<ArrayBuffer>)
  }
  const send = (message: object): void => sendRaw(JSON.stringify(message))

  function finish(end: WebCallEnd): void {
    if (isClosed) return
    close()
    options.onEnd(end)
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    microphone?.close()
    telephone?.close()
    output.close()
    socket?.close()
  }

  function receive(opened: Telephone, data: unknown): void {
    if (isClosed) return
    if (typeof data !== 'string') {
      opened.play(new Uint8Array(data as ArrayBuffer))
      return
    }
    const message = JSON.parse(data)
    if (message.event === 'started') {
      isStarted = true
      options.onStart()
    } else if (message.event === 'mark') opened.mark(message.name)
    else if (message.event === 'clear') opened.clear()
    else if (message.event === 'captions') options.onCaptions(message.from, message.captions)
  }

  return {
    microphone: microphone?.opened,
    connect({ url, token }) {
      if (isClosed) return
      const opened = new WebSocket(socketUrl(url, options.baseUrl))
      socket = opened
      opened.binaryType = 'arraybuffer'
      opened.addEventListener('open', () => send({ event: 'start', token }))
      // Keeps the order of what arrives before the audio is open.
      let received: Promise<unknown> = opening.catch(() => {})
      opened.addEventListener('close', ({ code }) => received.finally(() => finish(endings[code] ?? 'lost')))
      opened.addEventListener('message', ({ data }) => {
        received = received.then(async () => receive(await opening, data)).catch(() => finish('lost'))
      })
    },
    press: (key) => send({ event: 'key', key }),
    say: (text) => send({ event: 'text', text }),
    mute(next) {
      isMuted = next
      telephone?.mute(next)
    },
    hangUp() {
      send({ event: 'hang-up' })
      setTimeout(() => finish('ended'), isStarted ? hangUpMs : 0)
    },
    close,
  }
}
