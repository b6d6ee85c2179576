// What the parts of the editor share.
import { createContext, useContext } from 'react'
import type { Located } from '../flow/flow.ts'
import type { StepProgress } from '../flow/progress.ts'
import type { RunReply, StepTypes } from '../parts/types.ts'
import type { Editor } from './use-editor.ts'

export interface EditorState {
  editor: Editor
  parts: StepTypes
  located: readonly Located[]
  /** What people read instead of the names of steps. Each title is there once. */
  titles: ReadonlyMap<string, string>
  /** The name of the selected step, or `trigger`. */
  selected: string | undefined
  select(name: string | undefined): void
  /** By the name of the step, in the run that is shown. */
  progress: ReadonlyMap<string, StepProgress>
  /** The run that is shown, or else the latest one, for examples of values. */
  latestRun: RunReply | undefined
  newestRun: RunReply | undefined
  /** An example of the data of the trigger: that of the automation, or else of a template with the same trigger. */
  example: unknown
  mayEdit: boolean
  /** The name of a step that is being moved to another place. */
  moving: string | undefined
  setMoving(name: string | undefined): void
  /** The step that was added last, whose form gets the focus. */
  added: string | undefined
  setAdded(name: string | undefined): void
}

export const EditorContext = createContext<EditorState | undefined>(undefined)

export function useEditorState(): EditorState {
  const state = useContext(EditorContext)
  if (!state) throw new Error('useEditorState needs an EditorContext.')
  return state
}
