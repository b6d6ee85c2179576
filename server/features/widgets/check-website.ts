// Checks whether a page of a website includes the widget of an assistant, and what would keep it from working.

import type { widgets } from '#contract/conversations/widgets.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { findAssistant } from '#server/features/assistants/index.ts'
import { isAllowedOrigin } from '#server/features/conversations/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { InvalidInput, orRefuse } from '#server/platform/refusal.ts'
import type { FetchReply } from '#server/ports/fetcher.ts'
import { policyAllows } from './content-policy.ts'
import { findScripts } from './find-scripts.ts'

type Findings = ReplyOf<typeof widgets.check>['data']['findings']

const maxPageBytes = 2 * 2 ** 20
const timeoutMs = 10_000

/** Refuses with `ASSISTANT_NOT_FOUND`, or throws `InvalidInput`. */
export async function checkWebsite(ctx: AccountContext, id: number, entered: string): Promise<Findings> {
  const assistant = orRefuse(await findAssistant(ctx.db, ctx.account.id, id), 'ASSISTANT_NOT_FOUND')
  const url = /^[a-z]+:\/\//i.test(entered) ? entered : `https://${entered}`
  const refused = ctx.fetcher.refuses(url)
  if (refused !== undefined) throw new InvalidInput({ url: [refused] })

  const page = await readPage(ctx, url)
  const { origin } = new URL(page instanceof Error ? url : page.url)
  const findings: Findings = [
    { check: 'assistant_active', passed: !assistant.deactivated, detail: null },
    { check: 'widget_enabled', passed: assistant.widgetEnabled, detail: null },
    { check: 'origin_allowed', passed: isAllowedOrigin(assistant, origin), detail: origin },
  ]
  if (page instanceof Error) return [...findings, { check: 'page_reachable', passed: false, detail: page.message }]
  const isRead = page.status >= 200 && page.status < 300
  findings.push({ check: 'page_reachable', passed: isRead, detail: `HTTP ${page.status}` })
  if (!isRead) return findings

  const parley = new URL(ctx.settings.publicUrl).origin
  const scripts = findScripts(new TextDecoder().decode(page.body), page.url).filter(
    ({ src }) => src.origin === parley && src.pathname === '/widget.js',
  )
  findings.push({ check: 'script_found', passed: scripts.length > 0, detail: null })
  if (scripts.length > 0) {
    const ids = scripts.map(({ assistant: uuid }) => uuid.toLowerCase())
    findings.push({ check: 'assistant_matches', passed: ids[0] === assistant.uuid, detail: ids[0] ?? null })
  }
  const policy = page.headers['content-security-policy']
  findings.push({
    check: 'policy_allows',
    passed: policyAllows(policy, { page: origin, parley }),
    detail: policy?.slice(0, 500) ?? null,
  })
  return findings
}

async function readPage({ fetcher }: AccountContext, url: string): Promise<FetchReply | Error> {
  try {
    const headers = { accept: 'text/html', 'user-agent': 'Parley (check of the widget)' }
    return await fetcher.fetch({ url, headers, maxRedirects: 5, maxBytes: maxPageBytes, timeoutMs })
  } catch (error) {
    if (error instanceof OutsideError) return error
    throw error
  }
}
