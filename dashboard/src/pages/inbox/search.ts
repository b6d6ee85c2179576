// The filters of the inbox, as they are in the address.
import { addressOf, choiceOf, flagOf, idOf, lineOf, oneOf, textOf } from '../../address/values.ts'
import type { InputOf, ReplyFrom } from '../../api/query.ts'

export const channels = ['chatapp', 'sms', 'widget', 'api', 'test'] as const

/** A value that the page does not offer is left out. */
export const readInboxSearch = addressOf({
  type: choiceOf(channels),
  /** A number is the id of a member. */
  owner: (value) => oneOf(['assistant', 'nobody', 'me'], value) ?? idOf(value),
  label: idOf,
  /** Without it, snoozed conversations are left out. */
  snoozed: flagOf,
  unread: flagOf,
  search: lineOf(100),
  /** The id of the open conversation. */
  conversation: textOf,
})

export type InboxSearch = ReturnType<typeof readInboxSearch>
export type InboxFilters = Omit<InboxSearch, 'search' | 'conversation'>

export type View = ReplyFrom<'conversationViews', 'list'>['data'][number]

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
