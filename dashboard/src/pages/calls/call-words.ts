// Names the values of calls: their status, type, direction, and what answered them.
import { textsOf } from '../../i18n/texts.ts'
import type { BadgeLook } from '../../ui/page.tsx'
import type { CallRecord } from './lanes.ts'

export type CallStatus = CallRecord['status']
export type CallType = CallRecord['type']

export const openStatuses: readonly CallStatus[] = ['in-progress', 'ringing', 'initiated']
export const isOpen = (status: CallStatus): boolean => openStatuses.includes(status)

export const statusLooks: Readonly<Record<CallStatus, BadgeLook>> = {
  initiated: 'accent',
  ringing: 'accent',
  'in-progress': 'accent',
  busy: 'warn',
  'no-answer': 'warn',
  failed: 'bad',
  ended: 'bad',
  completed: 'good',
  ended_by_customer: 'good',
  ended_by_assistant: 'good',
}

export const callWords = textsOf('values', 'call')

/** The customer and the assistant, or an answering machine, were connected. */
export const isConnected = (status: CallStatus): boolean =>
  ['ended', 'completed', 'ended_by_customer', 'ended_by_assistant'].includes(status)
