// The job that evaluates an ended call and sends its webhooks.
import type { Tx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import type { CallRef } from '../call/call.ts'

export const reportJob: JobSpec<CallRef> = { name: 'calls.report', waitsOutside: true }

export async function addReportJob(tx: Pick<Tx, 'addJob' | 'account'>, callId: number): Promise<void> {
  const ref = { accountId: tx.account.id, callId }
  await tx.addJob(reportJob, ref, { key: `call-report:${ref.accountId}:${callId}` })
}
