// The step that sends an HTTP request, with the credentials of a connection if it has one.
import { z } from 'zod'
import { headers } from '#contract/assistants/tools.ts'
import { connections } from '#contract/automations/connections.ts'
import { id, intBetween, requiredText, text, webUrl } from '#contract/wire/fields.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { hideInUrl, hideNamedSecrets } from '#server/platform/security/hide-secrets.ts'
import { isMasked } from '#server/platform/security/mask-secret.ts'
import { isSecretHeader, isSecretParameter, secretsOfRequest } from '#server/platform/security/request-secrets.ts'
import { createSecretMask, type SecretMask } from '#server/platform/security/secret-mask.ts'
import type { FetchReply, FetchRequest } from '#server/ports/fetcher.ts'
import { findConnection } from '../connections/find-connection.ts'
import { sendAuthorized } from '../connections/send-authorized.ts'
import { failureOfStatus, outputOf } from './http-response.ts'
import { depthHeader, type StepContext, StepFailure, stepType, wiringError } from './step-type.ts'

const maxBodyCharacters = 256 * 1024
const maxResponseBytes = 2 ** 20
const maxRedirects = 5
const defaultTimeoutSeconds = 30

const queryValue = z
  .preprocess(
    (value: string | number | bigint | boolean): unknown =>
      typeof value === 'object' || value === undefined ? value : String(value),
    text(2000),
  )
  .meta({ type: ['string', 'number', 'boolean'] })

const input = z.object({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: webUrl,
  headers: headers.optional(),
  query: z
    .record(requiredText(200), queryValue)
    .refine((values) => Object.keys(values).length <= 100, 'The :attribute may not have more than 100 items.')
    .optional()
    .meta({ description: 'Added to the URL.' }),
  body: z.unknown().optional().meta({ description: 'A text is sent unchanged, any other value as JSON.' }),
  connection: z
    .union([id, requiredText(100)])
    .nullable()
    .optional()
    .meta({ description: 'The name or the id of a connection.' }),
  timeout_seconds: intBetween(1, 60)
    .optional()
    .meta({ description: `Defaults to ${defaultTimeoutSeconds}.` }),
  idempotent: z.boolean().optional().meta({
    description:
      'Whether the service treats requests with the same `Idempotency-Key` as one request. Then POST and PATCH requests are also sent again after an interruption or a failure whose effect is unknown.',
  }),
})

type Input = z.output<typeof input>

export const httpRequestStep = stepType({
  type: 'http_request',
  description:
    'Sends an HTTP request. A status of 400 or more fails the step. At most 1 MB of the response is kept, and credentials that were sent are masked in it.',
  input,
  maskInput,
  // Its credentials can be sent anywhere, as with the `test_url` of a connection.
  actsAs: ({ connection }) => (connection === undefined || connection === null ? [] : [connections.update]),
  hasSideEffects: true,
  async run(step, input) {
    const effect = effectOf(input)
    if (step.isResumed && !step.isAccepted && !effect.isSafe)
      throw wiringError(
        'The request may already have been sent, because an earlier run of the step was interrupted. It is not sent again.',
        { isInDoubt: true },
      )
    const { reply, mask } = await send(step, input, effect)
    if (reply.status >= 400) throw failureOfStatus(reply, { mask, ...effect, hasConnection: isPresent(input) })
    return outputOf(reply, mask)
  },
})

/** Credentials are not stored with the run. Those of connections never are. */
function maskInput({ url, headers, query, body, ...given }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...given,
    url: typeof url === 'string' ? hideInUrl(url, { hidesAll: false }) : url,
    ...(headers !== undefined && { headers: hideValues(headers, isSecretHeader) }),
    ...(query !== undefined && { query: hideValues(query, isSecretParameter) }),
    ...(body !== undefined && { body: hideNamedSecrets(body) }),
  }
}

const hidden = '***'

function hideValues(fields: unknown, isSecret: (name: string, value: string) => boolean): unknown {
  if (typeof fields !== 'object' || fields === null) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isSecret(name, String(value)) ? hidden : value]),
  )
}

/** `isSafe`: the request can be sent again without another effect. */
function effectOf({ method, idempotent }: Input): { hasEffect: boolean; isSafe: boolean } {
  return {
    hasEffect: method !== 'GET' && method !== 'HEAD',
    isSafe: idempotent ?? (method !== 'POST' && method !== 'PATCH'),
  }
}

const isPresent = ({ connection }: Input): boolean => connection !== undefined && connection !== null

async function send(
  step: StepContext,
  input: Input,
  { hasEffect, isSafe }: ReturnType<typeof effectOf>,
): Promise<{ reply: FetchReply; mask: SecretMask }> {
  const { ctx, signal } = step
  const request = requestOf(step, input)
  const own = secretsOfRequest(request)
  const connection = isPresent(input) ? await findConnection(ctx, input.connection!) : undefined
  try {
    if (!connection) return { reply: await ctx.fetcher.fetch(request), mask: createSecretMask(own) }
    const { reply, secrets } = await sendAuthorized(ctx, connection, request)
    return { reply, mask: createSecretMask([...own, ...secrets]) }
  } catch (error) {
    if (!(error instanceof OutsideError) || signal.aborted) throw error
    const wasNotSent = error.code === 'address_refused' || error.code === 'connect_failed'
    const doubt = hasEffect && !wasNotSent ? ', but may already have been sent' : ''
    throw wiringError(`The request failed${doubt}: ${createSecretMask(own).text(error.message)}`, {
      isRetryable: wasNotSent ? error.retryable : isSafe,
      isInDoubt: hasEffect && !wasNotSent,
    })
  }
}

const noCredentials = { classification: 'missing_connection' } as const

function requestOf({ ctx, depth, effectKey, signal }: StepContext, input: Input): FetchRequest {
  const { method, url, timeout_seconds: timeoutSeconds = defaultTimeoutSeconds } = input
  const masked = Object.entries(input.headers ?? {}).find(([, value]) => isMasked(value))
  if (masked) throw new StepFailure(`The header ${masked[0]} cannot be decrypted: give it again.`, noCredentials)
  const given = Object.entries(input.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  const headers: Record<string, string> = { accept: 'application/json', ...Object.fromEntries(given) }
  headers['idempotency-key'] = effectKey
  // A flow that calls its own webhook must end.
  if (URL.parse(url)?.origin === new URL(ctx.settings.publicUrl).origin) headers[depthHeader] = String(depth + 1)
  const body = method === 'GET' || method === 'HEAD' ? undefined : textOf(input.body)
  if (body !== undefined) headers['content-type'] ??= typeof input.body === 'string' ? 'text/plain' : 'application/json'
  return {
    method,
    url: withQuery(url, input.query ?? {}),
    headers,
    // A redirect of another method is the response.
    maxRedirects: method === 'GET' || method === 'HEAD' ? maxRedirects : 0,
    timeoutMs: timeoutSeconds * 1000,
    maxBytes: maxResponseBytes,
    signal,
    ...(body !== undefined && { body }),
  }
}

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (text.length <= maxBodyCharacters) return text
  throw wiringError(`The body may not be greater than ${maxBodyCharacters} characters.`)
}

function withQuery(address: string, query: NonNullable<Input['query']>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, String(value))
  return url.href
}
