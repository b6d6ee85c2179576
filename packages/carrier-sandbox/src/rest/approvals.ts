// Submits templates for WhatsApp's review and shows the approval status.
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import type { Template } from '../core/state.ts'
import { mainType } from '../templates/content-types.ts'
import { reviewTemplate } from '../templates/review-template.ts'
import type { ApiRequest, ApiResponse } from './api-request.ts'
import { getTemplate } from './contents.ts'

export function submitTemplate(context: SandboxContext, request: ApiRequest): ApiResponse {
  const template = getTemplate(context, request)
  const { name, category, allow_category_change: allowed } = request.json ?? {}
  if (typeof name !== 'string' || !/^[a-z0-9_]{1,512}$/.test(name)) {
    throw new ApiError(20001, 'Invalid name: lower case letters, digits and underscores only')
  }
  if (typeof category !== 'string' || !/^(?:UTILITY|MARKETING|AUTHENTICATION)$/.test(category)) {
    throw new ApiError(20001, 'Invalid category')
  }
  if (template.approval) throw new ApiError(92009)
  template.approval = {
    name,
    category,
    status: 'received',
    rejectionReason: '',
    allowCategoryChange: allowed !== false,
  }
  template.updatedAtMs = context.scheduler.nowMs()
  context.state.saveTemplate(template)
  const body = presentApproval(template)
  return { status: 201, body, sid: template.sid, afterSend: () => reviewTemplate(context, template) }
}

/** The approval is nested under `whatsapp` here, unlike in the lists. */
export function fetchApproval(context: SandboxContext, request: ApiRequest): ApiResponse {
  const template = getTemplate(context, request)
  const body = {
    sid: template.sid,
    account_sid: context.accountSid,
    whatsapp: { type: 'whatsapp', ...presentApproval(template) },
    url: `${context.baseUrl}/v1/Content/${template.sid}/ApprovalRequests`,
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
