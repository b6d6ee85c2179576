// The signing secret of an account: made on first use, kept sealed, shown when it is rotated, never again.
import { randomBytes } from 'node:crypto'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import type { Settings } from '#server/platform/context/settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { BoxError, open, seal } from '#server/platform/security/secret-box.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import { secretOf } from './signature.ts'
import { findNewestSecret, insertSecret, selectSigningBoxes } from './store-secrets.ts'

const keyBytes = 24
/** A secret that was replaced longer ago signs no more. */
export const formerSignsForMs = 24 * 60 * 60 * 1000

interface Keeper extends Pick<AppContext, 'log'> {
  db: Db
  settings: Settings
}

/** From now on the new secret signs, and for a day the former one beside it. */
export async function rotateSecret(ctx: AccountContext): Promise<string> {
  const key = randomBytes(keyBytes)
  await keep(ctx, ctx.account.id, key)
  return secretOf(key)
}

export const findSecretHint = (ctx: AccountContext): Promise<{ createdAt: Timestamp; hint: string } | undefined> =>
  findNewestSecret(ctx.db, ctx.account.id)

/** Newest first, at least one. Two that are made at once are both good: the later is the newest. */
export async function signingKeys(keeper: Keeper, accountId: number): Promise<Buffer[]> {
  const boxes = await selectSigningBoxes(keeper.db, accountId, formerSignsForMs)
  if (boxes.length > 0) return openAll(keeper, accountId, boxes)
  await keep(keeper, accountId, randomBytes(keyBytes))
  return openAll(keeper, accountId, await selectSigningBoxes(keeper.db, accountId, formerSignsForMs))
}

async function keep({ db, settings }: Omit<Keeper, 'log'>, accountId: number, key: Buffer): Promise<void> {
  const box = seal(settings.masterKey, key.toString('base64'), placeOf(accountId))
  await insertSecret(db, accountId, { box, hint: secretOf(key).slice(-4) })
}

/** Those that another master key has sealed sign nothing; throws when no other is left, until one is made by rotation. */
function openAll({ settings, log }: Keeper, accountId: number, boxes: readonly Buffer[]): Buffer[] {
  const keys: Buffer[] = []
  let sealed: BoxError | undefined
  for (const box of boxes) {
    try {
      keys.push(Buffer.from(open(settings.masterKey, box, placeOf(accountId)), 'base64'))
    } catch (error) {
      if (!(error instanceof BoxError)) throw error
      sealed = error
    }
  }
  if (sealed && keys.length === 0) throw sealed
  if (sealed) log.warn({ account: accountId }, 'a webhook secret was sealed under another master key')
  return keys
}

const placeOf = (accountId: number): string => `webhook_secrets:${accountId}`
