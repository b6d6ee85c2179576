// The way of a submitted template: received, pending, then approved or rejected.
import type { Exchange } from '../core/exchange.ts'
import type { Approval, Template } from '../core/state.ts'
import { findTextFault } from './text-rules.ts'

/** By the end of the name, for tests that need one of a kind: `…_rejected`, `…_pending`, `…_paused`, … */
const verdictsByName: Readonly<Record<string, Partial<Approval>>> = {
  rejected: { status: 'rejected', rejectionReason: 'The name asked for it' },
  pending: { status: 'pending' },
  paused: { status: 'paused' },
  disabled: { status: 'disabled' },
  recategorised: { status: 'approved', category: 'MARKETING' },
}

/** Goes on from wherever the template stands. */
export function reviewTemplate(exchange: Exchange, template: Template): void {
  const { timetable, settings } = exchange
  const { approval } = template
  if (approval?.status === 'received') {
    timetable.after(settings.delaysMs.pending, () => {
      if (approval.status !== 'received') return
      changeApproval(exchange, template, { status: 'pending' })
      reviewTemplate(exchange, template)
    })
  } else if (approval?.status === 'pending' && settings.review === 'rules') {
    timetable.after(settings.delaysMs.verdict, () => {
      if (approval.status === 'pending') changeApproval(exchange, template, verdictOn(template))
    })
  }
}

const alarmCodes: Partial<Record<Approval['status'], number>> = {
  approved: 63046,
  rejected: 63040,
  paused: 63041,
  disabled: 63042,
}

export function changeApproval(exchange: Exchange, template: Template, change: Partial<Approval>): void {
  const { state, events, timetable, requests } = exchange
  if (!template.approval || !state.templates.has(template.sid)) return
  Object.assign(template.approval, change)
  template.updatedAtMs = timetable.nowMs()
  state.saveTemplate(template)
  events.publish({ type: 'template', template })
  const code = change.status && alarmCodes[change.status]
  if (code === undefined) return
  const alarm = { atMs: timetable.nowMs(), code, text: `Template ${template.approval.name} is ${change.status}` }
  requests.alarm(alarm)
  events.publish({ type: 'alarm', ...alarm })
}

function verdictOn(template: Template): Partial<Approval> {
  const approval = template.approval!
  const byName = verdictsByName[/_([a-z]+)\d*$/.exec(approval.name)?.[1] ?? '']
  if (byName) return byName
  const fault = findTextFault(template.types, approval.category)
  return fault ? { status: 'rejected', rejectionReason: fault } : { status: 'approved', rejectionReason: '' }
}
