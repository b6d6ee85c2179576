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

const routes: readonly Route[] = [
  {
    pattern: /^\/2010-04-01\/Accounts\/AC[0-9a-f]{32}\/Messages(?:\.json)?$/,
    methods: { POST: createMessage, GET: listMessages },
  },
  {
    pattern: /^\/2010-04-01\/Accounts\/AC[0-9a-f]{32}\/Messages\/((?:SM|MM)[0-9a-fA-F]{32})(?:\.json)?$/,
    methods: { GET: fetchMessage, POST: updateMessage, DELETE: deleteMessage },
  },
  {
    pattern: /^\/2010-04-01\/Accounts\/AC[0-9a-f]{32}\/Messages\/((?:SM|MM)[0-9a-fA-F]{32})\/Media(?:\.json)?$/,
    methods: { GET: listMedia },
  },
  {
    pattern:
      /^\/2010-04-01\/Accounts\/AC[0-9a-f]{32}\/Messages\/((?:SM|MM)[0-9a-fA-F]{32})\/Media\/(ME[0-9a-fA-F]{32})(?:\.json)?$/,
    methods: { GET: fetchMedia, DELETE: deleteMedia },
  },
  { pattern: /^\/v[12]\/Content$/, methods: { GET: listContents, POST: createContent } },
  { pattern: /^\/v[12]\/ContentAndApprovals$/, methods: { GET: listContentsAndApprovals } },
  { pattern: /^\/v1\/LegacyContent$/, methods: { GET: listLegacyContents } },
  {
    pattern: /^\/v1\/Content\/(HX[0-9a-fA-F]{32})$/,
    methods: { GET: fetchContent, PUT: updateContent, DELETE: deleteContent },
  },
  { pattern: /^\/v1\/Content\/(HX[0-9a-fA-F]{32})\/ApprovalRequests$/, methods: { GET: fetchApproval } },
  { pattern: /^\/v1\/Content\/(HX[0-9a-fA-F]{32})\/ApprovalRequests\/whatsapp$/, methods: { POST: submitTemplate } },
  { pattern: /^\/v2\/Channels\/Senders$/, methods: { GET: listSenders, POST: createSender } },
  {
    pattern: /^\/v2\/Channels\/Senders\/(XE[0-9a-fA-F]{32})$/,
    methods: { GET: fetchSender, POST: updateSender, DELETE: deleteSender },
  },
  { pattern: /^\/v2\/Indicators\/Typing\.json$/, methods: { POST: showTyping } },
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
