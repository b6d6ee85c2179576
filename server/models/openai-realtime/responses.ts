// Requests the responses of the model one after the other, and gives their events to their answers.

import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import { tokenCountOf } from '#server/platform/vendor-json/token-count.ts'
import type { RealtimeListener } from '#server/ports/realtime-model.ts'
import { type FailureCode, speechFailure } from '../vendor-speech/failures.ts'
import { type Answer, createAnswer } from './answer.ts'
import { failureCodeOf } from './errors.ts'
import { assistantMessage, cleanupEvent, type Items, type OutgoingMessage } from './items.ts'
import { addEvent, type createToolResults } from './tool-call.ts'

export interface ResponseLimits {
  /** The longest time without an event of a requested response. */
  responseMs: number
  /** The longest wait for the end of a canceled response. */
  cancelMs: number
  /** The longest wait for the end of a response that prevents the next one. */
  conflictMs: number
}

interface Options {
  send(message: OutgoingMessage): void
  output: 'audio' | 'text'
  items: Items
  tools: ReturnType<typeof createToolResults>
  listener: RealtimeListener
  limits: ResponseLimits
}

interface Active {
  request: ResponseRequest
  eventId: string
  answer: Answer
  /** Known after the server has created the response. */
  responseId: string | undefined
  /** Nothing more is delivered. */
  isSilent: boolean
  /** The item of a given text. */
  speechId: string | undefined
  conflicts: number
  isWaiting: boolean
  timer: NodeJS.Timeout
}

const maxConflicts = 5
const maxQueued = 100
export const responseEvent = 'response-'

export function createResponses({ send, output, items, tools, listener, limits }: Options) {
  const queue: ResponseRequest[] = []
  let active: Active | undefined
  let requests = 0
  let isClosed = false
  /** A message of the client was refused, so the next answer would be wrong. */
  let refusal: FailureCode | undefined

  function startNext(): void {
    const request = active || isClosed ? undefined : queue.shift()
    if (!request) return
    const eventId = `${responseEvent}${++requests}`
    const speechId = request.kind === 'speech' ? `speech_${requests}` : undefined
    const { generation } = request
    const answer = createAnswer({
      generation,
      output,
      ...(request.kind === 'speech' && { speech: { text: request.text, serverId: speechId! } }),
      items,
      listener,
      isLive: () => !isClosed && !next.isSilent,
      tooLong: () => abort(next, 'answer_too_long'),
    })
    const next: Active = {
      request,
      eventId,
      answer,
      responseId: undefined,
      isSilent: false,
      speechId,
      conflicts: 0,
      isWaiting: false,
      timer: setTimeout(() => abort(next, 'timeout'), limits.responseMs),
    }
    active = next
    if (request.kind === 'speech')
      send({ type: 'conversation.item.create', event_id: addEvent, item: assistantMessage(request.text, speechId!) })
    send(responseMessage(request, eventId))
    const code = refusal
    refusal = undefined
    if (code !== undefined) setImmediate(abort, next, code)
  }

  /** The response has ended, or its end is not awaited any longer. */
  function release(response: Active): void {
    clearTimeout(response.timer)
    if (active === response) active = undefined
  }

  /** Delivers nothing more, and waits a limited time for the end of the response. */
  function silence(response: Active): void {
    response.isSilent = true
    clearTimeout(response.timer)
    if (response.isWaiting) {
      forget(response, false)
      release(response)
      startNext()
      return
    }
    if (response.responseId !== undefined) sendCancel(response.responseId)
    response.timer = setTimeout(() => {
      forget(response, false)
      release(response)
      startNext()
    }, limits.cancelMs)
  }

  const sendCancel = (responseId: string) =>
    send({ type: 'response.cancel', event_id: cleanupEvent, response_id: responseId })

  /** Removes what was not delivered from the conversation. */
  function forget(response: Active, isComplete: boolean): void {
    for (const id of response.answer.forgettable({ isComplete })) items.remove(id)
    if (response.speechId !== undefined && !isComplete && !response.answer.hasStarted()) items.remove(response.speechId)
  }

  function abort(response: Active, code: FailureCode): void {
    if (response.isSilent || active !== response || isClosed) return
    response.answer.closeItems()
    if (response.isSilent || isClosed) return
    silence(response)
    fail(response, code)
  }

  function fail({ request }: Active, code: FailureCode): void {
    if (!isClosed) listener.answerFailed(request.generation, speechFailure('OpenAI', code))
  }

  function created(response: Record<string, unknown>): void {
    if (typeof response.id !== 'string') return
    const { metadata } = response
    const requestId = isFields(metadata) ? metadata.request : undefined
    const isForeign = typeof requestId === 'string' && requestId !== active?.eventId
    if (!active || active.responseId !== undefined || isForeign) {
      // A response that was given up before it was created.
      if (isForeign) sendCancel(response.id)
      return
    }
    active.responseId = response.id
    if (active.isSilent) sendCancel(response.id)
  }

  function done(response: Record<string, unknown>): void {
    const current = active
    if (!current) return
    if (response.id !== current.responseId || current.responseId === undefined) {
      if (current.isWaiting) retry(current)
      return
    }
    current.answer.outputs(response.output)
    if (!current.isSilent) current.answer.closeItems()
    release(current)
    const fault = faultOf(response) ?? current.answer.fault()
    const isComplete = fault === undefined && !current.isSilent
    forget(current, isComplete)
    if (isComplete) {
      const toolCalls = current.request.kind === 'speech' ? [] : current.answer.toolCalls()
      tools.made(toolCalls)
      if (!isClosed) listener.answered(current.request.generation, { toolCalls, usage: usageOf(response.usage) })
    } else if (!current.isSilent) fail(current, fault!)
    startNext()
  }

  function retry(response: Active): void {
    clearTimeout(response.timer)
    response.isWaiting = false
    response.timer = setTimeout(() => abort(response, 'timeout'), limits.responseMs)
    send(responseMessage(response.request, response.eventId))
  }

  return {
    request(request: ResponseRequest): void {
      const queued = queue.find(({ kind, generation }) => kind === 'answer' && generation === request.generation)
      if (queued?.kind === 'answer' && request.kind === 'answer') queued.mayCallTools = request.mayCallTools
      else if (queue.length < maxQueued) queue.push(request)
      startNext()
    },
    cancel(generation: number): void {
      for (let index = queue.length - 1; index >= 0; index--)
        if (queue[index]!.generation === generation) queue.splice(index, 1)
      if (active?.request.generation === generation && !active.isSilent) silence(active)
    },
    /** Handles an event of the server whose type begins with `response.`. */
    event(fields: Record<string, unknown>): void {
      const { type, response } = fields
      if (isFields(response)) {
        if (type === 'response.created') created(response)
        else if (type === 'response.done') done(response)
        return
      }
      const current = active
      if (!current || current.responseId === undefined || fields.response_id !== current.responseId) return
      if (!current.isSilent) current.timer.refresh()
      const { answer } = current
      const { item_id: itemId, delta } = fields
      if (type === 'response.output_audio.delta') answer.audio(itemId, fields.content_index, delta)
      else if (type === 'response.output_audio_transcript.delta') answer.transcript(itemId, delta)
      else if (type === 'response.output_text.delta') answer.text(itemId, delta)
      else if (type === 'response.output_item.added') answer.itemAdded(fields.item)
      else if (type === 'response.output_item.done') answer.itemDone(fields.item)
    },
    /** The server refused a request for a response. */
    refused(eventId: string | undefined, code: FailureCode, { isConflict }: { isConflict: boolean }): void {
      const response = active
      if (!response || response.responseId !== undefined || (eventId !== undefined && eventId !== response.eventId))
        return
      if (isConflict && ++response.conflicts <= maxConflicts && !response.isSilent) {
        clearTimeout(response.timer)
        response.isWaiting = true
        response.timer = setTimeout(retry, limits.conflictMs, response)
        return
      }
      forget(response, false)
      release(response)
      if (!response.isSilent) fail(response, code)
      startNext()
    },
    /** The server refused a message, so the answer that was requested after it is wrong. */
    messageRefused(code: FailureCode): void {
      if (active && active.responseId === undefined && !active.isSilent) abort(active, code)
      else refusal = code
    },
    /** An error without a known cause: the current answer fails, if there is one. */
    failed(code: FailureCode): void {
      if (active && !active.isSilent) abort(active, code)
    },
    close(): void {
      isClosed = true
      queue.length = 0
      if (active) release(active)
    },
  }
}

