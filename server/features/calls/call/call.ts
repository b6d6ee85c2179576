// A call, its transcript and its timeline.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CallStatus, EndedReason } from './status.ts'

export type CallType = 'inbound' | 'outbound' | 'web'

export interface CallRef {
  accountId: number
  callId: number
}

export interface Call {
  accountId: number
  id: number
  uuid: string
  assistantId: number
  /** The settings of the assistant when the call was created. */
  assistant: Assistant
  type: CallType
  status: CallStatus
  /** E.164. Null for web calls. */
  assistantPhone: string | null
  clientPhone: string | null
  variables: Record<string, string>
  callbackToken: string
  carrierAccountSid: string | null
  carrierSid: string | null
  dialState: 'waiting' | 'dialing' | 'placed' | 'refused'
  dialedAt: Timestamp | null
  processId: string | null
  maxSeconds: number
  /** Per minute. */
  priceMicros: number
  carrierPriceMicros: number
  answeredAt: Timestamp | null
  checkpointAt: Timestamp | null
  deadlineAt: Timestamp | null
  endedAt: Timestamp | null
  carrierSeconds: number | null
  durationSeconds: number | null
  endedReason: EndedReason | null
  endedBy: EndedBy | null
  errorCode: number | null
  errorMessage: string | null
  answeredBy: AnsweredBy | null
  greetingEnded: boolean
  costMicros: number
  carrierCostMicros: number
  recordingKey: string | null
  latency: TurnLatency[]
  evaluation: Evaluated[] | null
  reportedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export type EndedBy = 'caller' | 'assistant' | 'system'
export type AnsweredBy = 'human' | 'machine' | 'unknown'

export interface TranscriptEntry {
  speaker: 'assistant' | 'customer'
  /** What was said, or, of the assistant, what was played until it was interrupted. */
  text: string
  /** Since the media connection was opened. */
  atMs: number
  interrupted?: boolean
}

export interface TimelineEvent {
  /** Since the media connection was opened. */
  atMs: number
  type: string
  detail: Record<string, unknown>
}

export const latencyMetrics = [
  'recognizedMs',
  'decidedMs',
  'firstTokenMs',
  'firstAudioMs',
  'heardMs',
  'retrievalMs',
] as const

/**
 * One answer of the assistant. `atMs` is the end of the customer's speech, in milliseconds since the media connection was
 * opened; the other values are milliseconds since then, except `retrievalMs`, which is how long documents were searched.
 * Null if the turn has no such event.
 */
export type TurnLatency = { atMs: number } & Record<(typeof latencyMetrics)[number], number | null>

export interface Evaluated {
  name: string
  type: 'string' | 'number' | 'bool'
  value: string | number | boolean | null
  description: string
}

/** What a session reports when the call is over. */
export interface CallResult {
  endedReason: EndedReason
  endedBy: EndedBy
  transcript: readonly TranscriptEntry[]
  latency: readonly TurnLatency[]
  timeline: readonly TimelineEvent[]
  answeredBy?: AnsweredBy
  /** The key of the stored file. */
  recordingKey?: string
}
