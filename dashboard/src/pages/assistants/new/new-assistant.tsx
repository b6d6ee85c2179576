// The page for a new assistant: a description, templates as cards, and a start without either.
import { getRouteApi, Link } from '@tanstack/react-router'
import {
  CalendarCheck,
  ClipboardList,
  ConciergeBell,
  Headset,
  type LucideIcon,
  PhoneOutgoing,
  Plus,
  Target,
} from 'lucide-react'
import { type RowOf, useRead } from '../../../api/query.ts'
import { useFormats, useLocale, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Dialog } from '../../../ui/overlays.tsx'
import { Loaded, Page } from '../../../ui/page.tsx'
import { DescribeCard } from './describe-card.tsx'
import { ScratchForm } from './scratch-form.tsx'
import { TemplateForm } from './template-form.tsx'

const texts = textsOf('assistants', 'newAssistant')

type Template = RowOf<'assistantTemplates', 'list'>

const icons: Record<Template['id'], LucideIcon> = {
  receptionist: ConciergeBell,
  booking: CalendarCheck,
  lead: Target,
  reminder: PhoneOutgoing,
  support: Headset,
  survey: ClipboardList,
}

const scratch = 'scratch'

const route = getRouteApi('/assistants/new')

export function NewAssistant() {
  const t = useTexts(texts)
  const { language } = useLocale()
  const { from } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useRead('assistantTemplates', 'list', { language })
  const close = () => void navigate({ search: {}, replace: true })
  return (
    <Page title={t.title} text={t.text} back={{ to: '/assistants', label: t.all }}>
      <Loaded query={query}>
        {({ data, call_languages: callLanguages }) => {
          const template = data.find(({ id }) => id === from)
          return (
            <>
              <DescribeCard callLanguages={callLanguages} />
              <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
                {data.map((each) => (
                  <TemplateCard key={each.id} template={each} />
                ))}
                <Card from={scratch} icon={Plus} title={t.scratch} text={t.scratchText} className="border-dashed" />
              </ul>
              <Dialog
                title={template?.name ?? t.scratch}
                isOpen={template !== undefined || from === scratch}
                onClose={close}
              >
                {template ? <TemplateForm template={template} callLanguages={callLanguages} /> : <ScratchForm />}
              </Dialog>
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

function TemplateCard({ template }: { template: Template }) {
  const t = useTexts(texts)
  const format = useFormats()
  const { id, name, description, type, tests, post_call_schema: values } = template
  const parts = [t[type], format.count(t.tests, tests.length), format.count(t.values, values.length)]
  return <Card from={id} icon={icons[id]} title={name} text={description} detail={parts.join(' · ')} />
}

interface CardProps {
  from: string
  icon: LucideIcon
  title: string
  text: string
  detail?: string
  className?: string
}

/** The whole card is the link. */
const Card = ({ from, icon: Icon, title, text, detail, className = '' }: CardProps) => (
  <li className={`relative flex gap-3 rounded-xl border bg-card p-4 hover:bg-sunken ${className}`}>
    <span className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent">
      <Icon aria-hidden size={19} />
    </span>
    <div className="flex min-w-0 flex-col gap-1">
      <h2 className="font-semibold">
        <Link
          to="/assistants/new"
          search={{ from }}
          className="outline-accent after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2"
        >
          {title}
        </Link>
      </h2>
      <p>{text}</p>
      {detail !== undefined && <p className="mt-auto pt-1 text-sm text-soft">{detail}</p>}
    </div>
  </li>
)
