// Makes whole calls between assistants and virtual phones over the real media connection, in real time.
import type { PhoneBehaviour, PhoneStep } from '@parley/carrier-sandbox'
import type { CallInput } from '#contract/wire/endpoint.ts'
import type { contract } from '#sdk/index.ts'
import { createScriptedSpeechReader, encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { startTestApp, type TestAccount, type TestOptions } from '../app/test-app.ts'
import { openReceiver } from '../emulators/receiver.ts'
import { answerFor, type Script, type ScriptedRequest } from '../language-models/script.ts'

const msPerCharacter = 60

/** A line that a virtual phone speaks, so that scripted recognition hears exactly these words. */
export const line = (text: string, when: Omit<PhoneStep, 'say' | 'audio'> = {}): PhoneStep => ({
  say: text,
  audio: encodeScriptedSpeech(text, text.length * msPerCharacter),
  ...when,
})

/** The end of a call from the phone, after the other side has spoken and paused. */
export const hangUp = (when: Omit<PhoneStep, 'hangUp'> = { pauseMs: 400 }): PhoneStep => ({ hangUp: true, ...when })

/** An answer of the model that ends the call, for assistants with the tool `end_call`. */
export const endCall = (...texts: string[]) => ({ pieces: [...texts, { tool: 'end_call' }] })

export interface NewParty {
  owner?: TestAccount
  assistant?: Partial<CallInput<typeof contract.assistants.create>>
  /** What the language model answers in the calls of this assistant; a list has an answer for each new request. */
  script?: Script
}

export interface NewPhoneCall extends NewParty {
  phone?: PhoneBehaviour
  /** The number of the phone. Default: the next one in the United States. */
  to?: string
  /** The phone calls the assistant. */
  inbound?: boolean
  variables?: Record<string, string>
}

/** Reads scripted speech. */
export const wordsIn = (audio: Uint8Array): string => createScriptedSpeechReader().read(audio).trim()

export type PhoneCall = Awaited<ReturnType<Awaited<ReturnType<typeof startPhoneCalls>>['call']>>

/** Starts a server for calls. The scripts of the assistants answer; speech is scripted. */
export async function startPhoneCalls(options: TestOptions = {}) {
  await using opened = new AsyncDisposableStack()
  const ends = new Map<string, (payload: Record<string, unknown>) => void>()
  const receiver = opened.use(
    await openReceiver(({ path, body }) => {
      ends.get(path)?.(JSON.parse(body.toString()))
      return { body: '{"free":true}' }
    }),
  )
  const scripts = new Map<string, (request: ScriptedRequest) => ReturnType<typeof answerFor>>()
  const parley = opened.use(
    await startTestApp({
      carrier: {},
      jobsRunning: true,
      ...options,
      config: {
        speech: { default: 'scripted' },
        ...options.config,
        allowPrivate: [new URL(receiver.url).host, ...(options.config?.allowPrivate ?? [])],
      },
      script: (request) => {
        const key = /\(script (\d+)\)/.exec(JSON.stringify(request.body['messages']))?.[1] ?? ''
        // Without a key it is an evaluation.
        return scripts.get(key)?.(request) ?? { pieces: [{ tool: 'record', arguments: { topic: 'opening hours' } }] }
      },
    }),
  )
  const { control } = parley.carrier
  let parties = 0
  let phones = 0

  /** Creates an assistant with a phone number. `ended` resolves with the payload of the webhook of its first call. */
  async function createParty({ owner, assistant = {}, script = 'All right.' }: NewParty = {}) {
    const key = String(++parties)
    const requests: ScriptedRequest[] = []
    const asked: string[] = []
    scripts.set(key, (request) => {
      requests.push(request)
      // An answer that was prepared during a pause can be requested again.
      const messages = JSON.stringify(request.body['messages'])
      if (!asked.includes(messages)) asked.push(messages)
      return answerFor(script, request, asked.indexOf(messages))
    })
    const { promise: ended, resolve } = Promise.withResolvers<Record<string, unknown>>()
    ends.set(`/${key}`, resolve)
    const calling = await parley.createCallingAssistant({
      owner,
      assistant: {
        initial_message: 'Hello.',
        // Suppression changes the low bits of the audio, which contain the words of scripted speech.
        enable_noise_cancellation: false,
        // A call that does not end as expected must not block the test.
        max_duration: 25,
        is_webhook_active: true,
        webhook_url: `${receiver.url}/${key}`,
        send_webhook_only_on_completed: false,
        ...assistant,
        system_prompt: `${assistant.system_prompt ?? 'You answer the phone.'} (script ${key})`,
      },
    })
    return { ...calling, ended, requests }
  }

  const nextPhone = (): string => `+1202555${String(4000 + ++phones)}`

  /** Makes a call and waits until it has been reported. */
  async function call({ phone = {}, to = nextPhone(), inbound = false, variables, ...party }: NewPhoneCall) {
    const type = inbound ? 'inbound' : 'outbound'
    const made = await createParty({ ...party, assistant: { type, ...party.assistant } })
    const { client, id, number } = made
    control.behaveOnCalls(to, phone)
    if (inbound) control.call({ from: to, to: number })
    else await client.calls.make({ assistant_id: id, phone_number: to, variables })
    const payload = await made.ended
    const callId = Number(payload['id'])
    const details = await client.calls.get({ id: callId })
    const atCarrier = await control.waitForCall((one) => [one.from, one.to].includes(to) && one.endedAtMs !== null)
    const audio = control.audio(atCarrier.sid)
    return {
      ...made,
      callId,
      payload,
      details,
      atCarrier,
      /** Mu-law audio of both sides, if the phone answered. */
      audio,
      /** The words that the phone heard. */
      heard: audio ? wordsIn(audio.heard) : '',
      transcript: details.transcript.map(({ sender, text }) => `${sender}: ${text}`),
    }
  }

  const stack = opened.move()
  return {
    parley,
    /** Receives the webhooks of the assistants, and answers all other requests with `{"free":true}`. */
    receiver,
    createParty,
    call,
    nextPhone,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
