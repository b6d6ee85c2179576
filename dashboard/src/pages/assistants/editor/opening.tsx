// What the editor opens with: greeting and instructions, then model, voice, language and knowledge in one line each.
import { AudioLines, BookOpen, Bot, ChevronDown, Languages, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { useRead } from '../../../api/query.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useIsBuiltIn } from '../../../panels/connect-model-notice.tsx'
import { classes } from '../../../ui/classes.ts'
import { Card } from '../../../ui/page.tsx'
import { isRemovedVoice } from '../removed-voice.ts'
import { useMetricsText } from './choice-metrics.tsx'
import { useCause, useEditor, useFieldLabel, useIsShown } from './editor-context.tsx'
import { sectionTexts } from './editor-texts.ts'
import { Field } from './field.tsx'
import { useLanguages } from './languages.ts'
import { fieldsOf, type PlaceName, pages } from './layout.ts'
import { type Marked, Marks } from './navigation.tsx'

const texts = textsOf('assistant-editor', 'opening')

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
  const { isChanged, errors, isReadOnly } = useEditor()
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
        <span className="w-22 shrink-0 text-soft">{names[name]}</span>
        <span className="min-w-0 grow truncate font-medium">{state ?? '…'}</span>
        <Marks {...marked} isIn={(section) => section === name} />
        {!isOpen && !isReadOnly && <span className="hidden text-sm text-accent sm:inline">{action}</span>}
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
  const mode = value('mode')
  const isStandard = mode === 'pipeline'
  const isBuiltIn = useIsBuiltIn()
  const metricsOf = useMetricsText()
  const type = isStandard ? 'llm' : mode
  const models = useRead('catalogues', 'models', { type })
  const answering = useRead('catalogues', 'models', { type, available: true })
  const languages = useLanguages()
  const voices = useRead('catalogues', 'voices', { mode })
  const speaking = useRead('catalogues', 'voices', { mode, available: true })
  const knowledgebases = useRead('knowledge', 'list')
  const [modelId, knowledgebaseId] = [
    value(isStandard ? 'llm_model_id' : 'multimodal_model_id'),
    value('knowledgebase_id'),
  ]
  /** Undefined until the list is known. */
  const write = <R extends { id: number }>(list: readonly R[] | undefined, id: number, textOf: (row: R) => string) => {
    const row = list?.find((each) => each.id === id)
    return row ? textOf(row) : list && t.unknown
  }
  /** Also while the list is being read. */
  const isListed = (list: readonly { id: number }[] | undefined, id: number) =>
    list?.some((each) => each.id === id) ?? true
  const isRemoved = voices.data !== undefined && isRemovedVoice(value('voice_id'), voices.data)
  const languageOf = (id: number) => write(languages, id, ({ name }) => name) ?? ''
  return {
    models:
      modelId === null
        ? t.automatic
        : write(models.data, modelId, ({ name }) => {
            if (isListed(answering.data, modelId))
              return [name, metricsOf(isStandard ? 'llm' : 'realtime', modelId, { isShort: true })]
                .filter(Boolean)
                .join(' · ')
            return `${name} · ${isBuiltIn(isStandard ? 'language' : 'realtime') ? t.builtInModel : t.otherModel}`
          }),
    voice: isRemoved
      ? t.removedVoice
      : write(voices.data, value('voice_id'), ({ id, name, language_id, gender, accent }) => {
          if (isListed(speaking.data, id))
            return [name, languageOf(language_id), t[gender], accent].filter(Boolean).join(' · ')
          return `${name} · ${isBuiltIn('voice') ? t.builtInVoice : t.otherVoice}`
        }),
    language: languages && [value('language_id'), ...value('secondary_language_ids')].map(languageOf).join(', '),
    knowledge:
      knowledgebaseId === null
        ? t.noKnowledge
        : write(knowledgebases.data?.data, knowledgebaseId, ({ name, documents_count, status }) =>
            [
              name,
              format.count(t.documents, documents_count),
              status === 'processing' && t.reading,
              status === 'failed' && t.unreadable,
            ]
              .filter(Boolean)
              .join(' · '),
          ),
    isWithoutKnowledge: knowledgebaseId === null,
  }
}
