// Shows a time that the API writes in the time zone of the account.
import { useMemo } from 'react'
import { textsOf, useLocale, useTexts } from '../../i18n/locale.tsx'

const texts = textsOf({ zone: 'In the time zone of the account' }, { zone: 'In der Zeitzone des Kontos' })

/** `at` is like `2026-01-31 09:30:00`. */
export function LocalTime({ at, look = 'minutes' }: { at: string; look?: 'minutes' | 'seconds' }) {
  const t = useTexts(texts)
  const { locale } = useLocale()
  const format = useMemo(
    () =>
      new Intl.DateTimeFormat(locale, {
        dateStyle: 'medium',
        timeStyle: look === 'seconds' ? 'medium' : 'short',
        timeZone: 'UTC',
      }),
    [locale, look],
  )
  // As UTC on both sides, so that the written time stays as it is.
  return (
    <time title={t.zone} className="tabular-nums">
      {format.format(new Date(`${at.replace(' ', 'T')}Z`))}
    </time>
  )
}
