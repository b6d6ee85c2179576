// What the account does not have yet, each with the one step that adds it.
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { useMay, useSession } from '../../session/session.tsx'
import { Card } from '../../ui/page.tsx'
import { texts } from './texts.ts'

export function NextSteps() {
  const t = useTexts(texts)
  const { user } = useSession()
  const may = useMay()
  const isEditor = may('assistants', 'create')
  const isOwner = may('members', 'invite')
  const when = { isEnabled: isEditor }
  const assistants = useRead('assistants', 'listAll', {}, when).data
  const knowledge = useRead('knowledge', 'list', {}, when).data
  const numbers = useRead('phoneNumbers', 'listAll', {}, when).data
  const senders = useRead('senders', 'list', {}, when).data
  const alerts = useRead('billing', 'getBalanceAlerts', {}, when).data
  const members = useRead('members', 'list', {}, { isEnabled: isOwner }).data
  const steps = [
    { name: 'password', path: '/settings', isOpen: !user.has_password },
    { name: 'assistant', path: '/assistants', isOpen: assistants?.length === 0 },
    { name: 'knowledge', path: '/knowledge', isOpen: knowledge?.data.length === 0 },
    { name: 'number', path: '/numbers', isOpen: numbers?.data.length === 0 },
    { name: 'sender', path: '/messages', isOpen: senders?.data.length === 0 },
    { name: 'alerts', path: '/usage', isOpen: alerts?.thresholds.length === 0 },
    { name: 'team', path: '/settings', isOpen: members?.data.length === 1 },
  ] as const
  const open = steps.filter(({ isOpen }) => isOpen)
  if (open.length === 0) return null
  return (
    <Card title={t.setUp} isFlush>
      <ul className="divide-y">
        {open.map(({ name, path }) => {
          const [title, reason] = t.steps[name]
          return (
            <li key={name} className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-sunken">
              <div className="min-w-0 grow">
                <Link
                  to={path}
                  className="font-medium outline-accent after:absolute after:inset-0 focus-visible:after:outline-2"
                >
                  {title}
                </Link>
                <p className="text-sm text-soft">{reason}</p>
              </div>
              <ArrowRight aria-hidden size={16} className="shrink-0 text-soft rtl:rotate-180" />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
