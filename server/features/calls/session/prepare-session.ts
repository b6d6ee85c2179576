// Prepares the session of a call: settings, instructions, tools, models, voice and recognizer of the pinned assistant.
import type { Assistant } from '#server/features/assistants/index.ts'
import {
  defaultMultimodalModel,
  findLanguage,
  findMultimodalModel,
  findSynthesizerProvider,
  findTranscriberProvider,
  findVoice,
  isOfRemovedPack,
  modelSupportsMode,
} from '#server/features/catalogues/index.ts'
import { chooseModels } from '#server/features/conversations/index.ts'
import { warmUpSearch } from '#server/features/knowledge/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { withPatience } from '#server/platform/time/with-timeout.ts'
import type { RealtimeSettings } from '#server/ports/realtime-model.ts'
import type { RecognitionSettings } from '#server/ports/speech-to-text.ts'
import type { SpeechVerifier } from '#server/ports/speech-verifier.ts'
import { realClock } from '#server/voice/clock.ts'
import type { OptOutScope } from '#server/voice/engine/call-record.ts'
import type { CallSettings, CallTool } from '#server/voice/engine/settings.ts'
import { preparePhrase } from '#server/voice/pipeline/phrase-cache.ts'
import type { PipelineOptions } from '#server/voice/pipeline/pipeline-mode.ts'
import { prepareRealtimePhrase } from '#server/voice/realtime/prepare-phrase.ts'
import type { RealtimeModeOptions } from '#server/voice/realtime/realtime-mode.ts'
import type { CallRef } from '../call/call.ts'
import { saveOptOut } from '../call/store.ts'
import { addEvent } from '../call/store-live.ts'
import { type CallIdentity, defaultInstructions, greetingOf, promptOf, rendererOf, valuesOf } from './call-prompt.ts'
import { loadCallTools, type TransferToAssistant } from './call-tools.ts'
import type { LiveCall } from './claim-media.ts'
import { type AssistantVoice, findOtherVoices } from './other-voices.ts'

export type PreparedMode =
  | { kind: 'pipeline'; options: PipelineOptions }
  | { kind: 'realtime'; options: RealtimeModeOptions }

export interface PreparedSession {
  settings: CallSettings
  mode: PreparedMode
  tools: ReadonlyMap<string, CallTool>
  /** Undefined if all sound is taken for speech. */
  speechVerifier: SpeechVerifier | undefined
  /** For the words of a person who takes the call over. */
  recognition: RecognitionSettings
  /** The secondary languages (ISO 639-1) in which the assistant can continue. */
  otherLanguages: readonly string[]
}

/**
 * Synthesizes the greeting while the phone rings, so that it can be heard as soon as the call is answered, and waits for it
 * for at most `patienceMs`. Never throws: without this, the greeting is synthesized when the call is answered.
 */
export async function prepareGreeting(ctx: AccountContext, call: CallIdentity, patienceMs = 0): Promise<void> {
  warmUp(ctx, call)
  try {
    const [language, voice] = await Promise.all([
      findLanguage(ctx, call.assistant.languageId),
      voiceOf(ctx, call.assistant),
    ])
    const iso2 = language?.iso2 ?? 'en'
    const textOf = (given: CallIdentity) => greetingOf(given, iso2, rendererOf(valuesOf(ctx, given).values))
    const text = textOf(call)
    if (text === undefined) return
    // Words of a visitor cost money, which only a call that is connected pays for.
    if (call.fromVisitor && text !== textOf({ ...call, variables: {} })) return
    let prepared: Promise<void>
    if (call.assistant.mode === 'multimodal') {
      const defaults = { language: iso2, instructions: defaultInstructions, tools: [], facts: {} }
      const { settings } = await chooseRealtime(ctx, call.assistant, defaults)
      prepared = prepareRealtimePhrase(ctx.realtimeModel, settings, text)
    } else prepared = preparePhrase(ctx.textToSpeech, { ...voice.settings, language: iso2 }, text)
    if (patienceMs > 0) await withPatience(patienceMs, prepared)
  } catch (error) {
    ctx.log.warn({ error }, 'the greeting of a call was not prepared')
  }
}

/** The model and the vectors are loaded while the phone rings and the greeting is spoken. */
function warmUp(ctx: AccountContext, { assistant: { knowledgebaseId } }: CallIdentity): void {
  if (knowledgebaseId !== null) void warmUpSearch(ctx, knowledgebaseId)
}

