// A call, its transcript and its timeline, and the event of a status that it has before it is connected.
import type { z } from 'zod'
import type { callType } from '#contract/calls/call-fields.ts'
import type { Assistant } from '#server/features/assistants/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { FailureReason } from '#server/ports/carrier.ts'
import type {
  OptOutScope,
  TimelineEvent,
  TranscriptEntry,
  TurnLatency,
  TurnState,
} from '#server/voice/engine/call-record.ts'
import type { AnsweredBy } from '#server/voice/engine/settings.ts'
import type { Interaction } from '#server/voice/interaction/measure-interaction.ts'
import type { Answerer } from '#server/voice/words-and-sounds/answerer.ts'
import type { CallStatus, EndedReason, OpenStatus } from './status.ts'

export type CallType = z.infer<typeof callType>

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
  /** The keys that are pressed after the answer. */
  extension: string | null
  variables: Record<string, string>
  callbackToken: string
  carrierAccountId: string | null
  externalId: string | null
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
  failureReason: FailureReason | null
  errorCode: number | null
  errorMessage: string | null
  answeredBy: AnsweredBy | null
  greetingEnded: boolean
  costMicros: number
  carrierCostMicros: number
  recordingKey: string | null
  latency: TurnLatency[]
  interaction: Interaction | null
  evaluation: Evaluated[] | null
  reportedAt: Timestamp | null
  /** Null except for outbound calls that were answered, from their end on. */
  answerer: Answerer | null
  /** What the person does not want to be called about again. */
  optedOut: OptOutScope | null
  /** What the assistant says to a service that asks for the purpose of the call. */
  purpose: string | null
  campaignId: number | null
  leadId: number | null
  /** Null unless a visitor of a website started the call: the day (UTC) whose allowance for visitors pays for it. */
  visitorDay: string | null
  /** What the call has taken from the allowance. */
  visitorMicros: number
  /** The origin of the website of the visitor, if the browser sent it. */
  origin: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export type EndedBy = 'caller' | 'assistant' | 'system'

export interface Evaluated {
  name: string
  type: 'string' | 'number' | 'bool'
  value: string | number | bigint | boolean | null
  description: string
}

/** What answered a call from its beginning to its end, and what it used. Null if several did, or others in its place. */
export interface Served {
  /** Such as `openai/gpt-4.1-mini`. */
  model: string | null
  /** The catalogue's code of the vendor. */
  recognizer: string | null
  synthesizer: string | null
  inputTokens: number
  outputTokens: number
  /** Counts all words of the assistant, including those that the customer did not hear. */
  characters: number
}

/** How a call ended, and what its session has recorded. */
export interface CallEnding {
  endedReason: EndedReason
  endedBy: EndedBy
  /** If undefined, the transcript of the latest checkpoint is kept. */
  transcript?: readonly TranscriptEntry[]
  latency: readonly TurnLatency[]
  timeline: readonly TimelineEvent[]
  /** Null if there was no conversation. */
  interaction?: Interaction | null
  turnStates?: readonly TurnState[]
  served?: Served
  answeredBy?: AnsweredBy | null
  /** Ignored unless the call is outbound. */
  answerer?: Answerer
  /** The key of the stored file. */
  recordingKey?: string
  /** When the talk ended at the latest, if that was earlier than now. */
  talkUntil?: Date
  failureReason?: FailureReason | null
  errorCode?: number | null
  errorMessage?: string | null
}

export const emitStatus = (
  tx: Tx,
  { accountId, id: callId, assistantId }: Pick<Call, 'accountId' | 'id' | 'assistantId'>,
  status: OpenStatus,
): Promise<void> => tx.emit('call.status', { accountId, callId, assistantId, status })
