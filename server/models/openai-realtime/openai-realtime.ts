// Realtime models over OpenAI's Realtime API, which other servers implement as well.

import type {
  RealtimeListener,
  RealtimeMessage,
  RealtimeModel,
  RealtimeSession,
  RealtimeSettings,
} from '#server/ports/realtime-model.ts'
import { type FailureCode, speechFailure } from '../vendor-speech/failures.ts'
import { whileOpen } from '../vendor-speech/while-open.ts'
import { openConnection } from './connection.ts'
import { createCustomerAudio } from './customer-audio.ts'
import { failureCodeOf, isFatal, isRace, readError } from './errors.ts'
import { assistantMessage, cleanupEvent, createItems } from './items.ts'
import { createResponses, type ResponseLimits, responseEvent } from './responses.ts'
import { addEvent, createToolResults } from './tool-call.ts'
import { createTranscripts } from './transcripts.ts'

export interface OpenAiRealtimeOptions {
  /** Optional for other servers. */
  apiKey?: string
  /** With the version, such as `http://127.0.0.1:8880/v1`. */
  baseUrl?: string
  limits?: Partial<OpenAiRealtimeLimits>
}

export interface OpenAiRealtimeLimits extends ResponseLimits {
  connectTimeoutMs: number
  /** The longest wait for the confirmation of the session's settings. */
  settingsMs: number
  /** The time between pings, and the longest wait for an answer to one. */
  pingMs: number
  /** The longest wait for the words of the customer. */
  transcriptMs: number
}

const defaultLimits: OpenAiRealtimeLimits = {
  connectTimeoutMs: 5_000,
  settingsMs: 3_000,
  pingMs: 15_000,
  transcriptMs: 3_000,
  responseMs: 10_000,
  cancelMs: 2_000,
  conflictMs: 1_000,
}

/** Protocol: https://developers.openai.com/api/docs/guides/realtime-conversations */
export function createOpenAiRealtimeModel({ apiKey, baseUrl, limits }: OpenAiRealtimeOptions): RealtimeModel {
  const base = (baseUrl ?? 'https://api.openai.com/v1').replace(/\/$/, '')
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  return {
    open(settings, listener) {
      const url = new URL(`${base}/realtime`)
      url.searchParams.set('model', settings.model)
      return openSession({ url, headers }, settings, listener, { ...defaultLimits, ...limits })
    },
    vendorFor: () => 'openai',
  }
}

const commitEvent = 'commit-'

