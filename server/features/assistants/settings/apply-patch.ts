// Applies a patch to settings: sets defaults, replaces what no longer fits, and reports all faults at once.
import { isDeepStrictEqual } from 'node:util'
import { findLanguage } from '#server/features/catalogues/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { AssistantPatch, AssistantSettings } from '../assistant/assistant.ts'
import { commonDefaults, newSettings } from '../assistant/defaults.ts'
import { languageTexts } from '../assistant/language-texts.ts'
import { checkOwnership } from './check-ownership.ts'
import { checkPhoneNumber } from './check-phone-number.ts'
import { chooseEngine } from './choose-engine.ts'
import type { Fault } from './fault.ts'
import { faultsOfSettings, pipelineOnly } from './rules.ts'

/** Settings that null clears, although they have a default. */
const mayBeEmpty: ReadonlySet<string> = new Set([
  'initialMessage',
  'systemPrompt',
] satisfies (keyof AssistantSettings)[])

/** Lists whose duplicates are removed. */
const sets = ['secondaryLanguageIds', 'labelIds', 'toolIds'] as const satisfies (keyof AssistantSettings)[]

/** Lists that are stored without their order. */
const unordered = ['labelIds', 'toolIds'] as const satisfies (keyof AssistantSettings)[]

/** A new assistant has no voice to keep, so the synthesizer provider of the patch decides the voice. */
export function patchOfNew(patch: AssistantPatch): AssistantPatch {
  const decidesVoice = typeof patch.synthesizerProviderId === 'number' && patch.voiceId === undefined
  return decidesVoice ? { ...patch, voiceId: null } : patch
}

/** The settings are valid only if there are no faults. */
export async function applyPatch(
  ctx: AccountContext | Tx,
  base: AssistantSettings & { id?: number },
  patch: AssistantPatch,
): Promise<{ settings: AssistantSettings; faults: Fault[] }> {
  const plain = plainSettings(ctx, base, patch)
  Object.assign(plain, await textsOf(ctx, base, plain.languageId, patch))
  const { engine, faults } = await chooseEngine(ctx, base, plain, patch)
  const settings = { ...plain, ...engine }
  return {
    settings,
    faults: [
      ...faults,
      ...(await checkOwnership(ctx, patch)),
      ...(await checkPhoneNumber(ctx, { ...settings, id: base.id }, patch)),
      ...faultsOfSettings(settings),
    ],
  }
}

/** Applies the settings that need no lookups. */
export function plainSettings(
  ctx: AccountContext | Tx,
  base: AssistantSettings,
  patch: AssistantPatch,
): AssistantSettings {
  const plain = { ...base, ...plainValues(ctx, patch) }
  for (const name of sets) plain[name] = [...new Set(plain[name])]
  for (const name of unordered) plain[name].sort((a, b) => a - b)
  if (plain.mode !== base.mode && plain.mode !== 'pipeline') {
    for (const [name, value] of Object.entries(pipelineOnly)) {
      if (patch[name as keyof typeof pipelineOnly] === undefined) Object.assign(plain, { [name]: value })
    }
  }
  return plain
}

function plainValues(ctx: AccountContext | Tx, patch: AssistantPatch): Partial<AssistantSettings> {
  const defaults = newSettings(ctx)
  const values = Object.entries(patch)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [
      name,
      value === null && !mayBeEmpty.has(name) ? defaults[name as keyof AssistantSettings] : value,
    ])
  return Object.fromEntries(values)
}

/** A greeting and fillers that were not customized follow the language. A patch may contain some of the fillers. */
async function textsOf(ctx: AccountContext | Tx, base: AssistantSettings, languageId: number, patch: AssistantPatch) {
  const [before, after] = await Promise.all([findLanguage(ctx, base.languageId), findLanguage(ctx, languageId)])
  const [old, own] = [languageTexts(before?.iso2), languageTexts(after?.iso2)]
  const greeting = base.initialMessage === old.greeting ? own.greeting : base.initialMessage
  const fillers =
    patch.fillerConfig === null || isDeepStrictEqual(base.fillerConfig, old.fillers) ? own.fillers : base.fillerConfig
  return {
    initialMessage: patch.initialMessage === undefined ? greeting : patch.initialMessage,
    fillerConfig: { ...commonDefaults().fillerConfig, ...fillers, ...patch.fillerConfig },
  }
}
