// Maps catalogue records to their API representation.
import type { Language, LlmModel, SpeechProvider, Voice } from './data.ts'
import { voiceSamplePath } from './voice-sample.ts'

export function presentVoice(voice: Voice, publicUrl: string) {
  return {
    id: voice.id,
    name: voice.name,
    language_id: voice.languageId,
    gender: voice.gender,
    preview_url: publicUrl + voiceSamplePath,
    accent: voice.accent,
    age: voice.age,
    synthesizer_provider_id: voice.synthesizerProviderId,
  }
}

export const presentLanguage = ({ id, name, iso2 }: Language) => ({ id, name, iso_2: iso2 })

export const presentLlmModel = ({ id, name }: LlmModel) => ({ id, name })

export const presentMultimodalModel = ({ id, name, code }: LlmModel) => ({ id, name, code })

export const presentProvider = ({ id, name, code }: SpeechProvider) => ({ id, name, code })
