// The filters of the inbox, as they are in the address.
import { flagOf, idOf, oneOf, textOf } from '../../address/values.ts'
import type { InputOf, ReplyFrom } from '../../api/query.ts'

export const channels = ['chatapp', 'sms', 'widget', 'api', 'test'] as const
export type ChannelType = (typeof channels)[number]

export interface InboxFilters {
  type?: ChannelType | undefined
  /** A number is the id of a member. */
  owner?: 'assistant' | 'nobody' | 'me' | number | undefined
  label?: number | undefined
  /** Without it, snoozed conversations are left out. */
  snoozed?: true | undefined
  unread?: true | undefined
}

export interface InboxSearch extends InboxFilters {
  search?: string | undefined
  /** The id of the open conversation. */
  conversation?: string | undefined
}

export type View = ReplyFrom<'conversationViews', 'list'>['data'][number]

/** A value that the page does not offer is left out. */
export function readInboxSearch(raw: Record<string, unknown>): InboxSearch {
  const { type, owner, label, snoozed, unread, search, conversation } = raw
  return {
    type: oneOf(channels, type),
    owner: oneOf(['assistant', 'nobody', 'me'], owner) ?? idOf(owner),
    label: idOf(label),
    snoozed: flagOf(snoozed),
    unread: flagOf(unread),
    search: textOf(search, 100),
    conversation: textOf(conversation),
  }
}

/** A search also finds snoozed conversations. */
export function listInputOf(filters: InboxFilters & { search?: string | undefined }): InputOf<'conversations', 'list'> {
  const { snoozed, search } = filters
  const given = { ...filters, snoozed: snoozed ?? (search === undefined ? false : undefined) }
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(set), sort: 'activity', per_page: 50 }
}

export const noFilters: InboxFilters = {
  type: undefined,
  owner: undefined,
  label: undefined,
  snoozed: undefined,
  unread: undefined,
}

export const filtersOfView = ({ filters }: View): InboxFilters => ({
  type: filters.type,
  owner: filters.owner,
  label: filters.conversation_label_id,
  snoozed: filters.snoozed ? true : undefined,
  unread: filters.unread ? true : undefined,
})

export const viewFiltersOf = ({ label, ...filters }: InboxFilters): View['filters'] => ({
  ...(Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as View['filters']),
  ...(label !== undefined && { conversation_label_id: label }),
})

export const pickFilters = ({ type, owner, label, snoozed, unread }: InboxSearch): InboxFilters => ({
  type,
  owner,
  label,
  snoozed,
  unread,
})

export const areSameFilters = (one: InboxFilters, other: InboxFilters): boolean =>
  (Object.keys(noFilters) as (keyof InboxFilters)[]).every((name) => one[name] === other[name])
