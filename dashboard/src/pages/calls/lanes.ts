// Computes from the explanation of a call what happened when, on the time axis of its recording.
import type { ReplyFrom } from '../../api/query.ts'
import { gapsOf, intersect, type Span, subtract, union } from './spans.ts'

export type Explanation = ReplyFrom<'calls', 'explain'>
export type CallRecord = ReplyFrom<'calls', 'get'>
type Timeline = Explanation['timeline']
export type TurnState = Explanation['states'][number]

export type Speaker = 'customer' | 'assistant' | 'agent' | 'whisper' | 'event'

/** Something that was said, or that happened between the words. */
export interface Entry {
  atMs: number
  speaker: Speaker
  /** The type of the event in the timeline. */
  type: string
  text: string
  /** The customer heard the text only; what the assistant wanted to say after it was not heard. */
  isInterrupted: boolean
  /** Those words, as far as they were generated. */
  unspoken: string | undefined
  /** From the end of the customer's speech. */
  heardMs: number | undefined
}

/** The recording begins when the audio connection is opened. */
export const zeroOf = (timeline: Timeline): number =>
  timeline.find(({ type }) => type === 'media_connected')?.offset_ms ??
  timeline.find(({ type }) => type in speakers)?.offset_ms ??
  0

const speakers: Readonly<Record<string, Speaker>> = {
  customer_spoke: 'customer',
  assistant_spoke: 'assistant',
  agent_spoke: 'agent',
  whispered: 'whisper',
}

/** Events that readers of a transcript need to understand it. */
const shownEvents = new Set([
  'tool_called',
  'assistant_transferred',
  'transfer_asked',
  'transfer_failed',
  'transfer_requested',
  'transfer_ended',
  'taken_over',
  'handed_back',
  'opted_out',
  'language_followed',
  'language_noticed',
  'typed',
  'pressed',
  'answer_failed',
  'fell_back',
  'recognition_failed',
  'synthesis_failed',
  'voice_removed',
])

interface Translation {
  /** Says what an event was. */
  textOf(event: Timeline[number]): string
  /** Words, or a note in square brackets. */
  wordsOf(text: string): string
}

const untranslated: Translation = { textOf: ({ text }) => text, wordsOf: (text) => text }

export function entriesOf(
  timeline: Timeline,
  zeroMs: number,
  { textOf, wordsOf }: Translation = untranslated,
): Entry[] {
  return timeline.flatMap((event): Entry[] => {
    const { type, offset_ms: offsetMs, detail } = event
    const atMs = Math.max(0, offsetMs - zeroMs)
    const speaker = speakers[type]
    if (speaker === undefined)
      return shownEvents.has(type)
        ? [
            {
              atMs,
              speaker: 'event',
              type,
              text: textOf(event),
              isInterrupted: false,
              unspoken: undefined,
              heardMs: undefined,
            },
          ]
        : []
    const words = wordsOf(String(detail['text'] ?? ''))
    // The assistant did not say an entry in square brackets.
    const isNote = speaker === 'assistant' && words.startsWith('[')
    const heardMs = typeof detail['heard_ms'] === 'number' ? detail['heard_ms'] : undefined
    return [
      {
        atMs,
        speaker: isNote ? 'event' : speaker,
        type,
        text: isNote ? words.replace(/^\[|\]$/g, '') : words,
        isInterrupted: detail['interrupted'] === true,
        unspoken: typeof detail['unspoken'] === 'string' ? detail['unspoken'] : undefined,
        heardMs,
      },
    ]
  })
}

const senders = { bot: 'assistant', human: 'customer', agent: 'agent' } as const

/** For members who may not read the explanation. */
export function entriesOfTranscript(
  transcript: CallRecord['transcript'],
  { wordsOf }: Pick<Translation, 'wordsOf'> = untranslated,
): Entry[] {
  const firstMs = Date.parse(transcript[0]?.timestamp ?? '')
  return transcript.map(({ sender, type, text, unspoken, timestamp }) => ({
    atMs: Math.max(0, Date.parse(timestamp) - firstMs),
    speaker: type === 'whisper' ? 'whisper' : senders[sender],
    type,
    text: wordsOf(text),
    isInterrupted: unspoken !== undefined,
    unspoken,
    heardMs: undefined,
  }))
}

