// The messages of the server in the language of the page. Their translations are loaded with the first message.
import { useMemo } from 'react'
import { currentLanguage, type Language } from '../i18n/languages.ts'
import { useLocale } from '../i18n/locale.tsx'
import { loadCatalogue } from '../i18n/texts.ts'
import type { Loadable } from '../loading/part.tsx'
import { createSignal, useSignal } from '../loading/signal.ts'
import type { MessageTexts, ShownField } from './page-message.ts'

export interface Messages {
  /** Empty while the translations are loading. */
  messageOf(message: string, field?: ShownField): string
  errorOf(error: Error): string
}

interface Translations {
  language: Language
  pageMessage(message: string, field?: ShownField): string
  errorText(error: Error): string
}

const loaded = createSignal<Translations | undefined>(undefined)
let loading: { language: Language; done: Promise<void> } | undefined

async function read(language: Language): Promise<Translations> {
  const [module, server, { sentences }] = await Promise.all([
    import('./page-message.ts'),
    loadCatalogue(language, 'server'),
    loadCatalogue(language, 'server-sentences'),
  ])
  const texts = { language, server, sentences } as unknown as MessageTexts
  return {
    language,
    pageMessage: (message, field) => module.pageMessage(texts, message, field),
    errorText: (error) => module.errorText(texts, error),
  }
}

/** The sentences of the server, until the translations can be loaded. */
const untranslatedIn = (language: Language): Translations => ({
  language,
  pageMessage: (message) => message,
  errorText: (error) => error.message,
})

function load(language: Language): Promise<void> {
  if (loading?.language === language) return loading.done
  const present = { language, done: read(language).then(show, showUntranslated) }
  loading = present
  return present.done
  function show(translations: Translations): void {
    // Another language was chosen in the meantime.
    if (loading === present) loaded.set(translations)
  }
  function showUntranslated(): void {
    if (loading !== present) return
    // The next message tries again.
    loading = undefined
    if (loaded.get()?.language !== language) loaded.set(untranslatedIn(language))
  }
}

export const translations: Loadable = { load: () => load(currentLanguage()) }

export function useMessages(): Messages {
  const { language } = useLocale()
  const present = useSignal(loaded)
  return useMemo(() => {
    const translate = (write: (present: Translations) => string): string => {
      void load(language)
      return present?.language === language ? write(present) : ''
    }
    return {
      messageOf: (message, field) => translate(({ pageMessage }) => pageMessage(message, field)),
      errorOf: (error) => translate(({ errorText }) => errorText(error)),
    }
  }, [language, present])
}
