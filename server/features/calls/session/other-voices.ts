// Finds the voices with which an assistant continues in the other languages of its customers.
import type { Assistant } from '#server/features/assistants/index.ts'
import { type Language, listVoices } from '#server/features/catalogues/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { VoiceSettings } from '#server/ports/text-to-speech.ts'

export interface AssistantVoice {
  settings: Omit<VoiceSettings, 'language'>
  synthesizerProviderId: number | null
}

/** By ISO 639-1 code. Languages that cannot be heard or spoken with what is configured are left out. */
export async function findOtherVoices(
  ctx: AccountContext,
  { mode }: Assistant,
  voice: AssistantVoice,
  languages: readonly Language[],
): Promise<ReadonlyMap<string, VoiceSettings>> {
  const { speechToText, textToSpeech } = ctx
  const usable = languages.filter(({ iso2 }) => {
    const isHeard = mode !== 'pipeline' || (speechToText.understands?.(iso2) ?? true)
    const isSpoken = mode === 'multimodal' || (textToSpeech.speaks?.(iso2) ?? true)
    return isHeard && isSpoken
  })
  const found = usable.map(async (language) => [language.iso2, await voiceIn(ctx, voice, language)] as const)
  return new Map(await Promise.all(found))
}

/**
 * The voice of the assistant if it speaks the language, otherwise another one of its vendor. A vendor that does not speak the
 * language is replaced when the voice is opened.
 */
async function voiceIn(
  ctx: AccountContext,
  { settings, synthesizerProviderId }: AssistantVoice,
  { id, iso2 }: Language,
): Promise<VoiceSettings> {
  const voices = synthesizerProviderId === null ? [] : await listVoices(ctx, { languageId: id, synthesizerProviderId })
  const same = voices.find(({ code }) => code === settings.voice)
  const chosen = same ?? voices.find(({ gender }) => gender === settings.gender) ?? voices[0]
  return { ...settings, voice: chosen?.code ?? settings.voice, language: iso2 }
}
