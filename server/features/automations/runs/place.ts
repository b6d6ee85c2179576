// Where the engine is in a flow.

export interface Local {
  item?: unknown
  index?: number
}

export interface Place {
  /** What precedes the names of steps in their paths. */
  prefix: string
  local: Local
}

export interface StepPlace extends Place {
  path: string
}

export interface ControlPlace extends StepPlace {
  input: Record<string, unknown>
  scope: object
}
