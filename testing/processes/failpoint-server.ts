// A server process that ends at the failpoint that its parent names while it runs.
import { serve } from '#server/main.ts'
import { armFailpoint, observeFailpoints, parseFailpoint } from '#server/platform/failpoints/failpoint.ts'

// The server places its failpoints only if they are observed from the start.
observeFailpoints(() => {})
process.on('message', (address: string) => {
  armFailpoint(parseFailpoint(address)!)
  process.send!('armed')
})
process.on('disconnect', () => process.exit())
process.exitCode = await serve()
process.disconnect()
