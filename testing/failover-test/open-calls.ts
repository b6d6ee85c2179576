// Calls that last over a fault: none of them may end before the customer hangs up.
import { createClient } from '#sdk/index.ts'
import { newPhone } from '../crash-test/load.ts'
import type { CrashTestAccount, CrashTestSetup } from '../crash-test/setup.ts'
import type { ParleyProcesses } from './parley-processes.ts'
import { untilAnswered } from './probes.ts'

/** Calls one silent phone through each process. Resolves when all calls are connected; those that fail are left out. */
export async function openCalls(setup: CrashTestSetup, account: CrashTestAccount, processes: ParleyProcesses) {
  const { control } = setup.carrier
  const phones = new Set<string>()
  const failures: string[] = []
  for (let index = 0; index < processes.count; index++) {
    const client = createClient({ baseUrl: processes.urlOf(index), apiKey: account.token })
    const phone = newPhone()
    phones.add(phone)
    control.behaveOnCalls(phone, { ringMs: 10 })
    try {
      const { call_id: callId } = await client.calls.make({
        assistant_id: account.patientCallerId,
        phone_number: phone,
      })
      await untilAnswered({ setup, account }, callId)
    } catch (error) {
      failures.push(`a call before the fault failed: ${(error as Error).message}`)
      phones.delete(phone)
    }
  }
  const calls = () => control.recentCalls(10_000).filter(({ to }) => phones.has(to))
  return {
    failures,
    ended: (): string[] => calls().flatMap(({ to, endedAtMs }) => (endedAtMs === null ? [] : [to])),
    hangUp(): void {
      for (const { sid, endedAtMs } of calls()) if (endedAtMs === null) control.hangUp(sid)
    },
  }
}
