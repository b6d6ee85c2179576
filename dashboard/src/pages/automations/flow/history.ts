// The flow while it is edited, with what can be undone.
import type { Flow } from './flow.ts'

export interface History {
  past: readonly Flow[]
  flow: Flow
  future: readonly Flow[]
  /** Changes with the same key in succession are undone together, such as the letters of a field. */
  key: string | undefined
}

export type HistoryAction =
  | { type: 'edit'; flow: Flow; key?: string | undefined }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'reset'; flow: Flow }
  /** The server has stored the flow; what was done before can still be undone. */
  | { type: 'saved'; flow: Flow }

const kept = 200

export const historyOf = (flow: Flow): History => ({ past: [], flow, future: [], key: undefined })

export function changeHistory(history: History, action: HistoryAction): History {
  const { past, flow, future } = history
  switch (action.type) {
    case 'edit': {
      if (action.flow === flow) return history
      const isSame = action.key !== undefined && action.key === history.key
      return { past: isSame ? past : [...past, flow].slice(-kept), flow: action.flow, future: [], key: action.key }
    }
    case 'undo': {
      const before = past.at(-1)
      if (!before) return history
      return { past: past.slice(0, -1), flow: before, future: [flow, ...future], key: undefined }
    }
    case 'redo': {
      const [next, ...rest] = future
      return next ? { past: [...past, flow], flow: next, future: rest, key: undefined } : history
    }
    case 'saved':
      return { past, flow: action.flow, future, key: undefined }
    case 'reset':
      return historyOf(action.flow)
  }
}
