// Chooses the voice, models and speech providers that fit the mode, the languages and each other.
import {
  defaultLlmModel,
  defaultMultimodalModel,
  defaultTranscriberProvider,
  defaultVoice,
  findLanguage,
  findMultimodalModel,
  findTranscriberProvider,
  findVoice,
  type Language,
  type MultimodalModel,
  modelSupportsMode,
  providerSupportsLanguage,
  type SpeechProvider,
  type Voice,
  voiceSupportsMode,
  voiceSupportsModel,
} from '#server/features/catalogues/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { AssistantPatch, AssistantSettings } from '../assistant/assistant.ts'
import type { Fault } from './fault.ts'
import {
  type ReferenceQuery,
  type ResolvedReferences,
  resolveReferences,
  wrongSynthesizer,
} from './resolve-references.ts'

type Engine = Pick<
  AssistantSettings,
  'voiceId' | 'llmModelId' | 'multimodalModelId' | 'synthesizerProviderId' | 'transcriberProviderId'
>

interface Choice {
  ctx: AccountContext | Tx
  base: AssistantSettings
  wanted: ReferenceQuery
  patch: AssistantPatch
  language: Language
  /** The primary language, then the secondary ones. */
  languages: Language[]
  references: ResolvedReferences
  stored: Stored
}

/** The current engine. */
interface Stored {
  voice: Voice | undefined
  multimodalModel: MultimodalModel | undefined
  transcriber: SpeechProvider | undefined
}

/**
 * `wanted` holds the new mode and languages, `base` the current engine. Values in the patch are accepted or reported as
 * faults. Other values are kept if they still fit; otherwise the first that fits replaces them. The engine is empty if the
 * language has a fault.
 */
export async function chooseEngine(
  ctx: AccountContext | Tx,
  base: AssistantSettings,
  wanted: ReferenceQuery,
  patch: AssistantPatch,
): Promise<{ engine: Partial<Engine>; faults: Fault[] }> {
  const noLanguage: Fault = { setting: 'languageId' }
  const language = await findLanguage(ctx, wanted.languageId)
  const { secondary, faults } = await findSecondary(ctx, wanted)
  if (!language) {
    const known = { mode: wanted.mode, languageId: undefined, secondaryLanguageIds: undefined }
    const { faults: others } = await resolveReferences(ctx, base, known, patch)
    return { engine: {}, faults: [noLanguage, ...faults, ...others] }
  }
  const references = await resolveReferences(ctx, base, wanted, patch)
  faults.push(...references.faults)
  const languages = [language, ...secondary]
  const choice = { ctx, base, wanted, patch, language, languages, references, stored: await findStored(ctx, base) }
  const voice = chooseVoice(choice)
  if (!voice) return { engine: {}, faults: [noLanguage, ...faults] }
  const engine = {
    voiceId: voice.id,
    llmModelId: chooseLlmModel(choice),
    multimodalModelId: chooseMultimodalModel(choice, voice),
    synthesizerProviderId: chooseSynthesizer(choice, voice),
    transcriberProviderId: chooseTranscriber(choice),
  }
  return { engine, faults: [...faults, ...faultsBetween(choice, voice)] }
}

async function findSecondary(ctx: AccountContext | Tx, { secondaryLanguageIds }: ReferenceQuery) {
  const found = await Promise.all(secondaryLanguageIds.map((id) => findLanguage(ctx, id)))
  const faults = found.flatMap((language, index): Fault[] =>
    language ? [] : [{ setting: 'secondaryLanguageIds', path: [index] }],
  )
  return { secondary: found.filter((language) => language !== undefined), faults }
}

async function findStored(ctx: AccountContext | Tx, base: AssistantSettings): Promise<Stored> {
  const { voiceId, multimodalModelId, transcriberProviderId } = base
  return {
    voice: await findVoice(ctx, voiceId),
    multimodalModel: multimodalModelId === null ? undefined : await findMultimodalModel(ctx, multimodalModelId),
    transcriber: transcriberProviderId === null ? undefined : await findTranscriberProvider(ctx, transcriberProviderId),
  }
}

