// A template as the carrier tells of it, as one sender's row.
import type { CarrierTemplate } from '#server/ports/carrier.ts'
import type { Placeholder } from './placeholders.ts'
import type { TemplateUpdate } from './store-templates.ts'
import { templateStatusOf } from './template.ts'

export function templateUpdate(
  template: CarrierTemplate,
  senderId: number,
  placeholders: Placeholder[],
): TemplateUpdate {
  const { sid, name, language, category, rawStatus, rejectionReason, bodyText, parts, hasVoiceCall } = template
  return {
    senderId,
    carrierSid: sid,
    name,
    language,
    category,
    status: templateStatusOf(rawStatus),
    rawStatus,
    rejectionReason,
    bodyText,
    placeholders,
    parts,
    hasVoiceCall,
  }
}
