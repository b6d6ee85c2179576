// The fourth stage of a request: calls the handler and turns its reply, refusal or validation error into an answer.
import type { ServerResponse } from 'node:http'
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
  response: ServerResponse
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

  return async ({ request, response, ctx, input, claim, stream }) => {
    const headers: Record<string, string> = {}
    const { masterKey } = ctx.settings
    const veil = endpoint.auth === 'none' ? undefined : veilOf(request.caller, endpoint)
    const query = input.query as Record<string, unknown>
    const filters = veil ? veils.filtersHiddenBy(veil) : []
    if (filters.some((name) => query[name] !== undefined))
      return forbidden(endpoint, `The role viewer cannot filter by ${filters.join(' or ')}.`)
    const disconnected = disconnectionOf(response)
    try {
      const call = callOf(request, { claim, stream, headers, disconnected })
      const reply = await handle(ctx as never, input as never, call)
      if (reply instanceof FileReply)
        return veil && veils.hidesFiles(veil) ? refuseFile(endpoint, reply) : { ...reply, key: 'store' }
      if (reply instanceof LiveReply) return { status: 200, body: reply, key: 'store' }
      checkReply(reply)
      const body = veil ? veils.maskReply(veil, pick(reply), masterKey) : pick(reply)
      return { status: otherStatus?.when(reply) ? otherStatus.status : status, body, headers, key: 'store' }
    } catch (error) {
      const answer = answerToError(endpoint, error)
      if (answer) return answer
      // The client has disconnected, so this response is not sent.
      if (disconnected.isReasonOf(error)) return { status: clientClosedRequest, body: {}, key: 'release' }
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

/** As nginx logs it. */
const clientClosedRequest = 499

/** The signal of Fastify stays silent once the body has been read. */
function disconnectionOf(response: ServerResponse) {
  let controller: AbortController | undefined
  const abort = () => {
    if (!response.writableFinished) controller?.abort()
  }
  return {
    /** Created when it is first used. */
    signal(): AbortSignal {
      if (!controller) {
        controller = new AbortController()
        if (response.destroyed) abort()
        else response.once('close', abort)
      }
      return controller.signal
    },
    isReasonOf: (error: unknown): boolean => controller?.signal.aborted === true && error === controller.signal.reason,
  }
}

interface CallParts extends Pick<HandlerCall, 'claim' | 'stream'> {
  headers: Record<string, string>
  disconnected: ReturnType<typeof disconnectionOf>
}

function callOf(request: AuthorizedRequest, { claim, stream, headers, disconnected }: CallParts): Call {
  return {
    setHeader: (name, value) => {
      headers[name] = value
    },
    url: request.raw.url ?? '/',
    method: request.method,
    headers: request.headers,
    access: request.caller ? accessOf(request.caller.actor, request.caller.account.id) : undefined,
    delta: stream && ((text) => stream.send('delta', { text })),
    get signal() {
      return disconnected.signal()
    },
    operation: claim?.operation,
  }
}
