// A scripted server with Deepgram's live recognition API, as strict as the real one.
import {
  type Peer,
  type ScriptedSocketServer,
  type SocketServerOptions,
  startSocketServer,
  typeOf,
} from './socket-server.ts'
import { bytesPerWord, createWordReader } from './spoken-words.ts'

export interface ScriptedDeepgramOptions extends SocketServerOptions {
  /** The longest time without a message. The real one: 10,000. */
  idleMs?: number
  /** Behaviour that real streams show at times. */
  finals?: 'normal' | 'never' | 'nothing at all'
}

export interface ScriptedDeepgram extends ScriptedSocketServer {
  /** The types of the text messages that were received, over all connections. */
  received: string[]
  /** Bytes of audio that were received, over all connections. */
  audioBytes(): number
}

/** The parameters that Parley sends. */
const parameters = new Set(
  (
    'model encoding sample_rate channels interim_results smart_format no_delay endpointing utterance_end_ms language ' +
    'language_hint'
  ).split(' '),
)

/**
 * Recognizes the audio of `encodeSpokenWords`. Protocol:
 * https://developers.deepgram.com/reference/speech-to-text/listen-streaming
 */
export async function startScriptedDeepgram(options: ScriptedDeepgramOptions = {}): Promise<ScriptedDeepgram> {
  const received: string[] = []
  let audioBytes = 0
  const server = await startSocketServer(
    {
      refuse(url, { headers }) {
        if (options.apiKey !== undefined && headers.authorization !== `Token ${options.apiKey}`)
          return { status: 401, reason: 'INVALID_AUTH' }
        if (url.pathname !== '/v1/listen') return { status: 404, reason: `Unknown path ${url.pathname}` }
        const reason = faultIn(url.searchParams)
        return reason === undefined ? undefined : { status: 400, reason }
      },
      connect: (peer) =>
        recognize(peer, options, {
          received: (type) => received.push(type),
          audio: (bytes) => {
            audioBytes += bytes
          },
        }),
    },
    options,
  )
  return { ...server, received, audioBytes: () => audioBytes }
}

function faultIn(query: URLSearchParams): string | undefined {
  for (const name of query.keys()) if (!parameters.has(name)) return `Unknown parameter ${name}`
  const language = query.get('language') ?? ''
  if (query.get('model') !== 'nova-3') return 'model'
  if (query.get('encoding') !== 'mulaw' || query.get('sample_rate') !== '8000') return 'encoding and sample_rate'
  if (!/^(?:[a-z]{2}|multi)$/.test(language)) return 'language'
  if (query.has('language_hint') && language !== 'multi') return 'language_hint without language=multi'
  if (!/^\d+$/.test(query.get('endpointing') ?? '')) return 'endpointing'
  const utteranceEnd = Number(query.get('utterance_end_ms') ?? 1_000)
  if (utteranceEnd < 1_000 || query.get('interim_results') !== 'true') return 'utterance_end_ms'
  return undefined
}

type Word = { word: string; start: number }

function recognize(
  { url, send, close, violate }: Peer,
  { idleMs = 10_000, finals = 'normal' }: ScriptedDeepgramOptions,
  counts: { received(type: string): void; audio(bytes: number): void },
) {
  const endpointBytes = Number(url.searchParams.get('endpointing')) * 8
  let words: Word[] = []
  let settledTo = 0
  let hasSpoken = false
  let isClosing = false
  const reader = createWordReader((word, start) => words.push({ word, start }))
  const idle = setTimeout(() => close(1_011, 'NET-0001'), idleMs)

  function result(isFinal: boolean, fields: object): void {
    const transcript = words.map(({ word }) => word).join(' ')
    const seconds = (bytes: number) => bytes / 8_000
    const alternative = {
      transcript,
      confidence: transcript ? 0.99 : 0,
      words: words.map(({ word, start }) => ({
        word: word.toLowerCase(),
        start: seconds(start),
        end: seconds(start + bytesPerWord),
        confidence: 0.99,
        punctuated_word: word,
      })),
    }
    if (finals === 'nothing at all') return
    const [start, duration] = [seconds(settledTo), seconds(reader.position() - settledTo)]
    const channel = { alternatives: [alternative] }
    send({ type: 'Results', channel_index: [0, 1], start, duration, is_final: isFinal, ...fields, channel })
    if (!isFinal) return
    hasSpoken ||= words.length > 0
    words = []
    settledTo = reader.position()
  }

  function audio(data: Buffer): void {
    for (const byte of data) {
      const before = words.length
      reader.read(byte)
      if (words.length > before) result(false, { speech_final: false })
      const silence = reader.silentBytes()
      if (silence === endpointBytes && words.length > 0 && finals === 'normal') result(true, { speech_final: true })
      if (silence === 8_000 && hasSpoken) {
        hasSpoken = false
        send({ type: 'UtteranceEnd', channel: [0, 1], last_word_end: 0 })
      }
    }
  }

  return {
    message(data: Buffer, isBinary: boolean) {
      idle.refresh()
      if (isClosing) return violate('A message after CloseStream.')
      if (isBinary) {
        if (data.length === 0) return violate('DATA-0000: an empty binary message.')
        counts.audio(data.length)
        return audio(data)
      }
      const type = typeOf(data)
      counts.received(type)
      if (type === 'Finalize') {
        // Without new audio, Deepgram does not answer.
        if (finals === 'normal' && reader.position() > settledTo)
          result(true, { speech_final: false, from_finalize: true })
      } else if (type === 'CloseStream') {
        isClosing = true
        send({ type: 'Metadata', request_id: 'scripted', duration: reader.position() / 8_000, channels: 1 })
        close(1_000, '')
      } else if (type !== 'KeepAlive') violate(`DATA-0000: a message of type ${type}.`)
    },
    closed: () => clearTimeout(idle),
  }
}
