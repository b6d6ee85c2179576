// A scripted server with the API of Deepgram Flux, as strict as the real one.
import { type Recognizer, type ScriptedRecognition, startDeepgramServer } from './deepgram-connection.ts'
import type { Peer, SocketServerOptions } from './socket-server.ts'
import { bytesPerWord, createWordReader } from './spoken-words.ts'

export interface ScriptedDeepgramFluxOptions extends SocketServerOptions {
  /** Behaviour that real streams show at times: no turn ends, or no message follows. */
  turns?: 'normal' | 'endless' | 'nothing at all'
  /** Older installations send no times of words. */
  wordTimes?: boolean
}

const parameters = new Set(
  'model encoding sample_rate eot_threshold eager_eot_threshold eot_timeout_ms language_hint'.split(' '),
)
const languages = new Set('de en es fr hi it ja nl pt ru'.split(' '))
const updateBytes = 2_000
/** After these bytes of silence, the end of the turn is probable and certain. */
const eagerBytes = 800
const endBytes = 2_400

/**
 * Recognizes the audio of `encodeSpokenWords`; a turn ends after 300 ms of silence. Protocol:
 * https://developers.deepgram.com/reference/speech-to-text/listen-flux
 */
export function startScriptedDeepgramFlux(options: ScriptedDeepgramFluxOptions = {}): Promise<ScriptedRecognition> {
  return startDeepgramServer({ path: '/v2/listen', faultIn, recognize: (peer) => recognize(peer, options) }, options)
}

function faultIn(query: URLSearchParams): string | undefined {
  for (const name of query.keys()) if (!parameters.has(name)) return `Unknown parameter ${name}`
  const numberOf = (name: string) => Number(query.get(name) ?? Number.NaN)
  const hints = query.getAll('language_hint')
  const model = query.get('model')
  if (model !== 'flux-general-en' && model !== 'flux-general-multi') return 'model'
  if (hints.length > 0 && model === 'flux-general-en') return 'language_hint without flux-general-multi'
  if (hints.some((code) => !languages.has(code))) return 'language_hint'
  if (query.get('encoding') !== 'mulaw' || query.get('sample_rate') !== '8000') return 'encoding and sample_rate'
  const [end, eager, timeout] = [numberOf('eot_threshold'), numberOf('eager_eot_threshold'), numberOf('eot_timeout_ms')]
  if (!(end >= 0.5 && end <= 0.9)) return 'eot_threshold'
  if (!(eager >= 0.3 && eager <= 0.9 && eager <= end)) return 'eager_eot_threshold'
  return timeout >= 500 && timeout <= 10_000 ? undefined : 'eot_timeout_ms'
}

type TurnEvent = 'StartOfTurn' | 'Update' | 'EagerEndOfTurn' | 'TurnResumed' | 'EndOfTurn'

function recognize({ send }: Peer, { turns = 'normal', wordTimes = true }: ScriptedDeepgramFluxOptions): Recognizer {
  let words: { word: string; start: number }[] = []
  let state: 'initial' | 'ongoing' | 'awaiting end' = 'initial'
  let turnIndex = 0
  let sequence = 0
  let reportedTo = 0
  const reader = createWordReader((word, start) => words.push({ word, start }))
  const identity = () => ({ request_id: '3f2b8c1e-0000-4000-8000-000000000000', sequence_id: sequence++ })

  function turnInfo(event: TurnEvent): void {
    if (turns === 'nothing at all') return
    const [windowStart, windowEnd] = [reportedTo / 8_000, reader.position() / 8_000]
    reportedTo = reader.position()
    send({
      type: 'TurnInfo',
      ...identity(),
      event,
      turn_index: turnIndex,
      audio_window_start: windowStart,
      audio_window_end: windowEnd,
      transcript: words.map(({ word }) => word).join(' '),
      words: words.map(({ word, start }) => ({
        word,
        confidence: 0.99,
        ...(wordTimes && { start: start / 8_000, end: (start + bytesPerWord) / 8_000 }),
      })),
      end_of_turn_confidence: event === 'EndOfTurn' ? 0.9 : event === 'EagerEndOfTurn' ? 0.6 : 0.1,
      ...(event === 'EndOfTurn' && { trigger: 'model' }),
    })
  }

  function wordHeard(): void {
    const event = state === 'initial' ? 'StartOfTurn' : state === 'awaiting end' ? 'TurnResumed' : 'Update'
    state = 'ongoing'
    turnInfo(event)
  }

  function audio(data: Buffer): void {
    for (const byte of data) {
      const before = words.length
      reader.read(byte)
      if (words.length > before) wordHeard()
      const silence = reader.silentBytes()
      if (silence === eagerBytes && state === 'ongoing' && turns === 'normal') {
        state = 'awaiting end'
        turnInfo('EagerEndOfTurn')
      } else if (silence >= endBytes && state === 'awaiting end') {
        turnInfo('EndOfTurn')
        state = 'initial'
        words = []
        turnIndex++
      } else if (reader.position() - reportedTo >= updateBytes) turnInfo('Update')
    }
  }

  send({ type: 'Connected', ...identity() })
  // Flux has no KeepAlive and no Finalize message.
  return { audio, message: () => false }
}
