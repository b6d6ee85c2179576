// Connects two telephones of one account. Such a call is neither stored nor charged.
import type { IncomingPhoneCall, PhoneCallEvents } from '@parley/sip'
import { createLeg, type Leg } from './leg.ts'

/** Places the call to the other telephone. Rejects if it cannot be placed. */
export type CallTelephone = (events: PhoneCallEvents) => Promise<{ hangUp(): void; sendKeys(keys: string): void }>

/** Returns the handlers of the call that has arrived, which is answered when the other telephone answers. */
export function connectTelephones(incoming: IncomingPhoneCall, callOther: CallTelephone): PhoneCallEvents {
  const [caller, called] = [createLeg(), createLeg()]
  let other: Awaited<ReturnType<CallTelephone>> | undefined
  let isOver = false

  const relay = (from: Leg, to: Leg, sendKeys: (keys: string) => void): void =>
    from.listen({ audio: to.out.relay, keyPressed: sendKeys, closed() {} })

  function end(): void {
    if (isOver) return
    isOver = true
    incoming.hangUp()
    other?.hangUp()
  }

  callOther({
    ...called.handlers,
    ringing: () => incoming.ring(),
    async answered() {
      called.forget()
      if (!(await incoming.answer())) return end()
      relay(caller, called, (keys) => other?.sendKeys(keys))
      relay(called, caller, (keys) => incoming.sendKeys(keys))
    },
    ended({ status }) {
      if (isOver) return
      isOver = true
      if (incoming.signaling.state === 'answered') incoming.hangUp()
      else incoming.reject(status !== undefined && status >= 400 ? status : 480)
    },
  }).then(
    (placed) => {
      other = placed
      if (isOver) placed.hangUp()
    },
    () => incoming.reject(480),
  )
  return { ...caller.handlers, silent: end, ended: end }
}
