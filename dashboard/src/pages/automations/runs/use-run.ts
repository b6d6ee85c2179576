// Reads a run with its steps, again and again while it is running.
import { useEffect, useState } from 'react'
import { useRead } from '../../../api/query.ts'
import type { RunReply } from '../parts/types.ts'

/** There are events only when a run pauses or ends, not for its steps. */
const pollMs = 500

export function useRun(automationId: string, runId: string | undefined) {
  const [isRunning, setRunning] = useState(false)
  const query = useRead(
    'automations',
    'listRuns',
    { id: automationId, run_id: runId ?? '' },
    { isEnabled: runId !== undefined, ...(isRunning && { refetchMs: pollMs }) },
  )
  // The previous run remains in the query until the next one has arrived.
  const found = query.data?.run
  const run: RunReply | undefined = found?.id === runId ? found : undefined
  useEffect(() => setRunning(run?.status === 'RUNNING'), [run?.status])
  return { run, error: query.error, refetch: query.refetch }
}
