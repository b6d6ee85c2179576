// Creates an assistant from a template, and opens it with the panel in which it can be tried.
import { useNavigate } from '@tanstack/react-router'
import { client } from '../../../api/client.ts'
import { type InputOf, useSendOnce } from '../../../api/query.ts'
import type { Language } from '../../../i18n/languages.ts'

type Order = InputOf<'assistantTemplates', 'create'>

/** `callLanguages` are those in which callers are understood. */
export function useCreation(callLanguages: readonly Language[]) {
  const navigate = useNavigate()
  const creation = useSendOnce(
    (order: Order, options) => client.assistantTemplates.create(order, options),
    ['assistants', 'knowledge'],
  )
  const create = (order: Order & { language: Language }) =>
    creation.mutate(order, {
      onSuccess: ({ data: { id } }) =>
        void navigate({
          to: '/assistants/$id',
          params: { id: String(id) },
          search: { panel: callLanguages.includes(order.language) ? 'talk' : 'chat' },
        }),
    })
  return { creation, create }
}
