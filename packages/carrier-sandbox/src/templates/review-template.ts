// Reviews submitted templates: received, pending, then approved or rejected.
import type { SandboxContext } from '../core/context.ts'
import type { Approval, Template, TemplateTypes } from '../core/state.ts'
import { bodyOf, mainType } from './content-types.ts'

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
  const { state, scheduler, activityLog } = context
  if (!template.approval || !state.templates.has(template.sid)) return
  Object.assign(template.approval, change)
  template.updatedAtMs = scheduler.nowMs()
  state.saveTemplate(template)
  const code = change.status && alarmCodes[change.status]
  if (code === undefined) return
  activityLog.raiseAlarm(code, `Template ${template.approval.name} is ${change.status}`)
}

function reviewOutcome(template: Template): Partial<Approval> {
  const approval = template.approval!
  const byName = outcomesByName[/_([a-z]+)\d*$/.exec(approval.name)?.[1] ?? '']
  if (byName) return byName
  const violation = findTextViolation(template.types, approval.category)
  return violation ? { status: 'rejected', rejectionReason: violation } : { status: 'approved', rejectionReason: '' }
}

/** Returns the reason for which WhatsApp rejects the text of a template. */
function findTextViolation(types: TemplateTypes, category: string): string | undefined {
  const hasOwnText = mainType(types) === 'whatsapp/authentication'
  if (hasOwnText !== (category === 'AUTHENTICATION')) {
    return 'The category AUTHENTICATION requires the type whatsapp/authentication, and the type requires the category'
  }
  if (hasOwnText) return undefined
  const body = bodyOf(types).trim()
  if (body === '' && 'body' in (types[mainType(types)] ?? {})) return 'The body is empty'
  if (/^\{\{|\}\}$/.test(body)) return 'Variables can’t be at the start or end of the template'
  if (/\}\}\s*\{\{/.test(body)) return 'Variables can’t be next to each other'
  const names = [...new Set([...body.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name]) => name!.trim()))]
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number)
  if (numbers.length > 0 && Math.max(...numbers) !== numbers.length) return 'The numbers of the variables have gaps'
  const words = body.replace(/\{\{[^{}]*\}\}/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  if (names.length > 0 && words < 2 * names.length + 1) return 'This template has too many variables for its length'
  return undefined
}
