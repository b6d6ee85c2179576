// The flow of an automation: drawn or as a list, with the form of the selected step or a test run beside it.
import { parseJson } from '@parley/rules'
import { GitBranch, List, Play, Redo2, SlidersHorizontal, Undo2, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMay } from '../../../session/session.tsx'
import { classes } from '../../../ui/classes.ts'
import { TextField } from '../../../ui/fields.tsx'
import { Button, Empty, IconButton, Notice } from '../../../ui/page.tsx'
import { CopyButton } from '../../../ui/values.tsx'
import { asFlow } from '../flow/flow.ts'
import type { AutomationSearch } from '../parts/search.ts'
import { Canvas } from './canvas.tsx'
import { useEditorState } from './context.ts'
import { Outline } from './outline.tsx'
import { StepForm } from './step-form.tsx'
import { TestRun } from './test-run.tsx'
import { TriggerForm } from './trigger-form.tsx'

const texts = textsOf('automations', 'editor')

export interface EditorProps {
  search: AutomationSearch
  /** Changes the address. */
  onSearch(change: Partial<AutomationSearch>): void
}

export function Editor({ search, onSearch }: EditorProps) {
  const t = useTexts(texts)
  const { view = 'canvas' } = search
  const state = useEditorState()
  const { editor, titles, moving, setMoving } = state
  const onKeyDown = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null
    if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    if (event.shiftKey) editor.redo()
    else editor.undo()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls inside have the focus
    <div
      className={classes(
        'grid gap-4 lg:min-h-[30rem] lg:grid-cols-[minmax(0,1fr)_26rem]',
        // The bar with unsaved changes is below.
        editor.isDirty ? 'lg:h-[calc(100dvh-17rem)]' : 'lg:h-[calc(100dvh-12.5rem)]',
      )}
      onKeyDown={onKeyDown}
    >
      <section className="flex h-[60vh] min-w-0 flex-col rounded-xl border bg-card lg:h-auto lg:min-h-0">
        <div className="flex flex-wrap items-center gap-2 border-b p-2">
          <Choice
            label={t.view}
            value={view}
            options={[
              { id: 'canvas', label: t.canvas, icon: <GitBranch aria-hidden size={15} /> },
              { id: 'outline', label: t.outline, icon: <List aria-hidden size={15} /> },
              { id: 'json', label: t.json },
            ]}
            onChange={(next) => onSearch({ view: next === 'canvas' ? undefined : (next as 'outline' | 'json') })}
          />
          <span className="grow" />
          {search.run !== undefined && (
            <Button icon={X} size="small" onPress={() => onSearch({ run: undefined })}>
              {t.hideRun}
            </Button>
          )}
          <IconButton icon={Undo2} size="small" label={t.undo} isDisabled={!editor.canUndo} onPress={editor.undo} />
          <IconButton icon={Redo2} size="small" label={t.redo} isDisabled={!editor.canRedo} onPress={editor.redo} />
        </div>
        {moving !== undefined && (
          <p role="status" className="flex items-center gap-2 bg-accent-soft px-3 py-1.5 text-sm">
            <span className="grow">{t.moving(titles.get(moving) ?? '')}</span>
            <Button size="small" onPress={() => setMoving(undefined)}>
              {t.cancel}
            </Button>
          </p>
        )}
        <div className="min-h-0 grow">
          {view === 'canvas' ? <Canvas /> : view === 'outline' ? <Outline /> : <Definition />}
        </div>
      </section>
      <Side search={search} onSearch={onSearch} />
    </div>
  )
}

function Side({ search, onSearch }: EditorProps) {
  const t = useTexts(texts)
  const { located, selected, select, example } = useEditorState()
  const may = useMay()
  const mayRun = may('automations', 'run')
  const isTest = search.panel === 'test' && mayRun
  const at = located.find(({ step }) => step.name === selected)
  return (
    <section aria-label={t.panel} className="flex min-w-0 flex-col rounded-xl border bg-card lg:min-h-0">
      {mayRun && (
        <div className="border-b p-2">
          <Choice
            label={t.panel}
            value={isTest ? 'test' : 'step'}
            options={[
              { id: 'step', label: t.step, icon: <SlidersHorizontal aria-hidden size={15} /> },
              { id: 'test', label: t.test, icon: <Play aria-hidden size={15} /> },
            ]}
            onChange={(next) => onSearch({ panel: next === 'test' ? 'test' : undefined })}
          />
        </div>
      )}
      <div className="min-h-0 grow overflow-auto p-4" tabIndex={0} role="region" aria-label={isTest ? t.test : t.step}>
        {isTest ? (
          <TestRun example={example} runId={search.run} onStarted={(run) => onSearch({ run })} onSelectStep={select} />
        ) : selected === 'trigger' ? (
          <TriggerForm />
        ) : at ? (
          <StepForm at={at} />
        ) : (
          <Empty title={t.none} text={t.noneText} />
        )}
      </div>
    </section>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { id: string; label: string; icon?: ReactNode }[]
  onChange(id: string): void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <ToggleButtonGroup
    aria-label={label}
    selectedKeys={[value]}
    disallowEmptySelection
    onSelectionChange={(keys) => onChange(String([...keys][0]))}
    className="inline-flex rounded-lg border bg-sunken p-0.5"
  >
    {options.map(({ id, label: name, icon }) => (
      <ToggleButton
        key={id}
        id={id}
        className="inline-flex min-h-7 cursor-pointer items-center gap-1.5 rounded-md px-2.5 text-sm text-soft data-[selected]:bg-card data-[selected]:font-medium data-[selected]:text-ink data-[selected]:shadow-sm"
      >
        {icon}
        {name}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)

const definitionTexts = textsOf('automations', 'definition')

/** The definition of the flow as JSON, which can be read and edited. */
function Definition() {
  const { editor } = useEditorState()
  const written = JSON.stringify(editor.flow, null, 2)
  // Another flow, such as after undo, is shown instead of what was typed.
  return <Editing key={written} written={written} />
}

function Editing({ written }: { written: string }) {
  const t = useTexts(definitionTexts)
  const { editor, mayEdit } = useEditorState()
  const [text, setText] = useState(written)
  const [problem, setProblem] = useState('')
  const apply = () => {
    try {
      const flow = asFlow(parseJson(text))
      if (flow) editor.edit(flow)
      setProblem(flow ? '' : t.noFlow)
    } catch (error) {
      setProblem(`${t.noJson} ${(error as Error).message}`)
    }
  }
  return (
    <div className="flex h-full flex-col gap-3 overflow-auto p-4">
      {problem !== '' && <Notice look="bad">{problem}</Notice>}
      <TextField
        label={t.definition}
        value={text}
        onChange={setText}
        rows={20}
        isMono
        isReadOnly={!mayEdit}
        className="min-h-80 grow [&_textarea]:grow [&_textarea]:resize-none"
      />
      <div className="flex gap-2">
        {mayEdit && (
          <>
            <Button look="primary" isDisabled={text === written} onPress={apply}>
              {t.apply}
            </Button>
            <Button isDisabled={text === written} onPress={() => setText(written)}>
              {t.reset}
            </Button>
          </>
        )}
        <CopyButton text={text} label={t.copy} />
      </div>
    </div>
  )
}
