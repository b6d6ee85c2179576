// What the address of the page says: the tab, the open record and the filters.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { addressOf, choiceOf, dayOf, flagOf, idOf, textOf } from '../../address/values.ts'

export const templateStatuses = ['approved', 'pending', 'rejected'] as const
export const channels = ['chatapp', 'sms'] as const
export const smsStatuses = ['queued', 'sent', 'delivered', 'failed', 'undelivered', 'received'] as const
export const directions = ['inbound', 'outbound'] as const

export const readMessagesSearch = addressOf({
  tab: choiceOf(['senders', 'templates', 'deliveries', 'carrier']),
  sender: idOf,
  template: idOf,
  /** The form of a new template is open. */
  creating: flagOf,
  template_status: choiceOf(templateStatuses),
  /** The channel of the form that sends a message, while it is open. */
  send: choiceOf(channels),
  channel: choiceOf(channels),
  status: choiceOf(smsStatuses),
  direction: choiceOf(directions),
  phone: textOf,
  from: dayOf,
  to: dayOf,
  sms: idOf,
  conversation: textOf,
})

export type MessagesAddress = ReturnType<typeof readMessagesSearch>

export function useMessagesAddress() {
  const address = useSearch({ from: '/messages' })
  const navigate = useNavigate({ from: '/messages' })
  const change = (fields: MessagesAddress, replace = false) =>
    void navigate({ search: (known) => ({ ...known, ...fields }), replace })
  return [address, change] as const
}
