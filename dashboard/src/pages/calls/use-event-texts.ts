// The texts for the events of a call, and the sentence about the whole call.
import { useMemo } from 'react'
import { useLanguageName } from '../../i18n/language-name.ts'
import { useFormats, useOwnTexts } from '../../i18n/locale.tsx'
import { type TextsBehind, textsOf } from '../../i18n/texts.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { callWords, isConnected } from './call-words.ts'
import type { EventTexts } from './event-text.ts'
import type { CallRecord, Explanation } from './lanes.ts'

const sentenceTexts = textsOf('call-events', 'sentences')
const otherTexts = textsOf('call-events', 'others')
const kindTexts = textsOf('call-events', 'kinds')
const statusTexts = textsOf('call-events', 'carrierStatuses')
const outcomeTexts = textsOf('call-events', 'outcomes')
const noteTexts = textsOf('panels', 'notes')
const summaryTexts = textsOf('call-events', 'summary')

/** One sentence about a call, and what the carrier said if it failed. */
function summaryOf(
  { type, status, client_phone_number: phone, duration, ended_reason: reason }: CallRecord,
  { summary, timeline }: Pick<Explanation, 'summary' | 'timeline'>,
  t: TextsBehind<typeof summaryTexts>,
  words: TextsBehind<typeof callWords>,
  { format, messageOf }: EventTexts,
): string {
  const call = type === 'web' ? t.web : t[type](phone ?? '')
  if (reason === null) return t.open(call, words.status[status])
  const wasConnected = isConnected(status) || timeline.some((event) => event.type === 'media_connected')
  const said = wasConnected
    ? t.lasted(call, format.minutes(duration), words.reason[reason])
    : t.notConnected(call, words.reason[reason])
  // The server adds the cause to the first sentence.
  const [, cause, code = ''] = /: [^.]+\. (.+?)( \(\d+\))?\.$/s.exec(summary) ?? []
  return cause === undefined ? said : `${said} ${messageOf(`${cause}.`).replace(/\.$/, '')}${code}.`
}

/** The texts of all events of calls. */
export function useEventTexts(): EventTexts {
  const [sentences, others, notes] = [useOwnTexts(sentenceTexts), useOwnTexts(otherTexts), useOwnTexts(noteTexts)]
  const [kinds, carrierStatuses, outcomes] = [
    useOwnTexts(kindTexts),
    useOwnTexts(statusTexts),
    useOwnTexts(outcomeTexts),
  ]
  const { reason: reasons } = useOwnTexts(callWords)
  const format = useFormats()
  const { messageOf } = useMessages()
  const languageName = useLanguageName()
  return useMemo(
    () => ({ sentences, others, notes, kinds, carrierStatuses, outcomes, reasons, format, messageOf, languageName }),
    [sentences, others, notes, kinds, carrierStatuses, outcomes, reasons, format, messageOf, languageName],
  )
}

export function useSummary(): (call: CallRecord, explanation: Explanation) => string {
  const summaries = useOwnTexts(summaryTexts)
  const words = useOwnTexts(callWords)
  const texts = useEventTexts()
  return (call, explanation) => summaryOf(call, explanation, summaries, words, texts)
}
