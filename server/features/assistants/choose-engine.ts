// Choosing voice, models and speech providers that fit the mode, the languages and each other.
import {
  defaultLlmModel,
  defaultMultimodalModel,
  defaultTranscriberProvider,
  defaultVoice,
  findLanguage,
  findMultimodalModel,
  findTranscriberProvider,
  findVoice,
  modelSupportsMode,
  providerSupportsLanguage,
  type SpeechProvider,
  type Voice,
  voiceSupportsMode,
  voiceSupportsModel,
} from '#server/features/catalogues/index.ts'
import type { Context, Tx } from '#server/platform/context.ts'
import type { AssistantPatch, AssistantSettings } from './assistant.ts'
import type { Fault } from './fault.ts'
import { findGiven, type Wanted } from './find-given.ts'

export type Engine = Pick<
  AssistantSettings,
  'voiceId' | 'llmModelId' | 'multimodalModelId' | 'synthesizerProviderId' | 'transcriberProviderId'
>

/**
 * `wanted` holds the new mode and languages, `base` the engine so far. What is given is taken or refused; of the rest
 * what still fits stays, and what does not is replaced by the first that does.
 */
export async function chooseEngine(
  ctx: Context | Tx,
  base: AssistantSettings,
  wanted: Wanted,
  patch: AssistantPatch,
): Promise<{ engine: Engine; faults: Fault[] }> {
  const faults: Fault[] = []
  const language = await findLanguage(ctx, wanted.languageId)
  const secondary = await Promise.all(wanted.secondaryLanguageIds.map((id) => findLanguage(ctx, id)))
  for (const [index, found] of secondary.entries()) {
    if (!found) faults.push({ setting: 'secondaryLanguageIds', path: [index] })
  }
  if (!language) {
    const known = { mode: wanted.mode, languageId: undefined, secondaryLanguageIds: undefined }
    const { faults: others } = await findGiven(ctx, base, known, patch)
    return { engine: engineOf(base), faults: [{ setting: 'languageId' }, ...faults, ...others] }
  }
  const given = await findGiven(ctx, base, wanted, patch)
  faults.push(...given.faults)

  const languages = [language, ...secondary.filter((found) => found !== undefined)]
  const stored = {
    voice: await findVoice(ctx, base.voiceId),
    multimodalModel:
      base.multimodalModelId === null ? undefined : await findMultimodalModel(ctx, base.multimodalModelId),
    transcriber:
      base.transcriberProviderId === null ? undefined : await findTranscriberProvider(ctx, base.transcriberProviderId),
  }
  const voice = chooseVoice()
  if (!voice) return { engine: engineOf(base), faults: [{ setting: 'languageId' }, ...faults] }
  const engine = {
    voiceId: voice.id,
    llmModelId: chooseLlmModel(),
    multimodalModelId: chooseMultimodalModel(voice),
    synthesizerProviderId: chooseSynthesizer(voice),
    transcriberProviderId: chooseTranscriber(),
  }
  return { engine, faults }

  function chooseVoice(): Voice | undefined {
    if (given.voice) return given.voice
    const provider = patch.synthesizerProviderId === null ? language!.synthesizerProviderId : given.synthesizer?.id
    const model = wanted.mode === 'multimodal' ? given.multimodalModel : undefined
    const spoken = wanted.languageId === base.languageId ? languages : [language!]
    const mayStay =
      patch.voiceId !== null &&
      stored.voice &&
      voiceSupportsMode(stored.voice, wanted.mode) &&
      spoken.some(({ id }) => id === stored.voice!.languageId) &&
      (wanted.mode === 'multimodal' || provider === undefined || provider === stored.voice.synthesizerProviderId) &&
      (model === undefined || voiceSupportsModel(stored.voice, model))
    if (mayStay) return stored.voice
    return defaultVoice({
      mode: wanted.mode,
      languageId: language!.id,
      synthesizerProviderId: provider ?? base.synthesizerProviderId,
      realtimeVendor: (model ?? stored.multimodalModel)?.vendor,
    })
  }

  /** Of what the new mode has no use for, only that stays which was there in the same mode. */
  function idle(setting: 'llmModelId' | 'multimodalModelId' | 'synthesizerProviderId'): number | null {
    return patch[setting] === null || wanted.mode !== base.mode ? null : base[setting]
  }

  function chooseLlmModel(): number | null {
    if (given.llmModel) return given.llmModel.id
    const kept = idle('llmModelId')
    return wanted.mode === 'pipeline' ? (kept ?? defaultLlmModel(ctx).id) : kept
  }

  function chooseMultimodalModel(voice: Voice): number | null {
    const { mode } = wanted
    if (given.multimodalModel) {
      if (mode === 'multimodal' && !voiceSupportsModel(voice, given.multimodalModel))
        faults.push({ setting: 'voiceId', sentence: 'The selected voice is not compatible with the chosen model.' })
      return given.multimodalModel.id
    }
    if (mode === 'pipeline') return idle('multimodalModelId')
    const kept = patch.multimodalModelId === null ? undefined : stored.multimodalModel
    if (kept && modelSupportsMode(kept, mode) && (mode === 'dualplex' || voiceSupportsModel(voice, kept)))
      return kept.id
    return defaultMultimodalModel(ctx, mode, voice.realtimeVendor).id
  }

  function chooseSynthesizer(voice: Voice): number | null {
    if (wanted.mode === 'multimodal') return given.synthesizer?.id ?? idle('synthesizerProviderId')
    if (given.synthesizer && voice.synthesizerProviderId !== given.synthesizer.id) {
      faults.push(
        given.voice && providerSupportsLanguage(given.synthesizer, language!.id)
          ? {
              setting: 'voiceId',
              sentence: 'The selected voice is not compatible with the chosen synthesizer provider.',
            }
          : {
              setting: 'synthesizerProviderId',
              sentence: 'The selected synthesizer provider does not support the chosen language.',
            },
      )
    }
    return voice.synthesizerProviderId
  }

  function chooseTranscriber(): number | null {
    const knowsAll = (provider: SpeechProvider) => languages.every(({ id }) => providerSupportsLanguage(provider, id))
    if (given.transcriber) {
      if (!knowsAll(given.transcriber)) {
        faults.push({
          setting: 'transcriberProviderId',
          sentence: 'The selected transcriber provider does not support the chosen language.',
        })
      }
      return given.transcriber.id
    }
    if (patch.transcriberProviderId !== null && stored.transcriber && knowsAll(stored.transcriber))
      return stored.transcriber.id
    const usual = languages.map(({ id }) => defaultTranscriberProvider(id)).filter((found) => found !== undefined)
    return (usual.find(knowsAll) ?? usual[0])?.id ?? base.transcriberProviderId
  }
}

function engineOf({
  voiceId,
  llmModelId,
  multimodalModelId,
  synthesizerProviderId,
  transcriberProviderId,
}: Engine): Engine {
  return { voiceId, llmModelId, multimodalModelId, synthesizerProviderId, transcriberProviderId }
}
