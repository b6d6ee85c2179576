// The list of the pages that the role of the member allows.
import { Link } from '@tanstack/react-router'
import {
  BarChart3,
  BookOpen,
  Bot,
  Code2,
  Hash,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  Phone,
  Settings,
  Workflow,
} from 'lucide-react'
import type { Area } from '../api/query.ts'
import { useTexts } from '../i18n/locale.tsx'
import { type TextsBehind, textsOf } from '../i18n/texts.ts'
import { useMay } from '../session/session.tsx'
import { classes } from '../ui/classes.ts'

export function Destinations() {
  const names = useTexts(navigationTexts)
  const may = useMay()
  const groups = navigation
    .map((group) => group.filter(({ needs: [area, call] }) => may(area, call as never)))
    .filter((group) => group.length > 0)
  return groups.map((group, index) => (
    <ul key={group[0]!.name} className={classes('flex flex-col gap-0.5', index > 0 && 'mt-3 border-t pt-3')}>
      {group.map(({ name, path, icon: Icon }) => (
        <li key={name}>
          <Link
            to={path}
            activeOptions={{ exact: path === '/' }}
            className="flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-soft hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent"
          >
            <Icon aria-hidden size={18} />
            {names[name]}
          </Link>
        </li>
      ))}
    </ul>
  ))
}

export const navigationTexts = textsOf('app', 'navigation')

type SharedName = 'inbox' | 'assistants' | 'numbers' | 'campaigns' | 'automations' | 'settings'
type PageName = SharedName | keyof TextsBehind<typeof navigationTexts>

interface Destination {
  name: PageName
  path: string
  icon: LucideIcon
  needs: readonly [area: Area, call: string]
}

/** In groups, which the navigation separates. */
export const navigation: readonly (readonly Destination[])[] = [
  [
    { name: 'home', path: '/', icon: LayoutDashboard, needs: ['accounts', 'me'] },
    { name: 'inbox', path: '/inbox', icon: Inbox, needs: ['conversations', 'list'] },
    { name: 'calls', path: '/calls', icon: Phone, needs: ['calls', 'list'] },
  ],
  [
    { name: 'assistants', path: '/assistants', icon: Bot, needs: ['assistants', 'list'] },
    { name: 'knowledge', path: '/knowledge', icon: BookOpen, needs: ['knowledge', 'list'] },
    { name: 'campaigns', path: '/campaigns', icon: Megaphone, needs: ['campaigns', 'list'] },
    { name: 'automations', path: '/automations', icon: Workflow, needs: ['automations', 'list'] },
  ],
  [
    { name: 'messages', path: '/messages', icon: MessageSquareText, needs: ['senders', 'list'] },
    { name: 'numbers', path: '/numbers', icon: Hash, needs: ['phoneNumbers', 'listAll'] },
    { name: 'developers', path: '/developers', icon: Code2, needs: ['webhooks', 'listDeliveries'] },
    { name: 'usage', path: '/usage', icon: BarChart3, needs: ['billing', 'getUsage'] },
    { name: 'settings', path: '/settings', icon: Settings, needs: ['accounts', 'me'] },
  ],
]
