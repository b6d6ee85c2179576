// The record of a call: what was said and heard, the history for the model, the latency of each turn, and a timeline.
import type { ChatMessage, ToolCall } from '#server/ports/language-model.ts'
import {
  type Interaction,
  measureInteraction,
  type Span,
  type Speech,
  type Tracks,
  type Utterance,
} from '../interaction/measure-interaction.ts'
import type { CustomerState, CustomerWords, InterruptionState } from '../turn-taking/types.ts'
import type { AnswerVerdict } from '../words-and-sounds/answering-machine.ts'
import type { HistoryMessage } from './mode.ts'
import type { NoteType } from './note-types.ts'

export interface TranscriptEntry {
  /**
   * `agent`: a person of the account who has taken the call over · `whisper`: an instruction of such a person, which the
   * customer does not hear.
   */
  speaker: 'assistant' | 'customer' | 'agent' | 'whisper'
  text: string
  /** From the answer of the call. */
  atMs: number
  /** The assistant was interrupted; `text` is what was heard. */
  interrupted?: boolean
  /** What was generated of an interrupted answer and not heard. The model does not see it. */
  unspoken?: string
}

/** What the customer and the other side have said. A person of the account counts as the assistant. */
export const spokenIn = <Entry extends { speaker: TranscriptEntry['speaker'] }>(transcript: readonly Entry[]) =>
  transcript.flatMap(({ speaker, ...entry }) =>
    speaker === 'whisper' ? [] : [{ ...entry, speaker: speaker === 'customer' ? speaker : ('assistant' as const) }],
  )

/** What a person does not want to be called about again: the topic of the call, or anything. */
export type OptOutScope = 'topic' | 'everything'

export const latencySteps = [
  'recognizedMs',
  'decidedMs',
  'firstTokenMs',
  'firstAudioMs',
  /** The first audio was sent to the carrier. */
  'firstAudioSentMs',
  /**
   * The customer began to hear the answer: the time of the carrier's first mark less the length of the audio that it
   * confirms. Until the mark arrives, the time at which the audio was sent plus the length of the audio before it.
   * The silence at the beginning of the audio is added to both.
   */
  'heardMs',
  /** Not a step, but the time that the searches of documents took together. */
  'retrievalMs',
] as const

/**
 * One turn. `atMs` is the time from the answer of the call to the end of the customer's speech; the steps are in
 * milliseconds after it. Steps that are absent or null did not happen.
 */
export type TurnLatency = { atMs: number } & { [Step in (typeof latencySteps)[number]]?: number | null }

/** A state of turn-taking, until the next one. */
export interface TurnState {
  /** From the answer of the call. */
  atMs: number
  customer: CustomerState
  interruption: InterruptionState
}

export interface TimelineEvent {
  /** From the answer of the call. */
  atMs: number
  type: NoteType
  detail?: string
}

/** In the transcript, for speech whose words never became known. */
const notTranscribed = '[not transcribed]'
const maxTimelineEvents = 2_000
const maxTurnStates = 10_000
const maxDetailLength = 500
const maxUnspokenLength = 4_000
/** For the history that is sent to the model. */
const maxHistoryCharacters = 24_000

/** One answer or phrase of the assistant. */
export interface SpokenEntry {
  planned(text: string): void
  started(atMs: number): void
  heard(text: string): void
  /** `text` is what was heard before the interruption; the entry disappears if it is empty. */
  interrupted(text: string): void
}

export type CallRecord = ReturnType<typeof createCallRecord>

