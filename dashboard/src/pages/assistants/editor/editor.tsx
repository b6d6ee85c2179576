// The settings of an assistant in sections, with the bar that saves them.
import { useEffect, useRef, useState } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { useMay } from '../../../session/session.tsx'
import { classes } from '../../../ui/classes.ts'
import { SearchField, Select } from '../../../ui/fields.tsx'
import { Confirm, say, sayError } from '../../../ui/overlays.tsx'
import { Badge, Button, Card, Empty, Notice } from '../../../ui/page.tsx'
import { ConflictNotice } from './conflict.tsx'
import { fieldValue } from './draft.ts'
import { EditorProvider, useFieldLabel } from './editor-context.tsx'
import { Field, idOfField } from './field.tsx'
import { fieldTexts } from './field-texts-data.ts'
import { type FieldName, fieldNames, fieldsOf, type SectionName, sectionNames, sectionOf } from './layout.ts'
import type { Schemas } from './schema.ts'
import { sectionTexts } from './section-texts.ts'
import type { EditorState } from './use-editor-state.ts'

const texts = textsOf(
  {
    sections: 'Sections',
    search: 'Find a setting',
    noneFound: 'No settings match your search.',
    results: 'Settings found',
    unsaved: (count: number) => (count === 1 ? '1 unsaved change' : `${count} unsaved changes`),
    saved: 'The assistant has been saved.',
    adjusted: (names: string) => `The assistant has been saved. Also changed, to fit the new values: ${names}.`,
    refused: 'Some values were rejected. See the messages next to the fields.',
    errors: (count: number) => (count === 1 ? '1 rejected value' : `${count} rejected values`),
    changes: (count: number) => `${count} changed`,
    readOnly: 'Your role allows reading these settings only.',
    discardTitle: 'Discard all changes?',
    discardText: 'All fields return to their saved values.',
  },
  {
    sections: 'Abschnitte',
    search: 'Einstellung suchen',
    noneFound: 'Keine Einstellung passt zu Ihrer Suche.',
    results: 'Gefundene Einstellungen',
    unsaved: (count: number) => (count === 1 ? '1 ungespeicherte Änderung' : `${count} ungespeicherte Änderungen`),
    saved: 'Der Assistent wurde gespeichert.',
    adjusted: (names: string) =>
      `Der Assistent wurde gespeichert. Passend zu den neuen Werten wurde auch geändert: ${names}.`,
    refused: 'Einige Werte wurden abgelehnt. Der Grund steht neben den Feldern.',
    errors: (count: number) => (count === 1 ? '1 abgelehnter Wert' : `${count} abgelehnte Werte`),
    changes: (count: number) => `${count} geändert`,
    readOnly: 'Mit Ihrer Rolle können Sie diese Einstellungen nur lesen.',
    discardTitle: 'Alle Änderungen verwerfen?',
    discardText: 'Alle Felder erhalten wieder ihre gespeicherten Werte.',
  },
)

export interface EditorProps {
  state: EditorState
  schemas: Schemas
  section: SectionName
  onSection(section: SectionName): void
}

