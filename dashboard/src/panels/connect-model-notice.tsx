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

export function ConnectModelNotice() {
  const t = useTexts(texts)
  const may = useMay()('vendors', 'set')
  const { data } = useRead('vendors', 'list', {}, { isEnabled: may })
  if (!may || data?.answering.language.source !== 'built_in') return null
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