function openSession(
  address: { url: URL; headers: Record<string, string> },
  settings: RealtimeSettings,
  listener: RealtimeListener,
  limits: OpenAiRealtimeLimits,
): RealtimeSession {
  let isClosed = false
  let commits = 0

  const { connectTimeoutMs, settingsMs, pingMs } = limits
  const session = sessionFields(settings)
  const connection = openConnection(
    { ...address, session, connectTimeoutMs, settingsMs, pingMs },
    { event, failed: lost },
  )
  const { send } = connection
  const items = createItems(send)
  const tools = createToolResults(send)
  const responses = createResponses({ send, output: settings.output, items, tools, listener, limits })
  const transcripts = createTranscripts({
    waitMs: limits.transcriptMs,
    interim: (text) => listener.interim(text),
    final: (text) => listener.final(text),
    finalized: () => listener.finalized(),
  })
  const audio = createCustomerAudio({
    append: connection.sendAudio,
    commit() {
      const eventId = `${commitEvent}${++commits}`
      transcripts.committing(eventId)
      send({ type: 'input_audio_buffer.commit', event_id: eventId })
    },
    isContinuous: settings.detectsTurns,
  })

  function event(fields: Record<string, unknown>): void {
    const { type, item_id: itemId } = fields
    if (isClosed || typeof type !== 'string') return
    if (type.startsWith('response.')) responses.event(fields)
    else if (type === 'input_audio_buffer.committed') committed(itemId)
    else if (type.startsWith(transcription)) transcribed(type.slice(transcription.length), fields)
    else if (type === 'error') error(fields.error)
  }

  function committed(itemId: unknown): void {
    if (typeof itemId !== 'string' || !transcripts.committed(itemId)) return
    audio.committed()
    if (settings.detectsTurns) listener.turnEnded()
  }

  function transcribed(kind: string, { item_id: itemId, delta, transcript }: Record<string, unknown>): void {
    if (kind === 'delta') transcripts.delta(itemId, delta)
    else if (kind === 'completed') transcripts.completed(itemId, transcript)
    else if (kind === 'failed') transcripts.failed(itemId)
  }

  function error(fields: unknown): void {
    const failure = readError(fields)
    const { code, eventId } = failure
    const failureCode = failureCodeOf(failure)
    const isConflict = code === 'conversation_already_has_active_response'
    if (eventId === cleanupEvent || isRace(failure)) return
    if (eventId?.startsWith(commitEvent) || code === 'input_audio_buffer_commit_empty') transcripts.refused(eventId)
    else if (isConflict || eventId?.startsWith(responseEvent)) responses.refused(eventId, failureCode, { isConflict })
    else if (eventId === addEvent) responses.messageRefused(failureCode)
    else if (isFatal(failureCode)) connection.fail(failureCode)
    else responses.failed(failureCode)
  }

  function lost(code: FailureCode): void {
    if (isClosed) return
    close()
    listener.failed(speechFailure('OpenAI', code))
  }

  function add(message: RealtimeMessage): void {
    if (message.role === 'tool') {
      tools.add(message.call, message.result)
      return
    }
    const { role, text } = message
    if (!text.trim()) return
    const item =
      role === 'user' ? { type: 'message', role, content: [{ type: 'input_text', text }] } : assistantMessage(text)
    send({ type: 'conversation.item.create', event_id: addEvent, item })
  }
  function close(): void {
    if (isClosed) return
    isClosed = true
    transcripts.close()
    responses.close()
    connection.close()
  }

  const methods = whileOpen<Omit<RealtimeSession, 'close'>>(() => isClosed, {
    write: audio.write,
    speechStarted: audio.started,
    speechPaused() {
      audio.paused()
      if (!settings.detectsTurns) audio.commit()
      transcripts.paused({ isAwaited: settings.detectsTurns && audio.hasUncommittedSpeech() })
    },
    add(messages) {
      for (const message of messages) add(message)
    },
    respond(generation, { mayCallTools }) {
      audio.commit()
      responses.request({ kind: 'answer', generation, mayCallTools })
    },
    speak: (generation, text) => responses.request({ kind: 'speech', generation, text }),
    cancel: responses.cancel,
    truncate(item, heard) {
      const delivered = items.find(item)
      if (delivered && !delivered.isDone) responses.cancel(delivered.generation)
      items.truncate(item, heard)
    },
  })
  return { ...methods, close }
}

const transcription = 'conversation.item.input_audio_transcription.'

const telephoneAudio = { type: 'audio/pcmu' }
/** About 50 seconds of speech. */
const maxOutputTokens = 1_024

/** The API has no temperature. Fields: https://developers.openai.com/api/reference/resources/realtime/client-events */
function sessionFields(settings: RealtimeSettings): Record<string, unknown> {
  const { output, voice, speed, instructions, language, secondaryLanguages = [], tools, detectsTurns } = settings
  return {
    type: 'realtime',
    instructions,
    output_modalities: [output],
    audio: {
      input: {
        format: telephoneAudio,
        // A telephone suppresses noise itself.
        noise_reduction: null,
        transcription: { model: 'gpt-4o-mini-transcribe', ...(secondaryLanguages.length === 0 && { language }) },
        turn_detection: detectsTurns
          ? { type: 'semantic_vad', eagerness: 'auto', create_response: false, interrupt_response: false }
          : null,
      },
      ...(output === 'audio' && {
        output: { format: telephoneAudio, speed: Math.min(1.5, Math.max(0.25, speed)), ...(voice && { voice }) },
      }),
    },
    tools: tools.map(({ name, description, parameters }) => ({ type: 'function', name, description, parameters })),
    max_output_tokens: maxOutputTokens,
  }
}
