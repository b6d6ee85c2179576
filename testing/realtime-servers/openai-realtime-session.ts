// One connection to the scripted realtime server of OpenAI.

import { createWordReader } from '../speech-servers/spoken-words.ts'
import { toneFor } from '../speech-servers/tone.ts'
import { type ConversationItem, createConversation } from './openai-realtime-conversation.ts'
import { faultInEvent } from './openai-realtime-events.ts'
import { type PlayedResponse, playResponse, type ResponseFault } from './openai-realtime-response.ts'
import type { RealtimeScript } from './realtime-script.ts'

export interface ScriptedSessionOptions {
  script: RealtimeScript
  /** `at once`: a response is sent completely when it is requested. Default: event by event. */
  pace?: 'at once' | 'event by event'
  /** The fault of a response; they are counted from 0, over all connections. */
  responseFault?(index: number): ResponseFault | undefined
  /** The number of requests for responses that are refused, because of a response that the client does not know. */
  conflicts?: number
  transcription?: 'normal' | 'never' | 'partial' | 'failed' | 'reversed'
  settings?: 'normal' | 'no confirmation' | { error: string }
  /** Servers do not always say which event caused an error. */
  hasEventIds?: boolean
  /** False: the shape of events is not checked, because other clients than Parley send other fields. */
  checksEvents?: boolean
  /** Opens a reader of the words in the customer's audio. Default: reads the audio of `encodeSpokenWords`. */
  openReader?(): { read(audio: Uint8Array): string }
  /** Returns mu-law audio of 60 ms per character. Default: `toneFor`. */
  speak?(text: string): Uint8Array
}

type Fields = Record<string, unknown>

interface Connection {
  send(fields: object): void
  disconnect(): void
  violate(reason: string): void
  /** Counts the responses of all connections. */
  nextResponse(): number
}

/** 100 ms. */
const minCommitBytes = 800
/** The silence after which turn detection ends a turn: 500 ms. */
const turnEndBytes = 4_000

