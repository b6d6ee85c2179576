// Twilio's content types: the text and the buttons that they show, and when they can be sent.
import type { Button, TemplateTypes } from '../core/state.ts'

/** The order in which a template's types are displayed. */
const displayOrder = [
  'whatsapp/card',
  'twilio/text',
  'twilio/media',
  'twilio/quick-reply',
  'twilio/call-to-action',
  'twilio/card',
  'whatsapp/authentication',
  'twilio/list-picker',
]

export const contentTypes: ReadonlySet<string> = new Set([
  ...displayOrder,
  'twilio/location',
  'twilio/catalog',
  'twilio/carousel',
  'twilio/flows',
  'twilio/schedule',
  'whatsapp/flows',
])

export function mainType(types: TemplateTypes): string {
  return displayOrder.find((type) => type in types) ?? Object.keys(types)[0] ?? ''
}

/** WhatsApp defines the text of authentication templates. */
export function bodyOf(types: TemplateTypes): string {
  const type = mainType(types)
  const content = types[type] ?? {}
  if (type === 'whatsapp/authentication') {
    const advice = content['add_security_recommendation'] ? ' For your security, do not share this code.' : ''
    return `{{1}} is your verification code.${advice}`
  }
  const text = content['body'] ?? content['title'] ?? content['label']
  return typeof text === 'string' ? text : ''
}

export function mediaOf(types: TemplateTypes): string[] {
  const media = types[mainType(types)]?.['media']
  return [media ?? []].flat().filter((url): url is string => typeof url === 'string' && url !== '')
}

export function buttonsOf(types: TemplateTypes): Button[] {
  const content = types[mainType(types)] ?? {}
  const actions = (content['actions'] ?? content['items'] ?? []) as Record<string, unknown>[]
  if (!Array.isArray(actions)) return []
  const isReply = mainType(types) === 'twilio/quick-reply' || mainType(types) === 'twilio/list-picker'
  return actions.map((action) => {
    const title = String(action['title'] ?? action['item'] ?? action['copy_code_text'] ?? action['type'] ?? '')
    const replies = isReply || action['type'] === 'QUICK_REPLY'
    return { title, payload: replies ? String(action['id'] ?? title) : null }
  })
}

/** Lists and locations cannot start a conversation. */
export function requiresWindow(types: TemplateTypes): boolean {
  return Object.keys(types).every((type) => type === 'twilio/list-picker' || type === 'twilio/location')
}

/** Whether the type needs approval even inside the window. */
export function needsApproval(types: TemplateTypes): boolean {
  return /^(?:twilio\/call-to-action|whatsapp\/authentication)$/.test(mainType(types))
}
