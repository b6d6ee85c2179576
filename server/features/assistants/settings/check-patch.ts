// Checks a patch of an assistant's settings as a whole.
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import type { AssistantPatch, AssistantSettings } from '../assistant/assistant.ts'
import { newSettings } from '../assistant/defaults.ts'
import { fieldOfSetting } from '../assistant/setting-names.ts'
import { findAssistant } from '../assistant/store.ts'
import { applyPatch, patchOfNew, plainSettings } from './apply-patch.ts'
import { checkOwnership } from './check-ownership.ts'
import { checkPhoneNumber } from './check-phone-number.ts'
import { type Fault, presentFaults } from './fault.ts'
import { type CurrentReferences, resolveReferences } from './resolve-references.ts'
import { faultsOfSettings } from './rules.ts'

const addresses = ['webhookUrl', 'inboundWebhookUrl', 'conversationEndedWebhookUrl'] as const

/** Reports URLs that the address policy forbids. Makes no network requests. */
export function faultsOfAddresses({ fetcher }: Pick<AppContext, 'fetcher'>, patch: AssistantPatch): Fault[] {
  const faults: Fault[] = addresses.flatMap((setting) => {
    const message = patch[setting] ? fetcher.refuses(patch[setting]) : undefined
    return message === undefined ? [] : [{ setting, message }]
  })
  const url = patch.handover?.webhook_url
  const message = url ? fetcher.refuses(url) : undefined
  return message === undefined ? faults : [...faults, { setting: 'handover', path: ['webhook_url'], message }]
}

export function refuseFor(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new InvalidInput(presentFaults(faults))
}

/** The settings that the checks of other settings depend on. */
const basis = ['mode', 'languageId', 'secondaryLanguageIds'] as const

/**
 * Finds the faults of a patch for a new assistant or the one with `id`, without storing anything. `errors` are the format
 * errors that were found before.
 */
export async function checkPatch(
  ctx: AccountContext,
  patch: AssistantPatch,
  errors: FieldErrors,
  id?: number,
): Promise<Fault[]> {
  const base: (AssistantSettings & { id?: number }) | undefined =
    id === undefined ? newSettings(ctx) : await findAssistant(ctx.db, ctx.account.id, id)
  if (!base) return []
  const invalid = new Set(Object.keys(errors).map((field) => field.split('.', 1)[0]))
  const isValid = (setting: (typeof basis)[number]) => !invalid.has(fieldOfSetting[setting])
  const { faults } = basis.every(isValid)
    ? await applyPatch(ctx, base, id === undefined ? patchOfNew(patch) : patch)
    : { faults: await independentFaults(ctx, base, patch, isValid) }
  return [...faultsOfAddresses(ctx, patch), ...faults]
}

/** Finds the faults that do not depend on the invalid settings of the basis. */
async function independentFaults(
  ctx: AccountContext,
  base: AssistantSettings & { id?: number },
  patch: AssistantPatch,
  isValid: (setting: keyof CurrentReferences) => boolean,
): Promise<Fault[]> {
  const plain = plainSettings(ctx, base, patch)
  const known: CurrentReferences = {
    mode: isValid('mode') ? plain.mode : undefined,
    languageId: isValid('languageId') ? plain.languageId : undefined,
    secondaryLanguageIds: isValid('secondaryLanguageIds') ? plain.secondaryLanguageIds : undefined,
  }
  const { faults } = await resolveReferences(ctx, base, known, patch)
  // Pipeline mode forbids no setting.
  const settings = { ...plain, mode: known.mode ?? 'pipeline' }
  return [
    ...faults,
    ...(await checkOwnership(ctx, patch)),
    ...(await checkPhoneNumber(ctx, { ...settings, id: base.id }, patch)),
    ...faultsOfSettings(settings),
  ]
}
