// One answer of the assistant: its progress, and the latency of the turn that it answers.
import type { ToolCall } from '#server/ports/language-model.ts'
import type { CallRecord, TurnLatency } from '../call-record.ts'
import type { DocumentSearch } from '../mode.ts'
import type { Segment } from '../speaking/segment.ts'

export interface Reply {
  generation: number
  /** The customer's words that it answers; undefined if the engine asked for it. */
  text: string | undefined
  /** An instruction that only this answer sees. */
  instruction: string | undefined
  round: number
  attempt: number
  toolCalls: number
  isHeld: boolean
  /** The tools that a prepared answer calls. They have effects, so they run only when the turn is complete. */
  heldCalls: readonly ToolCall[] | undefined
  /** The current round has begun to play. */
  isAudible: boolean
  /** False if the current round follows only keys that the assistant has pressed, after which an answer may be empty. */
  needsWords: boolean
  latency: TurnLatency | undefined
  /** While the turn is not decided, the time of the first output and the first audio. */
  firstOutputAtMs: number | undefined
  firstAudioAtMs: number | undefined
  /** How long the documents were searched. */
  retrievalMs: number | undefined
  /** Set while tools run. */
  abandonTools: (() => void) | undefined
  isGenerating: boolean
}

export type NewReply = Pick<Reply, 'text' | 'instruction' | 'isHeld'> & { attempt?: number }

export function newReply(generation: number, { text, instruction, isHeld, attempt = 1 }: NewReply): Reply {
  return {
    generation,
    text,
    instruction,
    round: 1,
    attempt,
    toolCalls: 0,
    isHeld,
    heldCalls: undefined,
    isAudible: false,
    needsWords: true,
    latency: undefined,
    firstOutputAtMs: undefined,
    firstAudioAtMs: undefined,
    retrievalMs: undefined,
    abandonTools: undefined,
    isGenerating: true,
  }
}

/** Enters what is known about an answer, which can have been prepared before its turn was decided. */
export function measure(reply: Reply, { sinceStart }: CallRecord): void {
  const { latency, firstOutputAtMs, firstAudioAtMs, retrievalMs } = reply
  if (!latency) return
  if (retrievalMs !== undefined) latency.retrievalMs = Math.round(retrievalMs)
  if (firstOutputAtMs !== undefined) latency.firstTokenMs ??= sinceStart(firstOutputAtMs) - latency.atMs
  if (firstAudioAtMs !== undefined) latency.firstAudioMs ??= sinceStart(firstAudioAtMs) - latency.atMs
}

/** The time at which the customer hears the first sound of an answer is known, or known better. */
export function measureHeard({ latency, audibleAtMs, silentMs }: Segment, { sinceStart }: CallRecord): void {
  if (!latency) return
  latency.heardMs = audibleAtMs === undefined ? null : sinceStart(audibleAtMs + silentMs()) - latency.atMs
}

/** The documents were searched before the model was asked. */
export function recordSearch(reply: Reply, { tookMs, documents, failure }: DocumentSearch, record: CallRecord): void {
  const ms = `${Math.round(tookMs)} ms`
  if (failure !== undefined) record.note('documents_not_searched', `${failure} after ${ms}`)
  else record.note('documents_searched', `${ms}, ${documents?.join(', ') || 'nothing found'}`)
  addRetrieval(reply, tookMs, record)
}

export function recordTools(
  { generation }: Reply,
  calls: readonly ToolCall[],
  results: readonly unknown[],
  record: CallRecord,
): void {
  record.toolsAnswered(generation, calls, results)
  for (const [index, { name }] of calls.entries())
    record.note('tool_answered', `${name} ${JSON.stringify(results[index]) ?? 'null'}`)
}

export function addRetrieval(reply: Reply, tookMs: number, record: CallRecord): void {
  reply.retrievalMs = (reply.retrievalMs ?? 0) + tookMs
  measure(reply, record)
}
