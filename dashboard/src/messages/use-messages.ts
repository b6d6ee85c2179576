// The messages of the server in the language of the page.
import { useMemo } from 'react'
import { useLocale, useOwnTexts } from '../i18n/locale.tsx'
import { textsOf, useCatalogue } from '../i18n/texts.ts'
import type { ServerTexts } from '../texts/server-texts.ts'
import { errorText, pageMessage, type ShownField } from './page-message.ts'

export interface Messages {
  messageOf(message: string, field?: ShownField): string
  errorOf(error: Error): string
}

const sentenceTexts = textsOf('server-sentences', 'sentences')
textsOf('server', 'phrases')

export function useMessages(): Messages {
  const { language } = useLocale()
  const server = useCatalogue(language, 'server') as unknown as ServerTexts
  const sentences = useOwnTexts(sentenceTexts)
  return useMemo(() => {
    const texts = { language, server, sentences }
    return {
      messageOf: (message, field) => pageMessage(texts, message, field),
      errorOf: (error) => errorText(texts, error),
    }
  }, [language, server, sentences])
}
