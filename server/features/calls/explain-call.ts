// Explains a call: one timeline of its events, and one sentence that says why it ended.
import type { AccountContext } from '#server/platform/context/context.ts'
import { languageName } from '#server/platform/text/language-name.ts'
import { type Timestamp, toDate } from '#server/platform/time/timestamps.ts'
import type { TurnLatency, TurnState } from '#server/voice/engine/call-record.ts'
import type { Answerer } from '#server/voice/words-and-sounds/answerer.ts'
import type { Call } from './call/call.ts'
import type { EventType } from './call/event-types.ts'
import { turnsOf } from './call/latency.ts'
import { explainReason } from './call/status.ts'
import { type StoredEntry, type StoredEvent, selectTimeline, selectTranscript, selectTurnStates } from './call/store.ts'
import { getCall } from './list-calls.ts'

export interface Explanation {
  call: Call
  summary: string
  /** In order. */
  events: ExplainedEvent[]
  /** In order. */
  states: ExplainedState[]
}

export interface ExplainedState extends Pick<TurnState, 'customer' | 'interruption'> {
  /** Since the call was created. */
  offsetMs: number
}

export interface ExplainedEvent extends StoredEvent {
  /** Since the call was created. */
  offsetMs: number
  text: string
}

/** Refuses with `CALL_NOT_FOUND`. */
export async function explainCall(ctx: AccountContext, id: number): Promise<Explanation> {
  const call = await getCall(ctx, id)
  const [timeline, transcript, turnStates] = await Promise.all([
    selectTimeline(ctx.db, ctx.account.id, id),
    selectTranscript(ctx.db, ctx.account.id, id),
    selectTurnStates(ctx.db, ctx.account.id, id),
  ])
  const created: StoredEvent = {
    at: call.createdAt,
    type: 'created',
    detail: {
      type: call.type,
      to: call.clientPhone,
      ...(call.visitorDay !== null && { from_visitor: true, origin: call.origin }),
    },
  }
  // The session has noted the end and the transfers of the call, too.
  const isNote = ({ type, detail }: StoredEvent): boolean =>
    (type === 'ended' && detail['reason'] === undefined) ||
    (type === 'transfer_requested' && detail['to'] === undefined)
  const told = timeline.filter((event) => !isNote(event))
  const all = [created, ...told, ...transcript.map((entry) => spokenEvent(call, entry)), ...moneyEvents(call)]
  const createdMs = toDate(call.createdAt).getTime()
  const events = all
    .map((event) => ({ ...event, offsetMs: toDate(event.at).getTime() - createdMs, text: describe(event) }))
    .sort((a, b) => a.offsetMs - b.offsetMs)
  const answeredMs = toDate(call.answeredAt ?? call.createdAt).getTime() - createdMs
  const states = turnStates.map(({ atMs, ...state }) => ({ ...state, offsetMs: answeredMs + atMs }))
  return { call, summary: summarize(call), events, states }
}

