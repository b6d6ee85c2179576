// Folders and labels: adding, renaming, coloring and deleting them.
import { Plus, Trash2 } from 'lucide-react'
import { type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { TextField } from '../../ui/fields.tsx'
import { Form, useFields } from '../../ui/form.tsx'
import { Dialog, say, useConfirm } from '../../ui/overlays.tsx'
import { Button, Empty, IconButton, Loaded } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const texts = textsOf('assistants', 'groupsDialog')

type Kind = 'folders' | 'labels'
type Group = ReplyFrom<'folders', 'list'>['data'][number]

export function GroupsDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(texts)
  return (
    <Dialog look="drawer" title={t.title} isOpen={isOpen} onClose={onClose}>
      <Tabs
        label={t.title}
        tabs={(['folders', 'labels'] as const).map((kind) => ({
          id: kind,
          label: t[kind],
          content: <Groups kind={kind} />,
        }))}
      />
    </Dialog>
  )
}

function Groups({ kind }: { kind: Kind }) {
  const t = useTexts(texts)
  const query = useRead(kind, 'list')
  const { values, field, reset } = useFields({ name: '', color: '' })
  const create = useAction(kind, 'create', {
    onDone: () => {
      reset()
    },
  })
  return (
    <div className="flex flex-col gap-5">
      <Form
        action={create}
        onSubmit={() => create.mutate({ name: values.name, color: values.color === '' ? null : values.color })}
        className="grid items-start gap-3 sm:grid-cols-[2fr_1fr_auto]"
      >
        <TextField {...field('name')} label={t.name} />
        <TextField {...field('color')} label={t.color} placeholder="#4f46e5" />
        <Button icon={Plus} type="submit" look="primary" className="sm:mt-6" isPending={create.isPending}>
          {t.add}
        </Button>
      </Form>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={kind === 'folders' ? t.noFolders : t.noLabels} />
          ) : (
            <ul aria-label={t[kind]} className="flex flex-col divide-y">
              {data.map((group) => (
                <li key={group.id} className="py-3">
                  <GroupRow kind={kind} group={group} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  )
}

function GroupRow({ kind, group }: { kind: Kind; group: Group }) {
  const t = useTexts(texts)
  const { values, field } = useFields({ name: group.name, color: group.color ?? '' })
  const update = useAction(kind, 'update', { onDone: () => say(t.saved) })
  const remove = useAction(kind, 'delete', { changes: ['assistants'] })
  const removal = useConfirm(remove, () => ({
    title: t.deleteTitle(group.name),
    text: t.deleteText(count),
    action: t.delete,
    input: { id: group.id },
  }))
  const isChanged = values.name !== group.name || values.color !== (group.color ?? '')
  const count = group.assistants_count
  return (
    <>
      <Form
        action={update}
        onSubmit={() =>
          update.mutate({ id: group.id, name: values.name, color: values.color === '' ? null : values.color })
        }
        className="grid items-start gap-3 sm:grid-cols-[2fr_1fr_auto]"
      >
        <TextField {...field('name')} label={t.nameOf(group.name)} isLabelHidden help={t.assistants(count)} />
        <div className="flex items-start gap-2">
          <span
            aria-hidden
            className="mt-2 size-5 shrink-0 rounded-full border border-strong-line"
            style={{ backgroundColor: values.color }}
          />
          <TextField
            {...field('color')}
            label={t.colorOf(group.name)}
            isLabelHidden
            placeholder={t.color}
            className="min-w-0"
          />
        </div>
        <div className="flex items-center gap-1">
          <Button
            type="submit"
            isDisabled={!isChanged}
            isPending={update.isPending}
            aria-label={t.saveNamed(group.name)}
          >
            {t.save}
          </Button>
          <IconButton icon={Trash2} label={t.remove(group.name)} onPress={() => removal.ask()} />
        </div>
      </Form>
      {removal.dialog}
    </>
  )
}
