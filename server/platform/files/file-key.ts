// Checks the keys and ranges that every file store accepts.
import { OutsideError } from '../outside-error.ts'

const keyForm = /^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9_-])?(?:\/[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9_-])?){0,9}$/
/** Windows opens a device for such a name, with any extension. */
const deviceName = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:[./]|$)/

/** Lower case only, because two keys would be the same file on case-insensitive file systems. */
export function checkFileKey(key: string): void {
  if (!keyForm.test(key) || deviceName.test(key)) throw new Error('Invalid file key.')
}

export function checkRange({ start, end }: { start: number; end: number }): void {
  const isValid = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end > start
  if (!isValid) throw new Error('Invalid range of a file.')
}

export const missingFile = (): OutsideError =>
  new OutsideError('not_found', 'The file does not exist.', { retryable: false })
