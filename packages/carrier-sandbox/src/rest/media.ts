// Lists, shows, serves and deletes the media of messages.
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import type { Media } from '../core/state.ts'
import { type ApiRequest, type ApiResponse, throwNotFound } from './api-request.ts'
import { getMessage } from './messages.ts'
import { relativePage } from './paging.ts'
import { presentMedia } from './present-call.ts'

export function listMedia(context: SandboxContext, request: ApiRequest): ApiResponse {
  const message = getMessage(context, request)
  const all = message.mediaSids.map((sid) => context.state.media.get(sid)).filter((media) => media !== undefined)
  const body = relativePage('media_list', all, request, (media) => presentMedia(context.accountSid, media))
  return { status: 200, body, root: 'MediaList' }
}

/** Without `.json`, redirects to the file, which needs no credentials. */
export function fetchMedia(context: SandboxContext, request: ApiRequest): ApiResponse {
  const media = getMedia(context, request)
  if (request.path.endsWith('.json'))
    return { status: 200, body: presentMedia(context.accountSid, media), sid: media.sid }
  return { status: 307, headers: { location: `${context.baseUrl}/media/${media.sid}` }, sid: media.sid }
}

export function deleteMedia(context: SandboxContext, request: ApiRequest): ApiResponse {
  const media = getMedia(context, request)
  const message = getMessage(context, request)
  message.mediaSids = message.mediaSids.filter((sid) => sid !== media.sid)
  context.state.deleteMedia(media.sid)
  context.state.saveMessage(message)
  return { status: 204, sid: media.sid }
}

export function serveFile({ state }: Pick<SandboxContext, 'state'>, sid: string): ApiResponse {
  const media = state.media.get(sid)
  if (!media) throw new ApiError(20404)
  const name = media.filename?.replace(/[^\w.-]/g, '_')
  const headers = {
    'content-type': media.contentType,
    'content-disposition': name ? `inline; filename="${name}"` : 'inline',
    // Files come from customers, so browsers must not execute them.
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  }
  return { status: 200, headers, body: media.bytes }
}

function getMedia({ state }: SandboxContext, { params, path }: ApiRequest): Media {
  const media = state.media.get(params.mediaSid ?? '')
  return media && media.messageSid === params.sid ? media : throwNotFound(path)
}
