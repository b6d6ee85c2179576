// A server process with scripted speech that tests kill or stop during calls, and that can be started again.
import { sql } from 'kysely'
import { encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import type { CallingAssistant, TestApp } from '../app/test-app.ts'
import { freePort } from '../processes/free-port.ts'
import { type ProcessOptions, startServerProcess } from '../processes/server-process.ts'

/** Every call has a phone of its own, by which the carrier's call is found. */
let phones = 0

/** Runs on the database, carrier and model of `parley`, and receives the carrier's callbacks of the calls that it dials. */
export async function openCallServer(parley: TestApp, env: Record<string, string> = {}, options: ProcessOptions = {}) {
  const { config, carrier } = parley
  // The same for every process, because the carrier stores callback URLs.
  const port = await freePort()
  const publicUrl = env['PUBLIC_URL'] ?? `http://127.0.0.1:${port}`
  let process = await start()

  function start() {
    const ownEnv = {
      DATABASE_URL: parley.connectionString,
      DATA_DIR: config.dataDir,
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      TWILIO_ACCOUNT_SID: config.twilio!.accountSid,
      TWILIO_AUTH_TOKEN: config.twilio!.authToken,
      TWILIO_API_BASE_URL: config.twilio!.apiBaseUrl!,
      OPENAI_BASE_URL: parley.model.baseUrl,
      OPENAI_API_KEY: 'test',
      DEFAULT_SPEECH: 'scripted',
      DRAIN_SECONDS: '0',
      ALLOW_PRIVATE_ADDRESSES: config.allowPrivate.join(),
      LOG_LEVEL: 'warn',
      ...env,
    }
    return startServerProcess(ownEnv, options)
  }

  const server = {
    publicUrl,
    /** Of this process, even if other processes serve the public URL. */
    ownUrl: `http://127.0.0.1:${port}`,
    process: () => process,
    /** Starts it again on the same port. The process before must have ended. */
    async restart(): Promise<void> {
      process = await start()
    },
    /** Adds a job now that is otherwise due every minute. */
    runCron: (name: string) =>
      sql`select graphile_worker.add_job(${`cron:${name}`}, '{}', job_key := ${`cron:${name}`})`.execute(
        parley.app.context.db,
      ),
    /** Places a call to a phone that answers and asks the same question again and again. */
    async place({ client, id }: CallingAssistant): Promise<{ callId: number; phone: string }> {
      const phone = `+1202555${String(5000 + ++phones)}`
      const audio = encodeScriptedSpeech('When do you open?', 600)
      const steps = Array.from({ length: 100 }, () => ({ audio, say: 'When do you open?' }))
      carrier.control.behaveOnCalls(phone, { ringMs: 0, steps })
      const { call_id: callId } = await client.calls.make({ assistant_id: id, phone_number: phone })
      return { callId, phone }
    },
    /** Like `place`. Resolves when the carrier has the call. */
    async connect(assistant: CallingAssistant): Promise<{ callId: number; sid: string }> {
      const { callId, phone } = await server.place(assistant)
      const { sid } = await carrier.control.waitForCall(({ to }) => to === phone, 60_000)
      return { callId, sid }
    },
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  }
  return server
}
