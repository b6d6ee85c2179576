// A scripted server with ElevenLabs' multi-context synthesis API, as strict as the real one.
import { type ContextSpeech, speakInPieces } from './context-speech.ts'
import {
  answerKeyTest,
  type Peer,
  type ScriptedSocketServer,
  type SocketServerOptions,
  startSocketServer,
} from './socket-server.ts'

export type ScriptedElevenLabsUtterance = ContextSpeech | { error: string }

export interface ScriptedElevenLabsOptions extends SocketServerOptions {
  /** The longest time without a message. Default: the query parameter. */
  idleMs?: number
  /** How an utterance is spoken; they are counted from 0, over all connections. */
  utterance?(text: string, index: number): ScriptedElevenLabsUtterance
}

export interface ScriptedElevenLabs extends ScriptedSocketServer {
  /** The latest thousand messages of clients. */
  received: { connection: number; fields: Record<string, unknown> }[]
}

/** The parameters that Parley sends. */
const parameters = new Set(
  'model_id output_format auto_mode sync_alignment inactivity_timeout language_code'.split(' '),
)

/** Protocol: https://elevenlabs.io/docs/api-reference/text-to-speech/v-1-text-to-speech-voice-id-multi-stream-input */
export async function startScriptedElevenLabs(options: ScriptedElevenLabsOptions = {}): Promise<ScriptedElevenLabs> {
  const received: ScriptedElevenLabs['received'] = []
  let connections = 0
  let utterances = 0
  const server = await startSocketServer(
    {
      refuse(url, { headers }) {
        if (options.apiKey !== undefined && headers['xi-api-key'] !== options.apiKey)
          return { status: 401, reason: 'invalid_api_key' }
        if (!/^\/v1\/text-to-speech\/[\w%.-]+\/multi-stream-input$/.test(url.pathname))
          return { status: 404, reason: `Unknown path ${url.pathname}` }
        const reason = faultIn(url.searchParams)
        return reason === undefined ? undefined : { status: 400, reason }
      },
      answer({ url, headers }, response) {
        const isValid = options.apiKey === undefined || headers['xi-api-key'] === options.apiKey
        answerKeyTest(response, { status: url !== '/v1/models' ? 404 : isValid ? 200 : 401 })
      },
      connect(peer) {
        const connection = ++connections
        const idleMs = options.idleMs ?? Number(peer.url.searchParams.get('inactivity_timeout')) * 1_000
        return speak(peer, idleMs, (fields) => {
          received.push({ connection, fields })
          if (received.length > 1_000) received.shift()
          return (text) => options.utterance?.(text, utterances++) ?? 'normal'
        })
      },
    },
    options,
  )
  return { ...server, received }
}

function faultIn(query: URLSearchParams): string | undefined {
  for (const name of query.keys()) if (!parameters.has(name)) return `Unknown parameter ${name}`
  if (query.get('model_id') !== 'eleven_flash_v2_5') return 'model_id'
  if (query.get('output_format') !== 'ulaw_8000') return 'output_format'
  const timeout = Number(query.get('inactivity_timeout'))
  return timeout > 0 && timeout <= 180 ? undefined : 'inactivity_timeout'
}

interface Context {
  text: string
  isClosed: boolean
}

function speak(
  peer: Peer,
  idleMs: number,
  receive: (fields: Record<string, unknown>) => (text: string) => ScriptedElevenLabsUtterance,
) {
  const { send, close, violate } = peer
  const contexts = new Map<string, Context>()
  let isConnected = true
  const error = (code: string) => {
    send({ message: 'Scripted.', error: code, code: 1_008 })
    close(1_008, code)
  }
  const idle = setTimeout(() => error('input_timeout_exceeded'), idleMs)

  function message(fields: Record<string, unknown>) {
    const chooseUtterance = receive(fields)
    if (fields.close_socket === true) return close(1_000, '')
    const id = fields.context_id
    if (typeof id !== 'string' || id === '') return violate('A message without context_id.')
    const known = contexts.get(id)
    if (known?.isClosed) return violate('A message for a closed context.')
    const reason = faultInContextMessage(fields, known === undefined)
    if (reason) return violate(reason)
    const context = known ?? { text: '', isClosed: false }
    contexts.set(id, context)
    if (contexts.size > 5) {
      peer.violate('max_active_conversations')
      return
    }
    if (typeof fields.text === 'string') context.text += fields.text
    if (fields.close_context !== true) return
    context.isClosed = true
    setImmediate(() => isConnected && generate(id, context.text.trim(), chooseUtterance(context.text.trim())))
  }

  function generate(contextId: string, text: string, how: ScriptedElevenLabsUtterance) {
    if (typeof how === 'object') return error(how.error)
    const isComplete = speakInPieces(text, how, {
      isActive: () => isConnected,
      disconnect: () => close(1_011, 'Scripted.'),
      send(audio, characters) {
        const chars = [...characters]
        const alignment = {
          chars,
          charStartTimesMs: chars.map((_, index) => index * 60),
          charDurationsMs: chars.map(() => 60),
        }
        send({ audio, ...(chars.length > 0 && { alignment }), contextId })
      },
    })
    if (!isComplete) return
    contexts.delete(contextId)
    send({ isFinal: true, contextId })
  }

  return {
    message(data: Buffer) {
      idle.refresh()
      try {
        message(JSON.parse(data.toString()) as Record<string, unknown>)
      } catch {
        violate('Invalid JSON.')
      }
    },
    closed() {
      isConnected = false
      clearTimeout(idle)
    },
  }
}

function faultInContextMessage(fields: Record<string, unknown>, isFirst: boolean): string | undefined {
  const { text, voice_settings: settings } = fields
  if (isFirst && text !== ' ') return 'The first text of a context must be a space.'
  if (!isFirst && settings !== undefined) return 'voice_settings are only accepted in the first message.'
  if (text !== undefined && (typeof text !== 'string' || (text !== '' && !text.endsWith(' '))))
    return 'A text must end with a space.'
  if (!isFirst) return undefined
  const { stability, similarity_boost, style, speed } = settings as Record<string, number>
  const isFraction = (value = -1) => value >= 0 && value <= 1
  if (!isFraction(stability) || !isFraction(similarity_boost) || !isFraction(style)) return 'voice_settings'
  return speed !== undefined && speed >= 0.7 && speed <= 1.2 ? undefined : 'voice_settings.speed'
}
