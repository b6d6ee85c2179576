// The setting of a step that says most about it, for one line.
import type { Step } from './flow.ts'

const fieldOf: Record<string, string> = {
  condition: 'if',
  http_request: 'url',
  ai: 'prompt',
  search_knowledge: 'query',
  send_sms: 'body',
  send_freeform: 'message',
  reply: 'message',
  make_call: 'phone_number',
  create_lead: 'phone_number',
  call_flow: 'automation_id',
  set: 'outcome',
  stop: 'message',
  schedule: 'cron',
}

const shownCharacters = 120

export function detailOf({ type, input }: Pick<Step, 'type' | 'input'>): string {
  if (type === 'delay') return typeof input['seconds'] === 'number' ? `${input['seconds']} s` : textOf(input['until'])
  if (type === 'loop') return textOf(input['items'])
  const detail = textOf(input[fieldOf[type] ?? ''])
  return type === 'http_request' ? `${textOf(input['method'])} ${detail}` : detail
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, shownCharacters) : ''
