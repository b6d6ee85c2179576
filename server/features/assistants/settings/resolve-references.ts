// Loads the voice, models and speech providers of a patch and checks each against the mode and languages.
import {
  findLlmModel,
  findMultimodalModel,
  findSynthesizerProvider,
  findTranscriberProvider,
  findVoice,
  hasEnded,
  isOfRemovedPack,
  type LlmModel,
  type MultimodalModel,
  modelSupportsMode,
  providerSupportsLanguage,
  type SpeechProvider,
  type Voice,
  voiceSupportsMode,
} from '#server/features/catalogues/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { AssistantPatch, AssistantSettings } from '../assistant/assistant.ts'
import type { Fault } from './fault.ts'

export type ReferenceQuery = Pick<AssistantSettings, 'mode' | 'languageId' | 'secondaryLanguageIds'>

/** Invalid settings are undefined: nothing is checked against them. */
export type CurrentReferences = { [S in keyof ReferenceQuery]: ReferenceQuery[S] | undefined }

/** Undefined if the patch has no value or an invalid one. */
export interface ResolvedReferences {
  voice: Voice | undefined
  llmModel: LlmModel | undefined
  multimodalModel: MultimodalModel | undefined
  synthesizer: SpeechProvider | undefined
  transcriber: SpeechProvider | undefined
  faults: Fault[]
}

type ModelSetting = 'llmModelId' | 'multimodalModelId' | 'chatLlmFallbackId'
type Named = ModelSetting | 'voiceId' | 'synthesizerProviderId' | 'transcriberProviderId'

type Reason = Pick<Fault, 'message'> | undefined

const invalid: Reason = {}

export const wrongSynthesizer = {
  message: 'The selected synthesizer provider does not support the chosen language.',
} satisfies Reason

export async function resolveReferences(
  ctx: AccountContext | Tx,
  base: AssistantSettings,
  known: CurrentReferences,
  patch: AssistantPatch,
): Promise<ResolvedReferences> {
  const faults: Fault[] = []

  async function find<R>(
    setting: Named,
    findRecord: (ctx: AccountContext | Tx, id: number) => Promise<R | undefined>,
    reasonAgainst: (record: R) => Reason,
  ): Promise<R | undefined> {
    const id = patch[setting]
    if (id === undefined || id === null) return undefined
    const record = await findRecord(ctx, id)
    const reason = record ? reasonAgainst(record) : invalid
    if (!reason) return record
    faults.push({ setting, ...reason })
    return undefined
  }

  /** An assistant may keep a model after its end of life. */
  const againstModel = (model: LlmModel, setting: ModelSetting): Reason =>
    model.id !== base[setting] && hasEnded(model, ctx.now()) ? invalid : undefined

  /** An assistant may keep the voice of a pack that was removed. */
  const againstRemoved = (voice: Voice): Reason =>
    voice.id !== base.voiceId && isOfRemovedPack(ctx, voice) ? invalid : againstVoice(voice, known)

  await find('chatLlmFallbackId', findLlmModel, (model) => againstModel(model, 'chatLlmFallbackId'))
  return {
    voice: await find('voiceId', findVoice, againstRemoved),
    llmModel: await find('llmModelId', findLlmModel, (model) => againstModel(model, 'llmModelId')),
    multimodalModel: await find('multimodalModelId', findMultimodalModel, (model) =>
      fitsMode(model, known) ? againstModel(model, 'multimodalModelId') : invalid,
    ),
    synthesizer: await find('synthesizerProviderId', findSynthesizerProvider, (provider) =>
      isWithoutSynthesizer(known) || providerSupportsLanguage(provider, known.languageId!)
        ? undefined
        : wrongSynthesizer,
    ),
    transcriber: await find('transcriberProviderId', findTranscriberProvider, () => undefined),
    faults,
  }
}

const isWithoutSynthesizer = ({ mode, languageId }: CurrentReferences): boolean =>
  mode === undefined || mode === 'multimodal' || languageId === undefined

function againstVoice(voice: Voice, { mode, languageId, secondaryLanguageIds }: CurrentReferences): Reason {
  if (mode !== undefined && !voiceSupportsMode(voice, mode))
    return { message: 'The selected voice is not compatible with the chosen engine type.' }
  if (languageId === undefined || secondaryLanguageIds === undefined) return undefined
  if (![languageId, ...secondaryLanguageIds].includes(voice.languageId))
    return { message: 'The selected voice is not compatible with the chosen language.' }
  return undefined
}

/** Pipeline mode does not use the model, so any model is valid. */
const fitsMode = (model: MultimodalModel, { mode }: CurrentReferences): boolean =>
  mode === undefined || mode === 'pipeline' || modelSupportsMode(model, mode)
