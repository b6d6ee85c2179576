// Fetches media of inbound messages. Credentials are sent only to the carrier; redirects lead only to its file servers.
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { MessageCarrier } from '#server/ports/carrier.ts'
import type { Addresses } from '../rest/addresses.ts'
import type { Api } from '../rest/api.ts'
import type { ExchangeReply } from '../rest/exchange.ts'
import { ofReply } from '../rest/failures.ts'
import { sidOf, textOf } from '../rest/json.ts'

const maxRedirects = 3

export function createMedia(api: Api, addresses: Addresses): Pick<MessageCarrier, 'listMedia' | 'fetchMedia'> {
  return {
    listMedia: async (account, messageSid) => {
      const folder = `/2010-04-01/Accounts/${encodeURIComponent(account.externalId)}/Messages/${encodeURIComponent(messageSid)}/Media`
      const found = await api.list(account, 'api', `${folder}.json`, 'media_list')
      return found.flatMap((media) => {
        const sid = sidOf(media.sid)
        if (sid === null) return []
        const { origin, path } = addresses.locate('api', `${folder}/${sid}`)
        return [{ url: origin + path, contentType: textOf(media.content_type) }]
      })
    },
    fetchMedia: async (account, url, maxBytes) => {
      let location = addresses.locateMedia(url)
      if (!location) throw refused()
      let reply = await api.fetch(location, maxBytes, account)
      for (let count = 0; isRedirect(reply); count++) {
        const target = URL.parse(reply.headers.location ?? '', location.origin + location.path)
        location = target === null || count === maxRedirects ? undefined : addresses.locateFile(target.href)
        if (!location) throw refused()
        reply = await api.fetch(location, maxBytes)
      }
      if (reply.status !== 200) throw ofReply(reply, 'read')
      return { contentType: reply.headers['content-type'] ?? 'application/octet-stream', body: reply.body }
    },
  }
}

function isRedirect({ status }: ExchangeReply): boolean {
  return status >= 301 && status <= 308 && status !== 304
}

function refused(): CarrierError {
  return new CarrierError('not_sent', 'The media URL does not belong to the carrier.', { code: 'address_refused' })
}
