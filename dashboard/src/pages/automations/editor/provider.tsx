// Keeps the flow that is edited while the parts of the page change.
import { type ReactNode, useMemo, useState } from 'react'
import { useRead } from '../../../api/query.ts'
import { useMay } from '../../../session/session.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { locate } from '../flow/flow.ts'
import { progressOf } from '../flow/progress.ts'
import type { AutomationSearch } from '../parts/search.ts'
import type { AutomationReply, StepTypes } from '../parts/types.ts'
import { useRun } from '../runs/use-runs.ts'
import { EditorContext, type EditorState } from './context.ts'
import { SaveBar } from './save-bar.tsx'
import { useEditor } from './use-editor.ts'

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
  const { runs } = useRead('automations', 'listRuns', { id: automation.id, limit: 1 }).data ?? {}
  const { run } = useRun(automation.id, search.run)
  const { run: newest } = useRun(automation.id, search.run ?? runs?.[0]?.id)
  const { flow } = editor
  const located = useMemo(() => locate(flow), [flow])
  const progress = useMemo(() => (run ? progressOf(flow, run) : new Map()), [flow, run])
  const latestRun = run ?? newest
  const templates = useRead('automations', 'listTemplates').data?.data
  const example =
    automation.sample ?? latestRun?.trigger ?? templates?.find((each) => each.trigger === flow.trigger.type)?.sample
  const { step: selected } = search
  const state: EditorState = useMemo(
    () => ({
      editor,
      parts,
      located,
      selected,
      select: (step) => onSearch(step === undefined ? { step: undefined } : { step, panel: undefined }),
      progress,
      latestRun,
      example,
      mayEdit,
      moving,
      setMoving,
    }),
    [editor, parts, located, selected, onSearch, progress, latestRun, example, mayEdit, moving],
  )
  return (
    <EditorContext value={state}>
      {children}
      <SaveBar />
    </EditorContext>
  )
}
