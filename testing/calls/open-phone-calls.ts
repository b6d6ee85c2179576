// Calls in which a test speaks as the customer, as long as it needs.
import { encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import type { TestOptions } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { type NewParty, startPhoneCalls } from './phone-calls.ts'

export async function startOpenCalls(options: TestOptions = {}) {
  const started = await startPhoneCalls(options)
  const { parley, createParty, nextPhone } = started
  const { control } = parley.carrier
  return {
    ...started,
    /** Calls a phone that answers. Resolves when the assistant can be heard. */
    async open(party: NewParty = {}) {
      const made = await createParty(party)
      const { client, id: assistantId } = made
      const phone = nextPhone()
      control.behaveOnCalls(phone, { ringMs: 0 })
      const { call_id: callId } = await client.calls.make({ assistant_id: assistantId, phone_number: phone })
      const { sid } = await control.waitForCall(({ to, answeredAtMs }) => to === phone && answeredAtMs !== null)
      const get = () => client.calls.get({ id: callId })
      await until(async () => (await get()).status === 'in-progress')
      return {
        ...made,
        /** Resolves with the payload of the webhook. */
        reported: made.ended,
        callId,
        sid,
        get,
        /** The customer says this, 60 ms per character. */
        say: (text: string) => control.say(sid, { audio: encodeScriptedSpeech(text, text.length * 60), say: text }),
        hangUp: () => control.hangUp(sid),
        /** Mu-law audio of the customer's phone. */
        audio: () => control.audio(sid)!,
        async ended() {
          await until(async () => (await get()).ended_reason !== null)
          return get()
        },
      }
    },
  }
}
