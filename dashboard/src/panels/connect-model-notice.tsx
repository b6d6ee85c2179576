// Says that only the built-in model answers, to members who may connect another one.
import { Link } from '@tanstack/react-router'
import { useRead } from '../api/query.ts'
import { textsOf, useTexts } from '../i18n/locale.tsx'
import { useMay } from '../session/session.tsx'
import { Notice } from '../ui/page.tsx'

const texts = textsOf(
  {
    text: 'The built-in offline model answers.',
    link: 'Connect a model for real conversations',
  },
  {
    text: 'Das eingebaute Offline-Modell antwortet.',
    link: 'Verbinden Sie ein Modell für echte Gespräche',
  },
)

/** False for members who may not connect another one. */
export function useIsBuiltIn(kind: 'language' | 'voice' | 'realtime'): boolean {
  const may = useMay()('vendors', 'set')
  const { data } = useRead('vendors', 'list', {}, { isEnabled: may })
  return may && data?.answering[kind].source === 'built_in'
}

export function ConnectModelNotice() {
  const t = useTexts(texts)
  if (!useIsBuiltIn('language')) return null
  return (
    <Notice>
      {t.text}{' '}
      <Link to="/settings" search={{ tab: 'models' }} className="font-medium text-accent underline">
        {t.link}
      </Link>
      .
    </Notice>
  )
}