function chooseVoice({ ctx, base, wanted, patch, language, languages, references, stored }: Choice): Voice | undefined {
  if (references.voice) return references.voice
  // A provider in the patch never replaces the voice; see `faultsBetween`.
  const ownProvider = patch.synthesizerProviderId === null ? language.synthesizerProviderId : undefined
  const model = wanted.mode === 'multimodal' ? references.multimodalModel : undefined
  const spoken = wanted.languageId === base.languageId ? languages : [language]
  const mayStay =
    patch.voiceId !== null &&
    stored.voice &&
    voiceSupportsMode(stored.voice, wanted.mode) &&
    spoken.some(({ id }) => id === stored.voice!.languageId) &&
    (wanted.mode === 'multimodal' || ownProvider === undefined || ownProvider === stored.voice.synthesizerProviderId) &&
    (model === undefined || voiceSupportsModel(stored.voice, model))
  if (mayStay) return stored.voice
  return defaultVoice({
    mode: wanted.mode,
    languageId: language.id,
    synthesizerProviderId: ownProvider ?? references.synthesizer?.id ?? base.synthesizerProviderId,
    realtimeVendor: (model ?? stored.multimodalModel)?.vendor,
    configuredVendors: ctx.realtimeVendors,
  })
}

/** The value of a setting that the new mode does not use: kept unless the mode changes. */
function unusedValue(
  { base, wanted, patch }: Choice,
  setting: 'llmModelId' | 'multimodalModelId' | 'synthesizerProviderId',
): number | null {
  return patch[setting] === null || wanted.mode !== base.mode ? null : base[setting]
}

function chooseLlmModel(choice: Choice): number | null {
  const { ctx, wanted, references } = choice
  if (references.llmModel) return references.llmModel.id
  const kept = unusedValue(choice, 'llmModelId')
  return wanted.mode === 'pipeline' ? (kept ?? defaultLlmModel(ctx).id) : kept
}

function chooseMultimodalModel(choice: Choice, voice: Voice): number | null {
  const { ctx, wanted, patch, references, stored } = choice
  const { mode } = wanted
  if (references.multimodalModel) return references.multimodalModel.id
  if (mode === 'pipeline') return unusedValue(choice, 'multimodalModelId')
  const kept = patch.multimodalModelId === null ? undefined : stored.multimodalModel
  if (kept && modelSupportsMode(kept, mode) && (mode === 'dualplex' || voiceSupportsModel(voice, kept))) return kept.id
  return defaultMultimodalModel(ctx, mode, voice.realtimeVendor).id
}

function chooseSynthesizer(choice: Choice, voice: Voice): number | null {
  if (choice.wanted.mode !== 'multimodal') return voice.synthesizerProviderId
  return choice.references.synthesizer?.id ?? unusedValue(choice, 'synthesizerProviderId')
}

function chooseTranscriber({ base, patch, languages, references, stored }: Choice): number | null {
  if (references.transcriber) return references.transcriber.id
  if (patch.transcriberProviderId !== null && stored.transcriber && supportsAll(stored.transcriber, languages))
    return stored.transcriber.id
  const usual = languages.map(({ id }) => defaultTranscriberProvider(id)).filter((found) => found !== undefined)
  return (usual.find((provider) => supportsAll(provider, languages)) ?? usual[0])?.id ?? base.transcriberProviderId
}

const supportsAll = (provider: SpeechProvider, languages: readonly Language[]): boolean =>
  languages.every(({ id }) => providerSupportsLanguage(provider, id))

const wrongVoice = { message: 'The selected voice is not compatible with the chosen synthesizer provider.' }
const wrongForStoredVoice = {
  message: 'The selected synthesizer provider is not compatible with the voice of the assistant.',
}

/** Reports values of the patch that are valid on their own but do not fit the voice or the languages. */
function faultsBetween({ wanted, language, languages, references, stored }: Choice, voice: Voice): Fault[] {
  const { multimodalModel, synthesizer, transcriber } = references
  const faults: Fault[] = []
  if (multimodalModel && wanted.mode === 'multimodal' && !voiceSupportsModel(voice, multimodalModel))
    faults.push({ setting: 'voiceId', message: 'The selected voice is not compatible with the chosen model.' })
  if (synthesizer && wanted.mode !== 'multimodal' && voice.synthesizerProviderId !== synthesizer.id) {
    const fitsLanguage = providerSupportsLanguage(synthesizer, language.id)
    if (references.voice && fitsLanguage) faults.push({ setting: 'voiceId', ...wrongVoice })
    else if (voice.id === stored.voice?.id) faults.push({ setting: 'synthesizerProviderId', ...wrongForStoredVoice })
    else faults.push({ setting: 'synthesizerProviderId', ...wrongSynthesizer })
  }
  if (transcriber && !supportsAll(transcriber, languages)) {
    faults.push({
      setting: 'transcriberProviderId',
      message: 'The selected transcriber provider does not support the chosen language.',
    })
  }
  return faults
}
