// The assistants and campaigns that can be chosen, with all pages of their lists.
import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { type RowOf, useRead } from '../../api/query.ts'

export type AssistantRow = RowOf<'assistants', 'list'>

const perPage = 100
const maxPages = 10

async function readAssistants(signal: AbortSignal): Promise<AssistantRow[]> {
  const rows: AssistantRow[] = []
  for (let page = 1; page <= maxPages; page++) {
    const reply = await client.assistants.list({ page, per_page: perPage }, { signal })
    rows.push(...reply.data)
    if (page >= reply.last_page) break
  }
  return rows
}

/** At most 1,000, newest first. */
export const useAssistants = () =>
  useQuery({ queryKey: ['assistants', 'all'], queryFn: ({ signal }) => readAssistants(signal) })

export const useCampaigns = () => useRead('campaigns', 'list')
