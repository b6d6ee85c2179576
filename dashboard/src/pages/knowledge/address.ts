// What the address of the page says: the knowledge base, the document, the tab and the query of the search.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { addressOf, choiceOf, idOf, lineOf } from '../../address/values.ts'

export const readKnowledgeSearch = addressOf({
  knowledgebase: idOf,
  document: idOf,
  tab: choiceOf(['documents', 'search']),
  query: lineOf(2_000),
  limit: idOf,
})

export function useKnowledgeAddress() {
  const address = useSearch({ from: '/knowledge' })
  const navigate = useNavigate({ from: '/knowledge' })
  const change = (fields: ReturnType<typeof readKnowledgeSearch>) =>
    void navigate({ search: (known) => ({ ...known, ...fields }) })
  return [address, change] as const
}
