// Plays one response of the scripted realtime server of OpenAI as events.

import { type Conversation, type ConversationItem, msPerCharacter } from './openai-realtime-conversation.ts'
import type { RealtimeReply } from './realtime-script.ts'

export type ResponseFault =
  | 'disconnect'
  /** The answer has the other modality. */
  | 'other-modality'
  /** Text first, then audio. */
  | 'text-then-audio'
  | 'repeated-item-id'
  | 'no-transcript'
  | 'invalid-arguments'
  | 'endless-audio'
  | 'endless-text'
  | 'content-filter'
  | 'two-items'
  | 'no-events'
  | { failed: string }

export interface ResponsePlan {
  id: string
  reply: RealtimeReply
  modality: 'audio' | 'text'
  isOutOfBand: boolean
  fault: ResponseFault | undefined
  metadata: unknown
  nextId(prefix: string): string
  speak(text: string): Uint8Array
}

export interface PlayedResponse {
  id: string
  /** Sends the next event. Returns false after the last one. */
  step(): boolean
  cancel(): void
}

interface Output {
  send(fields: object): void
  conversation: Conversation
  disconnect(): void
  /** The response has ended. */
  ended(): void
}

const piecesPerAnswer = 8

export function playResponse(plan: ResponsePlan, output: Output): PlayedResponse {
  const { id, reply, isOutOfBand, fault, metadata } = plan
  const { send, conversation } = output
  const outputs: object[] = []
  let isOver = false
  const events = generate()

  function* generate(): Generator<void, void> {
    send({ type: 'response.created', response: { id, object: 'realtime.response', status: 'in_progress', metadata } })
    yield
    if (fault === 'no-events') return
    if (typeof fault === 'object') return finish('failed', { error: { type: 'server_error', code: fault.failed } })
    const texts = fault === 'two-items' ? [reply.text ?? '', reply.text ?? ''] : [reply.text ?? '']
    for (const text of texts) if (text) yield* message(text)
    if (reply.isEndless) return
    for (const call of reply.calls ?? []) yield* functionCall(call)
    if (fault === 'content-filter') finish('incomplete', { reason: 'content_filter' })
    else finish('completed')
  }

  function* message(text: string): Generator<void, void> {
    const itemId = fault === 'repeated-item-id' ? 'item_repeated' : plan.nextId('item')
    const other = plan.modality === 'audio' ? 'text' : 'audio'
    const modality = fault === 'other-modality' ? other : plan.modality
    const item: ConversationItem = { id: itemId, type: 'message', role: 'assistant', text: '' }
    if (modality === 'audio') item.audioMs = 0
    const shape = { id: itemId, type: 'message', role: 'assistant', status: 'in_progress', content: [] }
    send({ type: 'response.output_item.added', response_id: id, output_index: 0, item: shape })
    if (!isOutOfBand) {
      conversation.add(item)
      send({ type: 'conversation.item.added', item: shape })
    }
    outputs.push(shape)
    yield
    const place = { response_id: id, item_id: itemId, output_index: 0, content_index: 0 }
    if (fault === 'text-then-audio') {
      send({ type: 'response.output_text.delta', ...place, delta: 'Let me see.' })
      yield
    }
    const size = Math.max(1, Math.ceil(text.length / piecesPerAnswer))
    for (let from = 0; from < text.length; from += size) {
      piece(item, modality, place, text.slice(from, from + size))
      yield
      if (fault === 'disconnect') return output.disconnect()
      if (fault === 'endless-audio' || fault === 'endless-text') from -= size
    }
    if (reply.isEndless) return
    send({
      type: 'response.output_item.done',
      response_id: id,
      output_index: 0,
      item: { ...shape, status: 'completed' },
    })
    yield
  }

  function piece(item: ConversationItem, modality: 'audio' | 'text', place: object, text: string): void {
    item.text += text
    if (modality === 'text') {
      send({ type: 'response.output_text.delta', ...place, delta: text })
      return
    }
    item.audioMs = (item.audioMs ?? 0) + text.length * msPerCharacter
    if (fault !== 'no-transcript' && fault !== 'endless-audio')
      send({ type: 'response.output_audio_transcript.delta', ...place, delta: text })
    const audio = fault === 'endless-audio' ? 'x'.repeat(400) : text
    if (fault !== 'endless-text')
      send({ type: 'response.output_audio.delta', ...place, delta: Buffer.from(plan.speak(audio)).toString('base64') })
  }

  function* functionCall(call: { name: string; arguments: object }): Generator<void, void> {
    const itemId = plan.nextId('item')
    const callId = plan.nextId('call')
    const text = fault === 'invalid-arguments' ? '{"guests": 4' : JSON.stringify(call.arguments)
    const shape = { id: itemId, type: 'function_call', call_id: callId, name: call.name, arguments: '' }
    send({ type: 'response.output_item.added', response_id: id, output_index: 1, item: shape })
    conversation.add({ id: itemId, type: 'function_call', text, callId })
    yield
    const place = { response_id: id, item_id: itemId, output_index: 1, call_id: callId }
    send({ type: 'response.function_call_arguments.delta', ...place, delta: text })
    send({ type: 'response.function_call_arguments.done', ...place, name: call.name, arguments: text })
    const item = { ...shape, arguments: text, status: 'completed' }
    outputs.push(item)
    send({ type: 'response.output_item.done', response_id: id, output_index: 1, item })
    yield
  }

  function finish(status: string, details: object = {}): void {
    if (isOver) return
    isOver = true
    // Not after the event, because the client can request the next response at once.
    output.ended()
    const usage = { total_tokens: 30, input_tokens: 20, output_tokens: 10 }
    const response = { id, object: 'realtime.response', status, status_details: { type: status, ...details }, metadata }
    send({ type: 'response.done', response: { ...response, output: outputs, usage } })
  }

  return {
    id,
    step: () => !isOver && !events.next().done && !isOver,
    cancel: () => finish('cancelled', { reason: 'client_cancelled' }),
  }
}
