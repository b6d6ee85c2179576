// The status of a run, as an icon with a word.
import { BadgeCheck, Ban, Clock, Loader, OctagonX, TriangleAlert } from 'lucide-react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Badge, type BadgeLook } from '../../../ui/page.tsx'
import type { RunStatus } from './types.ts'

export const statusTexts = textsOf('assistants', 'testsStatus')

const looks: Record<RunStatus, [BadgeLook, typeof Ban]> = {
  queued: ['neutral', Clock],
  running: ['accent', Loader],
  passed: ['good', BadgeCheck],
  failed: ['bad', OctagonX],
  error: ['warn', TriangleAlert],
  cancelled: ['neutral', Ban],
}

export function RunBadge({ status }: { status: RunStatus | undefined }) {
  const t = useTexts(statusTexts)
  if (!status) return <Badge>{t.never}</Badge>
  const [look, Icon] = looks[status]
  return (
    <Badge look={look}>
      <Icon aria-hidden size={13} className={status === 'running' ? 'motion-safe:animate-spin' : ''} />
      {t[status]}
    </Badge>
  )
}
