// The endpoints of the control API for calls and phone numbers.
import { ApiError } from '../core/api-error.ts'
import type { PhoneBehaviour } from '../voice/phone-behaviours.ts'
import { phoneBehaviours } from '../voice/phone-behaviours.ts'
import { type ControlContext, type ControlRequest, type ControlRoute, fromWire, toWire } from './control-route.ts'
import { presentPhoneCall } from './present-call.ts'

const maxSteps = 100

export const callRoutes: readonly ControlRoute[] = [
  [
    'GET',
    '/calls',
    ({ control }) => toWire({ calls: control.recentCalls(1_000).map((call) => presentPhoneCall(control, call)) }),
  ],
  ['POST', '/calls', placeCall],
  ['GET', '/calls/:id', ({ control }, _, sid) => showCall(control, sid)],
  ['POST', '/calls/:id/answer', ({ control }, _, sid) => control.answer(sid)],
  ['POST', '/calls/:id/hang-up', ({ control }, _, sid) => control.hangUp(sid)],
  ['POST', '/calls/:id/keys', ({ control }, { json }, sid) => control.press(sid, String(json['keys'] ?? ''))],
  ['POST', '/calls/:id/speech', ({ control }, { json }, sid) => control.say(sid, readStep(json))],
  ['GET', '/call-behaviours', () => toWire({ behaviours: phoneBehaviours })],
  ['POST', '/phones/:id/call-behaviour', changeCallBehaviour],
  ['POST', '/numbers', ({ control }, { json }) => toWire(control.addNumber(fromWire(json)))],
]

function placeCall({ control }: ControlContext, { json }: ControlRequest): unknown {
  const { from, to, behaviour } = json
  if (typeof from !== 'string' || typeof to !== 'string') throw new ApiError(20001, '`from` and `to` are required.')
  const call = control.call({ from, to, behaviour: behaviour === undefined ? undefined : readBehaviour(behaviour) })
  return showCall(control, call.sid)
}

function showCall(control: ControlContext['control'], sid: string): unknown {
  const call = control.findCall(sid)
  if (!call) throw new ApiError(20404, `No call has the Sid ${sid}.`)
  return toWire(presentPhoneCall(control, call))
}

function changeCallBehaviour({ control }: ControlContext, { json }: ControlRequest, number: string): void {
  control.behaveOnCalls(number, Object.keys(json).length > 0 ? readBehaviour(json) : undefined)
}

function readBehaviour(json: unknown): PhoneBehaviour {
  const { steps = [], ...behaviour }: PhoneBehaviour = fromWire(json)
  if (!Array.isArray(steps) || steps.length > maxSteps)
    throw new ApiError(20001, `\`steps\` must be a list of at most ${maxSteps} steps.`)
  return { ...behaviour, steps: steps.map((step) => ({ ...step, ...readStep({ ...step }) })) }
}

/** `audio` is a WAV file or mu-law audio in base64. */
function readStep({ say, audio }: Record<string, unknown>): { say?: string; audio?: Uint8Array } {
  return {
    ...(typeof say === 'string' && { say }),
    ...(typeof audio === 'string' && { audio: Buffer.from(audio, 'base64') }),
  }
}
