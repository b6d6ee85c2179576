// The parts that the scripted servers of Deepgram's two recognition APIs share: handshake, audio, and the end of a stream.
import {
  answerKeyTest,
  type Peer,
  type ScriptedSocketServer,
  type SocketServerOptions,
  startSocketServer,
  typeOf,
} from './socket-server.ts'

export interface ScriptedRecognition extends ScriptedSocketServer {
  /** The types of the text messages that were received, over all connections. */
  received: string[]
  /** Bytes of audio that were received, over all connections. */
  audioBytes(): number
}

interface Api {
  path: string
  faultIn(query: URLSearchParams): string | undefined
  recognize(peer: Peer): Recognizer
}

export interface Recognizer {
  audio(data: Buffer): void
  /** Returns false for a type that the API does not have. */
  message(type: string): boolean
  /** The client has sent CloseStream. */
  closing?(): void
  /** Called for every message. */
  active?(): void
  closed?(): void
}

export async function startDeepgramServer(
  { path, faultIn, recognize }: Api,
  options: SocketServerOptions,
): Promise<ScriptedRecognition> {
  const received: string[] = []
  let audioBytes = 0

  function connect(peer: Peer) {
    const recognizer = recognize(peer)
    let isClosing = false
    return {
      message(data: Buffer, isBinary: boolean) {
        recognizer.active?.()
        if (isClosing) return peer.violate('A message after CloseStream.')
        if (isBinary) {
          if (data.length === 0) return peer.violate('An empty binary message.')
          audioBytes += data.length
          return recognizer.audio(data)
        }
        const type = typeOf(data)
        received.push(type)
        if (type === 'CloseStream') {
          isClosing = true
          recognizer.closing?.()
          peer.close(1_000, '')
        } else if (!recognizer.message(type)) peer.violate(`A message of type ${type}.`)
      },
      closed: () => recognizer.closed?.(),
    }
  }

  function refuse(url: URL, authorization: string | undefined) {
    if (options.apiKey !== undefined && authorization !== `Token ${options.apiKey}`)
      return { status: 401, reason: 'INVALID_AUTH' }
    if (url.pathname !== path) return { status: 404, reason: `Unknown path ${url.pathname}` }
    const reason = faultIn(url.searchParams)
    return reason === undefined ? undefined : { status: 400, reason }
  }

  const server = await startSocketServer(
    {
      refuse: (url, { headers }) => refuse(url, headers.authorization),
      connect,
      answer({ url, headers: { authorization } }, response) {
        const isValid = options.apiKey === undefined || authorization === `Token ${options.apiKey}`
        answerKeyTest(response, { status: url !== '/v1/auth/token' ? 404 : isValid ? 200 : 401 })
      },
    },
    options,
  )
  return { ...server, received, audioBytes: () => audioBytes }
}
