// Codes of authenticator apps (RFC 6238) and recovery codes.
import { randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { AppContext, MemberContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sha256Of } from '#server/platform/security/random-secret.ts'
import { BoxError, open, openIfReadable, seal } from '#server/platform/security/secret-box.ts'
import { countAttempt } from './attempts.ts'
import { requirePassword } from './own-password.ts'
import {
  clearTotp,
  confirmTotp,
  findUser,
  insertRecoveryCodes,
  startTotp,
  takeRecoveryCode,
  takeTotpStep,
  type User,
} from './store-users.ts'

const stepSeconds = 30
const secretBytes = 20
const recoveryCodeCount = 10

type CodeContext = Pick<AppContext, 'db' | 'settings' | 'now'>

const useRecoveryCode = 'Sign in with a recovery code, and set up the app again.'

const placeOf = (userId: number): string => `totp:${userId}`

const totpOf = (secret: Secret, label: string): TOTP =>
  new TOTP({ issuer: 'Parley', label, secret, digits: 6, period: stepSeconds })

/** Also accepts a recovery code, which it uses up. A code of the app can be used once. */
export async function isCode(ctx: CodeContext, user: User, code: string): Promise<boolean> {
  const text = code.replace(/[\s-]/g, '').toLowerCase()
  if (!/^\d{6}$/.test(text)) return takeRecoveryCode(ctx.db, user.id, sha256Of(text))
  if (!user.sealedTotpSecret) return false
  const sealed = user.sealedTotpSecret
  const base32 = openIfReadable(() => open(ctx.settings.masterKey, sealed, placeOf(user.id)))
  if (base32 === undefined) throw new BoxError('The secret of the authenticator app', useRecoveryCode)
  const totp = totpOf(Secret.fromBase32(base32), user.email)
  const timestamp = ctx.now().getTime()
  // One step of 30 s before and after is accepted, because clocks differ.
  const delta = totp.validate({ token: text, timestamp, window: 1 })
  if (delta === null) return false
  const currentStep = Math.floor(timestamp / 1000 / stepSeconds)
  return takeTotpStep(ctx.db, user.id, currentStep + delta, currentStep)
}

/** Refuses with `WRONG_PASSWORD` or `SECOND_FACTOR_IN_USE`. */
export async function startSecondFactor(
  ctx: MemberContext,
  password: string | undefined,
): Promise<{ secret: string; url: string }> {
  const user = await requirePassword(ctx, password)
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer })
  const sealed = seal(ctx.settings.masterKey, secret.base32, placeOf(user.id))
  if (!(await startTotp(ctx.db, user.id, sealed))) throw new Refusal('SECOND_FACTOR_IN_USE')
  return { secret: secret.base32, url: totpOf(secret, user.email).toString() }
}

/** Returns the recovery codes. Refuses with `WRONG_CODE`. */
export async function confirmSecondFactor(ctx: MemberContext, code: string): Promise<string[]> {
  await requireCode(ctx, code)
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await transaction(ctx, async (tx) => {
    await confirmTotp(tx.db, ctx.actor.id)
    await insertRecoveryCodes(
      tx.db,
      ctx.actor.id,
      codes.map((each) => sha256Of(each.replaceAll('-', ''))),
    )
  })
  return codes
}

/** Refuses with `WRONG_CODE`. */
export async function removeSecondFactor(ctx: MemberContext, code: string): Promise<void> {
  await requireCode(ctx, code)
  await transaction(ctx, (tx) => clearTotp(tx.db, ctx.actor.id))
}

async function requireCode(ctx: MemberContext, code: string): Promise<void> {
  await countAttempt(ctx.db, 'code', ctx.actor.id)
  const user = await findUser(ctx.db, ctx.actor.id)
  if (!user || !(await isCode(ctx, user, code))) throw new Refusal('WRONG_CODE')
}

/** 59 random bits as `xxxx-xxxx-xxxx`, without letters and digits that are mistaken for each other. */
function newRecoveryCode(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group()].join('-')
}
