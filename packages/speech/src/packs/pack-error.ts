// The error of voice packs.
/**
 * `runtime_missing`: sherpa-onnx does not run on this machine · `invalid_pack`: the file or the model ·
 * `invalid_manifest` · `wrong_hash`: what was downloaded is not what was expected, and was deleted · `download_failed`:
 * can succeed when it is repeated, and resumes · `address_refused`: the address or one it redirects to ·
 * `no_ranges`: the server sends a large file only as a whole · `disk_full` · `in_use`: another process adds the pack ·
 * `installed` · `not_found` · `canceled`.
 */
export type PackErrorCode =
  | 'address_refused'
  | 'canceled'
  | 'disk_full'
  | 'download_failed'
  | 'in_use'
  | 'installed'
  | 'invalid_manifest'
  | 'invalid_pack'
  | 'no_ranges'
  | 'not_found'
  | 'runtime_missing'
  | 'wrong_hash'

const maxMessage = 500

/** Values in the message must be `shown`. */
export class PackError extends Error {
  readonly code: PackErrorCode

  constructor(code: PackErrorCode, message: string, options?: { cause?: unknown }) {
    super(printable(message).slice(0, maxMessage), options)
    this.name = 'PackError'
    this.code = code
  }
}

const maxShown = 100

const printable = (text: string): string => text.replace(/\p{C}/gu, '?')

/** Text from outside for a message: short, and without characters that control terminals. */
export const shown = (text: string): string => {
  const start = text.slice(0, maxShown)
  return printable(start) + (text.length > maxShown ? '…' : '')
}

/** Names a full disk; other errors are returned as they are. */
export function packErrorOf(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new PackError('disk_full', 'The disk is full. Free some space and add the pack again; the download resumes.', {
    cause: error,
  })
}
