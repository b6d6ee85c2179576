// The settings of an assistant in sections, with the bar that saves them.
import { useEffect, useRef, useState } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { useOwnTexts, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMessages } from '../../../messages/use-messages.ts'
import { useMay } from '../../../session/session.tsx'
import { fieldValue } from '../../../ui/draft.ts'
import { SearchField } from '../../../ui/fields.tsx'
import { Confirm, say, sayError } from '../../../ui/overlays.tsx'
import { Button, Card, Empty, Notice } from '../../../ui/page.tsx'
import { ConflictNotice } from './conflict.tsx'
import { EditorProvider, useFieldLabel, useIsShown } from './editor-context.tsx'
import { fieldTexts, sectionTexts } from './editor-texts.ts'
import { enumTexts } from './enum-texts.ts'
import { Field, idOfField } from './field.tsx'
import { findFields } from './find-fields.ts'
import { type FieldName, fieldsOf, type PlaceName, pageOf, pages, type SectionName, sectionOf } from './layout.ts'
import { Navigation } from './navigation.tsx'
import { idOfSection, Opening } from './opening.tsx'
import type { Schemas } from './schema.ts'
import type { EditorState } from './use-editor-state.ts'

const texts = textsOf('assistant-editor', 'editor')

export interface EditorProps {
  state: EditorState
  schemas: Schemas
  /** A page of the editor, or a section of one. */
  place: PlaceName
  onPlace(place: PlaceName): void
}

export function SettingsEditor({ state, schemas, place, onPlace }: EditorProps) {
  const t = useTexts(texts)
  const label = useFieldLabel()
  const may = useMay()
  const { messageOf } = useMessages()
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
  }, [focused, place, search])

  useEffect(() => {
    const page = pageOf(place)
    // The first section is at the top anyway.
    if (pages[page][0] === place) return
    const block = page === 'conversation' ? 'nearest' : 'start'
    document.getElementById(idOfSection(place))?.scrollIntoView({ block })
  }, [place])

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
      onPlace(sectionOf(first)!)
      setFocused(first)
    } else if (outcome.kind === 'overtaken') setComparing(true)
    else sayError(outcome.error)
  }

  const searched = {
    fields: useOwnTexts(fieldTexts),
    sections: useOwnTexts(sectionTexts),
    choices: useOwnTexts(enumTexts),
  }
  const editor = {
    id: draft.base.id,
    value: <F extends FieldName>(name: F) => fieldValue(draft, name),
    set: state.set,
    store: state.store,
    undo: state.undo,
    isChanged: (name: FieldName) => name in draft.changes,
    base: draft.base,
    schemas,
    errors,
    isReadOnly,
  }
  const found = findFields(search, searched)
  const page = pageOf(place)
  const marked = { changed, errors: Object.keys(errors) }
  const others = Object.entries(errors).flatMap(([path, messages]) =>
    sectionOf(path) ? [] : messages.map((message) => messageOf(message)),
  )
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
        <div className="flex min-w-0 flex-col gap-4">
          <div className="flex flex-col gap-3 @5xl:flex-row-reverse @5xl:items-center @5xl:justify-between">
            <SearchField label={t.search} value={search} onChange={setSearch} className="@5xl:w-60" />
            <Navigation
              {...marked}
              page={found ? undefined : page}
              onPage={(next) => {
                setSearch('')
                onPlace(next)
              }}
            />
          </div>
          <AriaForm
            ref={form}
            validationErrors={errors}
            validationBehavior="aria"
            onSubmit={(event) => {
              // React Aria passes the handler on to the forms in dialogs of the editor.
              if (event.target !== form.current) return
              event.preventDefault()
              void save()
            }}
            className="min-w-0"
          >
            {found ? (
              <Fields title={t.results} names={found} />
            ) : page === 'conversation' ? (
              <Opening {...marked} place={place} onPlace={onPlace} />
            ) : (
              <div className="flex flex-col gap-4">
                {pages[page].map((section) => (
                  <Section key={section} name={section} />
                ))}
              </div>
            )}
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

function Section({ name }: { name: SectionName }) {
  const names = useTexts(sectionTexts)
  const isShown = useIsShown()
  return (
    <div id={idOfSection(name)} className="scroll-mt-4">
      <Fields title={names[name]} names={fieldsOf(name).filter(isShown)} />
    </div>
  )
}

function Fields({ title, names }: { title: string; names: readonly FieldName[] }) {
  const t = useTexts(texts)
  return (
    <Card title={title}>
      <div className="flex flex-col gap-6">
        {names.length === 0 && <Empty title={t.noneFound} />}
        {names.map((name) => (
          <Field key={name} name={name} />
        ))}
      </div>
    </Card>
  )
}
