// Downloads and validates the media of an outgoing message when it is sent, and stores a copy.
import type { AccountContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { originalFilename } from './file-name.ts'
import { type MediaType, maxBytesOf, maxMediaBytes, mediaTypeOf, supportedTypes, textTypes } from './media-type.ts'

export interface LoadedMedia extends MediaType {
  fileKey: string
  sizeBytes: number
  /** The original name. */
  filename: string
}

const timeoutMs = 20_000

/** Refuses a URL that is malformed or that Parley must not fetch, without a network request. */
export function checkMediaUrl({ fetcher }: Pick<AccountContext, 'fetcher'>, url: string): void {
  const reason = fetcher.refuses(url, { readsFile: true })
  if (reason) throw refused(`The media url is refused: ${reason}`)
}

/** Refuses with an error for `media_url`; the messages reveal nothing about the internal network. */
export async function loadMedia(
  ctx: AccountContext,
  url: string,
  filename: string | null | undefined,
): Promise<LoadedMedia> {
  const { body, contentType } = await fetchMedia(ctx, url)
  const type = mediaTypeOf(body, contentType)
  if (!type) throw refused(`The media url must be a file of type ${supportedTypes}; ${describeContent(contentType)}.`)
  const maxBytes = maxBytesOf(type.kind, body)
  if (body.length > maxBytes) throw tooLarge(maxBytes)
  const fileKey = `media/${ctx.account.id}/${ctx.newId()}`
  await ctx.files.put(fileKey, body, type.contentType)
  return { ...type, fileKey, sizeBytes: body.length, filename: originalFilename(filename, url, type.extension) }
}

async function fetchMedia(
  ctx: AccountContext,
  url: string,
): Promise<{ body: Uint8Array; contentType: string | undefined }> {
  try {
    const options = { maxRedirects: 5, timeoutMs, maxBytes: maxMediaBytes, readsFile: true }
    const reply = await ctx.fetcher.fetch({ url, headers: { accept: '*/*' }, ...options })
    if (reply.status !== 200) throw refused('The media url could not be fetched.')
    if (reply.truncated) throw tooLarge(maxMediaBytes)
    if (reply.body.length === 0) throw refused('The media url is an empty file.')
    return { body: reply.body, contentType: reply.headers['content-type'] }
  } catch (error) {
    if (error instanceof OutsideError) throw refused('The media url could not be fetched.')
    throw error
  }
}

/** Describes unsupported content by the content type that its server declares. */
function describeContent(contentType: string | undefined): string {
  const [type] = /^[\w.+-]{1,40}\/[\w.+-]{1,80}/.exec(contentType ?? '') ?? []
  if (!type) return 'the content of the file is of another type'
  const expected = textTypes.test(type.toLowerCase()) ? 'UTF-8 text' : 'of a supported type'
  return `the file is declared as ${type}, but its content is not ${expected}`
}

const refused = (message: string): InvalidInput => new InvalidInput({ media_url: [message] })

function tooLarge(bytes: number): InvalidInput {
  const size = bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} KB`
  return refused(`The media url may not be greater than ${size}.`)
}
