// File names of media: the original one for the account, and a safe one for the carrier.
import { cleanValue } from '#server/platform/text/render-template.ts'

const maxOriginalLength = 255
const maxCarrierLength = 20

/** Returns the given name, or else the last segment of the URL, on one line. */
export function originalFilename(senderName: string | null | undefined, url: string, extension: string): string {
  const name = cleanValue(senderName ?? lastSegmentOf(url))
    .replace(/[\t\n]/g, ' ')
    .trim()
  return [...name].slice(0, maxOriginalLength).join('') || `file.${extension}`
}

/** Carriers expect a short name without spaces, with the extension of the content type. */
export function carrierFilename(original: string, extension: string): string {
  const stem = original
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, maxCarrierLength - extension.length - 1)
  return `${stem || 'file'}.${extension}`
}

function lastSegmentOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? ''
  try {
    return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
  } catch {
    return ''
  }
}
