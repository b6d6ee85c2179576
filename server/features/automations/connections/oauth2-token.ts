// Requests OAuth 2.0 tokens with client credentials, and keeps them in memory until they expire.
import { createHash } from 'node:crypto'
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { ConnectionFault, type OpenConnection } from './connection.ts'

interface Token {
  value: string
  /** In the time of `performance.now()`. */
  expiresAtMs: number
}

const maxTokens = 1_000
const tokens = new Map<string, Token>()

/** A token is replaced this long before it expires. */
const marginSeconds = 30
const defaultSeconds = 300
const maxSeconds = 24 * 60 * 60
const timeoutMs = 15_000
const maxResponseBytes = 64 * 1024
const maxTokenLength = 8_000

type Client = Pick<OpenConnection, 'accountId' | 'settings' | 'secret'>

/** With `renews`, a token in memory is not used. Throws `ConnectionFault`. */
export async function oauth2Token(
  ctx: Pick<AccountContext, 'fetcher'>,
  client: Client,
  { renews, signal }: { renews: boolean; signal?: AbortSignal | undefined },
): Promise<string> {
  const key = keyOf(client)
  const kept = tokens.get(key)
  if (kept && !renews && performance.now() < kept.expiresAtMs) return kept.value
  const token = await requestToken(ctx, client, signal)
  tokens.delete(key)
  tokens.set(key, token)
  if (tokens.size > maxTokens) tokens.delete(tokens.keys().next().value!)
  return token.value
}

/** A connection whose settings change has another key. */
const keyOf = ({ accountId, settings: { tokenUrl, clientId, scopes }, secret }: Client): string =>
  createHash('sha256')
    .update(JSON.stringify([accountId, tokenUrl, clientId, scopes, secret]))
    .digest('hex')

async function requestToken(
  { fetcher }: Pick<AccountContext, 'fetcher'>,
  { settings, secret }: Client,
  signal: AbortSignal | undefined,
): Promise<Token> {
  const { tokenUrl, clientId, scopes } = settings
  const id = clientId ?? ''
  const grant = { grant_type: 'client_credentials', ...(scopes && { scope: scopes }) }
  const request = (headers: Record<string, string>, fields: Record<string, string>) =>
    fetcher.fetch({
      url: tokenUrl!,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ ...grant, ...fields }).toString(),
      timeoutMs,
      maxBytes: maxResponseBytes,
      ...(signal && { signal }),
    })
  try {
    let reply = await request({ authorization: basicAuthorization(formEncoded(id), formEncoded(secret)) }, {})
    // Some servers only read the credentials in the body.
    if (reply.status === 400 || reply.status === 401)
      reply = await request({}, { client_id: id, client_secret: secret })
    if (reply.status >= 300) throw refused(reply.status)
    return tokenIn(new TextDecoder().decode(reply.body))
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    const isRetryable = error.code !== 'address_refused'
    throw fault(`The token url could not be requested: ${error.message}`, isRetryable)
  }
}

const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

export const basicAuthorization = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

function tokenIn(json: string): Token {
  const { access_token: value, expires_in: seconds } = parseObject(json)
  if (typeof value !== 'string' || value.length > maxTokenLength || !/^[\x21-\x7e]+$/.test(value))
    throw fault('The response of the token url contains no access token.')
  const given = Number(seconds)
  const lasts = Number.isFinite(given) && given > 0 ? Math.min(given, maxSeconds) : defaultSeconds
  return { value, expiresAtMs: performance.now() + Math.max(0, lasts - marginSeconds) * 1000 }
}

function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const refused = (status: number): ConnectionFault =>
  fault(`The token url answered with status ${status}.`, status === 408 || status === 429 || status >= 500)

const fault = (message: string, isRetryable = false): ConnectionFault =>
  new ConnectionFault(message, { field: 'token_url', isRetryable })
