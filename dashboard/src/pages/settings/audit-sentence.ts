// Writes an entry of the audit log as a sentence, with the name of the record and what changed.
import { type ReplyFrom, useRead } from '../../api/query.ts'
import { useLocale, useOwnTexts, useTexts } from '../../i18n/locale.tsx'
import { textNamed } from '../../i18n/text-named.ts'
import { textsOf } from '../../i18n/texts.ts'
import { type FieldText, fieldTexts } from '../assistants/editor/editor-texts.ts'
import { useAssistants } from '../calls/choices.ts'
import type { AuditEntry } from './audit-rows.ts'
import { auditSentences } from './audit-sentences.ts'

const texts = textsOf('settings', 'auditSentence')

type Names = ReadonlyMap<string, string>

interface Named {
  id: number | string
  name: string
}

const namesOf = (list: readonly Named[] | undefined): Names => new Map(list?.map(({ id, name }) => [String(id), name]))

/** The names of records that exist, by the area of the action. */
function useNames(): Record<string, Names> {
  const assistants = namesOf(useAssistants().data)
  const members = namesOf(useRead('members', 'list').data?.data)
  const numbers = useRead('phoneNumbers', 'listAll').data?.data
  return {
    assistants,
    assistantTemplates: assistants,
    assistantTests: assistants,
    widgets: assistants,
    campaigns: namesOf(useRead('campaigns', 'list').data),
    automations: namesOf(useRead('automations', 'list').data?.data),
    members,
    operators: members,
    phoneNumbers: namesOf(numbers?.map(({ id, phone_number: name }) => ({ id, name }))),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object'

function ownNameOf({ before, after }: AuditEntry): string | undefined {
  for (const record of [after, before])
    for (const field of ['name', 'title', 'phone_number', 'nickname']) {
      const value = isRecord(record) ? record[field] : undefined
      if (typeof value === 'string' && value !== '') return value
    }
  return undefined
}

/** A function that names a field as the pages do. Undefined for one that no page names. */
export function useFieldName(): (action: string, field: string) => string | undefined {
  const words = useTexts() as Record<string, unknown>
  const fields: Readonly<Record<string, FieldText>> = useOwnTexts(fieldTexts)
  return (action, field) => {
    const ofAssistant = action.startsWith('assistants.') ? fields[field]?.label : undefined
    return ofAssistant ?? (typeof words[field] === 'string' ? words[field] : undefined)
  }
}

const shownFields = 3

/** A function that writes an entry as a sentence without a full stop. */
export function useAuditSentence(): (entry: AuditEntry) => string {
  const t = useTexts(texts)
  const sentences = useOwnTexts(auditSentences)
  const names = useNames()
  const fieldName = useFieldName()

  function whoOf({ kind, name }: ReplyFrom<'audit', 'list'>['data'][number]['actor']): string {
    if (kind === 'key') return t.key(name)
    if (kind === 'command') return t.command
    return kind === 'operator' ? t.operator(name) : name
  }

  function nameOf(entry: AuditEntry): string {
    const id = entry.subject?.split('/')[0]
    const known = id === undefined ? undefined : names[entry.action.split('.')[0]!]?.get(id)
    const written = id === undefined ? '' : /^\d+$/.test(id) ? t.number(id) : id
    return known ?? ownNameOf(entry) ?? written
  }

  function changesOf({ action, before, after }: AuditEntry): string {
    if (!isRecord(before) || !isRecord(after)) return ''
    const fields = Object.keys(after).flatMap((field) => fieldName(action, field) ?? [])
    const more = fields.length - shownFields
    const shown = fields.slice(0, shownFields)
    return [...shown, ...(more > 0 ? [t.more(more)] : [])].join(', ')
  }

  return (entry) => {
    const sentence = textNamed(sentences, entry.action)
    if (sentence === undefined) return `${whoOf(entry.actor)}: ${entry.action}`
    const filled = sentence.replace('{who}', () => whoOf(entry.actor)).replace('{name}', () => nameOf(entry))
    const done = filled.replaceAll(/ {2,}/g, ' ').trim()
    const changes = changesOf(entry)
    return changes === '' ? done : `${t.colon(done)} ${changes}`
  }
}

/** The actions for a filter, each as its sentence without names. */
export function useActionOptions(): { value: string; label: string }[] {
  const { language } = useLocale()
  const labelOf = (sentence: string) => sentence.replace('{who}', '…').replace(' {name}', '')
  return Object.entries<string>(useOwnTexts(auditSentences))
    .map(([value, sentence]) => ({ value, label: labelOf(sentence) }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
}
