// Says that only the built-in model answers, to members who may connect another one.
import { Link } from '@tanstack/react-router'
import { useRead } from '../api/query.ts'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { useMay } from '../session/session.tsx'
import { Notice } from '../ui/page.tsx'

const texts = textsOf('panels', 'connectModelNotice')

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
