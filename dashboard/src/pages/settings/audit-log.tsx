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
import { DelayedSearch, FilterComboBox } from '../../ui/filters.tsx'
import { List } from '../../ui/list.tsx'
import { sayError } from '../../ui/overlays.tsx'
import { Badge, Button } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { AuditEntryDialog } from './audit-entry.tsx'
import { type AuditEntry, type AuditFilters, actorKinds, actorTexts, useAuditRows } from './audit-rows.ts'
import { useActionOptions, useAuditSentence } from './audit-sentence.ts'

const texts = textsOf('settings', 'auditLog')

export function AuditLog() {
  const t = useTexts(texts)
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
  const sentenceOf = useAuditSentence()
  const columns: Column<AuditEntry>[] = [
    {
      name: t.action,
      width: 'minmax(0,1fr)',
      cell: (entry) => (
        <span title={sentenceOf(entry)}>
          {sentenceOf(entry)} {entry.outcome === 'unknown' && <Badge look="warn">{t.unknown}</Badge>}
        </span>
      ),
    },
    { name: t.address, width: '9rem', isExtra: true, cell: (row) => row.remote_address },
    { name: t.time, width: '11.5rem', isBelow: true, cell: (row) => <Time at={row.created_at} /> },
  ]
  const actions = (
    <Button icon={Download} size="small" isPending={exportLog.isPending} onPress={() => exportLog.mutate()}>
      {t.export}
    </Button>
  )
  return (
    <List
      title={t.title}
      actions={actions}
      columns={columns}
      rows={rows}
      linkOf={({ id }) => ({ to: '/settings', search: { ...search, tab: 'audit', entry: id }, resetScroll: false })}
      filters={{
        count: Object.keys(filters).length - (search.actor_id === undefined ? 0 : 1),
        onClear: () => void navigate({ search: { tab: 'audit' }, replace: true, resetScroll: false }),
        children: <AuditFilterFields />,
      }}
      empty={{ icon: History, title: t.empty, text: t.emptyText }}
    >
      <AuditEntryDialog
        id={search.entry}
        onClose={() => void navigate({ search: ({ entry: _, ...old }) => old, resetScroll: false })}
      />
    </List>
  )
}

const filterTexts = textsOf('settings', 'auditFilterBar')

function AuditFilterFields() {
  const t = useTexts(filterTexts)
  const kinds = useTexts(actorTexts)
  const actions = useActionOptions()
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
    <>
      <ComboBox label={t.who} options={people} value={chosen} onChange={choose} />
      <FilterComboBox
        label={t.action}
        all={t.everything}
        options={actions}
        value={action}
        onChange={(value) => set({ action: value })}
      />
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
    </>
  )
}
