// Sets, tests and removes the keys of vendors, for an account or for the installation.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { InvalidInput, orRefuse, Refusal } from '#server/platform/refusal.ts'
import { maskSecret } from '#server/platform/security/mask-secret.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import type { VendorCode, VendorFacts, VendorKey } from '#server/ports/vendors.ts'
import { openKey, sealKey } from './seal-key.ts'
import { deleteKey, findKey, type KeyOwner, recordKeyTest, saveKey } from './store.ts'
import { announceKeys } from './stored-keys.ts'

export interface KeyInput {
  vendor: VendorCode
  apiKey?: string | null | undefined
  baseUrl?: string | null | undefined
  region?: string | null | undefined
}

/**
 * Tests the key and stores it only if the vendor accepts it. Refuses with `KEY_REJECTED`, `VENDOR_UNREACHABLE` or
 * `SET_BY_ENVIRONMENT`, and throws `InvalidInput`.
 */
export async function setKey(ctx: AccountContext, owner: KeyOwner, input: KeyInput): Promise<void> {
  refuseFixed(ctx, owner, input.vendor)
  const key = keyOf(ctx, input)
  const reason = await testOf(ctx, key)
  if (reason) throw reason
  const { vendor, apiKey, baseUrl, region } = key
  const hint = apiKey === '' ? '' : maskSecret(apiKey)
  const sealedKey = sealKey(ctx.settings.masterKey, owner, key)
  await transaction(ctx, async ({ db }) => {
    await saveKey(db, owner, { vendor, sealedKey, hint, baseUrl, region, setBy: ctx.actor?.name ?? 'command line' })
    await announceKeys(db, owner)
  })
  await useChangedKeys(ctx, owner)
}

/** The change is already stored, and the notification repeats a failed reading. */
export async function useChangedKeys({ vendors, log }: AccountContext, owner: KeyOwner): Promise<void> {
  await vendors.refresh(owner).catch((error) => log.warn({ error }, 'a changed key is not used yet'))
}

/** Stores the outcome. Refuses as `setKey` does, with `VENDOR_KEY_NOT_FOUND`, and with a `BoxError`. */
export async function retestKey(ctx: AccountContext, owner: KeyOwner, vendor: VendorCode): Promise<void> {
  const stored = orRefuse(await findKey(ctx.db, owner, vendor), 'VENDOR_KEY_NOT_FOUND')
  const key = openKey(ctx.settings.masterKey, owner, stored)
  const reason = key ? await testOf(ctx, key) : new BoxError('The key')
  await recordKeyTest(ctx.db, owner, stored, reason?.message.slice(0, 500) ?? null)
  if (reason) throw reason
}

/** Refuses with `VENDOR_KEY_NOT_FOUND`. */
export async function removeKey(ctx: AccountContext, owner: KeyOwner, vendor: VendorCode): Promise<void> {
  await transaction(ctx, async ({ db }) => {
    if (!(await deleteKey(db, owner, vendor))) throw new Refusal('VENDOR_KEY_NOT_FOUND')
    await announceKeys(db, owner)
  })
  await useChangedKeys(ctx, owner)
}

export const factsOf = ({ vendors }: Pick<AccountContext, 'vendors'>, vendor: VendorCode): VendorFacts =>
  vendors.all.find((each) => each.vendor === vendor)!

/** Variables of the environment take precedence over the installation's keys. */
function refuseFixed(ctx: AccountContext, owner: KeyOwner, vendor: VendorCode): void {
  const variable = ctx.vendors.variableOf(vendor)
  if (owner !== undefined || variable === undefined) return
  const message = `The environment variable ${variable} sets this vendor. Change it there.`
  throw new Refusal('SET_BY_ENVIRONMENT', message)
}

function keyOf(ctx: AccountContext, { vendor, apiKey, baseUrl, region }: KeyInput): VendorKey {
  const { accepts } = factsOf(ctx, vendor)
  const url = accepts.includes('server_url') ? baseUrl || null : null
  if (!apiKey && url === null) throw new InvalidInput({ access_key: ['The access key field is required.'] })
  const refused = url === null ? undefined : ctx.fetcher.refuses(url)
  if (refused) throw new InvalidInput({ server_url: [refused] })
  const needsRegion = accepts.includes('region')
  if (needsRegion && !region) throw new InvalidInput({ region: ['The region field is required.'] })
  return { vendor, apiKey: apiKey ?? '', baseUrl: url, region: needsRegion ? region! : null }
}

/** Returns why the key cannot be used. */
async function testOf(ctx: AccountContext, key: VendorKey): Promise<Error | undefined> {
  const name = key.baseUrl === null ? factsOf(ctx, key.vendor).name : new URL(key.baseUrl).host
  const test = await ctx.vendors.test(key)
  if (test.outcome === 'accepted') return undefined
  if (test.outcome === 'rejected')
    return new Refusal('KEY_REJECTED', `${name} rejected the key. Check that it is complete and active.`)
  if (test.outcome === 'address_refused') return new InvalidInput({ server_url: [test.reason] })
  const what = {
    timeout: 'did not answer within 10 seconds',
    unreachable: 'could not be reached',
    unclear: `answered with status ${'status' in test ? test.status : ''}`,
  }[test.outcome]
  return new Refusal('VENDOR_UNREACHABLE', `${name} ${what}, so the key could not be tested.`)
}
