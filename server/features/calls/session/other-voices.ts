// Finds the voices with which an assistant continues in the other languages of its customers.
import type { Assistant } from '#server/features/assistants/index.ts'
import { type Language, listVoices, type Voice } from '#server/features/catalogues/index.ts'
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
  if (usable.length === 0) return new Map()
  const { settings, synthesizerProviderId } = voice
  const voices = synthesizerProviderId === null ? [] : await listVoices(ctx, { synthesizerProviderId })
  return new Map(usable.map((language) => [language.iso2, voiceIn(voices, settings, language)]))
}

/**
 * The voice of the assistant if it speaks the language, otherwise another one of its vendor. If the vendor has none, the
 * voice is chosen by the language when it is opened.
 */
function voiceIn(
  voices: readonly Voice[],
  settings: AssistantVoice['settings'],
  { id, iso2 }: Language,
): VoiceSettings {
  const speaking = voices.filter(({ languageId }) => languageId === id)
  const same = speaking.find(({ code }) => code === settings.voice)
  const chosen = same ?? speaking.find(({ gender }) => gender === settings.gender) ?? speaking[0]
  return { ...settings, voice: chosen?.code ?? '', language: iso2 }
}
