// A server process of tests. If it has a parent that sends messages, it ends at the failpoint that a message names.
import { flushCompileCache } from 'node:module'
import { serve } from '#server/main.ts'
import { armFailpoint, observeFailpoints, parseFailpoint } from '#server/platform/failpoints/failpoint.ts'

if (process.send) {
  // The server places its failpoints only if they are observed from the start.
  observeFailpoints(() => {})
  process.on('message', (address: string) => {
    armFailpoint(parseFailpoint(address)!)
    process.send!('armed')
  })
  process.on('disconnect', () => process.exit())
}
// A process that is killed stores nothing.
flushCompileCache()
process.exitCode = await serve()
if (process.connected) process.disconnect()
