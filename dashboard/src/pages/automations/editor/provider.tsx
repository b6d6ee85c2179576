// Keeps the flow that is edited while the parts of the page change.
import { type ReactNode, useMemo, useState } from 'react'
import { useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMessages } from '../../../messages/use-messages.ts'
import { useMay } from '../../../session/session.tsx'
import { LeaveQuestion } from '../../../ui/leave-question.tsx'
import { Dialog } from '../../../ui/overlays.tsx'
import { Button, Loaded } from '../../../ui/page.tsx'
import { Time } from '../../../ui/values.tsx'
import { locate } from '../flow/flow.ts'
import { progressOf } from '../flow/progress.ts'
import { useNames, written } from '../parts/names.ts'
import type { AutomationSearch } from '../parts/search.ts'
import { StepTitlesContext, useTitles } from '../parts/titles.ts'
import type { AutomationReply, StepTypes } from '../parts/types.ts'
import { useRun } from '../runs/use-runs.ts'
import { EditorContext, type EditorState, useEditorState } from './context.ts'
import { shownField } from './labelled-faults.ts'
import { type Editor, useEditor } from './use-editor.ts'

export interface EditorProviderProps {
  automation: AutomationReply
  search: AutomationSearch
  /** Changes the address. */
  onSearch(change: Partial<AutomationSearch>): void
  children: ReactNode
}

export function EditorProvider(props: EditorProviderProps) {
  const parts = useRead('automations', 'stepTypes')
  return <Loaded query={parts}>{(loaded) => <WithParts {...props} parts={loaded} />}</Loaded>
}

function WithParts({ automation, search, onSearch, children, parts }: EditorProviderProps & { parts: StepTypes }) {
  const editor = useEditor(automation)
  const may = useMay()
  const mayEdit = may('automations', 'update')
  const [moving, setMoving] = useState<string>()
  const [added, setAdded] = useState<string>()
  const ofTitles = useTitles()
  const { runs } = useRead('automations', 'listRuns', { id: automation.id, limit: 1 }).data ?? {}
  const { run } = useRun(automation.id, search.run)
  const { run: newestRun } = useRun(automation.id, runs?.[0]?.id)
  const { flow } = editor
  const located = useMemo(() => locate(flow), [flow])
  const titles = useMemo(() => ofTitles.ofSteps(located), [ofTitles, located])
  const progress = useMemo(() => (run ? progressOf(flow, run) : new Map()), [flow, run])
  const latestRun = run ?? newestRun
  const templates = useRead('automations', 'listTemplates').data?.data
  const example =
    automation.sample ?? latestRun?.trigger ?? templates?.find((each) => each.trigger === flow.trigger.type)?.sample
  const { step: selected } = search
  const state: EditorState = useMemo(
    () => ({
      editor,
      parts,
      located,
      titles,
      selected,
      select: (step) => onSearch(step === undefined ? { step: undefined } : { step, panel: undefined }),
      progress,
      latestRun,
      newestRun,
      example,
      mayEdit,
      moving,
      setMoving,
      added,
      setAdded,
    }),
    [
      editor,
      parts,
      located,
      titles,
      selected,
      onSearch,
      progress,
      latestRun,
      newestRun,
      example,
      mayEdit,
      moving,
      added,
    ],
  )
  return (
    <EditorContext value={state}>
      <StepTitlesContext value={titles}>{children}</StepTitlesContext>
      <SaveBar />
    </EditorContext>
  )
}

const texts = textsOf('automations', 'provider')

/** Says that there are unsaved changes, and saves or discards them. */
function SaveBar() {
  const t = useTexts(texts)
  const { editor, located, titles, select } = useEditorState()
  const names = useNames()
  const { messageOf, errorOf } = useMessages()
  const { automation, flow, isDirty, isOutdated, isUnfinished, save, faults } = editor
  const others = faults.filter(({ step }) => step === undefined).map(({ message }) => messageOf(message))
  const ofSteps = faults.filter((fault) => fault.step !== undefined)
  const message = save.kind === 'failed' ? errorOf(save.error) : others.join(' ')
  const isOff = isUnfinished || automation.status === 'disabled'
  const typeOf = (name: string) => located.find(({ step }) => step.name === name)?.step.type ?? flow.trigger.type
  return (
    <>
      {isDirty && (
        <section
          aria-label={t.unsaved}
          className="sticky bottom-3 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-strong-line bg-raised px-4 py-2.5 shadow-lg"
        >
          <div className="min-w-0 grow">
            <p className="font-medium">{t.unsaved}</p>
            {isOutdated && <p className="text-sm text-warn">{t.outdated}</p>}
            {(message !== '' || ofSteps.length > 0) && (
              <div role="alert" className="max-h-28 overflow-auto text-sm break-words text-bad">
                {t.problem} {message}
                {ofSteps.map((fault) => {
                  const step = fault.step!
                  const field = shownField(fault, typeOf(step), names)
                  return (
                    <p key={`${step} ${fault.field}`}>
                      <button type="button" className="cursor-pointer underline" onClick={() => select(step)}>
                        {[titles.get(step) ?? t.trigger, field?.label].filter(Boolean).join(' › ')}
                      </button>
                      : {messageOf(fault.message, field)}
                    </p>
                  )
                })}
              </div>
            )}
          </div>
          <Button onPress={editor.discard}>{t.discard}</Button>
          <Button
            look={isOff && flow.steps.length > 0 ? 'plain' : 'primary'}
            isPending={save.kind === 'saving'}
            onPress={() => void editor.send()}
          >
            {t.save}
          </Button>
          {isOff && flow.steps.length > 0 && (
            <Button
              look="primary"
              isPending={save.kind === 'saving'}
              onPress={() => void editor.send({ turnsOn: true })}
            >
              {t.saveAndStart}
            </Button>
          )}
        </section>
      )}
      <Conflict editor={editor} />
      <LeaveQuestion isNeeded={isDirty} />
    </>
  )
}

function Conflict({ editor }: { editor: Editor }) {
  const t = useTexts(texts)
  const { save } = editor
  const { titles } = useEditorState()
  const { theirs, changes = [] } = save.kind === 'conflict' ? save : {}
  return (
    <Dialog title={t.conflict} isOpen={theirs !== undefined} onClose={editor.dismiss} isAlert>
      {theirs && (
        <div className="flex flex-col gap-4">
          <p>
            {t.conflictText} <Time at={theirs.updated_at} />
          </p>
          {changes.length > 0 && (
            <ul className="list-disc ps-5">
              {changes.map((change) => (
                <li key={change.kind === 'trigger' ? '' : change.step} className="break-words">
                  {change.kind === 'trigger'
                    ? t.trigger
                    : t[change.kind](titles.get(change.step) ?? written(change.step))}
                </li>
              ))}
            </ul>
          )}
          <p className="text-soft">{t.conflictHelp}</p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onPress={editor.dismiss}>{t.keep}</Button>
            <Button onPress={() => editor.adopt(theirs)}>{t.theirs}</Button>
            <Button look="danger" onPress={() => void editor.send({ version: theirs.version })}>
              {t.overwrite}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
