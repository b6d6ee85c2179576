// Reviews submitted templates: received, pending, then approved or rejected.
import type { SandboxContext } from '../core/context.ts'
import type { Approval, Template } from '../core/state.ts'
import { findTextViolation } from './text-rules.ts'

/** The outcome for names that end in `_rejected`, `_pending` and so on, for tests that need one. */
const outcomesByName: Readonly<Record<string, Partial<Approval>>> = {
  rejected: { status: 'rejected', rejectionReason: 'The name ends in _rejected' },
  pending: { status: 'pending' },
  paused: { status: 'paused' },
  disabled: { status: 'disabled' },
  recategorised: { status: 'approved', category: 'MARKETING' },
}

/** Continues from the template's current status. */
export function reviewTemplate(context: SandboxContext, template: Template): void {
  const { scheduler, settings } = context
  const { approval } = template
  if (approval?.status === 'received') {
    scheduler.after(settings.delaysMs.pending, () => {
      if (approval.status !== 'received') return
      changeApproval(context, template, { status: 'pending' })
      reviewTemplate(context, template)
    })
  } else if (approval?.status === 'pending' && settings.review === 'rules') {
    scheduler.after(settings.delaysMs.verdict, () => {
      if (approval.status === 'pending') changeApproval(context, template, reviewOutcome(template))
    })
  }
}

const alarmCodes: Partial<Record<Approval['status'], number>> = {
  approved: 63046,
  rejected: 63040,
  paused: 63041,
  disabled: 63042,
}

export function changeApproval(context: SandboxContext, template: Template, change: Partial<Approval>): void {
  const { state, events, scheduler, activityLog } = context
  if (!template.approval || !state.templates.has(template.sid)) return
  Object.assign(template.approval, change)
  template.updatedAtMs = scheduler.nowMs()
  state.saveTemplate(template)
  events.publish({ type: 'template', template })
  const code = change.status && alarmCodes[change.status]
  if (code === undefined) return
  const alarm = { atMs: scheduler.nowMs(), code, text: `Template ${template.approval.name} is ${change.status}` }
  activityLog.recordAlarm(alarm)
  events.publish({ type: 'alarm', ...alarm })
}

function reviewOutcome(template: Template): Partial<Approval> {
  const approval = template.approval!
  const byName = outcomesByName[/_([a-z]+)\d*$/.exec(approval.name)?.[1] ?? '']
  if (byName) return byName
  const violation = findTextViolation(template.types, approval.category)
  return violation ? { status: 'rejected', rejectionReason: violation } : { status: 'approved', rejectionReason: '' }
}
