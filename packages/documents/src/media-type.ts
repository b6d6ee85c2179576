// Reads the media type of a Content-Type header.

/** Without parameters, in lower case. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.slice(0, 200).split(';', 1)[0] ?? '').trim().toLowerCase()
}
