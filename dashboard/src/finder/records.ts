// How the search shows each kind of record, and how it reads one by its id.
import { useQueries } from '@tanstack/react-query'
import { BookOpen, Bot, Hash, Megaphone, MessageSquare, Phone, User, Workflow } from 'lucide-react'
import { type ReplyFrom, type RowOf, read } from '../api/query.ts'
import { useFormats, useTexts } from '../i18n/locale.tsx'
import { customerNameOf as callerNameOf, customerTexts } from '../pages/calls/customer.ts'
import { wordTexts } from '../pages/campaigns/words.ts'
import { nameOf, nameTexts } from '../pages/contacts/names.ts'
import { customerAddressOf, customerNameOf } from '../pages/inbox/records.ts'
import { useMay } from '../session/session.tsx'
import type { Found, Target } from './found.ts'

interface Named {
  id: number | string
  name: string
}

type Conversation = Pick<
  RowOf<'conversations', 'list'>,
  'id' | 'customer' | 'variables' | 'external_identifier' | 'last_activity_at'
>

const pathOf = (to: Target['to'], id: number | string, search?: object): Target => ({
  to,
  params: { id: String(id) } as never,
  ...(search && { search: search as never }),
})

/** Functions that show a record among what is found. */
export function useShow() {
  const words = useTexts(wordTexts)
  const people = useTexts(customerTexts)
  const names = useTexts(nameTexts)
  const format = useFormats()
  return {
    assistant: ({ id, name }: Named): Found => ({
      id: `assistant ${id}`,
      label: name,
      icon: Bot,
      open: pathOf('/assistants/$id', id),
    }),
    campaign: ({ id, name, status }: Named & Pick<ReplyFrom<'campaigns', 'get'>, 'status'>): Found => ({
      id: `campaign ${id}`,
      label: name,
      detail: words.statuses[status],
      icon: Megaphone,
      open: pathOf('/campaigns/$id', id),
    }),
    automation: ({ id, name }: Named): Found => ({
      id: `automation ${id}`,
      label: name,
      icon: Workflow,
      open: pathOf('/automations/$id', id),
    }),
    conversation(row: Conversation): Found {
      const [label, address] = [customerNameOf(row) ?? people.browser, customerAddressOf(row)]
      const at = format.dateTime(row.last_activity_at)
      return {
        id: `conversation ${row.id}`,
        label,
        detail: address === undefined || address === label ? at : `${address} · ${at}`,
        icon: MessageSquare,
        open: { to: '/inbox', search: { conversation: row.id } as never },
      }
    },
    call: (row: RowOf<'calls', 'list'>): Found => ({
      id: `call ${row.id}`,
      label: callerNameOf(row, people),
      detail: `${row.assistant_name} · ${format.dateTime(row.created_at)}`,
      icon: Phone,
      open: pathOf('/calls/$id', row.id),
    }),
    person: (row: RowOf<'contacts', 'list'>): Found => ({
      id: `person ${row.id}`,
      label: nameOf(row, names),
      detail: row.addresses.map(({ address }) => address).join(', '),
      icon: User,
      open: pathOf('/contacts/$id', row.id),
    }),
    contact(
      { id, campaign_id: campaignId, phone_number: phone, variables }: RowOf<'leads', 'list'>,
      campaign?: string,
    ): Found {
      const name = variables['customer_name'] || variables['name']
      return {
        id: `contact ${id}`,
        label: name ? `${name} (${phone})` : phone,
        detail: campaign,
        icon: User,
        open: pathOf('/campaigns/$id', campaignId, { tab: 'leads', lead: id }),
      }
    },
    number: ({ id, phone_number: phone, nickname }: RowOf<'phoneNumbers', 'listAll'>): Found => ({
      id: `number ${id}`,
      label: phone,
      detail: nickname || undefined,
      keywords: nickname ?? '',
      icon: Hash,
      open: { to: '/numbers', search: { number: id } as never },
    }),
    knowledge: ({ id, name }: Named): Found => ({
      id: `knowledge ${id}`,
      label: name,
      icon: BookOpen,
      open: { to: '/knowledge', search: { knowledgebase: id } as never },
    }),
  }
}

export interface Reference {
  kind: 'assistant' | 'campaign' | 'automation' | 'conversation' | 'call'
  id: string
}

/** Those that exist, as soon as they are read. */
export function useReferences(references: readonly Reference[]): { found: Found[]; isReading: boolean } {
  const show = useShow()
  const may = useMay()
  const readers = {
    assistant: (id: string) => ({
      ...read('assistants', 'get', { id }),
      select: (reply: ReplyFrom<'assistants', 'get'>) => show.assistant(reply.data),
      enabled: may('assistants', 'get'),
    }),
    campaign: (id: string) => ({
      ...read('campaigns', 'get', { id: Number(id) }),
      select: show.campaign,
      enabled: may('campaigns', 'get'),
    }),
    automation: (id: string) => ({
      ...read('automations', 'get', { id }),
      select: show.automation,
      enabled: may('automations', 'get'),
    }),
    conversation: (id: string) => ({
      ...read('conversations', 'show', { uuid: id }),
      select: (reply: ReplyFrom<'conversations', 'show'>) => show.conversation(reply.data),
      enabled: may('conversations', 'show'),
    }),
    call: (id: string) => ({
      ...read('calls', 'get', { id: Number(id) }),
      select: show.call,
      enabled: may('calls', 'get'),
    }),
  }
  const queries = useQueries({
    queries: references.map(({ kind, id }) => readers[kind](id) as ReturnType<typeof readers.campaign>),
  })
  return {
    found: queries.flatMap(({ data }) => data ?? []),
    isReading: queries.some(({ isFetching, data }) => isFetching && data === undefined),
  }
}
