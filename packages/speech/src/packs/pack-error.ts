// The error of voice packs.
/**
 * `runtime_missing`: sherpa-onnx does not run on this machine · `invalid_pack`: the file, the manifest or the model ·
 * `wrong_hash`: what was downloaded is not what was expected · `download_failed`: can succeed when it is repeated, and
 * resumes · `disk_full` · `in_use`: another process adds the pack · `installed` · `not_found` · `canceled`.
 */
export type PackErrorCode =
  | 'canceled'
  | 'disk_full'
  | 'download_failed'
  | 'in_use'
  | 'installed'
  | 'invalid_pack'
  | 'not_found'
  | 'runtime_missing'
  | 'wrong_hash'

export class PackError extends Error {
  readonly code: PackErrorCode

  constructor(code: PackErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'PackError'
    this.code = code
  }
}

/** Names a full disk; other errors are returned as they are. */
export function packErrorOf(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new PackError('disk_full', 'The disk is full. Free some space and add the pack again; the download resumes.', {
    cause: error,
  })
}
