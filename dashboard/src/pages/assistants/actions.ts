// What can be done with an assistant as a whole, from the list and from its page.
import { useNavigate } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { type InputOf, queryClient, useAction } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { say, sayError } from '../../ui/overlays.tsx'
import type { AssistantData } from './editor/editor-context.tsx'
import { fieldNames } from './editor/layout.ts'

const texts = textsOf(
  {
    copyOf: (name: string) => `Copy of ${name}`,
    copied: 'The assistant has been duplicated. The copy has no phone number.',
    activated: 'The assistant is active.',
    deactivated: 'The assistant is inactive.',
    deleted: 'The assistant has been deleted.',
  },
  {
    copyOf: (name: string) => `Kopie von ${name}`,
    copied: 'Der Assistent wurde dupliziert. Die Kopie hat keine Telefonnummer.',
    activated: 'Der Assistent ist aktiv.',
    deactivated: 'Der Assistent ist inaktiv.',
    deleted: 'Der Assistent wurde gelöscht.',
  },
)

const maxNameLength = 255

export function useAssistantActions() {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const activate = useAction('assistants', 'activate', { onDone: () => say(t.activated) })
  const deactivate = useAction('assistants', 'deactivate', { onDone: () => say(t.deactivated) })
  const remove = useAction('assistants', 'delete', { changes: ['folders', 'labels'], onDone: () => say(t.deleted) })

  /** Everything except the phone number, which only one assistant can answer. */
  async function duplicate(id: number): Promise<void> {
    try {
      const { data } = await client.assistants.get({ id })
      const settings = Object.fromEntries(fieldNames.map((name) => [name, data[name]])) as unknown as AssistantData
      const name = [...t.copyOf(data.name)].slice(0, maxNameLength).join('')
      const copy = { ...settings, name, phone_number_id: null } as InputOf<'assistants', 'create'>
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
