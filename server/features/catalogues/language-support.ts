// What works in which language with the vendors, voice packs and programs that are configured now.
import { kindOf, knownPacks } from '@parley/speech'
import type { AccountContext } from '#server/platform/context/context.ts'
import { catalogueData, type Language, type SpeechProvider } from './data.ts'
import { providerSupportsLanguage } from './rules.ts'

export interface PartSupport {
  works: boolean
  /** The names of vendors whose key makes it work. Empty if it works. */
  vendors: string[]
  /** The titles of voice packs that make it work. Empty if it works. */
  packs: string[]
}

export interface LanguageSupport {
  languageId: number
  recognition: PartSupport
  voice: PartSupport
  answers: PartSupport
}

const working: PartSupport = { works: true, vendors: [], packs: [] }

export function listLanguageSupport(ctx: AccountContext): LanguageSupport[] {
  const { languages, transcriberProviders, synthesizerProviders } = catalogueData()
  const { speechToText, textToSpeech, languageModel } = ctx
  return languages.map((language) => {
    const { id: languageId, iso2 } = language
    const hears = speechToText.understands?.(iso2) ?? true
    const speaks = textToSpeech.speaks?.(iso2) ?? true
    const answers = languageModel.answersIn?.(iso2) ?? true
    return {
      languageId,
      recognition: hears ? working : speechSupport(ctx, 'recognition', transcriberProviders, language),
      voice: speaks ? working : speechSupport(ctx, 'voice', synthesizerProviders, language),
      answers: answers ? working : { works: false, vendors: vendorNames(ctx, 'language', () => true), packs: [] },
    }
  })
}

function speechSupport(
  ctx: AccountContext,
  kind: 'recognition' | 'voice',
  providers: readonly SpeechProvider[],
  { id, iso2 }: Language,
): PartSupport {
  const codes = providers.filter((provider) => providerSupportsLanguage(provider, id)).map(({ code }) => code)
  // A vendor can have several providers, such as `deepgram` and `deepgram-flux`.
  const supports = (vendor: string) => codes.some((code) => code === vendor || code.startsWith(`${vendor}-`))
  const packs = knownPacks().filter(
    ({ description }) => kindOf(description) === kind && description.languages.includes(iso2),
  )
  return {
    works: false,
    vendors: vendorNames(ctx, kind, supports),
    packs: packs.map(({ description: { title } }) => title),
  }
}

const vendorNames = (
  { vendors }: AccountContext,
  kind: 'recognition' | 'voice' | 'language',
  supports: (vendor: string) => boolean,
): string[] =>
  vendors.all.filter(({ vendor, kinds }) => kinds.includes(kind) && supports(vendor)).map(({ name }) => name)
