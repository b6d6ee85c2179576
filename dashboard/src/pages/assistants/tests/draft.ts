// What the form of a test edits, and its conversion from and to the fields of the API.
import { parseJsonObject } from '@parley/rules'
import { rowOf, type StepRow } from './step-list.tsx'
import type { Condition, TestInput } from './types.ts'

export interface ConditionRow {
  key: number
  condition: Condition
}

export interface Draft {
  name: string
  about: string
  kind: 'script' | 'simulation'
  rows: StepRow[]
  goal: string
  persona: string
  /** One line for each turn. */
  lines: string
  turns: number | undefined
  conditions: ConditionRow[]
  /** The other fields, as JSON. */
  rest: string
}

const restFields = ['answers_from', 'answers', 'tools', 'variables', 'overall'] as const

let keys = 0
export const conditionRow = (condition: Condition): ConditionRow => ({ key: ++keys, condition })

export function draftOf(test: Partial<TestInput> | undefined): Draft {
  const { simulate } = test ?? {}
  const rest = Object.fromEntries(
    restFields.flatMap((field) => (test?.[field] === undefined ? [] : [[field, test[field]]])),
  )
  return {
    name: test?.name ?? '',
    about: test?.about ?? '',
    kind: simulate ? 'simulation' : 'script',
    rows: (test?.script ?? []).map(rowOf),
    goal: simulate?.goal ?? '',
    persona: simulate?.persona ?? '',
    lines: (simulate?.lines ?? []).join('\n'),
    turns: simulate?.max_turns,
    conditions: (test?.evaluation ?? []).map(conditionRow),
    rest: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest, null, 2),
  }
}

/** Undefined if the other fields are not a JSON object. */
export function restOf({ rest }: Pick<Draft, 'rest'>): Partial<TestInput> | undefined {
  if (rest.trim() === '') return {}
  return parseJsonObject(rest) as Partial<TestInput> | undefined
}

export function inputOf(draft: Draft, rest: Partial<TestInput>): TestInput {
  const { name, about, kind, rows, goal, persona, turns, conditions } = draft
  const lines = draft.lines.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  const common = { ...rest, name, about: about.trim() === '' ? null : about }
  if (kind === 'script') return { ...common, script: rows.map(({ step }) => step) }
  return {
    ...common,
    simulate: {
      goal,
      persona: persona.trim() === '' ? null : persona,
      ...(lines.length > 0 && { lines }),
      ...(turns !== undefined && { max_turns: turns }),
    },
    evaluation: conditions.map(({ condition }) => condition),
  }
}
