// Converts the errors of the speech package to those of the ports.
import { SpeechError } from '@parley/speech'
import { OutsideError } from '#server/platform/outside-error.ts'

const retryableCodes = ['busy', 'timeout', 'worker_ended']

export function failureOf(error: unknown): OutsideError {
  if (!(error instanceof SpeechError))
    return new OutsideError('failed', 'Offline speech failed.', { retryable: false, cause: error })
  return new OutsideError(error.code, error.message, { retryable: retryableCodes.includes(error.code), cause: error })
}
