// The menu of an assistant, in the list and on its page.
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { client } from '../../api/client.ts'
import { type InputOf, queryClient, useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Confirm, Menu, say, sayError } from '../../ui/overlays.tsx'
import type { AssistantData } from './editor/editor-context.tsx'
import { fieldNames } from './editor/layout.ts'
import { isRemovedVoice } from './removed-voice.ts'

const texts = textsOf('assistants', 'actionsMenu')

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
          { label: t.duplicate, onAction: () => void duplicate(id) },
          ...(mayDelete ? [{ label: t.delete, isDanger: true, onAction: () => setDeleting(true) }] : []),
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

const actionsTexts = textsOf('assistants', 'actions')

const maxNameLength = 255
const voiceFields = ['voice_id', 'synthesizer_provider_id']

/** What can be done with an assistant as a whole, from the list and from its page. */
function useAssistantActions() {
  const t = useTexts(actionsTexts)
  const may = useMay()
  const navigate = useNavigate()
  const activate = useAction('assistants', 'activate', { onDone: () => say(t.activated) })
  const deactivate = useAction('assistants', 'deactivate', { onDone: () => say(t.deactivated) })
  const remove = useAction('assistants', 'delete', { changes: ['folders', 'labels'], onDone: () => say(t.deleted) })

  /** Everything except the phone number, which only one assistant can answer. */
  async function duplicate(id: number): Promise<void> {
    try {
      const { data } = await client.assistants.get({ id })
      const voices = await client.catalogues.voices({ mode: data.mode })
      // The voice of a removed pack can be kept, but not chosen, so the copy gets another one.
      const isRemoved = isRemovedVoice(data.voice_id, voices)
      const names = isRemoved ? fieldNames.filter((name) => !voiceFields.includes(name)) : fieldNames
      const settings = Object.fromEntries(names.map((name) => [name, data[name]]))
      const name = [...t.copyOf(data.name)].slice(0, maxNameLength).join('')
      const copy = { ...settings, name, phone_number_id: null } as unknown as InputOf<'assistants', 'create'>
      const { data: created } = await client.assistants.create(copy)
      await queryClient.invalidateQueries({ queryKey: ['assistants'] })
      say(t.copied)
      await navigate({ to: '/assistants/$id', params: { id: String(created.id) } })
    } catch (error) {
      sayError(error as Error)
    }
  }

  return {
    mayEdit: may('assistants', 'update'),
    mayDelete: may('assistants', 'delete'),
    duplicate,
    setActive(id: number, isActive: boolean): void {
      const action = isActive ? activate : deactivate
      if (!action.isPending) action.mutate({ id }, { onError: sayError })
    },
    remove,
  }
}
