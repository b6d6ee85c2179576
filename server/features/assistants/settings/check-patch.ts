// Telling what is wrong with a patch, and refusing it for that.
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import type { FieldErrors } from '#server/platform/validation/validate.ts'
import type { AssistantPatch, AssistantSettings } from '../assistant/assistant.ts'
import { newSettings } from '../assistant/defaults.ts'
import { findAssistant } from '../assistant/store.ts'
import { applyPatch, patchOfNew, plainSettings } from './apply-patch.ts'
import { checkOwnership } from './check-ownership.ts'
import type { Fault } from './fault.ts'
import { presentFaults } from './present-faults.ts'
import { type CurrentReferences, resolveReferences } from './resolve-references.ts'
import { faultsOfSettings } from './rules.ts'
import { wireNames } from './wire-names.ts'

const addresses = ['webhookUrl', 'inboundWebhookUrl', 'conversationEndedWebhookUrl'] as const

/** Addresses that the house must not reach. Nothing is asked over the network. */
export function faultsOfAddresses({ fetcher }: Pick<AppContext, 'fetcher'>, patch: AssistantPatch): Fault[] {
  return addresses.flatMap((setting) => {
    const sentence = patch[setting] ? fetcher.refuses(patch[setting]) : undefined
    return sentence === undefined ? [] : [{ setting, sentence }]
  })
}

export function refuseFor(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new InvalidInput(presentFaults(faults))
}

/** What everything else is held against. */
const basis = ['mode', 'languageId', 'secondaryLanguageIds'] as const

/**
 * What would be refused of a patch, put on a new assistant or on the one of that id, when `errors` were found in its
 * form already; nothing is stored.
 */
export async function checkPatch(
  ctx: AccountContext,
  patch: AssistantPatch,
  errors: FieldErrors,
  id?: number,
): Promise<Fault[]> {
  const base = id === undefined ? newSettings(ctx) : await findAssistant(ctx.db, ctx.account.id, id)
  if (!base) return []
  const faulty = new Set(Object.keys(errors).map((field) => field.split('.', 1)[0]))
  const isSound = (setting: (typeof basis)[number]) => !faulty.has(wireNames[setting])
  const { faults } = basis.every(isSound)
    ? await applyPatch(ctx, base, id === undefined ? patchOfNew(patch) : patch)
    : { faults: await faultsBeside(ctx, base, patch, isSound) }
  return [...faultsOfAddresses(ctx, patch), ...faults]
}

/** What is wrong whatever the part of the basis should be that is not sound. */
async function faultsBeside(
  ctx: AccountContext,
  base: AssistantSettings,
  patch: AssistantPatch,
  isSound: (setting: keyof CurrentReferences) => boolean,
): Promise<Fault[]> {
  const plain = plainSettings(ctx, base, patch)
  const known: CurrentReferences = {
    mode: isSound('mode') ? plain.mode : undefined,
    languageId: isSound('languageId') ? plain.languageId : undefined,
    secondaryLanguageIds: isSound('secondaryLanguageIds') ? plain.secondaryLanguageIds : undefined,
  }
  const { faults } = await resolveReferences(ctx, base, known, patch)
  // Everything is right in a pipeline.
  const settings = { ...plain, mode: known.mode ?? 'pipeline' }
  return [...faults, ...(await checkOwnership(ctx, patch)), ...faultsOfSettings(settings)]
}
