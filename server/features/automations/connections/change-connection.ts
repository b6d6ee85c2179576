// Creates, changes, tests and deletes connections.
import type { AccountContext } from '#server/platform/context/context.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { InvalidInput, orRefuse, Refusal } from '#server/platform/refusal.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import {
  type Connection,
  ConnectionFault,
  type ConnectionType,
  type OpenConnection,
  openConnection,
  readSecret,
  sealSecret,
} from './connection.ts'
import { type ConnectionDraft, type ConnectionPatch, draftOf, faultsOfDraft } from './draft.ts'
import { oauth2Token } from './oauth2-token.ts'
import { sendAuthorized } from './send-authorized.ts'
import {
  type ConnectionRow,
  deleteConnectionRow,
  findConnectionById,
  insertConnection,
  recordTest,
  updateConnectionRow,
} from './store.ts'

const maxConnections = 100
const maxErrorLength = 500

/** Throws `InvalidInput`, including when the test fails. */
export async function createConnection(
  ctx: AccountContext,
  patch: ConnectionPatch & { name: string; type: ConnectionType },
): Promise<Connection> {
  const row = await testedRow(ctx, draftOf(patch, undefined))
  const inserted = await refuseTakenName(insertConnection(ctx.db, ctx.account.id, row, maxConnections))
  if (!inserted) throw new InvalidInput({ name: [`An account can have up to ${maxConnections} connections.`] })
  return inserted
}

/** Refuses with `CONNECTION_NOT_FOUND`, or throws `InvalidInput`, including when the test fails. */
export async function updateConnection(ctx: AccountContext, id: number, patch: ConnectionPatch): Promise<Connection> {
  const before = await getConnection(ctx, id)
  // A secret that was encrypted under another master key cannot be kept; the request must supply it.
  const draft = draftOf(patch, { ...before, secret: readSecret(ctx.settings, before) })
  const row = await testedRow(ctx, draft)
  return orRefuse(await refuseTakenName(updateConnectionRow(ctx.db, ctx.account.id, id, row)), 'CONNECTION_NOT_FOUND')
}

/** Refuses with `CONNECTION_NOT_FOUND`. Throws `InvalidInput` or `BoxError` if the test fails, and stores the reason. */
export async function retestConnection(ctx: AccountContext, id: number): Promise<Connection> {
  const connection = await getConnection(ctx, id)
  const fault = await faultOfTest(ctx, () => openConnection(ctx.settings, connection))
  if (fault === 'untestable') throw new InvalidInput({ test_url: ['The connection has no test url.'] })
  const tested = await recordTest(ctx.db, ctx.account.id, id, fault?.message.slice(0, maxErrorLength) ?? null)
  if (fault instanceof BoxError) throw fault
  if (fault) throw new InvalidInput({ [fault.field]: [fault.message] })
  if (!tested) throw new Refusal('CONNECTION_NOT_FOUND')
  return tested
}

/** Refuses with `CONNECTION_NOT_FOUND`. */
export async function deleteConnection({ db, account }: AccountContext, id: number): Promise<void> {
  if (!(await deleteConnectionRow(db, account.id, id))) throw new Refusal('CONNECTION_NOT_FOUND')
}

async function getConnection({ db, account }: AccountContext, id: number): Promise<Connection> {
  return orRefuse(await findConnectionById(db, account.id, id), 'CONNECTION_NOT_FOUND')
}

async function testedRow(ctx: AccountContext, draft: ConnectionDraft): Promise<ConnectionRow> {
  const { name, type, settings, secret } = draft
  refuseFor(faultsOfDraft(draft))
  const open = { accountId: ctx.account.id, name, type, settings, secret: secret! }
  const fault = await faultOfTest(ctx, () => open)
  if (fault instanceof BoxError) throw fault
  if (fault && fault !== 'untestable') throw new InvalidInput({ [fault.field]: [fault.message] })
  const sealed = sealSecret(ctx.settings, ctx.account.id, open.secret)
  return { name, type, settings, ...sealed, isTested: fault === undefined }
}

/** Returns undefined if the test succeeds. */
async function faultOfTest(
  ctx: AccountContext,
  open: () => Parameters<typeof testConnection>[1],
): Promise<ConnectionFault | BoxError | 'untestable' | undefined> {
  try {
    return (await testConnection(ctx, open())) ? undefined : 'untestable'
  } catch (error) {
    if (error instanceof ConnectionFault || error instanceof BoxError) return error
    throw error
  }
}

function refuseFor(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors)
}

async function refuseTakenName<T>(saved: Promise<T>): Promise<T> {
  return saved.catch((error) => {
    if (isUniqueViolation(error)) throw new InvalidInput({ name: ['The name has already been taken.'] })
    throw error
  })
}

const timeoutMs = 15_000
const maxBytes = 64 * 1024

/** Returns false if there is nothing to test. Throws `ConnectionFault`. */
async function testConnection(ctx: AccountContext, connection: OpenConnection): Promise<boolean> {
  const { type, settings } = connection
  if (type === 'oauth2') await oauth2Token(ctx, connection, { renews: true })
  if (settings.testUrl === null) return type === 'oauth2'
  const status = await statusOf(ctx, connection, settings.testUrl)
  if (status >= 200 && status < 300) return true
  const reason = status === 401 || status === 403 ? 'refused the credentials' : 'did not answer as expected'
  throw fault(`The test url ${reason}: status ${status}.`)
}

async function statusOf(ctx: AccountContext, connection: OpenConnection, url: string): Promise<number> {
  try {
    const request = { url, timeoutMs, maxBytes, headers: { accept: 'application/json' } }
    return (await sendAuthorized(ctx, connection, request)).reply.status
  } catch (error) {
    if (error instanceof OutsideError) throw fault(`The test url could not be requested: ${error.message}`)
    throw error
  }
}

const fault = (message: string): ConnectionFault => new ConnectionFault(message, { field: 'test_url' })
