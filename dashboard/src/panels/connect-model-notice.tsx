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

type Kind = 'language' | 'voice' | 'realtime'

/** Which models are only those that are built in. */
export function useIsBuiltIn(): (kind: Kind) => boolean {
  const mayRead = useMay()('vendors', 'list')
  const { data } = useRead('vendors', 'list', {}, { isEnabled: mayRead })
  return (kind) => data?.answering[kind].source === 'built_in'
}

/** Whether only the built-in model answers, and the member may connect another one. */
export function useMayConnect(kind: Kind): boolean {
  const isBuiltIn = useIsBuiltIn()
  return useMay()('vendors', 'set') && isBuiltIn(kind)
}

export function ConnectModelNotice() {
  const t = useTexts(texts)
  if (!useMayConnect('language')) return null
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
