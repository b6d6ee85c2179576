// Maps catalogue records to their API representation.
import { catalogueData, type Language, type LlmModel, type SpeechProvider, type Voice } from './data.ts'
import { chimePath, previewPath } from './preview-urls.ts'

/** An account's own voice has no public preview. */
export function presentVoice(voice: Voice, publicUrl: string) {
  const isPublic = catalogueData().voices.includes(voice)
  return {
    id: voice.id,
    name: voice.name,
    language_id: voice.languageId,
    gender: voice.gender,
    preview_url: publicUrl + (isPublic ? previewPath(String(voice.id)) : chimePath),
    accent: voice.accent,
    age: voice.age,
    synthesizer_provider_id: voice.synthesizerProviderId,
  }
}

export const presentLanguage = ({ id, name, iso2 }: Language) => ({ id, name, iso_2: iso2 })

export const presentLlmModel = ({ id, name }: LlmModel) => ({ id, name })

export const presentMultimodalModel = ({ id, name, code }: LlmModel) => ({ id, name, code })

export const presentProvider = ({ id, name, code }: SpeechProvider) => ({ id, name, code })
