// Which of the carrier's addresses the sandbox knows.
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import { fetchApproval, submitTemplate } from './approvals.ts'
import type { Answer, Call } from './call.ts'
import { listContents, listContentsAndApprovals, listLegacyContents } from './content-lists.ts'
import { createContent, deleteContent, fetchContent, updateContent } from './contents.ts'
import { createMessage } from './create-message.ts'
import { deleteMedia, fetchMedia, listMedia } from './media.ts'
import { deleteMessage, fetchMessage, listMessages, updateMessage } from './messages.ts'
import { createSender, deleteSender, fetchSender, listSenders, updateSender } from './senders.ts'
import { showTyping } from './typing.ts'

type Handler = (exchange: Exchange, call: Call) => Answer | Promise<Answer>

interface Route {
  pattern: RegExp
  methods: Readonly<Record<string, Handler>>
}

const account = '/2010-04-01/Accounts/AC[0-9a-f]{32}'
const sid = (kind: string) => `(${kind}[0-9a-fA-F]{32})`
const route = (pattern: string, methods: Route['methods']): Route => ({ pattern: new RegExp(`^${pattern}$`), methods })

const routes: readonly Route[] = [
  route(String.raw`${account}/Messages(?:\.json)?`, { POST: createMessage, GET: listMessages }),
  route(String.raw`${account}/Messages/${sid('(?:SM|MM)')}(?:\.json)?`, {
    GET: fetchMessage,
    POST: updateMessage,
    DELETE: deleteMessage,
  }),
  route(String.raw`${account}/Messages/${sid('(?:SM|MM)')}/Media(?:\.json)?`, { GET: listMedia }),
  route(String.raw`${account}/Messages/${sid('(?:SM|MM)')}/Media/${sid('ME')}(?:\.json)?`, {
    GET: fetchMedia,
    DELETE: deleteMedia,
  }),
  route('/v[12]/Content', { GET: listContents, POST: createContent }),
  route('/v[12]/ContentAndApprovals', { GET: listContentsAndApprovals }),
  route('/v1/LegacyContent', { GET: listLegacyContents }),
  route(`/v1/Content/${sid('HX')}`, { GET: fetchContent, PUT: updateContent, DELETE: deleteContent }),
  route(`/v1/Content/${sid('HX')}/ApprovalRequests`, { GET: fetchApproval }),
  route(`/v1/Content/${sid('HX')}/ApprovalRequests/whatsapp`, { POST: submitTemplate }),
  route('/v2/Channels/Senders', { GET: listSenders, POST: createSender }),
  route(`/v2/Channels/Senders/${sid('XE')}`, { GET: fetchSender, POST: updateSender, DELETE: deleteSender }),
  route(String.raw`/v2/Indicators/Typing\.json`, { POST: showTyping }),
]

export function handlerOf(call: Pick<Call, 'method' | 'path'>): { handle: Handler; params: string[] } {
  for (const { pattern, methods } of routes) {
    const match = pattern.exec(call.path)
    if (!match) continue
    const handle = methods[call.method]
    if (!handle) throw new CarrierRefusal(20004)
    return { handle, params: match.slice(1) }
  }
  throw new CarrierRefusal(20404, `The requested resource ${call.path} was not found`)
}

export function createsMessage(method: string, path: string): boolean {
  return method === 'POST' && /\/Messages(?:\.json)?$/.test(path)
}
