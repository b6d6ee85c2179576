// Putting a patch on settings: defaults for what is cleared, replacements for what fits no longer, every fault at once.
import { isDeepStrictEqual } from 'node:util'
import { findLanguage } from '#server/features/catalogues/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { AssistantPatch, AssistantSettings } from '../assistant/assistant.ts'
import { newConfiguration, newSettings } from '../assistant/defaults.ts'
import { languageTexts } from '../assistant/language-texts.ts'
import { checkOwnership } from './check-ownership.ts'
import { chooseEngine } from './choose-engine.ts'
import type { Fault } from './fault.ts'
import { faultsOfSettings, pipelineOnly } from './rules.ts'

/** Settings with a default that may be empty all the same. */
const mayBeEmpty: ReadonlySet<string> = new Set([
  'initialMessage',
  'systemPrompt',
] satisfies (keyof AssistantSettings)[])

/** Ids of which each counts once. */
const sets = ['secondaryLanguageIds', 'labelIds', 'toolIds'] as const satisfies (keyof AssistantSettings)[]

/** The patch for a new assistant: there is no voice to keep, so a given synthesizer provider decides the voice. */
export function patchOfNew(patch: AssistantPatch): AssistantPatch {
  const decidesVoice = typeof patch.synthesizerProviderId === 'number' && patch.voiceId === undefined
  return decidesVoice ? { ...patch, voiceId: null } : patch
}

/** The settings are of use only when there are no faults. */
export async function applyPatch(
  ctx: AccountContext | Tx,
  base: AssistantSettings,
  patch: AssistantPatch,
): Promise<{ settings: AssistantSettings; faults: Fault[] }> {
  const plain = plainSettings(ctx, base, patch)
  Object.assign(plain, await textsOf(ctx, base, plain.languageId, patch))
  const { engine, faults } = await chooseEngine(ctx, base, plain, patch)
  const settings = { ...plain, ...engine }
  return { settings, faults: [...faults, ...(await checkOwnership(ctx, patch)), ...faultsOfSettings(settings)] }
}

/** Without what has to be looked up. */
export function plainSettings(
  ctx: AccountContext | Tx,
  base: AssistantSettings,
  patch: AssistantPatch,
): AssistantSettings {
  const plain = { ...base, ...plainValues(ctx, patch) }
  for (const name of sets) plain[name] = [...new Set(plain[name])]
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

/** Greeting and fillers: those that nobody has written follow the language; fillers may be given in part. */
async function textsOf(
  ctx: AccountContext | Tx,
  base: AssistantSettings,
  languageId: number,
  patch: AssistantPatch,
): Promise<Pick<AssistantSettings, 'initialMessage' | 'fillerConfig'>> {
  const [before, after] = await Promise.all([findLanguage(ctx, base.languageId), findLanguage(ctx, languageId)])
  const [old, own] = [languageTexts(before?.iso2), languageTexts(after?.iso2)]
  const greeting = base.initialMessage === old.greeting ? own.greeting : base.initialMessage
  const fillers =
    patch.fillerConfig === null || isDeepStrictEqual(base.fillerConfig, old.fillers) ? own.fillers : base.fillerConfig
  return {
    initialMessage: patch.initialMessage === undefined ? greeting : patch.initialMessage,
    fillerConfig: { ...newConfiguration().fillerConfig, ...fillers, ...patch.fillerConfig },
  }
}
