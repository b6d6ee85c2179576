// What the addresses of the pages of calls contain: filters, the tab and the marked latency.
import { dayOf, idOf, oneOf, textOf } from '../../address/values.ts'
import type { CallStatus, CallType } from './call-words.ts'
import { type Choice, choices } from './latency.ts'

export interface CallsSearch {
  status?: CallStatus
  type?: CallType
  assistant?: number
  campaign?: number
  phone?: string
  from?: string
  to?: string
}

export const statuses: readonly CallStatus[] = [
  'in-progress',
  'ringing',
  'initiated',
  'completed',
  'ended_by_customer',
  'ended_by_assistant',
  'ended',
  'no-answer',
  'busy',
  'failed',
]
export const types: readonly CallType[] = ['inbound', 'outbound', 'web']

/** Leaves out what is not set, so that the address stays short. */
const compact = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

export const readCallsSearch = (search: Record<string, unknown>): CallsSearch =>
  compact({
    status: oneOf(statuses, search['status']),
    type: oneOf(types, search['type']),
    assistant: idOf(search['assistant']),
    campaign: idOf(search['campaign']),
    phone: textOf(search['phone'], 32),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
  })

export const callTabs = ['transcript', 'latency', 'turns', 'tools', 'details', 'webhooks', 'events'] as const
export type CallTab = (typeof callTabs)[number]

export interface CallSearch {
  tab?: CallTab
  /** The index of the turn whose latency is marked. */
  turn?: number
  step?: Choice
}

export const readCallSearch = (search: Record<string, unknown>): CallSearch => {
  const turn = Number(search['turn'])
  const step = oneOf(choices, search['step'])
  const isMarked = search['turn'] !== undefined && Number.isSafeInteger(turn) && turn >= 0 && step !== undefined
  return compact({
    tab: oneOf(callTabs, search['tab']),
    turn: isMarked ? turn : undefined,
    step: isMarked ? step : undefined,
  })
}
