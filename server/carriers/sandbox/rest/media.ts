// The media of messages: their list, their facts, and the files themselves.
import { CarrierRefusal } from '../core/carrier-refusal.ts'
import type { Exchange } from '../core/exchange.ts'
import type { Media } from '../core/state.ts'
import type { Answer, Call } from './call.ts'
import { getMessage } from './messages.ts'
import { relativePage } from './paging.ts'
import { presentMedia } from './present-message.ts'

export function listMedia(exchange: Exchange, call: Call): Answer {
  const message = getMessage(exchange, call)
  const all = message.mediaSids.map((sid) => exchange.state.media.get(sid)).filter((media) => media !== undefined)
  const body = relativePage('media_list', all, call, (media) => presentMedia(exchange.accountSid, media))
  return { status: 200, body, root: 'MediaList' }
}

/** `.json` gives the facts; the bare address leads to the file, which needs no credentials any more. */
export function fetchMedia(exchange: Exchange, call: Call): Answer {
  const media = getMedia(exchange, call)
  if (call.path.endsWith('.json'))
    return { status: 200, body: presentMedia(exchange.accountSid, media), sid: media.sid }
  return { status: 307, headers: { location: `${exchange.baseUrl}/media/${media.sid}` }, sid: media.sid }
}

export function deleteMedia(exchange: Exchange, call: Call): Answer {
  const media = getMedia(exchange, call)
  const message = getMessage(exchange, call)
  message.mediaSids = message.mediaSids.filter((sid) => sid !== media.sid)
  exchange.state.deleteMedia(media)
  exchange.state.saveMessage(message)
  return { status: 204, sid: media.sid }
}

export function serveFile({ state }: Pick<Exchange, 'state'>, sid: string): Answer {
  const media = state.media.get(sid)
  if (!media) throw new CarrierRefusal(20404)
  const name = media.filename?.replace(/[^\w.-]/g, '_')
  const headers = {
    'content-type': media.contentType,
    'content-disposition': name ? `inline; filename="${name}"` : 'inline',
    // A file of a stranger is shown, never run.
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  }
  return { status: 200, headers, body: media.bytes }
}

function getMedia({ state }: Exchange, { params, path }: Call): Media {
  const media = state.media.get(params[1] ?? '')
  if (media?.messageSid !== params[0]) throw new CarrierRefusal(20404, `The requested resource ${path} was not found`)
  return media!
}
