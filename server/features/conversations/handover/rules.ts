// Decides whether a rule of an assistant applies: keywords in messages of the customer, and office hours.
import { weekdayOf } from '@parley/rules'
import type { Assistant } from '#server/features/assistants/index.ts'
import { toLocalTime } from '#server/platform/time/timestamps.ts'
import type { Tool } from '../tools/tool.ts'

type Rules = NonNullable<Assistant['handover']>

export type HandoverReason = 'keyword' | 'request' | 'failures'

/** What the customer reads: at a handover, or because nobody is available. Undefined: the rule does not apply. */
export type HandoverDecision = { handsOver: boolean; message: string | undefined } | undefined

/** `timezone` is that of the assistant, in which the office hours are. */
export function decideHandover(
  { handover, timezone }: Pick<Assistant, 'handover' | 'timezone'>,
  now: Date,
): HandoverDecision {
  if (!handover) return undefined
  if (isOpen(handover.office_hours, timezone, now)) return { handsOver: true, message: handover.message ?? undefined }
  const closed = handover.office_hours?.closed_message
  return closed ? { handsOver: false, message: closed } : undefined
}

function isOpen(hours: Rules['office_hours'], timezone: string, now: Date): boolean {
  if (!hours) return true
  const [date = '', clock = ''] = toLocalTime(now.toISOString().replace('T', ' '), timezone).split(' ')
  const time = clock.slice(0, 5)
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const [today, yesterday] = [weekdayOf(new Date(midnight)), weekdayOf(new Date(midnight - 86_400_000))]
  return hours.windows.some(({ days, start, end }) => {
    if (start < end) return days.includes(today) && time >= start && time < end
    return (days.includes(today) && time >= start) || (days.includes(yesterday) && time < end)
  })
}

/** Scripts that do not separate words by spaces. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Whether one of the texts contains one of the words or phrases as a whole. */
export function containsKeyword(texts: readonly string[], keywords: readonly string[]): boolean {
  if (keywords.length === 0) return false
  const written = texts.map(normalize)
  return keywords.map(normalize).some((keyword) => {
    if (keyword.trim() === '') return false
    const part = withoutSpaces.test(keyword) ? keyword.trim() : keyword
    return written.some((text) => text.includes(part))
  })
}

/** The words in lower case, each between single spaces. */
function normalize(text: string): string {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return ` ${words.join(' ')} `
}

/** Undefined if the assistant has no such rule. */
export function handOverTool(assistant: Pick<Assistant, 'handover' | 'timezone'>, now: () => Date): Tool | undefined {
  if (!assistant.handover?.on_request) return undefined
  const description =
    'Hands the conversation over to a person of the organisation, who answers from then on. Call it only if the customer asks for a person.'
  return {
    definition: { name: 'hand_over', description, parameters: { type: 'object', properties: {} } },
    run: async () => {
      const decision = decideHandover(assistant, now())
      if (decision?.handsOver) return { result: { handed_over: true }, handsOver: true, says: decision.message }
      return { result: { error: 'Nobody is available at this time.' }, says: decision?.message }
    },
  }
}
