// The name under which a recipient sees a file: short and plain, as the carrier takes it from our header.
import { trimEnd } from '#server/platform/trim-end.ts'

const longest = 20

/** `wished` is what the caller said, else the last part of the address; its ending becomes that of the content. */
export function fileNameOf(wished: string | null | undefined, url: string, extension: string): string {
  const given = wished ?? lastPartOf(url)
  const stem = given
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+/, '')
  const name = trimEnd(stem, '_').slice(0, longest - extension.length - 1)
  return `${name || 'file'}.${extension}`
}

function lastPartOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? ''
  try {
    return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
  } catch {
    return ''
  }
}
