// The API keys of the account: which there are, what they may do, and when they were used.
import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type ReplyFrom, rowsOf, useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { List } from '../../ui/list.tsx'
import { say, useConfirm } from '../../ui/overlays.tsx'
import { Badge, Button, IconButton } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/values.tsx'
import { CreateKey } from './create-key.tsx'

const texts = textsOf('developers', 'keys')

export type ApiKey = ReplyFrom<'accounts', 'listApiKeys'>['api_keys'][number]

export function Keys() {
  const t = useTexts(texts)
  const query = useRead('accounts', 'listApiKeys')
  const [isCreating, setCreating] = useState(false)
  const remove = useAction('accounts', 'deleteApiKey', { onDone: () => say(t.removed) })
  const removal = useConfirm(remove, ({ id, name }: ApiKey) => ({
    title: t.removeTitle,
    text: t.removeText(name),
    action: t.removeAction,
    input: { id },
  }))
  const create = (
    <Button look="primary" onPress={() => setCreating(true)}>
      {t.create}
    </Button>
  )
  const columns: Column<ApiKey>[] = [
    { name: t.name, width: 'minmax(7rem,2fr)', cell: ({ name }) => <span title={name}>{name}</span> },
    { name: t.scopes, width: 'minmax(6rem,2fr)', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    {
      name: t.used,
      width: 'minmax(6rem,1fr)',
      isExtra: true,
      cell: ({ last_used_at: at }) => (at === null ? t.never : <Time at={at} look="relative" />),
    },
    { name: t.created, width: '8rem', isExtra: true, cell: ({ created_at: at }) => <Time at={at} look="date" /> },
    {
      name: t.actions,
      width: '4.5rem',
      cell: (key) => (
        <IconButton icon={Trash2} size="small" label={t.remove(key.name)} onPress={() => removal.ask(key)} />
      ),
    },
  ]
  return (
    <List
      title={t.title}
      actions={create}
      columns={columns}
      rows={rowsOf(query.data?.api_keys, query)}
      empty={{ icon: KeyRound, title: t.empty, text: t.emptyText, action: create }}
    >
      <CreateKey isOpen={isCreating} onClose={() => setCreating(false)} />
      {removal.dialog}
    </List>
  )
}

function Scopes({ scopes }: { scopes: string[] | null }) {
  const t = useTexts(texts)
  if (scopes === null) return <Badge look="warn">{t.everything}</Badge>
  return (
    <span className="font-mono text-xs" title={scopes.join('\n')}>
      {scopes.join(', ')}
    </span>
  )
}
