// Tests how the time without a usable database is counted.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Registry } from 'prom-client'
import { until } from '#testing/app/until.ts'
import type { DatabaseClient } from './connections/database-client.ts'
import { createHeartbeat } from './heartbeat.ts'

it('time with a read-only database is counted until its connection is lost during a heartbeat', async () => {
  let listener: (payload: string) => void = () => {}
  let isLost = false
  const client = {
    async query() {
      if (isLost) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      return { rows: [{ isReadOnly: true }] }
    },
  } as unknown as DatabaseClient
  using heartbeat = createHeartbeat({
    client: () => (isLost ? undefined : client),
    connectError: () => undefined,
    on: (_channel, run) => {
      listener = run
    },
    watch: { lacksSpace: false, lost: 0 } as never,
  })
  const registry = new Registry()
  heartbeat.registerMetrics(registry)
  listener('')
  await until(() => heartbeat.problem() !== undefined)
  isLost = true
  const [, seconds] = /^parley_database_unavailable_seconds_total (\S+)$/m.exec(await registry.metrics())!
  assert.ok(Number(seconds) > 0, seconds)
})
