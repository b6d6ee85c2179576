// The messages of the server in the language of the page. Their translations are loaded with the first message.
import { useMemo } from 'react'
import { useLocale } from '../i18n/locale.tsx'
import type { Loadable } from '../loading/part.tsx'
import { createSignal, useSignal } from '../loading/signal.ts'
import type { errorText, pageMessage, ShownField } from './page-message.ts'

export interface Messages {
  /** Empty while the translations are loading. */
  messageOf(message: string, field?: ShownField): string
  errorOf(error: Error): string
}

interface Translations {
  pageMessage: typeof pageMessage
  errorText: typeof errorText
}

/** The sentences of the server, if the translations cannot be loaded. */
const untranslated: Translations = {
  pageMessage: (_language, message) => message,
  errorText: (_language, error) => error.message,
}

const loaded = createSignal<Translations | undefined>(undefined)
let loading: Promise<void> | undefined

export const translations: Loadable = {
  load() {
    loading ??= import('./page-message.ts').then(loaded.set, () => loaded.set(untranslated))
    return loading
  },
}

export function useMessages(): Messages {
  const { language } = useLocale()
  const present = useSignal(loaded)
  return useMemo(() => {
    const translate = (write: (present: Translations) => string): string => {
      if (present) return write(present)
      void translations.load()
      return ''
    }
    return {
      messageOf: (message, field) => translate(({ pageMessage }) => pageMessage(language, message, field)),
      errorOf: (error) => translate(({ errorText }) => errorText(language, error)),
    }
  }, [language, present])
}
