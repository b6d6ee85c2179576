// One entry of the audit log: who did what from where, and each field before and after.
import { useRead } from '../../api/query.ts'
import { type Reference, useReferences } from '../../finder/records.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Dialog } from '../../ui/overlays.tsx'
import { Empty, LinkButton, Loaded, Notice } from '../../ui/page.tsx'
import { Facts, Time } from '../../ui/values.tsx'
import { type AuditEntry, actorTexts } from './audit-rows.ts'
import { useAuditSentence, useFieldName } from './audit-sentence.ts'

const texts = textsOf('settings', 'auditEntry')

export function AuditEntryDialog({ id, onClose }: { id: number | undefined; onClose(): void }) {
  const t = useTexts(texts)
  return (
    <Dialog title={t.title} look="drawer" isOpen={id !== undefined} onClose={onClose}>
      {id !== undefined && <EntryById key={id} id={id} />}
    </Dialog>
  )
}

function EntryById({ id }: { id: number }) {
  const t = useTexts(texts)
  const query = useRead('audit', 'list', { before: id + 1, limit: 1 })
  return (
    <Loaded query={query}>
      {({ data: [entry] }) => (entry?.id === id ? <EntryView entry={entry} /> : <Empty title={t.missing} />)}
    </Loaded>
  )
}

function EntryView({ entry }: { entry: AuditEntry }) {
  const t = useTexts(texts)
  const actors = useTexts(actorTexts)
  const sentenceOf = useAuditSentence()
  const fieldName = useFieldName()
  const [record] = useReferences(referencesOf(entry)).found
  const changes = changesOf(entry.before, entry.after)
  return (
    <div className="flex flex-col gap-5">
      <p className="text-lg break-words">{sentenceOf(entry)}.</p>
      {record && typeof record.open !== 'function' && (
        <div>
          <LinkButton {...record.open}>{t.open(record.label)}</LinkButton>
        </div>
      )}
      {entry.outcome === 'unknown' && <Notice look="warn">{t.unknown}</Notice>}
      <Facts
        facts={[
          [
            t.action,
            <span key="action" className="font-mono text-sm">
              {entry.action}
            </span>,
          ],
          entry.subject !== null && [t.subject, entry.subject],
          [t.actor, `${entry.actor.name} (${actors[entry.actor.kind]})`],
          [t.time, <Time key="time" at={entry.created_at} />],
          entry.remote_address !== null && [t.address, entry.remote_address],
          entry.user_agent !== null && [t.program, entry.user_agent],
        ]}
      />
      <section className="flex flex-col gap-2">
        <h3 className="font-semibold">{t.changes}</h3>
        {changes.length === 0 ? (
          <p className="text-soft">{t.none}</p>
        ) : (
          <table className="w-full table-fixed text-sm">
            <thead className="text-start text-soft">
              <tr>
                <th className="w-1/4 py-1 pe-2 text-start font-normal">{t.field}</th>
                <th className="py-1 pe-2 text-start font-normal">{t.before}</th>
                <th className="py-1 text-start font-normal">{t.after}</th>
              </tr>
            </thead>
            <tbody className="divide-y border-t align-top font-mono text-xs">
              {changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row" className="py-1.5 pe-2 text-start font-medium break-words">
                    {fieldName(entry.action, field) ?? field}
                  </th>
                  <td className="py-1.5 pe-2 break-words whitespace-pre-wrap">
                    {before !== undefined && <del className="bg-bad-soft text-bad no-underline">{before}</del>}
                  </td>
                  <td className="py-1.5 break-words whitespace-pre-wrap">
                    {after !== undefined && <ins className="bg-good-soft text-good no-underline">{after}</ins>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </div>
  )
}

const kinds: Readonly<Record<string, Reference['kind']>> = {
  assistants: 'assistant',
  assistantTemplates: 'assistant',
  assistantTests: 'assistant',
  widgets: 'assistant',
  campaigns: 'campaign',
  automations: 'automation',
  calls: 'call',
  liveCalls: 'call',
}

/** The record of the entry, which a page shows if it still exists. */
function referencesOf({ action, subject }: AuditEntry): Reference[] {
  const kind = kinds[action.split('.')[0]!]
  const id = subject?.split('/')[0]
  return kind === undefined || id === undefined ? [] : [{ kind, id }]
}

interface Change {
  /** Nested fields are written `outer.inner`. */
  field: string
  /** As text; undefined if the field was not there. */
  before: string | undefined
  after: string | undefined
}

/** The fields that differ; all fields of a record that was created or deleted. */
function changesOf(before: unknown, after: unknown): Change[] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field), after: next.get(field) }
    return change.before === change.after ? [] : [change]
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const maxLineLength = 60

function jsonOf(value: unknown): string {
  const line = JSON.stringify(value)
  return line.length <= maxLineLength ? line : JSON.stringify(value, null, 1)
}

function fieldsOf(value: unknown, path = ''): Map<string, string> {
  if (value === null && path === '') return new Map()
  if (!isRecord(value) || Object.keys(value).length === 0)
    return new Map([[path, typeof value === 'string' ? value : jsonOf(value)]])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...fieldsOf(inner, path === '' ? name : `${path}.${name}`)]),
  )
}
