// What the addresses of the pages of calls contain: filters, the tab and the marked latency.
import { addressOf, choiceOf, dayOf, idOf, lineOf } from '../../address/values.ts'
import type { CallStatus, CallType } from './call-words.ts'
import { choices } from './latency.ts'

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

export const readCallsSearch = addressOf({
  status: choiceOf(statuses),
  type: choiceOf(types),
  assistant: idOf,
  campaign: idOf,
  phone: lineOf(32),
  from: dayOf,
  to: dayOf,
  /** The form that makes a call is open, with this phone number or, as `new`, without one. */
  calling: lineOf(40),
})

export type CallsSearch = Omit<ReturnType<typeof readCallsSearch>, 'calling'>

export const callTabs = ['transcript', 'latency', 'turns', 'tools', 'details', 'webhooks', 'events'] as const
export type CallTab = (typeof callTabs)[number]

const readTabAndStep = addressOf({ tab: choiceOf(callTabs), step: choiceOf(choices) })

export interface CallSearch extends ReturnType<typeof readTabAndStep> {
  /** The index of the turn whose latency is marked. */
  turn?: number
}

export function readCallSearch(search: Record<string, unknown>): CallSearch {
  const { step, ...others } = readTabAndStep(search)
  const turn = Number(search['turn'])
  const isMarked = search['turn'] !== undefined && Number.isSafeInteger(turn) && turn >= 0 && step !== undefined
  return isMarked ? { ...others, turn, step } : others
}
