// What the editor opens with: greeting and instructions, then model, voice, language and knowledge in one line each.
import { AudioLines, BookOpen, Bot, ChevronDown, Languages, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { useRead } from '../../../api/query.ts'
import { textsOf, useFormats, useTexts } from '../../../i18n/locale.tsx'
import { classes } from '../../../ui/classes.ts'
import { Card } from '../../../ui/page.tsx'
import { useCause, useEditor, useFieldLabel, useIsShown } from './editor-context.tsx'
import { Field } from './field.tsx'
import { fieldsOf, type PlaceName, pages } from './layout.ts'
import { type Marked, Marks } from './navigation.tsx'
import { sectionTexts } from './texts/sections.ts'
import { useReferenceNames } from './value-text.tsx'

const texts = textsOf(
  {
    change: 'Change',
    connect: 'Connect',
    automatic: 'Chosen automatically',
    unknown: 'Unknown',
    female: 'Female',
    male: 'Male',
    noKnowledge: 'No knowledge yet',
    documents: { one: 'document', other: 'documents' },
  },
  {
    change: 'Ändern',
    connect: 'Verbinden',
    automatic: 'Automatisch gewählt',
    unknown: 'Unbekannt',
    female: 'Weiblich',
    male: 'Männlich',
    noKnowledge: 'Noch kein Wissen',
    documents: { one: 'Dokument', other: 'Dokumente' },
  },
)

const rows = pages.conversation.slice(1) as ('models' | 'voice' | 'language' | 'knowledge')[]
type RowName = (typeof rows)[number]

const icons: Record<RowName, LucideIcon> = {
  models: Bot,
  voice: AudioLines,
  language: Languages,
  knowledge: BookOpen,
}

interface OpeningProps extends Marked {
  place: PlaceName
  onPlace(place: PlaceName): void
}

export function Opening({ place, onPlace, ...marked }: OpeningProps) {
  const states = useStates()
  const t = useTexts(texts)
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <div className="flex flex-col gap-5">
          {fieldsOf('conversation').map((name) => (
            <Field key={name} name={name} />
          ))}
        </div>
      </Card>
      <div className="divide-y overflow-hidden rounded-xl border bg-card">
        {rows.map((row) => {
          const isOpen = place === row
          return (
            <Row
              key={row}
              name={row}
              state={states[row]}
              action={row === 'knowledge' && states.isWithoutKnowledge ? t.connect : t.change}
              isOpen={isOpen}
              onToggle={() => onPlace(isOpen ? 'conversation' : row)}
              {...marked}
            />
          )
        })}
      </div>
    </div>
  )
}

interface RowProps extends Marked {
  name: RowName
  /** Undefined until it is known. */
  state: string | undefined
  action: string
  isOpen: boolean
  onToggle(): void
}

function Row({ name, state, action, isOpen, onToggle, ...marked }: RowProps) {
  const names = useTexts(sectionTexts)
  const labelOf = useFieldLabel()
  const causeOf = useCause()
  const isShown = useIsShown()
  const { isChanged, errors } = useEditor()
  const id = useId()
  const Icon = icons[name]
  const shown = fieldsOf(name)
    .filter(isShown)
    .filter((field) => causeOf(field) === undefined || isChanged(field) || field in errors)
  return (
    <section id={idOfSection(name)} aria-label={names[name]}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        className="flex w-full cursor-pointer items-center gap-3 px-4 py-3 text-start outline-offset-[-2px] hover:bg-sunken"
      >
        <Icon aria-hidden size={17} className="shrink-0 text-soft" />
        <span className="w-20 shrink-0 text-soft">{names[name]}</span>
        <span className="min-w-0 grow truncate font-medium">{state ?? '…'}</span>
        <Marks {...marked} isIn={(section) => section === name} />
        {!isOpen && <span className="hidden text-sm text-accent sm:inline">{action}</span>}
        <ChevronDown aria-hidden size={16} className={classes('shrink-0 text-soft', isOpen && 'rotate-180')} />
      </button>
      {isOpen && (
        <div id={id} className="flex flex-col gap-5 px-4 pt-1 pb-5">
          {shown.map((field) => (
            <Field key={field} name={field} isLabelHidden={labelOf(field) === names[name]} />
          ))}
        </div>
      )}
    </section>
  )
}

export const idOfSection = (name: string): string => `section-${name}`

/** The current choices in one line each. */
function useStates(): Record<RowName, string | undefined> & { isWithoutKnowledge: boolean } {
  const t = useTexts(texts)
  const format = useFormats()
  const { value } = useEditor()
  const names = useReferenceNames()
  const voices = useRead('catalogues', 'voices')
  const knowledgebases = useRead('knowledge', 'list')
  const nameIn = (known: ReadonlyMap<number, string> | undefined, id: number | null): string | undefined =>
    id === null ? t.automatic : known?.size ? (known.get(id) ?? t.unknown) : undefined
  const voice = voices.data?.find(({ id }) => id === value('voice_id'))
  const knowledgebase = knowledgebases.data?.data.find(({ id }) => id === value('knowledgebase_id'))
  const languages = [value('language_id'), ...value('secondary_language_ids')]
  const isWithoutKnowledge = value('knowledgebase_id') === null
  return {
    models:
      value('mode') === 'pipeline'
        ? nameIn(names.llm, value('llm_model_id'))
        : nameIn(names.realtime, value('multimodal_model_id')),
    voice: voice
      ? [voice.name, names.language?.get(voice.language_id), t[voice.gender], voice.accent].filter(Boolean).join(' · ')
      : voices.data && t.unknown,
    language: names.language?.size ? languages.map((id) => names.language!.get(id) ?? t.unknown).join(', ') : undefined,
    knowledge: isWithoutKnowledge
      ? t.noKnowledge
      : knowledgebase
        ? `${knowledgebase.name} · ${format.count(t.documents, knowledgebase.documents_count)}`
        : knowledgebases.data && t.unknown,
    isWithoutKnowledge,
  }
}
