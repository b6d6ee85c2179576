// Errors of the embedded PostgreSQL, which tell the operator what to do.
import { OutsideError } from '../outside-error.ts'

/** The message is one message for the operator, without a stack trace. */
export function fault(code: string, message: string, cause?: unknown): OutsideError {
  return new OutsideError(`embedded_postgres_${code}`, message, { retryable: false, cause })
}

/** initdb and peer authentication require a user name. */
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
