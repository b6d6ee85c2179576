// The two date formats of the API.
/** `Thu, 24 Aug 2023 05:01:45 +0000` */
export function rfc2822(atMs: number): string {
  return new Date(atMs).toUTCString().replace('GMT', '+0000')
}

/** `2015-07-30T19:00:00Z` */
export function iso8601(atMs: number): string {
  return new Date(atMs).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
