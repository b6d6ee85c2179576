// A softphone that registers at Parley, for tests.
import { callerOf, openPhone, type PhoneCall, type RegistrationState } from '@parley/sip'
import type { Person } from './provider.ts'

export interface SoftphoneOptions {
  /** The address of Parley, with its port. */
  server: string
  username: string
  password: string | undefined
  /** Answers its calls. Default: calls are rejected. */
  person?: Person
}

export async function openSoftphone({ server, username, password, person }: SoftphoneOptions) {
  const callers: (string | undefined)[] = []
  const phone = await openPhone({
    udp: [{ address: '127.0.0.1', port: 0 }],
    // Scripted speech passes unchanged in mu-law only.
    policy: { codecs: ['PCMU'] },
    media: { address: '127.0.0.1', first: 24_000, last: 29_999 },
    incoming(call) {
      if (!person) return undefined
      callers.push(callerOf(call.signaling.request, { isTrusted: true })?.user)
      call.ring()
      void call.answer()
      return person.events
    },
  })
  const account = phone.addAccount({
    domain: server,
    user: username,
    ...(password !== undefined && { credentials: { username, password } }),
  })
  return {
    /** Who has called it, in order. */
    callers,
    /** Resolves with the first result. */
    register: () =>
      new Promise<RegistrationState>((resolve) => {
        phone.register({ account }, { changed: (state) => state.status !== 'registering' && resolve(state) })
      }),
    call: (dialed: string, person: Person): Promise<PhoneCall> =>
      phone.call(account, { to: `sip:${dialed}@${server}` }, person.events),
    [Symbol.asyncDispose]: () => phone[Symbol.asyncDispose](),
  }
}
