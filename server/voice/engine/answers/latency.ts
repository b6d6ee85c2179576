// Enters into the record of a call when which step of an answer happened.
import type { ToolCall } from '#server/ports/language-model.ts'
import type { CallRecord, TurnLatency } from '../call-record.ts'
import type { DocumentSearch } from '../mode.ts'
import type { Segment } from '../speaking/segment.ts'
import type { Reply } from './types.ts'

/** An answer can have been prepared before its turn was decided. */
export function measure(reply: Reply, { sinceStart }: CallRecord): void {
  const { latency, firstOutputAtMs, firstAudioAtMs, retrievalMs } = reply
  if (!latency) return
  if (retrievalMs !== undefined) latency.retrievalMs = Math.round(retrievalMs)
  if (firstOutputAtMs !== undefined) latency.firstTokenMs ??= sinceStart(firstOutputAtMs) - latency.atMs
  if (firstAudioAtMs !== undefined) latency.firstAudioMs ??= sinceStart(firstAudioAtMs) - latency.atMs
}

/** The first audio of an answer was sent with this segment. */
export function measureSent(latency: TurnLatency, segment: Segment, { sinceStart }: CallRecord): void {
  latency.firstAudioSentMs = sinceStart() - latency.atMs
  segment.latency = latency
}

/** The time at which the customer hears the first sound of an answer is known, or known better. */
export function measureHeard({ latency, audibleAtMs, silentMs }: Segment, { sinceStart }: CallRecord): void {
  if (!latency) return
  latency.heardMs = audibleAtMs === undefined ? null : sinceStart(audibleAtMs + silentMs()) - latency.atMs
}

/** The documents were searched before the model was asked. */
export function recordSearch({ tookMs, documents, failure }: DocumentSearch, record: CallRecord): void {
  const ms = `${Math.round(tookMs)} ms`
  if (failure !== undefined) record.note('documents_not_searched', `${failure} after ${ms}`)
  else record.note('documents_searched', `${ms}, ${documents?.join(', ') || 'nothing found'}`)
}

export function recordTools(
  { generation, calls, results }: { generation: number; calls: readonly ToolCall[]; results: readonly unknown[] },
  record: CallRecord,
): void {
  record.toolsAnswered(generation, calls, results)
  for (const [index, { name }] of calls.entries())
    record.note('tool_answered', `${name} ${JSON.stringify(results[index]) ?? 'null'}`)
}
