// The services that the requests of the fuzz reach.
import { keyVendors } from '#server/models/key-vendors.ts'
import { openTarget } from '../automations/target.ts'
import { openCalCom } from '../emulators/cal-com.ts'
import { openReceiver } from '../emulators/receiver.ts'

export type FuzzServices = Awaited<ReturnType<typeof openFuzzServices>>

export async function openFuzzServices() {
  await using opened = new AsyncDisposableStack()
  const calendar = opened.use(await openCalCom())
  const target = opened.use(await openTarget())
  target.broken.add('/broken')
  const localServer = opened.use(await openReceiver(() => ({ body: '{"data":[{"id":"tts-1"}]}' })))
  const stack = opened.move()
  return {
    calendar,
    target,
    localServer,
    localPorts: [{ port: Number(new URL(localServer.url).port), name: 'Kokoro-FastAPI' }],
    allowPrivate: [calendar.host, ...target.allowPrivate],
    vendorUrls: Object.fromEntries(keyVendors.map(({ vendor }) => [vendor, target.url])),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
