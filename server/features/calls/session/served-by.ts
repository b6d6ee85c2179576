// Says which model and vendors have answered a call, for the prices and the latency beside their choice.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { CallRecord } from '#server/voice/engine/call-record.ts'
import type { Served } from '../call/call.ts'
import type { PreparedSession } from './prepare-session.ts'

/** `wasTransferred`: another assistant has continued the call, possibly with others. */
export function servedBy(
  ctx: Pick<AccountContext, 'speechToText' | 'textToSpeech'>,
  { mode, recognition }: Pick<PreparedSession, 'mode' | 'recognition'>,
  { usage, transcript, timeline }: Pick<CallRecord, 'usage' | 'transcript' | 'timeline'>,
  wasTransferred: boolean,
): Served {
  const wasReplaced = wasTransferred || timeline.some(({ type }) => type === 'fell_back')
  const only = (vendor: string, port: { vendorFor?(vendor: string): string }) =>
    wasReplaced || (port.vendorFor?.(vendor) ?? vendor) !== vendor ? null : vendor
  const speaks = mode.kind === 'pipeline' || mode.options.settings.output === 'text'
  const { vendor } = mode.kind === 'pipeline' ? mode.options.voice : mode.options.voice.voice
  const said = transcript.filter(({ speaker }) => speaker === 'assistant')
  return {
    model: !wasTransferred && usage.models.size === 1 ? [...usage.models][0]! : null,
    recognizer: mode.kind === 'pipeline' ? only(recognition.vendor, ctx.speechToText) : null,
    synthesizer: speaks ? only(vendor, ctx.textToSpeech) : null,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    characters: said.reduce((sum, { text, unspoken = '' }) => sum + text.length + unspoken.length, 0),
  }
}
