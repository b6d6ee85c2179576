// How runs and their steps ended, with an icon and a word.
import { BadgeCheck, Loader, type LucideIcon, OctagonX, Timer } from 'lucide-react'
import { useOwnTexts } from '../../../i18n/locale.tsx'
import { textNamed } from '../../../i18n/text-named.ts'
import { textsOf } from '../../../i18n/texts.ts'
import { classes } from '../../../ui/classes.ts'
import { Badge, type BadgeLook } from '../../../ui/page.tsx'

const texts = textsOf('automations', 'runStatus')

const looks: Record<string, [BadgeLook, LucideIcon, string]> = {
  SUCCEEDED: ['good', BadgeCheck, 'text-good'],
  FAILED: ['bad', OctagonX, 'text-bad'],
  PAUSED: ['warn', Timer, 'text-warn'],
  RUNNING: ['accent', Loader, 'text-accent'],
}

const lookOf = (status: string) => looks[status] ?? looks['RUNNING']!

export function useStatusNames() {
  const names = useOwnTexts(texts)
  return (status: string): string => textNamed(names, status) ?? status
}

export function StatusIcon({ status, size = 16 }: { status: string; size?: number }) {
  const name = useStatusNames()
  const [, Icon, color] = lookOf(status)
  return (
    <Icon
      role="img"
      aria-label={name(status)}
      size={size}
      className={classes('shrink-0', color, status === 'RUNNING' && 'motion-safe:animate-spin')}
    />
  )
}

export function StatusBadge({ status }: { status: string }) {
  const name = useStatusNames()
  const [look, Icon] = lookOf(status)
  return (
    <Badge look={look}>
      <Icon aria-hidden size={13} className={status === 'RUNNING' ? 'motion-safe:animate-spin' : ''} />
      {name(status)}
    </Badge>
  )
}
