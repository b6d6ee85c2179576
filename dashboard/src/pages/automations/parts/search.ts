// What the addresses of automations contain: tabs, filters and what is selected.
export interface AutomationsSearch {
  tab?: 'templates' | 'connections'
  q?: string
}

export interface AutomationSearch {
  tab?: 'runs'
  view?: 'outline' | 'json'
  /** The name of the selected step; `trigger` for the trigger. */
  step?: string
  panel?: 'test'
  run?: string
  status?: RunStatus
  outcome?: string
}

export type RunStatus = 'SUCCEEDED' | 'FAILED' | 'PAUSED' | 'RUNNING'

export const runStatuses: readonly RunStatus[] = ['RUNNING', 'PAUSED', 'SUCCEEDED', 'FAILED']

const text = <K extends string>(name: K, value: unknown) =>
  typeof value === 'string' && value !== '' ? ({ [name]: value } as { [N in K]?: string }) : {}

const oneOf = <K extends string, V extends string>(name: K, value: unknown, allowed: readonly V[]) =>
  allowed.includes(value as V) ? ({ [name]: value } as { [N in K]?: V }) : {}

export const automationsSearch = ({ tab, q }: Record<string, unknown>): AutomationsSearch => ({
  ...oneOf('tab', tab, ['templates', 'connections']),
  ...text('q', q),
})

export const automationSearch = (given: Record<string, unknown>): AutomationSearch => ({
  ...oneOf('tab', given['tab'], ['runs']),
  ...oneOf('view', given['view'], ['outline', 'json']),
  ...text('step', given['step']),
  ...oneOf('panel', given['panel'], ['test']),
  ...text('run', given['run']),
  ...oneOf('status', given['status'], runStatuses),
  ...text('outcome', given['outcome']),
})
