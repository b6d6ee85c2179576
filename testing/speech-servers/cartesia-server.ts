// A scripted server with Cartesia's WebSocket synthesis API, as strict as the real one.
import { type ContextSpeech, speakInPieces } from './context-speech.ts'
import { type Peer, type ScriptedSocketServer, type SocketServerOptions, startSocketServer } from './socket-server.ts'

/** `code` is null for errors without a code. */
export type ScriptedCartesiaUtterance = ContextSpeech | { status: number; code: string | null }

export interface ScriptedCartesiaOptions extends SocketServerOptions {
  /** The longest time without a message; connections are counted from 0. Default: five minutes. */
  idleMsOf?(connection: number): number | undefined
  /** The most contexts at a time, over all connections. */
  concurrency?: number
  /** How an utterance is spoken; they are counted from 0, over all connections. */
  utterance?(text: string, index: number): ScriptedCartesiaUtterance
}

export interface ScriptedCartesia extends ScriptedSocketServer {
  /** The latest thousand messages of clients. */
  received: Record<string, unknown>[]
}

/** Protocol: https://docs.cartesia.ai/api-reference/tts/websocket */
export async function startScriptedCartesia(options: ScriptedCartesiaOptions = {}): Promise<ScriptedCartesia> {
  const received: Record<string, unknown>[] = []
  const active = new Set<string>()
  let utterances = 0
  let connections = 0
  const server = await startSocketServer(
    {
      refuse(url, { headers }) {
        if (options.apiKey !== undefined && headers['x-api-key'] !== options.apiKey)
          return { status: 401, reason: 'invalid_api_key' }
        if (url.pathname !== '/tts/websocket') return { status: 404, reason: `Unknown path ${url.pathname}` }
        const isVersion = headers['cartesia-version'] === '2026-03-01' && url.search === ''
        return isVersion ? undefined : { status: 400, reason: 'Cartesia-Version' }
      },
      connect: (peer) =>
        serve(peer, options, options.idleMsOf?.(connections++), active, (fields) => {
          received.push(fields)
          if (received.length > 1_000) received.shift()
          return (text) => options.utterance?.(text, utterances++) ?? 'normal'
        }),
    },
    options,
  )
  return { ...server, received }
}

function serve(
  peer: Peer,
  { concurrency = Number.POSITIVE_INFINITY }: ScriptedCartesiaOptions,
  idleMs = 300_000,
  /** The contexts of all connections. */
  active: Set<string>,
  receive: (fields: Record<string, unknown>) => (text: string) => ScriptedCartesiaUtterance,
) {
  const own = new Set<string>()
  const ended = new Set<string>()
  const idle = setTimeout(() => peer.close(1_000, 'Idle.'), idleMs)

  function fail(context: string, status: number, code: string | null): void {
    end(context)
    const error = { type: 'error', done: true, title: 'Scripted', message: 'Scripted.', request_id: 'scripted' }
    peer.send({ ...error, status_code: status, error_code: code, context_id: context })
  }

  function end(context: string): void {
    own.delete(context)
    active.delete(context)
    ended.add(context)
  }

  function message(fields: Record<string, unknown>) {
    const chooseUtterance = receive(fields)
    const context = String(fields['context_id'])
    if ('cancel' in fields) {
      if (Object.keys(fields).length !== 2 || fields['cancel'] !== true) peer.violate('A malformed cancellation.')
      else if (!own.has(context) && !ended.has(context)) peer.violate('A cancellation of an unknown context.')
      return end(context)
    }
    const fault = ended.has(context) || own.has(context) ? 'A context is used twice.' : faultIn(fields)
    if (fault) return peer.violate(fault)
    if (active.size >= concurrency) return fail(context, 429, 'concurrency_limited')
    own.add(context)
    active.add(context)
    const text = String(fields['transcript'])
    setImmediate(() => own.has(context) && generate(context, text, chooseUtterance(text)))
  }

  function generate(context: string, text: string, how: ScriptedCartesiaUtterance) {
    if (typeof how === 'object') return fail(context, how.status, how.code)
    const send = (fields: object) => peer.send({ ...fields, status_code: 206, context_id: context })
    const words = [...text.matchAll(/\S+/g)]
    const isComplete = speakInPieces(text, how, {
      isActive: () => own.has(context),
      disconnect: () => peer.close(1_011, 'Scripted.'),
      send(data, { length }, from) {
        send({ type: 'chunk', data, done: false, step_time: 5 })
        const spoken = words.filter(({ index }) => index >= from && index < from + length)
        const word_timestamps = {
          words: spoken.map(([word]) => word),
          start: spoken.map(({ index }) => index * 0.06),
          end: spoken.map(({ index, 0: word }) => (index + word.length) * 0.06),
        }
        if (spoken.length > 0) send({ type: 'timestamps', done: false, word_timestamps })
      },
    })
    if (!isComplete) return
    end(context)
    send({ type: 'done', done: true })
  }

  return {
    message(data: Buffer) {
      idle.refresh()
      try {
        message(JSON.parse(data.toString()) as Record<string, unknown>)
      } catch {
        peer.violate('Invalid JSON.')
      }
    },
    closed() {
      clearTimeout(idle)
      for (const context of own) active.delete(context)
      own.clear()
    },
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Those that Parley sends. */
const fieldsOfRequest = new Set(
  (
    'model_id transcript voice language context_id output_format add_timestamps continue max_buffer_delay_ms ' +
    'generation_config'
  ).split(' '),
)
const emotions = ['neutral', 'calm', 'content', 'angry', 'sad', 'scared']

function faultIn(fields: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(fields).find((name) => !fieldsOfRequest.has(name))
  if (unknown) return `Unknown field ${unknown}`
  const { transcript, voice, output_format: format, generation_config: config } = fields
  if (fields['model_id'] !== 'sonic-3') return 'model_id'
  if (typeof transcript !== 'string' || transcript.trim() === '') return 'transcript'
  if (/<[/a-z]/i.test(transcript)) return 'A tag in the transcript.'
  const { mode, id } = voice as Record<string, unknown>
  if (mode !== 'id' || !uuid.test(String(id))) return 'voice'
  if (JSON.stringify(format) !== '{"container":"raw","encoding":"pcm_mulaw","sample_rate":8000}') return 'output_format'
  if (fields['language'] !== undefined && !/^[a-z]{2}$/.test(String(fields['language']))) return 'language'
  if (!/^[\w-]+$/.test(String(fields['context_id']))) return 'context_id'
  if (fields['add_timestamps'] !== true || fields['continue'] !== false) return 'add_timestamps, continue'
  const { speed, emotion } = config as Record<string, unknown>
  if (typeof speed !== 'number' || speed < 0.6 || speed > 1.5) return 'generation_config.speed'
  return emotion === undefined || emotions.includes(String(emotion)) ? undefined : 'generation_config.emotion'
}
