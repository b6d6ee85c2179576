// Reads the messages of the Gemini Live API.

import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import { tokenCountOf } from '#server/platform/vendor-json/token-count.ts'
import type { TokenUsage, ToolCall } from '#server/ports/language-model.ts'
import type { FailureCode } from '../vendor-speech/failures.ts'
import { defaultCodeOfClose } from '../vendor-speech/socket.ts'

export type ServerMessage = NonNullable<ReturnType<typeof readServerMessage>>

const maxParts = 1_000
const maxCalls = 32

/** Returns undefined for audio or calls that cannot be read. Unknown fields are ignored. */
export function readServerMessage(fields: Record<string, unknown>) {
  const content = fieldsIn(fields.serverContent)
  const audio = readAudio(fieldsIn(content.modelTurn).parts)
  const toolCalls = readCalls(fieldsIn(fields.toolCall).functionCalls)
  if (!audio || !toolCalls) return undefined
  const { ids } = fieldsIn(fields.toolCallCancellation)
  const update = fieldsIn(fields.sessionResumptionUpdate)
  return {
    isReady: isFields(fields.setupComplete),
    /** Words of the customer, and of the model. */
    heard: textIn(content.inputTranscription),
    spoken: textIn(content.outputTranscription),
    /** 16-bit PCM at 24,000 Hz. */
    audio,
    isInterrupted: content.interrupted === true,
    isGenerated: content.generationComplete === true,
    isTurnComplete: content.turnComplete === true && content.interactionStatus !== 'IN_PROGRESS',
    toolCalls,
    canceledCalls: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
    usage: isFields(fields.usageMetadata) ? readUsage(fields.usageMetadata) : undefined,
    /** The connection ends soon. */
    isLeaving: fields.goAway !== undefined && fields.goAway !== null,
    /** With this, another connection continues the session. */
    handle: update.resumable === true ? stringIn(update.newHandle) || undefined : undefined,
  }
}

const fieldsIn = (value: unknown): Record<string, unknown> => (isFields(value) ? value : {})
const stringIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const textIn = (transcription: unknown): string => stringIn(fieldsIn(transcription).text)

function readAudio(parts: unknown): Buffer[] | undefined {
  const audio: Buffer[] = []
  if (!Array.isArray(parts)) return audio
  for (const part of parts.slice(0, maxParts)) {
    const { inlineData } = fieldsIn(part)
    if (inlineData === undefined) continue
    const { mimeType, data } = fieldsIn(inlineData)
    const isPcm = /^audio\/pcm(?:;\s*rate=24000)?$/i.test(stringIn(mimeType))
    if (!isPcm || typeof data !== 'string') return undefined
    const bytes = Buffer.from(data, 'base64')
    // The decoder skips invalid characters.
    if (Math.ceil(bytes.length / 3) * 4 !== data.length) return undefined
    if (bytes.length > 0) audio.push(bytes)
  }
  return audio
}

function readCalls(calls: unknown): ToolCall[] | undefined {
  if (!Array.isArray(calls)) return []
  const read: ToolCall[] = []
  for (const call of calls.slice(0, maxCalls)) {
    const { id, name, args } = fieldsIn(call)
    if (typeof id !== 'string' || typeof name !== 'string' || !id || !name) return undefined
    read.push({ id, name, arguments: fieldsIn(args) })
  }
  return read
}

function readUsage(usage: Record<string, unknown>): TokenUsage {
  const count = (name: string) => tokenCountOf(usage[name])
  return {
    inputTokens: count('promptTokenCount') + count('toolUsePromptTokenCount'),
    outputTokens: count('responseTokenCount') + count('thoughtsTokenCount'),
  }
}

/** Gemini accepts every handshake, and gives the reason of a refusal when it closes the connection. */
export function codeOfClose(code: number, reason: string): FailureCode {
  if (/api.?key|permission|credential|unauthenticated/i.test(reason)) return 'unauthorised'
  if (/quota|billing/i.test(reason)) return 'quota_exhausted'
  if (/resource.?exhausted|rate limit/i.test(reason)) return 'rate_limited'
  if (/not found|not supported for bidiGenerateContent/i.test(reason)) return 'not_found'
  return defaultCodeOfClose(code)
}
