// The filters of the audit log.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { DelayedSearch } from '../../ui/delayed-search.tsx'
import { ComboBox, type Option, TextField } from '../../ui/fields.tsx'
import { actorKinds, actorTexts } from './actor-texts.ts'

const texts = textsOf(
  {
    who: 'Who',
    everyone: 'Everyone',
    all: (kind: string) => `All: ${kind}`,
    action: 'Action, such as assistants.update',
    subject: 'Id of the record',
    from: 'From',
    to: 'To',
  },
  {
    who: 'Wer',
    everyone: 'Alle',
    all: (kind: string) => `Alle: ${kind}`,
    action: 'Aktion, etwa assistants.update',
    subject: 'ID des Datensatzes',
    from: 'Von',
    to: 'Bis',
  },
)

export function AuditFilterBar() {
  const t = useTexts(texts)
  const kinds = useTexts(actorTexts)
  const { actor, actor_id: actorId, action, subject, from, to } = useSearch({ from: '/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const { data: members } = useRead('members', 'list')
  const { data: keys } = useRead('accounts', 'listApiKeys')
  const set = (next: Record<string, string | number | undefined>) =>
    void navigate({ search: (old) => ({ ...old, ...next, tab: 'audit' }), replace: true, resetScroll: false })
  const people: Option[] = [
    { value: 'all', label: t.everyone },
    ...actorKinds.map((kind) => ({ value: kind, label: t.all(kinds[kind]) })),
    ...(members?.data ?? []).map(({ id, name, email }) => ({ value: `member/${id}`, label: name, detail: email })),
    ...(keys?.api_keys ?? []).map(({ id, name }) => ({ value: `key/${id}`, label: name, detail: kinds.key })),
  ]
  const chosen = actor === undefined ? 'all' : actorId === undefined ? actor : `${actor}/${actorId}`
  const choose = (value: string) => {
    const [kind, id] = value.split('/')
    set({ actor: kind === 'all' ? undefined : kind, actor_id: id === undefined ? undefined : Number(id) })
  }
  return (
    <section
      aria-label={t.filters}
      className="grid items-end gap-3 border-b p-4 sm:grid-cols-2 lg:grid-cols-[1.2fr_1.5fr_1fr_9.5rem_9.5rem]"
    >
      <ComboBox label={t.who} options={people} value={chosen} onChange={choose} />
      <DelayedSearch label={t.action} value={action ?? ''} onChange={(value) => set({ action: value || undefined })} />
      <DelayedSearch
        label={t.subject}
        value={subject ?? ''}
        onChange={(value) => set({ subject: value || undefined })}
      />
      <TextField
        type="date"
        label={t.from}
        value={from ?? ''}
        onChange={(value) => set({ from: value || undefined })}
      />
      <TextField type="date" label={t.to} value={to ?? ''} onChange={(value) => set({ to: value || undefined })} />
    </section>
  )
}
