// Creates, lists, fetches, updates and deletes templates, and submits them for review.
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import { newSid } from '../core/sids.ts'
import type { Template, TemplateTypes } from '../core/state.ts'
import { contentTypes, mainType } from '../templates/content-types.ts'
import { reviewTemplate } from '../templates/review-template.ts'
import { type ApiRequest, type ApiResponse, throwNotFound } from './api-request.ts'
import { metaPage } from './paging.ts'

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

export function listContents(context: SandboxContext, request: ApiRequest): ApiResponse {
  return listWith(context, request, (template) => presentContent(context, template))
}

export function listContentsAndApprovals(context: SandboxContext, request: ApiRequest): ApiResponse {
  return listWith(context, request, (template) => {
    const { url: _, links: __, ...content } = presentContent(context, template)
    return { ...content, approval_requests: presentApproval(template) }
  })
}

/** Always empty: the sandbox has no templates of the legacy kind. */
export function listLegacyContents(context: SandboxContext, request: ApiRequest): ApiResponse {
  const body = metaPage('contents', [] as Template[], request, { present: () => null, baseUrl: context.baseUrl })
  return { status: 200, body }
}

function listWith(context: SandboxContext, request: ApiRequest, present: (template: Template) => unknown): ApiResponse {
  const all = [...context.state.templates.values()].reverse()
  const found = request.path.startsWith('/v2/') ? filter(all, request.query) : all
  return { status: 200, body: metaPage('contents', found, request, { present, baseUrl: context.baseUrl }) }
}

function filter(all: Template[], query: URLSearchParams): Template[] {
  const matchesName = matcherOf(query.get('ContentName') ?? '')
  const matchesText = matcherOf(query.get('Content') ?? '')
  const [languages, types, eligible] = ['Language', 'ContentType', 'ChannelEligibility'].map((key) => query.getAll(key))
  const [after, before] = ['DateCreatedAfter', 'DateCreatedBefore'].map((key) => Date.parse(query.get(key) ?? ''))
  const found = all.filter((template) => {
    const status = `whatsapp:${template.approval?.status ?? 'unsubmitted'}`
    return (
      matchesName(template.friendlyName ?? '') &&
      matchesText(JSON.stringify(template.types)) &&
      (languages!.length === 0 || languages!.includes(template.language)) &&
      (types!.length === 0 || types!.some((type) => type in template.types)) &&
      (eligible!.length === 0 || eligible!.includes(status)) &&
      !(template.createdAtMs < after!) &&
      !(template.createdAtMs > before!)
    )
  })
  return sort(found, query)
}

/** Twilio accepts any regular expression; the sandbox supports `|`, `^` and `$`, which it can match in linear time. */
function matcherOf(pattern: string): (text: string) => boolean {
  if (/[\\.*+?()[\]{}]/.test(pattern)) throw new ApiError(20001, 'The sandbox supports only |, ^ and $ in a pattern')
  const [start, end] = ['\u0002', '\u0003']
  const alternatives = pattern.toLowerCase().replaceAll('^', start).replaceAll('$', end).split('|')
  return (text) => alternatives.some((alternative) => `${start}${text.toLowerCase()}${end}`.includes(alternative))
}

function sort(found: Template[], query: URLSearchParams): Template[] {
  const [byDate, byName] = [query.get('SortByDate'), query.get('SortByContentName')]
  const sign = (order: string | null) => (order === 'desc' ? -1 : 1)
  if (byName) return found.sort((a, b) => sign(byName) * (a.friendlyName ?? '').localeCompare(b.friendlyName ?? ''))
  return byDate ? found.sort((a, b) => sign(byDate) * (a.createdAtMs - b.createdAtMs)) : found
}