function summarize(call: Call): string {
  const { type, clientPhone, durationSeconds, endedReason, errorMessage, errorCode } = call
  const subject =
    type === 'web' ? 'The web call' : `The ${type} call ${type === 'inbound' ? 'from' : 'to'} ${clientPhone}`
  if (endedReason === null) return `${subject} is ${call.status}.`
  const lasted = call.answeredAt === null ? 'was not connected' : `lasted ${durationSeconds} s`
  const code = errorCode === null ? '' : ` (${errorCode})`
  const cause = errorMessage === null ? '' : ` ${errorMessage.replace(/\.$/, '')}${code}.`
  return `${subject} ${lasted}: ${lowerFirst(explainReason(endedReason))}${cause}`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const spokenTypes = {
  assistant: 'assistant_spoke',
  customer: 'customer_spoke',
  agent: 'agent_spoke',
  whisper: 'whispered',
} as const

function spokenEvent(call: Call, entry: StoredEntry): StoredEvent {
  const { answeredAt, createdAt } = call
  const { speaker, text, atMs, interrupted, unspoken } = entry
  const turn = speaker === 'assistant' ? turnAnsweredAt(turnsOf(call), atMs) : undefined
  return {
    at: later(answeredAt ?? createdAt, atMs),
    type: spokenTypes[speaker],
    detail: {
      text,
      interrupted,
      ...(unspoken !== null && { unspoken }),
      ...(turn?.firstAudioSentMs != null && { first_audio_sent_ms: turn.firstAudioSentMs }),
      ...(turn?.heardMs != null && { heard_ms: turn.heardMs }),
    },
  }
}

/** An answer begins to be heard within this time after its first audio was sent, or a frame before it. */
const latestMs = 1_000
const earliestMs = -20

/** The turn whose answer began to be spoken then. A filler can have been spoken before it. */
const turnAnsweredAt = (turns: readonly TurnLatency[], atMs: number): TurnLatency | undefined =>
  turns.findLast((turn) => {
    const lateMs = atMs - turn.atMs - (turn.firstAudioSentMs ?? 0)
    return lateMs >= earliestMs && lateMs <= latestMs
  })

function moneyEvents({ endedAt, costMicros, carrierCostMicros, durationSeconds }: Call): StoredEvent[] {
  if (endedAt === null) return []
  const detail = { total_cost: costMicros / 1e6, carrier_cost: carrierCostMicros / 1e6, seconds: durationSeconds }
  return [{ at: endedAt, type: 'charged', detail }]
}

const later = (since: Timestamp, ms: number): Timestamp =>
  `${new Date(toDate(since).getTime() + ms).toISOString().slice(0, 23).replace('T', ' ')}+00`

const answerers: Readonly<Record<Answerer, string>> = {
  person: 'a person',
  voicemail: 'a voicemail',
  screening: 'a screening service, which did not put a person through',
  menu: 'a menu, without a person after it',
  announcement: 'an announcement',
  fax: 'a fax machine',
  unknown: 'it is not known',
}

/** The names of the codes in a note, such as `en → es`. */
const languagesOf = (codes: unknown): string => String(codes).split(' → ').map(languageName).join(' → ')

/** Events of other types, which sessions add, are described by their type and detail. */
const descriptions: Partial<Record<EventType, (detail: Record<string, unknown>) => string>> = {
  created: ({ from_visitor: fromVisitor, origin }) =>
    `${fromVisitor ? `A visitor${origin == null ? '' : ` of ${origin}`} started the call` : 'The call was created'}, and its cost was reserved.`,
  inbound_call: () => 'The carrier delivered the call.',
  carrier_status: ({ status, duration_seconds: seconds, sip_code: sip }) =>
    `The carrier reported the status ${status}${sip == null ? '' : `, SIP ${sip}`}${seconds == null ? '' : `, ${seconds} s`}.`,
  dial_postponed: ({ reason }) => `The carrier did not accept the call yet: ${reason}`,
  dial_outcome_unknown: ({ reason }) => `The response of the carrier was lost: ${reason}`,
  media_connected: () => 'The audio connection was opened.',
  // The session also decides who has answered, with what it heard.
  answered_by: ({ answered_by: by, detail }) =>
    by === undefined
      ? `The call was answered by: ${detail}.`
      : `The carrier detected that the call was answered by: ${by}.`,
  answerer: ({ answerer }) => `What answered: ${answerers[answerer as Answerer]}.`,
  answered: ({ detail }) => `The model generated an answer: ${detail}.`,
  tool_called: ({ detail }) => `The model called the tool ${detail}.`,
  tool_answered: ({ detail }) => `The tool returned: ${detail}`,
  documents_searched: ({ detail }) => `The documents were searched: ${detail}.`,
  documents_not_searched: ({ detail }) => `The model answered without documents: ${detail}.`,
  opted_out: ({ scope }) =>
    `The person does not want to be called again${scope === 'topic' ? ' about the topic of the call' : ''}.`,
  closing: ({ detail }) => `The assistant ends the call: ${detail}.`,
  interrupted: () => 'The customer interrupted the assistant.',
  language_followed: ({ detail }) => `The assistant continues in the language of the customer: ${languagesOf(detail)}.`,
  language_noticed: ({ detail }) =>
    `The customer speaks a language that is not among those of the assistant: ${languagesOf(detail)}.`,
  assistant_transferred: ({ detail }) => `The call was handed over: ${detail}.`,
  voice_removed: ({ voice }) => `Another voice speaks, because the voice pack of ${voice} is not installed.`,
  end_requested: ({ detail }) => `${detail} ended the call.`,
  transfer_asked: ({ detail }) => `${detail} transferred the call.`,
  transfer_failed: ({ detail }) => `The transfer failed: ${detail}`,
  transfer_requested: ({ to }) => `A transfer to ${to} was requested.`,
  transfer_accepted: ({ to }) => `The customer was connected to ${to}.`,
  transfer_ended: ({ answered, outcome, duration_seconds: seconds }) =>
    answered
      ? `The transfer ended after ${seconds} s.`
      : `The transfer was not answered${outcome == null ? '' : `: ${String(outcome).replaceAll('_', ' ')}`}.`,
  customer_spoke: ({ text }) => `Customer: ${text}`,
  agent_spoke: ({ text }) => `Agent: ${text}`,
  whispered: ({ text }) => `Whispered to the assistant: ${text}`,
  listener_connected: ({ detail }) => `${detail} began to listen.`,
  listener_disconnected: ({ detail }) => `${detail} stopped listening.`,
  taken_over: ({ detail }) => `${detail} took the call over.`,
  handed_back: ({ detail }) => `${detail} handed the call back to the assistant.`,
  assistant_spoke: ({ text, interrupted, heard_ms: heardMs }) =>
    `AI: ${text}${interrupted === true ? ' [interrupted]' : ''}${heardMs == null ? '' : ` (heard after ${heardMs} ms)`}`,
  ended: ({ reason, by }) => `The call ended: ${reason}, by ${by}.`,
  charged: ({ total_cost: cost, carrier_cost: carrier, seconds }) =>
    `Charged ${cost} USD for ${seconds} s, of which the carrier's part is ${carrier} USD.`,
}

function describe({ type, detail }: StoredEvent): string {
  const describeType = Object.hasOwn(descriptions, type) ? descriptions[type as EventType] : undefined
  if (describeType) return describeType(detail)
  const fields = Object.entries(detail).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return `${type.replaceAll('_', ' ')}${fields.length === 0 ? '' : `: ${fields.join(', ')}`}`.slice(0, 1_000)
}