export function createCallRecord(now: () => number) {
  const startedAtMs = now()
  const transcript: TranscriptEntry[] = []
  const history: HistoryMessage[] = []
  let lastId = 0
  const turns: TurnLatency[] = []
  const timeline: TimelineEvent[] = []
  const states: TurnState[] = []
  const tracks = createCallTracks()
  const usage = { inputTokens: 0, outputTokens: 0, models: new Set<string>() }

  const sinceStart = (atMs = now()): number => Math.round(atMs - startedAtMs)

  return {
    transcript,
    turns,
    timeline,
    states,
    /** Who spoke when. */
    tracks,
    usage,
    /** What the beginning of an outbound call sounded like. */
    verdict: undefined as AnswerVerdict['kind'] | undefined,
    /** A person had the call for some time, so its turns are not those of the assistant alone. */
    wasTakenOver: false,
    sinceStart,
    addState(customer: CustomerState, interruption: InterruptionState): void {
      if (states.length < maxTurnStates) states.push({ atMs: sinceStart(), customer, interruption })
    },
    /** The customer hears the assistant for this time. */
    assistantHeard(atMs: number, durationMs: number): void {
      const fromMs = atMs - startedAtMs
      tracks.assistantSpeaks({ fromMs, toMs: fromMs + durationMs })
    },
    /** How the sides have taken turns so far. */
    interaction: (): Interaction => measureInteraction(tracks.until(sinceStart())),
    note(type: NoteType, detail?: string): void {
      if (timeline.length >= maxTimelineEvents) return
      timeline.push({ atMs: sinceStart(), type, ...(detail ? { detail: detail.slice(0, maxDetailLength) } : {}) })
    },
    /** `inHistory` is false for words that need no answer, which the model does not see. The words of audio can be added later. */
    customerSaid(turn: CustomerWords, { inHistory = true } = {}): void {
      const { text, startedMs, isAudio = false } = turn
      const entry: TranscriptEntry = { speaker: 'customer', text: text || notTranscribed, atMs: sinceStart(startedMs) }
      const message: HistoryMessage = { id: ++lastId, role: 'user', content: text, isAudio }
      // What the assistant begins to say at this moment comes after it.
      let index = transcript.length
      while (index > 0 && transcript[index - 1]!.atMs >= sinceStart()) index--
      transcript.splice(index, 0, entry)
      if (inHistory) history.push(message)
      if (!isAudio) return
      turn.recorded = (words) => {
        message.content = words
        entry.text = words
      }
    },
    /** The model knows the words at once; the transcript contains the part that was heard. */
    assistantSpeaks({ generation, inHistory }: { generation: number; inHistory: boolean }): SpokenEntry {
      const message: HistoryMessage = { id: ++lastId, role: 'assistant', content: '', generation }
      let entry: TranscriptEntry | undefined
      let plan = ''
      if (inHistory) history.push(message)
      const heard = (text: string): void => {
        if (entry) entry.text = text
      }
      return {
        planned(text) {
          plan = text
          message.content = text
        },
        started(atMs) {
          if (entry) return
          entry = { speaker: 'assistant', text: '', atMs: sinceStart(atMs) }
          transcript.push(entry)
        },
        heard,
        interrupted(text) {
          heard(text)
          const unspoken = plan.startsWith(text) ? plan.slice(text.length).trim().slice(0, maxUnspokenLength) : ''
          if (entry && text !== '') Object.assign(entry, { interrupted: true, ...(unspoken !== '' && { unspoken }) })
          if (text === '') removeFrom(history, message)
          if (text === '' && entry) removeFrom(transcript, entry)
          message.content = `${text} …`
        },
      }
    },
    toolsAnswered(generation: number, calls: readonly ToolCall[], results: readonly unknown[]): void {
      history.push({ id: ++lastId, role: 'assistant', content: '', toolCalls: [...calls], generation })
      for (const [index, { id, name }] of calls.entries()) {
        const content = (JSON.stringify(results[index]) ?? 'null').slice(0, maxToolResult)
        history.push({ id: ++lastId, role: 'tool', toolCallId: id, toolName: name, content })
      }
    },
    optedOut(scope: OptOutScope): void {
      const about = scope === 'topic' ? ' about this topic' : ''
      const text = `[The customer does not want to be called again${about}.]`
      transcript.push({ speaker: 'assistant', text, atMs: sinceStart() })
    },
    /** An instruction for the assistant, which the customer does not hear. */
    whispered(text: string): void {
      transcript.push({ speaker: 'whisper', text, atMs: sinceStart() })
      history.push({ id: ++lastId, role: 'system', content: text })
    },
    /** A person has the call instead of the assistant, and says this. */
    agentSaid(text: string, startedMs: number): void {
      transcript.push({ speaker: 'agent', text, atMs: sinceStart(startedMs) })
      history.push({ id: ++lastId, role: 'user', content: `[A colleague said to the customer: ${text}]` })
    },
    /** Tells the model what has happened. */
    happened(event: string): void {
      history.push({ id: ++lastId, role: 'user', content: `[${event}]` })
    },
    /** Another assistant continues, which reads the instruction. Its model may not know the tools of earlier calls, so only words are kept. */
    transferred(name: string, instruction: string): void {
      transcript.push({ speaker: 'assistant', text: `[Transferred to ${name}]`, atMs: sinceStart() })
      const words = history.filter((message) => message.role !== 'tool' && message.content !== '')
      history.splice(0, history.length, ...words.map(wordsOnly))
      history.push({ id: ++lastId, role: 'user', content: instruction })
    },
    historyForModel(): HistoryMessage[] {
      let characters = 0
      let from = history.length
      while (from > 0) {
        characters += lengthOf(history[from - 1]!)
        if (characters > maxHistoryCharacters) break
        from--
      }
      // A tool result without its call is an error for most models.
      while (history[from]?.role === 'tool') from++
      // Instructions apply until the end of the call.
      const earlier = history.slice(0, from).filter(({ role }) => role === 'system')
      return [...earlier, ...history.slice(from)].map((message) => ({ ...message }))
    },
  }
}

