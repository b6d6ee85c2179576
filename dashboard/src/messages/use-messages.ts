// The messages of the server in the language of the page.
import { useMemo } from 'react'
import { useLocale } from '../i18n/locale.tsx'
import { errorText, pageMessage, type ShownField } from './page-message.ts'

export interface Messages {
  messageOf(message: string, field?: ShownField): string
  errorOf(error: Error): string
}

export function useMessages(): Messages {
  const { language } = useLocale()
  return useMemo(
    () => ({
      messageOf: (message, field) => pageMessage(language, message, field),
      errorOf: (error) => errorText(language, error),
    }),
    [language],
  )
}
