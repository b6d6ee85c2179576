// What the address of the page says: the tab, the open record and the filters.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { dayOf, flagOf, idOf, oneOf, textOf } from '../../address/values.ts'

export const messageTabs = ['senders', 'templates', 'deliveries', 'carrier'] as const
export const templateStatuses = ['all', 'approved', 'pending', 'rejected'] as const
export const channels = ['chatapp', 'sms'] as const
export const smsStatuses = ['queued', 'sent', 'delivered', 'failed', 'undelivered', 'received'] as const
export const directions = ['inbound', 'outbound'] as const

export interface MessagesAddress {
  tab?: (typeof messageTabs)[number] | undefined
  sender?: number | undefined
  template?: number | undefined
  /** The form of a new template is open. */
  creating?: true | undefined
  template_status?: (typeof templateStatuses)[number] | undefined
  /** The channel of the form that sends a message, while it is open. */
  send?: (typeof channels)[number] | undefined
  channel?: (typeof channels)[number] | undefined
  status?: (typeof smsStatuses)[number] | undefined
  direction?: (typeof directions)[number] | undefined
  phone?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sms?: number | undefined
  conversation?: string | undefined
}

export const readMessagesSearch = (search: Record<string, unknown>): MessagesAddress => ({
  tab: oneOf(messageTabs, search['tab']),
  sender: idOf(search['sender']),
  template: idOf(search['template']),
  creating: flagOf(search['creating']),
  template_status: oneOf(templateStatuses, search['template_status']),
  send: oneOf(channels, search['send']),
  channel: oneOf(channels, search['channel']),
  status: oneOf(smsStatuses, search['status']),
  direction: oneOf(directions, search['direction']),
  phone: textOf(search['phone']),
  from: dayOf(search['from']),
  to: dayOf(search['to']),
  sms: idOf(search['sms']),
  conversation: textOf(search['conversation']),
})

export function useMessagesAddress() {
  const address = useSearch({ from: '/messages' })
  const navigate = useNavigate({ from: '/messages' })
  const change = (fields: MessagesAddress, replace = false) =>
    void navigate({ search: (known) => ({ ...known, ...fields }), replace })
  return [address, change] as const
}
