// A dialog with the records of a kind, in which they are added, changed and deleted.
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm, Dialog } from '../../ui/overlays.tsx'
import { manageTexts } from './manage-texts.ts'

export interface ManageDialogProps<R extends { id: number }> {
  title: string
  isOpen: boolean
  onClose(): void
  records: readonly R[]
  empty: string
  addLabel: string
  deleteText: string
  mayChange: boolean
  nameOf(record: R): string
  row(record: R): ReactNode
  /** `undefined` for a new record. */
  form(record: R | undefined, onDone: () => void): ReactNode
  onDelete(record: R, onDone: () => void): void
  isDeleting: boolean
}

export function ManageDialog<R extends { id: number }>({ title, isOpen, onClose, ...props }: ManageDialogProps<R>) {
  return (
    <Dialog title={title} look="drawer" isOpen={isOpen} onClose={onClose}>
      <Records {...props} />
    </Dialog>
  )
}

function Records<R extends { id: number }>({
  records,
  empty,
  addLabel,
  deleteText,
  mayChange,
  nameOf,
  row,
  form,
  onDelete,
  isDeleting,
}: Omit<ManageDialogProps<R>, 'title' | 'isOpen' | 'onClose'>) {
  const t = useTexts(manageTexts)
  const [editing, setEditing] = useState<number | 'new'>()
  const [deleting, setDeleting] = useState<R>()
  const close = () => setEditing(undefined)
  return (
    <div className="flex flex-col gap-3">
      {records.length === 0 && <p className="text-soft">{empty}</p>}
      <ul className="flex flex-col divide-y">
        {records.map((record) => (
          <li key={record.id} className="py-2">
            {editing === record.id ? (
              form(record, close)
            ) : (
              <div className="flex items-center gap-1">
                <div className="min-w-0 grow">{row(record)}</div>
                {mayChange && (
                  <>
                    <IconButton size="small" label={t.edit(nameOf(record))} onPress={() => setEditing(record.id)}>
                      <Pencil aria-hidden size={15} />
                    </IconButton>
                    <IconButton size="small" label={t.remove(nameOf(record))} onPress={() => setDeleting(record)}>
                      <Trash2 aria-hidden size={15} />
                    </IconButton>
                  </>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {mayChange &&
        (editing === 'new' ? (
          form(undefined, close)
        ) : (
          <Button className="self-start" onPress={() => setEditing('new')}>
            <Plus aria-hidden size={16} />
            {addLabel}
          </Button>
        ))}
      <Confirm
        title={deleting ? t.remove(nameOf(deleting)) : ''}
        text={deleteText}
        action={t.delete}
        isOpen={deleting !== undefined}
        isPending={isDeleting}
        onConfirm={() => deleting && onDelete(deleting, () => setDeleting(undefined))}
        onClose={() => setDeleting(undefined)}
      />
    </div>
  )
}
