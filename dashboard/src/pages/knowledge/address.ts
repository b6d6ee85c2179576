// What the address of the page says: the knowledgebase, the document, the tab and the query of the search.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { idOf, oneOf, textOf } from '../../address/values.ts'

export const knowledgeTabs = ['documents', 'search'] as const
export type KnowledgeTab = (typeof knowledgeTabs)[number]

export interface KnowledgeAddress {
  knowledgebase?: number | undefined
  document?: number | undefined
  tab?: KnowledgeTab | undefined
  query?: string | undefined
  limit?: number | undefined
}

export const readKnowledgeSearch = (search: Record<string, unknown>): KnowledgeAddress => ({
  knowledgebase: idOf(search['knowledgebase']),
  document: idOf(search['document']),
  tab: oneOf(knowledgeTabs, search['tab']),
  query: textOf(search['query'], 2_000),
  limit: idOf(search['limit']),
})

export function useKnowledgeAddress() {
  const address = useSearch({ from: '/knowledge' })
  const navigate = useNavigate({ from: '/knowledge' })
  const change = (fields: KnowledgeAddress) => void navigate({ search: (known) => ({ ...known, ...fields }) })
  return [address, change] as const
}
