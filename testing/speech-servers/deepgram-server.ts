// A scripted server with Deepgram's live recognition API, as strict as the real one.
import { type Recognizer, type ScriptedRecognition, startDeepgramServer } from './deepgram-connection.ts'
import type { Peer, SocketServerOptions } from './socket-server.ts'
import { bytesPerWord, createWordReader } from './spoken-words.ts'

export interface ScriptedDeepgramOptions extends SocketServerOptions {
  /** The longest time without a message. The real one: 10,000. */
  idleMs?: number
  /** Behaviour that real streams show at times. */
  finals?: 'normal' | 'never' | 'nothing at all'
  /** The language of a word, in streams of several languages. */
  languageOf?(word: string): string | undefined
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
export function startScriptedDeepgram(options: ScriptedDeepgramOptions = {}): Promise<ScriptedRecognition> {
  return startDeepgramServer({ path: '/v1/listen', faultIn, recognize: (peer) => recognize(peer, options) }, options)
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
  { url, send, close }: Peer,
  { idleMs = 10_000, finals = 'normal', languageOf = () => undefined }: ScriptedDeepgramOptions,
): Recognizer {
  const endpointBytes = Number(url.searchParams.get('endpointing')) * 8
  let words: Word[] = []
  let settledTo = 0
  let hasSpoken = false
  const reader = createWordReader((word, start) => words.push({ word, start }))
  const idle = setTimeout(() => close(1_011, 'NET-0001'), idleMs)

  function result(isFinal: boolean, fields: object): void {
    const transcript = words.map(({ word }) => word).join(' ')
    const seconds = (bytes: number) => bytes / 8_000
    const isMultilingual = url.searchParams.get('language') === 'multi'
    const languages = isMultilingual ? [...new Set(words.flatMap(({ word }) => languageOf(word) ?? []))] : []
    const alternative = {
      transcript,
      confidence: transcript ? 0.99 : 0,
      ...(languages.length > 0 && { languages }),
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
    audio,
    message(type) {
      // Without new audio, Deepgram does not answer Finalize.
      if (type === 'Finalize' && finals === 'normal' && reader.position() > settledTo)
        result(true, { speech_final: false, from_finalize: true })
      return type === 'Finalize' || type === 'KeepAlive'
    },
    closing() {
      send({ type: 'Metadata', request_id: 'scripted', duration: reader.position() / 8_000, channels: 1 })
    },
    active: () => idle.refresh(),
    closed: () => clearTimeout(idle),
  }
}
