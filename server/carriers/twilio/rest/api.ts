// The REST API of the carrier: authenticated requests, JSON responses and paginated lists.
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import { isNestedDeeper } from '#server/platform/text/json-depth.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { Addresses, Host, Location } from './addresses.ts'
import { type Exchange, ExchangeFailure, type ExchangeReply, type ExchangeRequest } from './exchange.ts'
import { type Effect, ofExchange, ofReply, unreadable } from './failures.ts'
import { type Fields, fieldsOf, listOf, textOf } from './json.ts'

export type Api = ReturnType<typeof createApi>

const maxJsonBytes = 16 * 2 ** 20
/** Limits lists that never end. At 20 entries per page, the smallest page size, no account has more pages. */
const maxPages = 1_000

export function createApi(options: { exchange: Exchange; addresses: Addresses; timeoutMs: number }) {
  const { addresses, timeoutMs } = options

  async function exchange(request: Omit<ExchangeRequest, 'timeoutMs'>, effect: Effect): Promise<ExchangeReply> {
    try {
      return await options.exchange({ ...request, timeoutMs })
    } catch (error) {
      throw error instanceof ExchangeFailure ? ofExchange(error, effect) : error
    }
  }

  async function ask(location: Location, account: CarrierAccount): Promise<Fields> {
    const request = { ...location, method: 'GET' as const, headers: headersFor(account), maxBytes: maxJsonBytes }
    return read(await exchange(request, 'read'), 'read')
  }

  async function post(
    account: CarrierAccount,
    location: Location,
    type: string,
    body: string,
    effect: Effect,
  ): Promise<Fields> {
    const headers = { ...headersFor(account), 'content-type': type }
    const request = { ...location, method: 'POST' as const, headers, body, maxBytes: maxJsonBytes }
    return read(await exchange(request, effect), effect)
  }

  return {
    get: (account: CarrierAccount, host: Host, path: string) => ask(addresses.locate(host, path), account),
    /** Returns every entry under `key` of all pages. Stops early if `more` returns false. */
    list: async (
      account: CarrierAccount,
      host: Host,
      path: string,
      key: string,
      more: (page: Fields[]) => boolean = () => true,
    ): Promise<Fields[]> => {
      const found: Fields[] = []
      let location: Location | undefined = addresses.locate(host, path)
      for (let count = 0; location && count < maxPages; count++) {
        const answer = await ask(location, account)
        const page = listOf(answer[key]).map(fieldsOf)
        found.push(...page)
        const link = textOf(answer.next_page_uri) ?? textOf(fieldsOf(answer.meta).next_page_url)
        if (link === null || !more(page)) return found
        location = addresses.follow(host, link, path.replace(/\?.*/, ''))
      }
      throw new CarrierError('not_sent', 'The list of the carrier has too many pages.', { code: 'protocol_error' })
    },
    /** `read` if a repetition has no further effect. */
    postForm: (account: CarrierAccount, host: Host, path: string, form: URLSearchParams, effect: Effect = 'write') =>
      post(account, addresses.locate(host, path), 'application/x-www-form-urlencoded', form.toString(), effect),
    postJson: (account: CarrierAccount, host: Host, path: string, body: unknown) =>
      post(account, addresses.locate(host, path), 'application/json', JSON.stringify(body), 'write'),
    remove: async (account: CarrierAccount, host: Host, path: string): Promise<void> => {
      const location = addresses.locate(host, path)
      const request = { ...location, method: 'DELETE' as const, headers: headersFor(account), maxBytes: maxJsonBytes }
      // A repeated delete has no further effect.
      const reply = await exchange(request, 'read')
      if (reply.status >= 300 && reply.status !== 404) throw ofReply(reply, 'read')
    },
    /** Returns the raw response, including errors. */
    fetch: (location: Location, maxBytes: number, account?: CarrierAccount) => {
      const headers = account ? headersFor(account) : { 'user-agent': userAgent }
      return exchange({ ...location, method: 'GET', headers, maxBytes }, 'read')
    },
  }
}

const userAgent = 'parley'

function headersFor({ externalId, credentials: authToken }: CarrierAccount): Record<string, string> {
  const credentials = Buffer.from(`${externalId}:${authToken}`).toString('base64')
  return { authorization: `Basic ${credentials}`, accept: 'application/json', 'user-agent': userAgent }
}

function read(reply: ExchangeReply, effect: Effect): Fields {
  if (reply.status >= 300) throw ofReply(reply, effect)
  let answer: unknown
  try {
    answer = JSON.parse(reply.body.toString())
  } catch {
    throw unreadable(effect)
  }
  if (isNestedDeeper(answer)) throw unreadable(effect)
  return fieldsOf(answer)
}
