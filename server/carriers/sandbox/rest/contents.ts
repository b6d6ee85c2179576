// Templates: create, fetch, update, delete.
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import { iso8601 } from '../core/dates.ts'
import type { Exchange } from '../core/exchange.ts'
import { newSid } from '../core/sids.ts'
import type { Template, TemplateTypes } from '../core/state.ts'
import { contentTypes } from '../templates/types.ts'
import type { Answer, Call } from './call.ts'

const mostVariables = 100

export function createContent(exchange: Exchange, call: Call): Answer {
  const fields = readFields(call)
  if (typeof fields.language !== 'string' || fields.language === '') {
    throw new CarrierRefusal(20001, 'Missing required parameter language')
  }
  if (!fields.types) throw new CarrierRefusal(20001, 'Missing required parameter types')
  const nowMs = exchange.timetable.nowMs()
  const template: Template = {
    sid: newSid('HX'),
    friendlyName: fields.friendlyName ?? null,
    language: fields.language,
    variables: fields.variables ?? {},
    types: fields.types,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    approval: null,
  }
  exchange.state.saveTemplate(template)
  exchange.events.publish({ type: 'template', template })
  return { status: 201, body: presentContent(exchange, template), sid: template.sid }
}

export function fetchContent(exchange: Exchange, call: Call): Answer {
  const template = getTemplate(exchange, call)
  return { status: 200, body: presentContent(exchange, template), sid: template.sid }
}

export function updateContent(exchange: Exchange, call: Call): Answer {
  const template = getTemplate(exchange, call)
  const fields = readFields(call)
  template.friendlyName = fields.friendlyName ?? template.friendlyName
  template.language = fields.language ?? template.language
  template.variables = fields.variables ?? template.variables
  template.types = fields.types ?? template.types
  template.updatedAtMs = exchange.timetable.nowMs()
  exchange.state.saveTemplate(template)
  exchange.events.publish({ type: 'template', template })
  return { status: 200, body: presentContent(exchange, template), sid: template.sid }
}

export function deleteContent(exchange: Exchange, call: Call): Answer {
  const template = getTemplate(exchange, call)
  exchange.state.deleteTemplate(template)
  exchange.events.publish({ type: 'template', template })
  return { status: 204, sid: template.sid }
}

export function getTemplate({ state }: Exchange, { params, path }: Call): Template {
  const template = state.templates.get(params[0] ?? '')
  if (!template) throw new CarrierRefusal(20404, `The requested resource ${path} was not found`)
  return template
}

export function presentContent({ accountSid, baseUrl }: Exchange, template: Template) {
  const url = `${baseUrl}/v1/Content/${template.sid}`
  return {
    sid: template.sid,
    account_sid: accountSid,
    friendly_name: template.friendlyName,
    language: template.language,
    variables: template.variables,
    types: template.types,
    date_created: iso8601(template.createdAtMs),
    date_updated: iso8601(template.updatedAtMs),
    url,
    links: { approval_create: `${url}/ApprovalRequests/whatsapp`, approval_fetch: `${url}/ApprovalRequests` },
  }
}

interface ContentFields {
  friendlyName?: string
  language?: string
  variables?: Record<string, string>
  types?: TemplateTypes
}

function readFields({ json }: Call): ContentFields {
  if (!json) throw new CarrierRefusal(20001, 'The request body is not a JSON object')
  const { friendly_name: friendlyName, language } = json as { friendly_name?: string; language?: string }
  for (const value of [friendlyName, language]) {
    if (value !== undefined && value !== null && typeof value !== 'string') throw new CarrierRefusal(20001)
  }
  return { friendlyName, language, variables: readVariables(json['variables']), types: readTypes(json['types']) }
}

function readVariables(value: unknown): Record<string, string> | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw new CarrierRefusal(92007)
  const entries = Object.entries(value)
  if (entries.length > mostVariables) throw new CarrierRefusal(92002)
  const isGood = entries.every(([name, sample]) => /^\w{1,16}$/.test(name) && typeof sample === 'string')
  if (!isGood) throw new CarrierRefusal(92007)
  return value as Record<string, string>
}

function readTypes(value: unknown): TemplateTypes | undefined {
  if (value === undefined || value === null) return undefined
  const entries = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : []
  const isGood = entries.every(
    ([type, content]) => contentTypes.has(type) && typeof content === 'object' && content !== null,
  )
  if (entries.length === 0 || !isGood) throw new CarrierRefusal(20001, 'Invalid parameter types')
  return value as TemplateTypes
}
