// Fetching the media of a message once, at send time: what it is, whether the channel carries it, and a copy of ours.
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { originalNameOf } from './file-name.ts'
import { carriedTypes, largestBytesOf, largestOfAll, type MediaType, mediaTypeOf, textLike } from './media-type.ts'

export interface LoadedMedia extends MediaType {
  fileKey: string
  sizeBytes: number
  /** As the caller gave it. */
  filename: string
}

const fetchWithinMs = 20_000

/** Refuses an address that is malformed or that Parley must not call. Nothing is asked over the network. */
export function checkMediaUrl({ fetcher }: Pick<AccountContext, 'fetcher'>, url: string): void {
  const reason = fetcher.refuses(url)
  if (reason) throw refused(`The media url is refused: ${reason}`)
}

/** Refuses with a sentence under `media_url`; the sentences tell nothing of our network. */
export async function loadMedia(
  ctx: AccountContext,
  url: string,
  filename: string | null | undefined,
): Promise<LoadedMedia> {
  const { body, contentType } = await fetchMedia(ctx, url)
  const type = mediaTypeOf(body, contentType)
  if (!type) throw refused(`The media url must be a file of type ${carriedTypes}; ${foundType(contentType)}.`)
  const most = largestBytesOf(type.kind, body)
  if (body.length > most) throw tooLarge(most)
  const fileKey = `media/${ctx.account.id}/${ctx.newId()}`
  await ctx.files.put(fileKey, body, type.contentType)
  return { ...type, fileKey, sizeBytes: body.length, filename: originalNameOf(filename, url, type.extension) }
}

async function fetchMedia(
  ctx: AccountContext,
  url: string,
): Promise<{ body: Uint8Array; contentType: string | undefined }> {
  try {
    const options = { maxRedirects: 5, timeoutMs: fetchWithinMs, maxBytes: largestOfAll }
    const reply = await ctx.fetcher.fetch({ url, headers: { accept: '*/*' }, ...options })
    if (reply.status !== 200) throw refused('The media url could not be fetched.')
    if (reply.truncated) throw tooLarge(largestOfAll)
    if (reply.body.length === 0) throw refused('The media url is an empty file.')
    return { body: reply.body, contentType: reply.headers['content-type'] }
  } catch (error) {
    if (error instanceof OutsideError) throw refused('The media url could not be fetched.')
    throw error
  }
}

/** In the words of whoever serves it, as far as they are words; its bytes are none of the types. */
function foundType(contentType: string | undefined): string {
  const [type] = /^[\w.+-]{1,40}\/[\w.+-]{1,80}/.exec(contentType ?? '') ?? []
  if (!type) return 'what was found is none of them'
  const what = textLike.test(type.toLowerCase()) ? 'text in UTF-8' : 'one of them'
  return `what was found is called ${type} and does not read as ${what}`
}

const refused = (sentence: string): InvalidInput => new InvalidInput({ media_url: [sentence] })

function tooLarge(bytes: number): InvalidInput {
  const size = bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} KB`
  return refused(`The media url may not be greater than ${size}.`)
}
