// Lists templates, with and without their approval; v2 has filters.
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import type { Template } from '../core/state.ts'
import type { ApiRequest, ApiResponse } from './api-request.ts'
import { presentApproval } from './approvals.ts'
import { presentContent } from './contents.ts'
import { metaPage } from './paging.ts'

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
