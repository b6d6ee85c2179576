// Lists of templates, with and without their approval, and the filters of the second version.
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import type { Template } from '../core/state.ts'
import { presentApproval } from './approvals.ts'
import type { Answer, Call } from './call.ts'
import { presentContent } from './contents.ts'
import { metaPage } from './paging.ts'

export function listContents(exchange: Exchange, call: Call): Answer {
  return listWith(exchange, call, (template) => presentContent(exchange, template))
}

export function listContentsAndApprovals(exchange: Exchange, call: Call): Answer {
  return listWith(exchange, call, (template) => {
    const { url: _, links: __, ...content } = presentContent(exchange, template)
    return { ...content, approval_requests: presentApproval(template) }
  })
}

/** Templates from before there were templates: the sandbox never had any. */
export function listLegacyContents(exchange: Exchange, call: Call): Answer {
  const body = metaPage('contents', [] as Template[], call, { present: () => null, baseUrl: exchange.baseUrl })
  return { status: 200, body }
}

function listWith(exchange: Exchange, call: Call, present: (template: Template) => unknown): Answer {
  const all = [...exchange.state.templates.values()].reverse()
  const found = call.path.startsWith('/v2/') ? filter(all, call.query) : all
  return { status: 200, body: metaPage('contents', found, call, { present, baseUrl: exchange.baseUrl }) }
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

/** The carrier accepts any regular expression; the sandbox knows `|`, `^` and `$`, which can be matched in linear time. */
function matcherOf(pattern: string): (text: string) => boolean {
  if (/[\\.*+?()[\]{}]/.test(pattern)) throw new CarrierRefusal(20001, 'The sandbox knows only |, ^ and $ in a pattern')
  const alternatives = pattern
    .toLowerCase()
    .split('|')
    .map((words) => ({
      words: words.replace(/^\^|\$$/g, ''),
      isStart: words.startsWith('^'),
      isEnd: words.endsWith('$'),
    }))
  return (text) => {
    const lower = text.toLowerCase()
    return alternatives.some(({ words, isStart, isEnd }) => {
      if (isStart && isEnd) return lower === words
      if (isStart) return lower.startsWith(words)
      return isEnd ? lower.endsWith(words) : lower.includes(words)
    })
  }
}

function sort(found: Template[], query: URLSearchParams): Template[] {
  const [byDate, byName] = [query.get('SortByDate'), query.get('SortByContentName')]
  const sign = (order: string | null) => (order === 'desc' ? -1 : 1)
  if (byName) return found.sort((a, b) => sign(byName) * (a.friendlyName ?? '').localeCompare(b.friendlyName ?? ''))
  return byDate ? found.sort((a, b) => sign(byDate) * (a.createdAtMs - b.createdAtMs)) : found
}
