// The signing secrets of an account, stored encrypted. Rotation returns the new secret once.
import { randomBytes } from 'node:crypto'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { BoxError, open, seal } from '#server/platform/security/secret-box.ts'
import { secretOf } from './signature.ts'
import { insertSecret, selectSigningBoxes } from './store-secrets.ts'

/** How long a replaced secret still signs deliveries. */
export const replacedSignsForMs = 24 * 60 * 60 * 1000

type SecretContext = Pick<AppContext, 'db' | 'settings' | 'log'>

export const rotateSecret = async (ctx: AccountContext) => secretOf(await createKey(ctx, ctx.account.id))

/** Returns at least one key, newest first. Concurrent first deliveries can create two secrets; both stay valid. */
export async function signingKeys(ctx: SecretContext, accountId: number): Promise<Buffer[]> {
  const boxes = await selectSigningBoxes(ctx.db, accountId, replacedSignsForMs)
  if (boxes.length > 0) return openAll(ctx, accountId, boxes)
  await createKey(ctx, accountId)
  return openAll(ctx, accountId, await selectSigningBoxes(ctx.db, accountId, replacedSignsForMs))
}

async function createKey({ db, settings }: SecretContext, accountId: number): Promise<Buffer> {
  const key = randomBytes(24)
  const box = seal(settings.masterKey, key.toString('base64'), boxContext(accountId))
  await insertSecret(db, accountId, { box, hint: secretOf(key).slice(-4) })
  return key
}

/** Skips secrets that were encrypted with another master key. Throws `BoxError` if no other is left. */
function openAll({ settings, log }: SecretContext, accountId: number, boxes: readonly Buffer[]): Buffer[] {
  const keys: Buffer[] = []
  let failure: BoxError | undefined
  for (const box of boxes) {
    try {
      keys.push(Buffer.from(open(settings.masterKey, box, boxContext(accountId)), 'base64'))
    } catch (error) {
      if (!(error instanceof BoxError)) throw error
      failure = error
    }
  }
  if (failure && keys.length === 0) throw failure
  if (failure) log.warn({ account: accountId }, 'a webhook secret is encrypted with another master key')
  return keys
}

const boxContext = (accountId: number): string => `webhook_secrets:${accountId}`
