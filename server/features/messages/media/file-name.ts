// Names of files: as the account knows them, and as the carrier takes them.
import { cleanValue } from '#server/platform/text/render-template.ts'

const longestOriginal = 255
const longestAtCarrier = 20

/** What the caller said, otherwise the last part of the address; on one line. */
export function originalNameOf(wished: string | null | undefined, url: string, extension: string): string {
  const name = cleanValue(wished ?? lastPartOf(url))
    .replace(/[\t\n]/g, ' ')
    .trim()
  return [...name].slice(0, longestOriginal).join('') || `file.${extension}`
}

/** The carrier takes the name from our header: short, without spaces, with the extension of the content. */
export function carrierNameOf(original: string, extension: string): string {
  const stem = original
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, longestAtCarrier - extension.length - 1)
  return `${stem || 'file'}.${extension}`
}

function lastPartOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? ''
  try {
    return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
  } catch {
    return ''
  }
}
