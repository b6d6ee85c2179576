// The fourth stage of a request: calls the handler and turns its reply, refusal or validation error into an answer.
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { refusalBody } from '#contract/wire/envelopes.ts'
import { accessOf } from '../../context/actor.ts'
import type { AppContext } from '../../context/context.ts'
import type { EventStream } from '../replies/event-stream.ts'
import { FileReply } from '../replies/file-reply.ts'
import { LiveReply } from '../replies/live-reply.ts'
import { createReplyPicker } from '../replies/pick-reply.ts'
import type { Call, Route } from '../route.ts'
import { type Answer, answerToError } from './answer.ts'
import type { AuthorizedRequest } from './authorize.ts'
import type { OpenClaim } from './claim-key.ts'
import type { RequestInput } from './read-input.ts'
import { type Veils, veilOf } from './veil.ts'

export interface HandlerCall {
  request: AuthorizedRequest
  ctx: AppContext
  input: RequestInput
  claim: OpenClaim | undefined
  stream: EventStream | undefined
}

export type HandleRequest = (call: HandlerCall) => Promise<Answer>

/** With `strictReplies`, a reply that does not match its schema is an error. */
export function createRequestHandler({ endpoint, handle }: Route, veils: Veils, strictReplies: boolean): HandleRequest {
  const pick = createReplyPicker(endpoint.reply)
  const { status = 200, otherStatus } = endpoint

  const checkReply = (value: unknown): void => {
    const checked = strictReplies ? endpoint.reply.safeParse(value) : undefined
    if (checked?.error) throw new Error(`${endpoint.path} replied outside its schema: ${checked.error.message}`)
  }

  return async ({ request, ctx, input, claim, stream }) => {
    const headers: Record<string, string> = {}
    const { masterKey } = ctx.settings
    const veil = endpoint.auth === 'none' ? undefined : veilOf(request.caller, endpoint)
    const query = input.query as Record<string, unknown>
    const filters = veil ? veils.filtersHiddenBy(veil) : []
    if (filters.some((name) => query[name] !== undefined))
      return forbidden(endpoint, `The role viewer cannot filter by ${filters.join(' or ')}.`)
    try {
      const reply = await handle(ctx as never, input as never, callOf(request, claim, stream, headers))
      if (reply instanceof FileReply)
        return veil && veils.hidesFiles(veil) ? refuseFile(endpoint, reply) : { ...reply, key: 'store' }
      if (reply instanceof LiveReply) return { status: 200, body: reply, key: 'store' }
      checkReply(reply)
      const body = veil ? veils.maskReply(veil, pick(reply), masterKey) : pick(reply)
      return { status: otherStatus?.when(reply) ? otherStatus.status : status, body, headers, key: 'store' }
    } catch (error) {
      const answer = answerToError(endpoint, error)
      if (answer) return answer
      throw error
    }
  }
}

const forbidden = ({ envelope }: Endpoint, message: string): Answer => ({
  status: 403,
  body: refusalBody(envelope, message, 'FORBIDDEN'),
  key: 'delete',
})

/** The content of a file cannot be masked. */
function refuseFile(endpoint: Endpoint, file: FileReply): Answer {
  file.body.destroy()
  return forbidden(endpoint, 'Files need a role that sees personal data, and a key that may read conversations.')
}

function callOf(
  request: AuthorizedRequest,
  claim: OpenClaim | undefined,
  stream: EventStream | undefined,
  headers: Record<string, string>,
): Call {
  return {
    setHeader: (name, value) => {
      headers[name] = value
    },
    url: request.raw.url ?? '/',
    method: request.method,
    headers: request.headers,
    access: request.caller ? accessOf(request.caller.actor, request.caller.account.id) : undefined,
    delta: stream && ((text) => stream.send('delta', { text })),
    // Fastify creates the signal when it is first read.
    get signal() {
      return request.signal
    },
    operation: claim?.operation,
  }
}
