// A person who listens to a live call over its WebSocket, for tests.
import { WebSocket } from 'ws'
import { encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { wordsIn } from './phone-calls.ts'

export interface ListenerMessage {
  event: string
  from?: number
  captions?: { speaker: string; text: string; at_ms: number; interrupted: boolean }[]
  [name: string]: unknown
}

const headBytes = 4

/** Resolves when the socket is open. `url` can be that of another process. */
export async function connectListener({ url, token }: { url: string; token: string }, headers = {}) {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  const messages: ListenerMessage[] = []
  const captions: NonNullable<ListenerMessage['captions']> = []
  const packets: { atMs: number; receivedMs: number; customer: Uint8Array; assistant: Uint8Array }[] = []
  let first: number | undefined
  let check = () => {}
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      const length = (data.length - headBytes) / 2
      packets.push({
        atMs: data.readUInt32BE(0),
        receivedMs: performance.now(),
        customer: data.subarray(headBytes, headBytes + length),
        assistant: data.subarray(headBytes + length),
      })
    } else {
      const message = JSON.parse(data.toString()) as ListenerMessage
      messages.push(message)
      if (message.event === 'captions') {
        first ??= message.from!
        captions.splice(Math.max(0, message.from! - first), Number.POSITIVE_INFINITY, ...message.captions!)
      }
    }
    check()
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  const send = (message: object | string | Buffer) =>
    socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message))
  if (token !== '') send({ event: 'start', token })
  const audioOf = (side: 'customer' | 'assistant') => Buffer.concat(packets.map((packet) => packet[side]))
  return {
    socket,
    messages,
    captions,
    packets,
    send,
    /** Resolves with the code. */
    closed,
    /** All audio of one side. */
    audioOf,
    /** The words of scripted speech in it. */
    wordsOf: (side: 'customer' | 'assistant') => wordsIn(audioOf(side)),
    hasStarted: () => messages.some(({ event }) => event === 'started'),
    state: () => messages.findLast(({ event }) => event === 'state'),
    /** Resolves when it is true, which is checked at each message. */
    until: (matches: () => boolean): Promise<void> =>
      new Promise((resolve, reject) => {
        check = () => {
          if (matches()) resolve()
        }
        check()
        socket.once('close', (code) => (matches() ? resolve() : reject(new Error(`closed with ${code}`))))
      }),
    async [Symbol.asyncDispose]() {
      socket.terminate()
      await closed
    },
  }
}

export type ListenerClient = Awaited<ReturnType<typeof connectListener>>

/** Sends the microphone of the person: silence, and the words that are passed to the returned function. */
export function startMicrophone({ send, socket }: ListenerClient) {
  const frames: Buffer[] = []
  const timer = setInterval(() => {
    if (socket.readyState === socket.OPEN) send(frames.shift() ?? Buffer.alloc(160, 0xff))
  }, 20)
  socket.once('close', () => clearInterval(timer))
  return (text: string) => {
    const audio = Buffer.from(encodeScriptedSpeech(text, text.length * 60))
    for (let at = 0; at < audio.length; at += 160) frames.push(audio.subarray(at, at + 160))
  }
}
