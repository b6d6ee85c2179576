// Searches the records of the account while a query is typed.
import { useEffect, useState } from 'react'
import { type Area, type CallName, type InputOf, useRead } from '../api/query.ts'
import { useMay, useSession } from '../session/session.tsx'
import type { Found } from './found.ts'
import { bestOf, type Wanted, wantedOf } from './rank.ts'
import { type Reference, useReferences, useShow } from './records.ts'

export const perKind = 5
const pauseMs = 200
const minCharacters = 2

/** The text when typing has paused; empty at once. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : paused
}

/** Reads only what the role allows, and keeps no reply of another query. */
function useAllowed<A extends Area, N extends CallName<A>>(area: A, name: N, isWanted: boolean, input?: InputOf<A, N>) {
  const isAllowed = useMay()(area, name)
  const query = useRead(area, name, input, { isEnabled: isWanted && isAllowed })
  const isShown = isWanted && isAllowed && !query.isPlaceholderData
  return { data: isShown ? query.data : undefined, isReading: isWanted && isAllowed && query.isFetching && !isShown }
}

function referencesOf({ id, uuid }: Wanted): Reference[] {
  if (uuid !== undefined) return (['conversation', 'assistant'] as const).map((kind) => ({ kind, id: uuid }))
  if (id === undefined) return []
  return (['call', 'assistant', 'campaign'] as const).map((kind) => ({ kind, id: String(id) }))
}

export interface FoundRecords {
  byId: Found[]
  assistants: Found[]
  campaigns: Found[]
  automations: Found[]
  people: Found[]
  calls: Found[]
  numbers: Found[]
  knowledge: Found[]
}

/** At most `perKind` of each kind. Requests for an earlier query are canceled. */
export function useRecords(query: string): { records: FoundRecords; isReading: boolean } {
  const text = usePaused(query.trim())
  const show = useShow()
  const wanted = wantedOf(text)
  // Members who see personal data masked cannot search it.
  const maySearchPeople = useSession().role !== 'viewer'
  const { digits } = wanted
  const isName = text.length >= minCharacters
  const page = { page: 1, per_page: perKind }
  const isByName = isName && digits === undefined && wanted.uuid === undefined

  const byId = useReferences(referencesOf(wanted))
  const campaigns = useAllowed('campaigns', 'list', isName)
  const automations = useAllowed('automations', 'list', isName)
  const numbers = useAllowed('phoneNumbers', 'listAll', isName)
  const knowledge = useAllowed('knowledge', 'list', isName)
  const assistants = useAllowed('assistants', 'list', isByName, { search: text, ...page })
  const conversations = useAllowed('conversations', 'list', maySearchPeople && (isByName || digits !== undefined), {
    search: digits ?? text,
    sort: 'activity',
    ...page,
  })
  const contacts = useAllowed('contacts', 'list', maySearchPeople && (isByName || digits !== undefined), {
    search: digits ?? text,
    per_page: perKind,
  })
  const leads = useAllowed('leads', 'list', maySearchPeople && digits !== undefined, { phone_number: digits, ...page })
  const calls = useAllowed('calls', 'list', maySearchPeople && digits !== undefined, {
    phone_number: text.slice(0, 32),
    with_transcript: false,
    ...page,
  })

  /** Searches a list that is read as a whole. An id that was pasted is found, too. */
  const matching = (all: readonly Found[]): Found[] => {
    const exact = all.filter(({ id }) => id.split(' ')[1] === text && text.length > maxIdLength)
    return exact.length > 0 ? exact : bestOf(all, digits ?? text, perKind)
  }
  const nameOf = (id: number) => campaigns.data?.find((campaign) => campaign.id === id)?.name
  return {
    records: {
      byId: byId.found,
      assistants: (assistants.data?.data ?? []).map(show.assistant),
      campaigns: matching((campaigns.data ?? []).map(show.campaign)),
      automations: matching((automations.data?.data ?? []).map(show.automation)),
      people: [
        ...(contacts.data?.data ?? []).map(show.person),
        ...(conversations.data?.data ?? []).map(show.conversation),
        ...(leads.data?.data ?? []).map((lead) => show.contact(lead, nameOf(lead.campaign_id))),
      ],
      calls: (calls.data?.data ?? []).map(show.call),
      numbers: matching((numbers.data?.data ?? []).map(show.number)),
      knowledge: matching((knowledge.data?.data ?? []).map(show.knowledge)),
    },
    isReading:
      text !== query.trim() ||
      byId.isReading ||
      [campaigns, automations, numbers, knowledge, assistants, conversations, contacts, leads, calls].some(
        ({ isReading }) => isReading,
      ),
  }
}

/** Ids of automations are texts of 21 characters. */
const maxIdLength = 20