function wordsOnly({ id, role, content }: HistoryMessage): HistoryMessage {
  return { id, role: role === 'assistant' || role === 'system' ? role : 'user', content }
}

const maxToolResult = 8_000

function removeFrom<T>(list: T[], item: T): void {
  const index = list.indexOf(item)
  if (index >= 0) list.splice(index, 1)
}

const lengthOf = (message: ChatMessage): number =>
  message.content.length + (message.role === 'assistant' ? JSON.stringify(message.toolCalls ?? '').length : 0)

/** For each side; more of a call is not measured. */
const maxSpans = 10_000

/** Times are in milliseconds since the beginning of the call. */
function createCallTracks() {
  const customer: Utterance[] = []
  const assistant: Speech[] = []
  let customerSpeaks = false

  return {
    customerStarted(atMs: number): void {
      customerSpeaks = customer.length < maxSpans
      if (customerSpeaks) customer.push({ fromMs: atMs, toMs: Number.POSITIVE_INFINITY, kind: 'sound' })
    },
    customerStopped(atMs: number): void {
      if (customerSpeaks) customer.at(-1)!.toMs = atMs
      customerSpeaks = false
    },
    /** The words of a turn are known, so its sounds were speech. */
    customerSaid({ fromMs, toMs }: Span, kind: 'speech' | 'backchannel'): void {
      for (let index = customer.length - 1; index >= 0 && customer[index]!.toMs > fromMs; index--) {
        const utterance = customer[index]!
        if (utterance.fromMs < toMs && utterance.kind === 'sound') utterance.kind = kind
      }
    },
    /** The customer hears audio of the assistant in this time, unless it is discarded before. */
    assistantSpeaks({ fromMs, toMs }: Span): void {
      const last = assistant.at(-1)
      if (last && fromMs - last.toMs < 1) {
        last.toMs = toMs
        last.isCut = false
      } else if (assistant.length < maxSpans) assistant.push({ fromMs, toMs, isCut: false })
    },
    /** Audio of the assistant after this time is not heard. */
    assistantCut(atMs: number): void {
      while (assistant.length > 0 && assistant.at(-1)!.fromMs >= atMs) assistant.pop()
      const last = assistant.at(-1)
      if (!last || last.toMs <= atMs) return
      last.toMs = atMs
      last.isCut = true
    },
    until(endMs: number): Tracks {
      const ended = customer.map((utterance) => ({ ...utterance, toMs: Math.min(utterance.toMs, endMs) }))
      return { customer: ended, assistant, endMs }
    },
  }
}
