// Says what happened in a call in the language of the page, from the type and the values of each event.
import { textNamed } from '../../i18n/text-named.ts'
import { noteText } from '../../panels/shared/note-text.ts'
import type { Catalogues, Texts } from '../../texts/catalogues.ts'

export interface CallEvent {
  type: string
  /** What the server says, in English. */
  text: string
  detail: Readonly<Record<string, unknown>>
}

type Own = Texts<Catalogues['call-events']>
type Sentences = Own['sentences']

export interface EventTexts extends Pick<Own, 'sentences' | 'others' | 'kinds' | 'carrierStatuses' | 'outcomes'> {
  notes: Texts<Catalogues['panels']['notes']>
  /** Why calls end. */
  reasons: object
  format: {
    seconds(value: number): string
    minutes(seconds: number): string
    milliseconds(value: number): string
    exactMoney(usd: number): string
    count(forms: { one: string; other: string }, value: number): string
  }
  messageOf(message: string): string
  /** Takes an ISO 639-1 code. */
  languageName(code: string): string
}

type Detail = Readonly<Record<string, unknown>>

const textIn = (detail: Detail, name: string): string => (detail[name] == null ? '' : String(detail[name]))
const noteOf = (detail: Detail): string => textIn(detail, 'detail')

const nameIn = (texts: object, name: string): string => textNamed(texts, name) ?? name

/** What the sentence of a type contains. A type that is missing here contains the note of the session. */
const values: { [Type in keyof Sentences]?: (detail: Detail, texts: EventTexts) => string[] } = {
  answer_failed: (detail, { messageOf }) => [messageOf(noteOf(detail))],
  answered(detail, { others, format }) {
    const [, model, tokens] = /^(.*), (\d+) tokens?$/s.exec(noteOf(detail)) ?? []
    return [model ?? noteOf(detail), format.count(others.tokens, Number(tokens ?? 0))]
  },
  answered_by: (detail, { kinds }) => [nameIn(kinds, noteOf(detail))],
  answerer: (detail, { kinds }) => [nameIn(kinds, textIn(detail, 'answerer'))],
  assistant_spoke(detail, { others, notes, format }) {
    const heard = detail['heard_ms']
    const remarks = [
      detail['interrupted'] === true && others.interrupted,
      typeof heard === 'number' && others.heardAfter(format.milliseconds(heard)),
    ].filter(Boolean)
    const text = noteText(textIn(detail, 'text'), notes)
    return [remarks.length === 0 ? text : `${text} (${remarks.join(', ')})`]
  },
  carrier_status(detail, { carrierStatuses, format }) {
    const seconds = detail['duration_seconds']
    const extra = [
      detail['sip_code'] != null && `SIP ${detail['sip_code']}`,
      typeof seconds === 'number' && format.seconds(seconds),
    ].filter(Boolean)
    return [nameIn(carrierStatuses, textIn(detail, 'status')), extra.length === 0 ? '' : ` (${extra.join(', ')})`]
  },
  charged: (detail, { format }) => [
    format.exactMoney(Number(detail['total_cost'])),
    format.seconds(Number(detail['seconds'])),
    format.exactMoney(Number(detail['carrier_cost'])),
  ],
  closing: (detail, { reasons }) => [nameIn(reasons, noteOf(detail))],
  agent_spoke: (detail, { notes }) => [noteText(textIn(detail, 'text'), notes)],
  customer_spoke: (detail, { notes }) => [noteText(textIn(detail, 'text'), notes)],
  voice_removed: (detail) => [textIn(detail, 'voice')],
  whispered: (detail) => [textIn(detail, 'text')],
  dial_outcome_unknown: (detail, { messageOf }) => [messageOf(textIn(detail, 'reason'))],
  dial_postponed: (detail, { messageOf }) => [messageOf(textIn(detail, 'reason'))],
  documents_not_searched(detail) {
    const [, code, time] = /^(.*) after (\d+ ms)$/s.exec(noteOf(detail)) ?? []
    return [code ?? noteOf(detail), time ?? '']
  },
  documents_searched(detail, { others }) {
    const [, time = '', names = ''] = /^(\d+ ms), (.*)$/s.exec(noteOf(detail)) ?? []
    return [time, names === 'nothing found' ? others.nothingFound : names]
  },
  ended: (detail, { reasons }) => [nameIn(reasons, textIn(detail, 'reason') || noteOf(detail))],
  tool_answered(detail) {
    const [, name = '', result = ''] = /^(\S+) ?(.*)$/s.exec(noteOf(detail)) ?? []
    return [name, result]
  },
  language_followed: (detail, { languageName }) => noteOf(detail).split(' → ').map(languageName),
  language_noticed: (detail, { languageName }) => [languageName(noteOf(detail))],
  transfer_accepted: (detail) => [textIn(detail, 'to')],
  transfer_ended: (detail, { format }) => [format.seconds(Number(detail['duration_seconds']))],
  transfer_requested: (detail) => [textIn(detail, 'to') || noteOf(detail)],
}

/** Events of one type for which another sentence is right. */
function otherSentence({ type, detail }: CallEvent, texts: EventTexts): string | undefined {
  const { others, notes, kinds, outcomes } = texts
  if (type === 'created' && detail['from_visitor'] === true)
    return detail['origin'] == null ? others.createdByVisitor : others.createdOn(textIn(detail, 'origin'))
  if (type === 'answered_by' && detail['answered_by'] != null)
    return others.detected(nameIn(kinds, textIn(detail, 'answered_by')))
  if (type === 'opted_out' && detail['scope'] === 'topic') return notes.optedOutOfTopic
  if (type === 'transfer_ended' && detail['answered'] !== true)
    return others.notAnswered(nameIn(outcomes, textIn(detail, 'outcome') || 'unknown'))
  return undefined
}

/** An event of a type that the pages do not know is shown as the server describes it. */
export function eventText(event: CallEvent, texts: EventTexts): string {
  const { type, text, detail } = event
  if (!Object.hasOwn(texts.sentences, type)) return text
  const sentence = texts.sentences[type as keyof Sentences] as string | ((...values: string[]) => string)
  const other = otherSentence(event, texts)
  if (other !== undefined || typeof sentence === 'string') return other ?? (sentence as string)
  return sentence(...(values[type as keyof Sentences]?.(detail, texts) ?? [noteOf(detail)]))
}