export async function prepareSession(
  ctx: AccountContext,
  call: LiveCall,
  transferToAssistant: TransferToAssistant,
): Promise<PreparedSession> {
  warmUp(ctx, call)
  const { assistant } = call
  const [language, voice, transcriber, models, { tools, hasOutsideResults }, secondary] = await Promise.all([
    findLanguage(ctx, assistant.languageId),
    voiceOf(ctx, assistant),
    assistant.transcriberProviderId === null
      ? undefined
      : findTranscriberProvider(ctx, assistant.transcriberProviderId),
    chooseModels(ctx, assistant),
    loadCallTools(ctx, assistant, {
      effectKey: `call:${call.uuid}`,
      clientPhone: call.clientPhone,
      values: new Map([...valuesOf(ctx, call).toolValues, ['call_id', String(call.callId)]]),
      transferToAssistant,
      recordOptOut: call.type === 'outbound' ? (scope) => recordOptOut(ctx, call, scope) : undefined,
    }),
    Promise.all(assistant.secondaryLanguageIds.map((id) => findLanguage(ctx, id))),
  ])
  const { removed } = voice
  if (removed !== undefined && assistant.mode !== 'multimodal')
    await addEvent(ctx.db, { accountId: call.accountId, id: call.callId }, 'voice_removed', { voice: removed })
  const iso2 = language?.iso2 ?? 'en'
  const others = secondary.filter((found) => found !== undefined).filter((other) => other.iso2 !== iso2)
  const secondaryLanguages = others.map((other) => other.iso2)
  const otherVoices = await findOtherVoices(ctx, assistant, voice, others)
  const prompt = promptOf(ctx, call, { language: iso2, hasOutsideResults })
  const { settings, instructions, currentTime, facts, passages } = prompt
  const spoken = {
    textToSpeech: ctx.textToSpeech,
    voice: { ...voice.settings, language: iso2 },
    language: iso2,
    otherVoices,
  }
  const recognizer = transcriber?.code ?? 'offline'
  const speechVerifier = await ctx.loadSpeechVerifier(assistant.mode === 'pipeline' ? recognizer : undefined)
  const recognition = {
    vendor: recognizer,
    language: iso2,
    secondaryLanguages,
  }
  const prepared = { settings, tools, speechVerifier, recognition, otherLanguages: [...otherVoices.keys()] }
  if (assistant.mode !== 'pipeline') {
    const definitions = [...tools.values()].map(({ definition }) => definition)
    const common = { language: iso2, secondaryLanguages, instructions: instructions(), tools: definitions, facts }
    const chosen = await chooseRealtime(ctx, assistant, common)
    const { replaced } = chosen
    if (replaced) ctx.log.warn({ call: call.uuid, ...replaced }, 'the offline realtime model replaces a vendor')
    const options = { ...chosen, currentTime, realtimeModel: ctx.realtimeModel, voice: spoken, clock: realClock }
    // Its voice has one language.
    const otherLanguages =
      chosen.settings.vendor === 'offline' && chosen.settings.output === 'audio' ? [] : prepared.otherLanguages
    return { ...prepared, otherLanguages, mode: { kind: 'realtime', options } }
  }
  const pipeline = {
    ...spoken,
    ...models,
    languageModel: ctx.languageModel,
    speechToText: ctx.speechToText,
    temperature: assistant.llmTemperature,
    instructions,
    facts,
    ...(passages && { passages }),
    recognition,
  }
  return { ...prepared, mode: { kind: 'pipeline', options: pipeline } }
}

interface ChosenVoice extends AssistantVoice {
  /** The name of a voice whose pack was removed, which the built-in one replaces. */
  removed: string | undefined
}

async function voiceOf(ctx: AccountContext, assistant: Assistant): Promise<ChosenVoice> {
  const voice = await findVoice(ctx, assistant.voiceId)
  const providerId = assistant.synthesizerProviderId ?? voice?.synthesizerProviderId ?? null
  const provider = providerId === null ? undefined : await findSynthesizerProvider(ctx, providerId)
  const isRemoved = voice !== undefined && isOfRemovedPack(ctx, voice)
  const settings = {
    vendor: provider?.code ?? 'offline',
    voice: isRemoved ? '' : (voice?.code ?? ''),
    gender: voice?.gender === 'male' ? ('male' as const) : ('female' as const),
    speed: assistant.speechSpeed,
    stability: assistant.voiceStability,
    similarity: assistant.voiceSimilarity,
    emotion: assistant.ttsEmotionEnabled,
    ...(ctx.modelSource !== undefined && { source: ctx.modelSource }),
  }
  return { settings, synthesizerProviderId: providerId, removed: isRemoved ? voice.name : undefined }
}

/** The model may have been retired, and the vendor's key removed, since the assistant was saved. */
async function chooseRealtime(
  ctx: AccountContext,
  assistant: Assistant,
  common: Pick<RealtimeSettings, 'language' | 'secondaryLanguages' | 'instructions' | 'tools' | 'facts'>,
): Promise<Pick<RealtimeModeOptions, 'settings' | 'replaced'>> {
  const mode = assistant.mode === 'dualplex' ? 'dualplex' : 'multimodal'
  const [voice, stored] = await Promise.all([
    findVoice(ctx, assistant.voiceId),
    assistant.multimodalModelId === null ? undefined : findMultimodalModel(ctx, assistant.multimodalModelId),
  ])
  const isUsable = stored !== undefined && modelSupportsMode(stored, mode)
  const wanted = isUsable ? stored : defaultMultimodalModel(ctx, mode, voice?.realtimeVendor)
  const vendor = ctx.realtimeModel.vendorFor(wanted.vendor)
  const model = vendor === wanted.vendor ? wanted.code : ''
  const settings: RealtimeSettings = {
    ...common,
    vendor,
    model,
    output: mode === 'dualplex' ? 'text' : 'audio',
    voice: voice?.realtimeVendor === vendor ? voice.code : '',
    gender: voice?.gender === 'male' ? 'male' : 'female',
    speed: assistant.speechSpeed,
    temperature: assistant.llmTemperature,
    detectsTurns: assistant.endpointType === 'ai',
    ...(ctx.modelSource !== undefined && { source: ctx.modelSource }),
  }
  if (vendor !== wanted.vendor) return { settings, replaced: { vendor: wanted.vendor, code: 'not_configured' } }
  const [configured] = ctx.realtimeVendors
  const isUnsupported = vendor === 'offline' && defaultMultimodalModel(ctx, mode).vendor === vendor
  if (configured === undefined || !isUnsupported) return { settings }
  return { settings, replaced: { vendor: configured, code: 'unsupported_output' } }
}

/** Does nothing if the same or more was recorded before. */
export async function recordOptOut(
  ctx: AccountContext,
  { accountId, callId: id }: CallRef,
  scope: OptOutScope,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    if (!(await saveOptOut(tx.db, { accountId, id }, scope))) return
    await addEvent(tx.db, { accountId, id }, 'opted_out', { scope })
    await tx.emit('call.opted-out', { accountId, callId: id, scope })
  })
}
