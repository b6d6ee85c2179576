// Submits templates to WhatsApp's review, and tells how they stand.
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import type { Template } from '../core/state.ts'
import { reviewTemplate } from '../templates/review.ts'
import { mainType } from '../templates/types.ts'
import type { Answer, Call } from './call.ts'
import { getTemplate } from './contents.ts'

export function submitTemplate(exchange: Exchange, call: Call): Answer {
  const template = getTemplate(exchange, call)
  const { name, category, allow_category_change: allowed } = call.json ?? {}
  if (typeof name !== 'string' || !/^[a-z0-9_]{1,512}$/.test(name)) {
    throw new CarrierRefusal(20001, 'Invalid name: lower case letters, digits and underscores only')
  }
  if (typeof category !== 'string' || !/^(?:UTILITY|MARKETING|AUTHENTICATION)$/.test(category)) {
    throw new CarrierRefusal(20001, 'Invalid category')
  }
  if (template.approval) throw new CarrierRefusal(92009)
  template.approval = {
    name,
    category,
    status: 'received',
    rejectionReason: '',
    allowCategoryChange: allowed !== false,
  }
  template.updatedAtMs = exchange.timetable.nowMs()
  exchange.state.saveTemplate(template)
  exchange.events.publish({ type: 'template', template })
  const body = presentApproval(template)
  return { status: 201, body, sid: template.sid, afterwards: () => reviewTemplate(exchange, template) }
}

/** Nested under `whatsapp` here, flat in the lists. */
export function fetchApproval(exchange: Exchange, call: Call): Answer {
  const template = getTemplate(exchange, call)
  const body = {
    sid: template.sid,
    account_sid: exchange.accountSid,
    whatsapp: { type: 'whatsapp', ...presentApproval(template) },
    url: `${exchange.baseUrl}/v1/Content/${template.sid}/ApprovalRequests`,
  }
  return { status: 200, body, sid: template.sid }
}

export function presentApproval({ approval, types }: Template) {
  return {
    name: approval?.name ?? '',
    category: approval?.category ?? '',
    content_type: mainType(types),
    status: approval?.status ?? 'unsubmitted',
    rejection_reason: approval?.rejectionReason ?? '',
    allow_category_change: approval?.allowCategoryChange ?? true,
  }
}
