// The pages in the navigation, and the endpoint that a role must be allowed to call to see each of them.
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
import { textsOf } from '../i18n/locale.tsx'

export const navigationTexts = textsOf(
  {
    home: 'Home',
    inbox: 'Inbox',
    calls: 'Calls',
    messages: 'Messages',
    assistants: 'Assistants',
    knowledge: 'Knowledge',
    numbers: 'Phone numbers',
    campaigns: 'Campaigns',
    automations: 'Automations',
    developers: 'Developers',
    usage: 'Usage',
    settings: 'Settings',
  },
  {
    home: 'Start',
    inbox: 'Posteingang',
    calls: 'Anrufe',
    messages: 'Nachrichten',
    assistants: 'Assistenten',
    knowledge: 'Wissen',
    numbers: 'Telefonnummern',
    campaigns: 'Kampagnen',
    automations: 'Automatisierungen',
    developers: 'Entwickler',
    usage: 'Verbrauch',
    settings: 'Einstellungen',
  },
)

export type PageName = keyof (typeof navigationTexts)['en']

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