function faultOf({ status, status_details: details }: Record<string, unknown>): FailureCode | undefined {
  const { reason, error } = isFields(details) ? details : {}
  if (status === 'failed') {
    const { code, type } = isFields(error) ? error : {}
    return failureCodeOf({ code: String(code), type: String(type) })
  }
  if (status === 'incomplete') return reason === 'content_filter' ? 'content_filtered' : undefined
  return status === 'cancelled' ? 'unavailable' : undefined
}

function usageOf(usage: unknown) {
  const { input_tokens: input, output_tokens: output } = isFields(usage) ? usage : {}
  return { inputTokens: tokenCountOf(input), outputTokens: tokenCountOf(output) }
}

type ResponseRequest =
  | { kind: 'answer'; generation: number; mayCallTools: boolean }
  | { kind: 'speech'; generation: number; text: string }

/** More than three minutes of speech. */
const maxSpeechTokens = 4_096

/** The server repeats the metadata, which shows to which request a response belongs. */
function responseMessage(request: ResponseRequest, eventId: string): OutgoingMessage {
  const metadata = { request: eventId }
  const response =
    request.kind === 'speech'
      ? {
          conversation: 'none',
          input: [],
          instructions: speechInstructions(request.text),
          tools: [],
          tool_choice: 'none',
          output_modalities: ['audio'],
          max_output_tokens: maxSpeechTokens,
          metadata,
        }
      : { ...(!request.mayCallTools && { tool_choice: 'none' }), metadata }
  return { type: 'response.create', event_id: eventId, response }
}

const speechInstructions = (text: string) =>
  'Say exactly the following text, word for word and in its language. Add nothing, omit nothing, change nothing, ' +
  `and do not reply to it:\n\n${text}`
