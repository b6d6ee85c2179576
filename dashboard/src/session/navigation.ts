// The pages of the navigation, with the endpoint that a member needs for each.
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
  Users,
  Workflow,
} from 'lucide-react'
import type { Area } from '../api/query.ts'
import { type TextsBehind, textsOf } from '../i18n/texts.ts'

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
    { name: 'contacts', path: '/contacts', icon: Users, needs: ['contacts', 'list'] },
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
