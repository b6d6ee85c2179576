// The flow of an automation while it is edited: its changes, the server's messages, and saving.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useState } from 'react'
import { ParleyError } from '#sdk/index.ts'
import { client } from '../../../api/client.ts'
import { read } from '../../../api/query.ts'
import { changesOf, type FlowChange } from '../flow/changed-steps.ts'
import { type Fault, faultsOf } from '../flow/faults.ts'
import type { Flow } from '../flow/flow.ts'
import { changeHistory, historyOf } from '../flow/history.ts'
import { withoutPlaceholder, withPlaceholder } from '../flow/placeholder.ts'
import type { AutomationReply } from '../parts/types.ts'

export type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  /** Another editor has saved since; nothing was changed. */
  | { kind: 'conflict'; theirs: AutomationReply; changes: FlowChange[] }
  | { kind: 'failed'; error: Error }

export type Editor = ReturnType<typeof useEditor>

const flowOf = ({ flow }: AutomationReply): Flow => withoutPlaceholder(flow as Flow)

export function useEditor(automation: AutomationReply) {
  const cache = useQueryClient()
  const [base, setBase] = useState(automation)
  const [history, change] = useReducer(changeHistory, flowOf(automation), historyOf)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [save, setSave] = useState<SaveState>({ kind: 'idle' })
  const { flow } = history
  const saved = useMemo(() => flowOf(base), [base])
  const isDirty = flow !== saved && JSON.stringify(flow) !== JSON.stringify(saved)
  /** While it has no steps, an automation is on so that requests arrive and can be shown. */
  const isUnfinished = saved.steps.length === 0

  const adopt = (next: AutomationReply, type: 'reset' | 'saved' = 'reset') => {
    setBase(next)
    cache.setQueryData(read('automations', 'get', { id: next.id }).queryKey, next)
    change({ type, flow: flowOf(next) })
    setFaults([])
    setSave({ kind: 'idle' })
  }
  // A version that another editor saved is shown at once if nothing is lost by it.
  const isOutdated = automation.version > base.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version or the last change decides
  useEffect(() => {
    if (isOutdated && !isDirty && save.kind !== 'saving') adopt(automation)
  }, [automation, isOutdated, isDirty])

  const readLatest = () => client.automations.get({ id: automation.id }).catch(() => undefined)

  /** Only if the flow still has this version. By default, an automation that gets its first steps is off. */
  async function send({ version = base.version, turnsOn = false } = {}): Promise<boolean> {
    if (save.kind === 'saving') return false
    setSave({ kind: 'saving' })
    try {
      const { data } = await client.automations.update({
        id: automation.id,
        flow: { ...withPlaceholder(flow) },
        if_version: version,
        ...(turnsOn
          ? { enabled: true }
          : isUnfinished && { enabled: flow.steps.length === 0 && flow.trigger.type === 'webhook' }),
      })
      adopt(data, 'saved')
      await cache.invalidateQueries({ queryKey: ['automations'] })
      return true
    } catch (error) {
      const theirs = error instanceof ParleyError && error.status === 412 ? await readLatest() : undefined
      if (theirs) {
        setSave({ kind: 'conflict', theirs, changes: changesOf(flowOf(base), flowOf(theirs)) })
        return false
      }
      const isRefused = error instanceof ParleyError && error.status === 422
      setFaults(isRefused ? faultsOf(error, flow) : [])
      setSave(isRefused ? { kind: 'idle' } : { kind: 'failed', error: error as Error })
      return false
    }
  }

  /** What the server said of the flow does not apply to another one. */
  const forget = () => {
    setFaults([])
    setSave((now) => (now.kind === 'failed' ? { kind: 'idle' } : now))
  }

  return {
    automation,
    flow,
    isDirty,
    isUnfinished,
    isOutdated: isOutdated && isDirty,
    faults,
    save,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** `field` of the step is changed, so its message is no longer current. */
    edit(next: Flow, about?: { step: string; field: string }): void {
      change({ type: 'edit', flow: next, key: about && `${about.step} ${about.field}` })
      if (about === undefined) forget()
      else
        setFaults((all) =>
          all.filter(
            ({ step, field }) =>
              step !== undefined && (step !== about.step || !`${field}.`.startsWith(`${about.field}.`)),
          ),
        )
    },
    /** Faults follow the name of a step. */
    renamed(from: string, to: string): void {
      setFaults((all) => all.map((fault) => (fault.step === from ? { ...fault, step: to } : fault)))
    },
    undo() {
      change({ type: 'undo' })
      forget()
    },
    redo() {
      change({ type: 'redo' })
      forget()
    },
    discard: () => adopt(automation.version < base.version ? base : automation),
    send,
    adopt: (theirs: AutomationReply) => adopt(theirs),
    dismiss: () => setSave({ kind: 'idle' }),
  }
}