export function SettingsEditor({ state, schemas, section, onSection }: EditorProps) {
  const t = useTexts(texts)
  const label = useFieldLabel()
  const may = useMay()
  const { draft, errors, isSaving } = state
  const [search, setSearch] = useState('')
  const [isComparing, setComparing] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const [focused, setFocused] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const changed = Object.keys(draft.changes) as FieldName[]
  const isReadOnly = !may('assistants', 'update')

  // The section of the field has to be on the page before the field can be focused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section has other fields
  useEffect(() => {
    if (focused === undefined) return
    const field = form.current?.querySelector(`#${CSS.escape(idOfField(focused.split('.', 1)[0]!))}`)
    if (!field) return
    const inputs = 'input:not([type=hidden]):not([tabindex="-1"]), textarea, button:not([tabindex="-1"])'
    const input =
      form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(focused)}"]:not([tabindex="-1"])`) ??
      field.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] button') ??
      field.querySelector<HTMLElement>(inputs)
    input?.focus()
    setFocused(undefined)
  }, [focused, section, search])

  async function save() {
    if (isSaving || changed.length === 0) return
    if (draft.conflicts.length > 0) return setComparing(true)
    const outcome = await state.save()
    if (outcome.kind === 'saved') {
      say(outcome.adjusted.length > 0 ? t.adjusted(outcome.adjusted.map(label).join(', ')) : t.saved)
    } else if (outcome.kind === 'refused') {
      const first = outcome.fields.find((path) => sectionOf(path) !== undefined)
      if (first === undefined) return
      setSearch('')
      onSection(sectionOf(first)!)
      setFocused(first)
    } else if (outcome.kind === 'overtaken') setComparing(true)
    else sayError(outcome.error)
  }

  const editor = {
    id: draft.base.id,
    value: <F extends FieldName>(name: F) => fieldValue(draft, name),
    set: state.set,
    undo: state.undo,
    isChanged: (name: FieldName) => name in draft.changes,
    base: draft.base,
    schemas,
    errors,
    isReadOnly,
  }
  const words = search.trim().toLowerCase()
  const found =
    words === ''
      ? undefined
      : fieldNames.filter((name) => [name, ...fieldTexts[name]!].join(' ').toLowerCase().includes(words))
  const shown = found ?? fieldsOf(section)
  const others = Object.entries(errors).flatMap(([path, messages]) => (sectionOf(path) ? [] : messages))
  return (
    <EditorProvider value={editor}>
      <div className="@container flex min-w-0 flex-col gap-4">
        {isReadOnly && <Notice>{t.readOnly}</Notice>}
        <ConflictNotice state={state} isOpen={isComparing} onOpen={setComparing} />
        {Object.keys(errors).length > 0 && (
          <Notice look="bad">
            {t.refused} {others.join(' ')}
          </Notice>
        )}
        <div className="grid min-w-0 gap-4 @3xl:grid-cols-[13rem_minmax(0,1fr)]">
          <div className="flex flex-col gap-3">
            <SearchField label={t.search} value={search} onChange={setSearch} />
            <Sections
              section={section}
              isSearching={found !== undefined}
              changed={changed}
              errors={Object.keys(errors)}
              onSection={(next) => {
                setSearch('')
                onSection(next)
              }}
            />
          </div>
          <AriaForm
            ref={form}
            validationErrors={errors}
            validationBehavior="aria"
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
            className="min-w-0"
          >
            <SectionCard title={found ? t.results : undefined} section={section}>
              {shown.length === 0 && <Empty title={t.noneFound} />}
              {shown.map((name) => (
                <Field key={name} name={name} />
              ))}
            </SectionCard>
            {changed.length > 0 && (
              <div
                role="region"
                aria-label={t.unsaved(changed.length)}
                className="sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-xl border bg-raised px-4 py-2.5 shadow-lg"
              >
                <p className="grow" role="status">
                  {t.unsaved(changed.length)}
                </p>
                <Button onPress={() => setDiscarding(true)}>{t.discard}</Button>
                <Button look="primary" type="submit" isPending={isSaving}>
                  {t.save}
                </Button>
              </div>
            )}
          </AriaForm>
        </div>
      </div>
      <Confirm
        title={t.discardTitle}
        text={t.discardText}
        action={t.discard}
        isOpen={isDiscarding}
        onClose={() => setDiscarding(false)}
        onConfirm={() => {
          state.discard()
          setDiscarding(false)
        }}
      />
    </EditorProvider>
  )
}

function SectionCard({
  title,
  section,
  children,
}: {
  title: string | undefined
  section: SectionName
  children: React.ReactNode
}) {
  const names = useTexts(sectionTexts)
  return (
    <Card title={title ?? names[section]}>
      <div className="flex flex-col gap-6">{children}</div>
    </Card>
  )
}

interface SectionsProps {
  section: SectionName
  isSearching: boolean
  changed: readonly FieldName[]
  /** The fields with messages. */
  errors: readonly string[]
  onSection(section: SectionName): void
}

function Sections({ section, isSearching, changed, errors, onSection }: SectionsProps) {
  const t = useTexts(texts)
  const names = useTexts(sectionTexts)
  const marksOf = (each: SectionName) => ({
    changes: changed.filter((name) => sectionOf(name) === each).length,
    refused: errors.filter((path) => sectionOf(path) === each).length,
  })
  return (
    <>
      <Select
        label={t.sections}
        options={sectionNames.map((each) => {
          const { changes, refused } = marksOf(each)
          const detail = [refused > 0 && t.errors(refused), changes > 0 && t.changes(changes)]
            .filter(Boolean)
            .join(' · ')
          return { value: each, label: names[each], ...(detail && { detail }) }
        })}
        value={section}
        onChange={onSection}
        className="@3xl:hidden"
      />
      <nav aria-label={t.sections} className="hidden @3xl:block">
        <ul className="flex flex-col gap-0.5">
          {sectionNames.map((each) => {
            const { changes, refused } = marksOf(each)
            const isCurrent = each === section && !isSearching
            return (
              <li key={each}>
                <button
                  type="button"
                  aria-current={isCurrent ? 'true' : undefined}
                  onClick={() => onSection(each)}
                  className={classes(
                    'flex w-full cursor-pointer items-center gap-2 rounded-lg px-2.5 py-1.5 text-start',
                    isCurrent ? 'bg-accent-soft font-medium text-accent' : 'text-soft hover:bg-sunken hover:text-ink',
                  )}
                >
                  <span className="min-w-0 grow">{names[each]}</span>
                  {refused > 0 && (
                    <Badge look="bad">
                      <span aria-hidden>{refused}</span>
                      <span className="sr-only">{t.errors(refused)}</span>
                    </Badge>
                  )}
                  {changes > 0 && (
                    <Badge look="accent">
                      <span aria-hidden>{changes}</span>
                      <span className="sr-only">{t.changes(changes)}</span>
                    </Badge>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
      </nav>
    </>
  )
}
