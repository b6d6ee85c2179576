// File names of customers: data, never a path.
import { type ContentType, wordType } from './content-types.ts'

const maxLength = 120
const maxExtensionLength = 10

const extensions: Record<ContentType, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  [wordType]: ['docx'],
  'text/plain': ['txt', 'log', 'text'],
  'text/markdown': ['md', 'markdown'],
  'text/csv': ['csv'],
}

export const extensionOf = (type: string): string => extensions[type as ContentType]?.[0] ?? 'bin'

/**
 * Removes control characters and those that change the direction or are invisible, except the joiners that words and
 * emoji need, and adds the extension of the content if the name has another one.
 */
export function cleanFileName(name: string, type: ContentType): string {
  const clean = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/[/\\]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  const own = /\.([A-Za-z0-9]+)$/.exec(clean)?.[1]
  const isRight = own !== undefined && own.length <= maxExtensionLength && extensions[type].includes(own.toLowerCase())
  const extension = isRight ? own : extensionOf(type)
  const stem = isRight ? clean.slice(0, -own.length - 1) : clean
  return `${
    [...stem]
      .slice(0, maxLength - maxExtensionLength)
      .join('')
      .trim() || 'file'
  }.${extension}`
}

/** Content-Disposition with an ASCII name for old clients. https://www.rfc-editor.org/rfc/rfc6266 */
export function dispositionOf(name: string, isInline: boolean): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${isInline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
