// The one-sentence errors of the embedded PostgreSQL.
import { OutsideError } from '../outside-error.ts'

/** The message is one sentence that tells a person what to do; no stack is needed to understand it. */
export function fault(code: string, sentence: string, cause?: unknown): OutsideError {
  return new OutsideError(`embedded_postgres_${code}`, sentence, { retryable: false, cause })
}

/** Neither initdb nor the check of who connects works without a name. */
export function namelessFault(uid: string, cause: unknown): OutsideError {
  return fault(
    'nameless',
    `PostgreSQL cannot be set up by user ${uid}, who has no name on this system: add the user to /etc/passwd, start Parley as another one, or set DATABASE_URL.`,
    cause,
  )
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(String((error as { code?: unknown } | undefined)?.code))
}
