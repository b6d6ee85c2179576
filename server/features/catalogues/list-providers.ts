// Listing the speech providers, all of them or those that know a language.
import { catalogueData, type SpeechProvider } from './data.ts'
import { providerSupportsLanguage } from './rules.ts'

export function listSynthesizerProviders(languageId?: number): SpeechProvider[] {
  return knowing(languageId, catalogueData().synthesizerProviders)
}

export function listTranscriberProviders(languageId?: number): SpeechProvider[] {
  return knowing(languageId, catalogueData().transcriberProviders)
}

function knowing(languageId: number | undefined, providers: SpeechProvider[]): SpeechProvider[] {
  return providers.filter((provider) => languageId === undefined || providerSupportsLanguage(provider, languageId))
}
