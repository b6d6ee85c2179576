// The tests of assistants as the API has them, and which of them is shown.
import type { InputOf, ReplyFrom } from '../../../api/query.ts'

export type TestHead = ReplyFrom<'assistantTests', 'list'>['data'][number]
export type TestRecord = ReplyFrom<'assistantTests', 'get'>['data']
export type RunHead = ReplyFrom<'assistantTests', 'listRuns'>['data'][number]
export type Run = ReplyFrom<'assistantTests', 'getRun'>['data']
export type RunStatus = RunHead['status']
export type TestInput = Omit<InputOf<'assistantTests', 'create'>, 'assistantId'>
export type Step = NonNullable<TestInput['script']>[number]
export type Expectation = NonNullable<Step['expect']>
export type Condition = NonNullable<TestInput['evaluation']>[number]

export const isOpen = (status: RunStatus): boolean => status === 'queued' || status === 'running'

export interface TestPlace {
  test?: number | undefined
  run?: number | undefined
  form?: 'new' | 'edit' | undefined
  example?: string | undefined
}

export interface TestsProps {
  assistantId: number
  place: TestPlace
  /** Shows another test, run or form. */
  onGo(place: TestPlace, isReplaced?: boolean): void
}
