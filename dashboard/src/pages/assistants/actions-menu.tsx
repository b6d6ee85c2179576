// The menu of an assistant, in the list and on its page.
import { type ReactNode, useState } from 'react'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Confirm, Menu, sayError } from '../../ui/overlays.tsx'
import { useAssistantActions } from './actions.ts'
import type { AssistantData } from './editor/editor-context.tsx'

const texts = textsOf(
  {
    activate: 'Activate',
    deactivate: 'Deactivate',
    duplicate: 'Duplicate',
    deleteTitle: 'Delete this assistant?',
    deleteText: (name: string) =>
      `“${name}” and its versions are deleted. Its calls and conversations are kept. This cannot be undone.`,
  },
  {
    activate: 'Aktivieren',
    deactivate: 'Deaktivieren',
    duplicate: 'Duplizieren',
    deleteTitle: 'Diesen Assistenten löschen?',
    deleteText: (name: string) =>
      `„${name}“ und seine Versionen werden gelöscht. Seine Anrufe und Konversationen bleiben. Das lässt sich nicht rückgängig machen.`,
  },
)

export interface ActionsMenuProps {
  assistant: Pick<AssistantData, 'id' | 'name' | 'status' | 'deactivated'>
  label: string
  trigger: ReactNode
  onDeleted?(): void
}

/** Nothing for members who may not change assistants. */
export function ActionsMenu({ assistant, label, trigger, onDeleted }: ActionsMenuProps) {
  const t = useTexts(texts)
  const { mayEdit, mayDelete, duplicate, setActive, remove } = useAssistantActions()
  const [isDeleting, setDeleting] = useState(false)
  const { id, name, status, deactivated } = assistant
  const isActive = status === 'active' && !deactivated
  if (!mayEdit) return null
  return (
    <>
      <Menu
        label={label}
        trigger={trigger}
        actions={[
          { id: 'status', label: isActive ? t.deactivate : t.activate, onAction: () => setActive(id, !isActive) },
          { id: 'duplicate', label: t.duplicate, onAction: () => void duplicate(id) },
          ...(mayDelete ? [{ id: 'delete', label: t.delete, isDanger: true, onAction: () => setDeleting(true) }] : []),
        ]}
      />
      <Confirm
        title={t.deleteTitle}
        text={<span className="break-words">{t.deleteText(name)}</span>}
        action={t.delete}
        isOpen={isDeleting}
        isPending={remove.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={() => !remove.isPending && remove.mutate({ id }, { onSuccess: onDeleted, onError: sayError })}
      />
    </>
  )
}
