// The HTTP tools of the account, which assistants call during conversations.
import { Trash2, Wrench } from 'lucide-react'
import { useState } from 'react'
import { rowsOf, useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { List } from '../../ui/list.tsx'
import { Dialog, say, useConfirm } from '../../ui/overlays.tsx'
import { Button, IconButton } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { type Tool, ToolForm } from './tool-form.tsx'

const texts = textsOf('developers', 'tools')

export function Tools() {
  const t = useTexts(texts)
  const may = useMay()
  const query = useRead('tools', 'list')
  const [edited, setEdited] = useState<Tool | 'new'>()
  const remove = useAction('tools', 'delete', {
    changes: ['assistants'],
    onDone: () => say(t.removed),
  })
  const removal = useConfirm(remove, ({ id, name }: Tool) => ({
    title: t.removeTitle,
    text: t.removeText(name),
    action: t.removeAction,
    input: { id },
  }))
  const create = may('tools', 'create') && (
    <Button look="primary" onPress={() => setEdited('new')}>
      {t.create}
    </Button>
  )
  const close = () => setEdited(undefined)
  const columns: Column<Tool>[] = [
    {
      name: t.name,
      width: 'minmax(7rem,1.5fr)',
      cell: (tool) =>
        may('tools', 'update') ? (
          <Button look="quiet" size="small" className="-ms-2 max-w-full font-mono" onPress={() => setEdited(tool)}>
            <span className="truncate">{tool.name}</span>
          </Button>
        ) : (
          <span className="font-mono text-sm">{tool.name}</span>
        ),
    },
    { name: t.description, width: 'minmax(6rem,3fr)', isExtra: true, cell: (tool) => tool.description },
    {
      name: t.request,
      width: 'minmax(7rem,2.5fr)',
      cell: ({ method, url }) => (
        <span className="font-mono text-xs" title={url}>
          {method} {url}
        </span>
      ),
    },
    {
      name: t.parameters,
      width: 'minmax(5rem,1.5fr)',
      isExtra: true,
      cell: ({ schema }) => <span className="font-mono text-xs">{schema.map(({ name }) => name).join(', ')}</span>,
    },
  ]
  if (may('tools', 'delete'))
    columns.push({
      name: t.actions,
      width: '4.5rem',
      cell: (tool) => (
        <IconButton icon={Trash2} size="small" label={t.remove(tool.name)} onPress={() => removal.ask(tool)} />
      ),
    })
  return (
    <List
      title={t.title}
      actions={create}
      columns={columns}
      rows={rowsOf(query.data, query)}
      empty={{ icon: Wrench, title: t.empty, text: t.emptyText, action: create }}
    >
      <Dialog title={edited === 'new' ? t.create : t.edit} look="drawer" isOpen={edited !== undefined} onClose={close}>
        {edited !== undefined && <ToolForm tool={edited === 'new' ? undefined : edited} onClose={close} />}
      </Dialog>
      {removal.dialog}
    </List>
  )
}
