// The setting of a step that says most about it, for one line. It can contain expressions.
import type { Step } from './flow.ts'

const fieldOf: Record<string, string> = {
  http_request: 'url',
  ai: 'prompt',
  search_knowledge: 'query',
  send_sms: 'body',
  send_email: 'subject',
  send_freeform: 'message',
  reply: 'message',
  make_call: 'phone_number',
  create_lead: 'phone_number',
  stop: 'message',
  schedule: 'cron',
  loop: 'items',
}

const shownCharacters = 120

export function detailOf({ type, input }: Pick<Step, 'type' | 'input'>): string {
  const value = input[type === 'delay' ? 'until' : (fieldOf[type] ?? '')]
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, shownCharacters) : ''
}
