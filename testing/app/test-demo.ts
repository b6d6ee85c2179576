// Starts a complete Parley for tests as `npm start` does: listening, with the sandbox, offline models and the demo account.
import { createClient } from '#sdk/index.ts'
import { createSignInLink } from '#server/features/members/index.ts'
import { openDemo } from '#server/operator/demo.ts'
import { freePort } from '../processes/free-port.ts'
import { startTestApp } from './test-app.ts'

/** `reachable` is the URL of a server on this machine that Parley may call, such as a receiver of webhooks. */
export async function startTestDemo({ reachable }: { reachable?: string } = {}) {
  await using opened = new AsyncDisposableStack()
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const { app, config } = opened.use(
    await startTestApp({
      config: {
        twilio: undefined,
        sandboxPort: 0,
        ...(reachable && { allowPrivate: [new URL(reachable).host] }),
      },
      settings: { publicUrl: baseUrl },
      jobsRunning: true,
    }),
  )
  await app.http.listen({ host: '127.0.0.1', port })
  const demo = await openDemo(app.context, config)
  const stack = opened.move()
  return {
    baseUrl,
    sandboxPage: app.sandboxPage!,
    demo,
    /** Signs the owner in, once. */
    createSignInLink: () => createSignInLink(app.context, demo.userId),
    client: createClient({ baseUrl, apiKey: demo.apiKey }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