export interface ToolRun extends Span {
  /** The position in the list. */
  index: number
  name: string
  /** Undefined if the timeline has no result. */
  output: string | undefined
  hasEnded: boolean
}

const noteOf = (detail: Record<string, unknown>): string =>
  typeof detail['detail'] === 'string' ? detail['detail'] : ''

/** `endMs` is the end of runs without a result. */
export function toolsOf(timeline: Timeline, zeroMs: number, endMs: number): ToolRun[] {
  const runs: ToolRun[] = []
  for (const { type, offset_ms: offsetMs, detail } of timeline) {
    const atMs = Math.max(0, offsetMs - zeroMs)
    const note = noteOf(detail)
    if (type === 'tool_called')
      runs.push({
        index: runs.length,
        name: note,
        fromMs: atMs,
        toMs: Math.max(atMs, endMs),
        output: undefined,
        hasEnded: false,
      })
    if (type !== 'tool_answered') continue
    const space = note.indexOf(' ')
    const name = space < 0 ? note : note.slice(0, space)
    const run = runs.find((each) => each.name === name && !each.hasEnded)
    if (!run) continue
    Object.assign(run, { toMs: Math.max(run.fromMs, atMs), output: note.slice(name.length + 1), hasEnded: true })
  }
  return runs
}

/** When people of the account had the call. */
export function takeoversOf(timeline: Timeline, zeroMs: number, endMs: number): Span[] {
  const spans: Span[] = []
  let fromMs: number | undefined
  for (const { type, offset_ms: offsetMs } of timeline) {
    if (type === 'taken_over') fromMs ??= offsetMs - zeroMs
    if (type !== 'handed_back' || fromMs === undefined) continue
    spans.push({ fromMs, toMs: offsetMs - zeroMs })
    fromMs = undefined
  }
  if (fromMs !== undefined) spans.push({ fromMs, toMs: endMs })
  return union(spans)
}

export interface StateSpan extends Span {
  atMs: number
  customer: TurnState['customer']
  interruption: TurnState['interruption']
}

export const statesOf = (states: readonly TurnState[], zeroMs: number, endMs: number): StateSpan[] =>
  states.map(({ offset_ms: offsetMs, customer, interruption }, index) => {
    const atMs = Math.max(0, offsetMs - zeroMs)
    const next = states[index + 1]
    return { atMs, fromMs: atMs, toMs: next ? next.offset_ms - zeroMs : Math.max(atMs, endMs), customer, interruption }
  })

/** Speech has about this length for each character. */
const msPerCharacter = 62

/** For calls without a recording: who spoke when, from the states of turn-taking and the length of the words. */
export function estimateSpeech(entries: readonly Entry[], states: readonly StateSpan[], endMs: number) {
  const spoken = entries.filter(({ speaker }) => speaker !== 'event' && speaker !== 'whisper')
  const isSpeaking = ({ customer }: StateSpan): boolean => customer === 'speaking' || customer === 'trailing'
  const spansOf = (wanted: readonly Speaker[]): Span[] => {
    const own = spoken.filter(({ speaker }) => wanted.includes(speaker))
    return own.map(({ atMs, text }, index) => ({
      fromMs: atMs,
      toMs: Math.min(atMs + Math.max(300, text.length * msPerCharacter), own[index + 1]?.atMs ?? endMs),
    }))
  }
  return {
    customer: states.length > 0 ? union(states.filter(isSpeaking)) : union(spansOf(['customer'])),
    other: union(spansOf(['assistant', 'agent'])),
  }
}

/** A shorter silence is not a pause. */
const shortestPauseMs = 500

export interface Lanes {
  customer: Span[]
  assistant: Span[]
  agent: Span[]
  overlap: Span[]
  pauses: Span[]
}

/** `other` is the speech of the assistant and of people who have taken the call over. */
export function lanesOf(speech: { customer: Span[]; other: Span[] }, takeovers: readonly Span[]): Lanes {
  const { customer, other } = speech
  const all = union([...customer, ...other])
  const bounds = { fromMs: all[0]?.fromMs ?? 0, toMs: all.at(-1)?.toMs ?? 0 }
  return {
    customer,
    assistant: subtract(other, takeovers),
    agent: intersect(other, takeovers),
    overlap: intersect(customer, other),
    pauses: gapsOf(all, bounds).filter(({ fromMs, toMs }) => toMs - fromMs >= shortestPauseMs),
  }
}
