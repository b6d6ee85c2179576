// Creates, fetches, updates and deletes templates.
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import { newSid } from '../core/sids.ts'
import type { Template, TemplateTypes } from '../core/state.ts'
import { contentTypes } from '../templates/content-types.ts'
import { type ApiRequest, type ApiResponse, throwNotFound } from './api-request.ts'

export function createContent(context: SandboxContext, request: ApiRequest): ApiResponse {
  const fields = readFields(request)
  if (typeof fields.language !== 'string' || fields.language === '') {
    throw new ApiError(20001, 'Missing required parameter language')
  }
  if (!fields.types) throw new ApiError(20001, 'Missing required parameter types')
  const nowMs = context.scheduler.nowMs()
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
  context.state.saveTemplate(template)
  return { status: 201, body: presentContent(context, template), sid: template.sid }
}

export function fetchContent(context: SandboxContext, request: ApiRequest): ApiResponse {
  const template = getTemplate(context, request)
  return { status: 200, body: presentContent(context, template), sid: template.sid }
}

export function updateContent(context: SandboxContext, request: ApiRequest): ApiResponse {
  const template = getTemplate(context, request)
  const fields = readFields(request)
  template.friendlyName = fields.friendlyName ?? template.friendlyName
  template.language = fields.language ?? template.language
  template.variables = fields.variables ?? template.variables
  template.types = fields.types ?? template.types
  template.updatedAtMs = context.scheduler.nowMs()
  context.state.saveTemplate(template)
  return { status: 200, body: presentContent(context, template), sid: template.sid }
}

export function deleteContent(context: SandboxContext, request: ApiRequest): ApiResponse {
  const template = getTemplate(context, request)
  context.state.deleteTemplate(template)
  return { status: 204, sid: template.sid }
}

export function getTemplate({ state }: SandboxContext, { params, path }: ApiRequest): Template {
  return state.templates.get(params.sid ?? '') ?? throwNotFound(path)
}

export function presentContent({ accountSid, baseUrl }: SandboxContext, template: Template) {
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

function readFields({ json }: ApiRequest): ContentFields {
  if (!json) throw new ApiError(20001, 'The request body is not a JSON object')
  const { friendly_name: friendlyName, language } = json as { friendly_name?: string; language?: string }
  for (const value of [friendlyName, language]) {
    if (value !== undefined && value !== null && typeof value !== 'string') throw new ApiError(20001)
  }
  return { friendlyName, language, variables: readVariables(json['variables']), types: readTypes(json['types']) }
}

function readVariables(value: unknown): Record<string, string> | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw new ApiError(92007)
  const entries = Object.entries(value)
  if (entries.length > 100) throw new ApiError(92002)
  const isGood = entries.every(([name, sample]) => /^\w{1,16}$/.test(name) && typeof sample === 'string')
  if (!isGood) throw new ApiError(92007)
  return value as Record<string, string>
}

function readTypes(value: unknown): TemplateTypes | undefined {
  if (value === undefined || value === null) return undefined
  const entries = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : []
  const isGood = entries.every(
    ([type, content]) => contentTypes.has(type) && typeof content === 'object' && content !== null,
  )
  if (entries.length === 0 || !isGood) throw new ApiError(20001, 'Invalid parameter types')
  return value as TemplateTypes
}

/** `2015-07-30T19:00:00Z` */
function iso8601(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
