// The audit log: who changed what and when, with filters in the address.
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, History } from 'lucide-react'
import { client } from '../../api/client.ts'
import { useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { saveFile } from '../../ui/download.ts'
import { ComboBox, type Option, TextField } from '../../ui/fields.tsx'
import { DelayedSearch } from '../../ui/filters.tsx'
import { sayError } from '../../ui/overlays.tsx'
import { Badge, Button, Empty } from '../../ui/page.tsx'
import { type Column, TableCard } from '../../ui/table.tsx'
import { ShortTime } from '../../ui/values.tsx'
import { AuditEntryDialog } from './audit-entry.tsx'
import { type AuditEntry, type AuditFilters, actorKinds, actorTexts, useAuditRows } from './audit-rows.ts'

const texts = textsOf('settings', 'auditLog')

export function AuditLog() {
  const t = useTexts(texts)
  const actors = useTexts(actorTexts)
  const search = useSearch({ from: '/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const actor = actorKinds.find((kind) => kind === search.actor)
  const filters: AuditFilters = {
    ...(actor && { actor }),
    ...(search.actor_id !== undefined && { actor_id: search.actor_id }),
    ...(search.action && { action: search.action }),
    ...(search.subject && { subject: search.subject }),
    ...(search.from && { date_from: search.from }),
    ...(search.to && { date_to: search.to }),
  }
  const rows = useAuditRows(filters)
  const exportLog = useMutation({
    mutationFn: () => client.audit.export(filters),
    onSuccess: (file) => saveFile(file, 'audit.jsonl', 'application/x-ndjson'),
    onError: sayError,
  })
  const columns: Column<AuditEntry>[] = [
    { name: t.time, width: 'minmax(6rem,11.5rem)', cell: (row) => <ShortTime at={row.created_at} /> },
    {
      name: t.actor,
      width: 'minmax(4.5rem,2.4fr)',
      cell: ({ actor: { kind, name } }) => (
        <span title={`${name} (${actors[kind]})`}>
          {name} <span className="text-sm text-soft">{kind === 'member' ? '' : actors[kind]}</span>
        </span>
      ),
    },
    {
      name: t.action,
      width: 'minmax(5rem,1.5fr)',
      cell: ({ action, outcome }) => (
        <span className="font-mono text-sm">
          {action} {outcome === 'unknown' && <Badge look="warn">{t.unknown}</Badge>}
        </span>
      ),
    },
    { name: t.subject, width: '6rem', isExtra: true, cell: ({ subject }) => subject },
    {
      name: t.changed,
      width: 'minmax(6rem,1.6fr)',
      isExtra: true,
      cell: ({ before, after }) => {
        const record = (after ?? before) as object | null
        const names = record !== null && typeof record === 'object' ? Object.keys(record).join(', ') : ''
        return <span className="font-mono text-xs">{names}</span>
      },
    },
    { name: t.address, width: '8rem', isExtra: true, cell: (row) => row.remote_address },
  ]
  const actions = (
    <Button icon={Download} size="small" isPending={exportLog.isPending} onPress={() => exportLog.mutate()}>
      {t.export}
    </Button>
  )
  return (
    <TableCard
      title={t.title}
      actions={actions}
      columns={columns}
      rows={rows}
      linkOf={({ id }) => ({ to: '/settings', search: { ...search, tab: 'audit', entry: id }, resetScroll: false })}
      empty={<Empty icon={History} title={t.empty} text={t.emptyText} />}
    >
      <AuditFilterBar />
      <AuditEntryDialog
        id={search.entry}
        onClose={() => void navigate({ search: ({ entry: _, ...old }) => old, resetScroll: false })}
      />
    </TableCard>
  )
}

const auditFilterBarTexts = textsOf('settings', 'auditFilterBar')

/** The filters of the audit log. */
function AuditFilterBar() {
  const t = useTexts(auditFilterBarTexts)
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