export function serveSession(options: ScriptedSessionOptions, { send, disconnect, violate, nextResponse }: Connection) {
  const { script, pace = 'event by event', transcription = 'normal', settings = 'normal', hasEventIds = true } = options
  const { checksEvents = true } = options
  const conversation = createConversation()
  const playing = new Set<PlayedResponse>()
  let main: PlayedResponse | undefined
  let session: Fields | undefined
  let ids = 0
  let conflicts = options.conflicts ?? 0
  let words: string[] = []
  let bufferedBytes = 0
  let heldTranscript: (() => void) | undefined
  let isClosed = false
  const reader = createWordReader((word) => words.push(word))
  const ownReader = options.openReader?.()
  let heard = ''
  const nextId = (prefix: string) => `${prefix}_${++ids}`

  function refuse(event: Fields, code: string, { isViolation = true, ...details } = {}): void {
    if (isViolation) violate(`${event.type}: ${code}`)
    const eventId = hasEventIds ? (event.event_id ?? null) : null
    send({
      type: 'error',
      error: { type: 'invalid_request_error', code, message: code, event_id: eventId, ...details },
    })
  }

  function update(event: Fields) {
    if (settings === 'no confirmation') return
    if (typeof settings === 'object') return refuse(event, settings.error, { isViolation: false })
    session = { ...session, ...(event.session as Fields) }
    send({ type: 'session.updated', session })
  }

  function append({ audio }: Fields): void {
    const bytes = Buffer.from(String(audio), 'base64')
    if (ownReader) {
      heard += ownReader.read(bytes)
      bufferedBytes += bytes.length
      return
    }
    for (const byte of bytes) {
      reader.read(byte)
      bufferedBytes++
      if (detectsTurns() && words.length > 0 && reader.silentBytes() === turnEndBytes) {
        send({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: Math.floor(reader.position() / 8) })
        commitBuffer()
      }
    }
  }

  const detectsTurns = () => (session?.audio as { input?: { turn_detection?: unknown } })?.input?.turn_detection

  function commit(event: Fields) {
    if (bufferedBytes < minCommitBytes) return refuse(event, 'input_audio_buffer_commit_empty')
    commitBuffer()
  }

  function commitBuffer(): void {
    if (ownReader) words = heard.split(/\s+/).filter((word) => word !== '')
    heard = ''
    const item: ConversationItem = { id: nextId('item'), type: 'message', role: 'user', text: words.join(' ') }
    const spoken = words
    words = []
    bufferedBytes = 0
    conversation.add(item)
    send({ type: 'input_audio_buffer.committed', item_id: item.id, previous_item_id: null })
    const content = [{ type: 'input_audio', transcript: null }]
    send({ type: 'conversation.item.added', item: { id: item.id, type: 'message', role: 'user', content } })
    if (transcription === 'reversed' && !heldTranscript) {
      heldTranscript = () => transcribe(item.id, spoken)
      return
    }
    transcribe(item.id, spoken)
    heldTranscript?.()
    heldTranscript = undefined
  }

  function transcribe(itemId: string, spoken: readonly string[]) {
    const type = 'conversation.item.input_audio_transcription'
    if (transcription === 'never') return
    if (transcription === 'failed') return send({ type: `${type}.failed`, item_id: itemId, error: { code: 'failed' } })
    for (const [index, word] of spoken.entries())
      send({ type: `${type}.delta`, item_id: itemId, content_index: 0, delta: index === 0 ? word : ` ${word}` })
    if (transcription !== 'partial')
      send({ type: `${type}.completed`, item_id: itemId, content_index: 0, transcript: `${spoken.join(' ')}\n` })
  }

  function createItem(event: Fields) {
    const item = event.item as Fields
    const previousId = event.previous_item_id
    if (previousId !== undefined && !conversation.find(previousId)) return refuse(event, 'item_create_invalid_previous')
    if (item.id !== undefined && conversation.find(item.id)) return refuse(event, 'item_create_repeated_id')
    const [part] = (item.content ?? []) as { text: string }[]
    const callId = item.call_id as string | undefined
    if (item.type === 'function_call_output' && !conversation.hasCall(callId))
      return refuse(event, 'item_create_unknown_call')
    const added: ConversationItem = {
      id: String(item.id ?? nextId('item')),
      type: item.type as ConversationItem['type'],
      text: String(item.type === 'function_call' ? '' : (part?.text ?? item.output)),
      ...(item.role !== undefined && { role: item.role as 'user' | 'assistant' }),
      ...(callId !== undefined && { callId }),
    }
    conversation.add(added, previousId)
    send({ type: 'conversation.item.added', item: { ...item, id: added.id } })
  }

  function truncate(event: Fields) {
    const item = conversation.find(event.item_id)
    const endMs = Number(event.audio_end_ms)
    if (item?.audioMs === undefined) return refuse(event, 'item_truncate_invalid_item_id')
    if (!Number.isInteger(endMs) || endMs <= 0 || endMs > item.audioMs || event.content_index !== 0)
      return refuse(event, 'invalid_value', { param: 'audio_end_ms' } as object)
    conversation.truncate(item, endMs)
    send({ type: 'conversation.item.truncated', item_id: item.id, content_index: 0, audio_end_ms: endMs })
  }

  function remove(event: Fields) {
    const item = conversation.find(event.item_id)
    if (!item) return refuse(event, 'item_delete_invalid_item_id')
    conversation.remove(item)
    send({ type: 'conversation.item.deleted', item_id: item.id })
  }

  function respond(event: Fields) {
    const response = (event.response ?? {}) as Fields
    const isOutOfBand = response.conversation === 'none'
    if (conflicts > 0) {
      conflicts--
      refuse(event, 'conversation_already_has_active_response', { isViolation: false })
      send({ type: 'response.done', response: { id: 'resp_unknown', status: 'completed', output: [] } })
      return
    }
    if (main && !isOutOfBand) return refuse(event, 'conversation_already_has_active_response')
    const tools = (response.tools ?? session?.tools ?? []) as unknown[]
    const mayCallTools = tools.length > 0 && response.tool_choice !== 'none'
    const spoken = String(response.instructions).split('\n\n').at(-1) ?? ''
    const [modality] = (response.output_modalities ?? session?.output_modalities ?? ['audio']) as ['audio' | 'text']
    const played = playResponse(
      {
        id: nextId('resp'),
        reply: isOutOfBand ? { text: spoken } : script({ turns: conversation.turns(), mayCallTools }),
        modality,
        isOutOfBand,
        fault: options.responseFault?.(nextResponse()),
        metadata: response.metadata ?? null,
        nextId,
        speak: options.speak ?? toneFor,
      },
      {
        send,
        conversation,
        disconnect,
        ended() {
          playing.delete(played)
          if (main === played) main = undefined
        },
      },
    )
    if (!isOutOfBand) main = played
    playing.add(played)
    play(played)
  }

  function play(response: PlayedResponse): void {
    if (pace === 'at once') while (!isClosed && response.step());
    else
      setImmediate(() => {
        if (!isClosed && response.step()) play(response)
      })
  }

  function cancel(event: Fields) {
    const id = event.response_id
    const response = id === undefined ? main : [...playing].find((one) => one.id === id)
    // The response can have ended in the meantime.
    if (!response) return refuse(event, 'response_cancel_not_active', { isViolation: false })
    response.cancel()
  }

  const handlers: Record<string, (event: Fields) => unknown> = {
    'session.update': update,
    'input_audio_buffer.append': append,
    'input_audio_buffer.commit': commit,
    'conversation.item.create': createItem,
    'conversation.item.truncate': truncate,
    'conversation.item.delete': remove,
    'response.create': respond,
    'response.cancel': cancel,
  }

  send({ type: 'session.created', session: { type: 'realtime', id: 'sess_scripted' } })
  return {
    message(event: Fields) {
      const fault = checksEvents ? faultInEvent(event) : undefined
      if (fault !== undefined) return refuse(event, fault)
      if (!session && event.type !== 'session.update') return refuse(event, 'an event before session.updated')
      handlers[String(event.type)]?.(event)
    },
    close(): void {
      isClosed = true
    },
  }
}
