// The calls of this process, and the requests about them.
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { ConferenceTarget } from '#server/ports/voice-carrier.ts'
import { createConferences } from './conferences.ts'
import { createPlacing, type PlacingOptions } from './place-calls.ts'
import { createCallList, presentCall } from './sip-call.ts'
import { createTaking } from './take-calls.ts'

type CallOptions = Omit<PlacingOptions, 'calls' | 'conferences'>

export function createCalls(options: CallOptions) {
  const { services, accept } = options
  const calls = createCallList(services.context)
  const conferences = createConferences()

  const requests = {
    ...createPlacing({ ...options, calls, conferences }),

    async findCall({ externalId }: CarrierAccount, id: string) {
      const found = calls.find(externalId, id)
      return found && presentCall(found)
    },

    async listCalls({ externalId }: CarrierAccount, { from, to, since }: { from: string; to: string; since: Date }) {
      return calls
        .list(externalId)
        .filter((call) => call.from === from && call.to === to && call.createdAt >= since)
        .map(presentCall)
        .toReversed()
    },

    async endCall({ externalId }: CarrierAccount, id: string) {
      calls.find(externalId, id)?.hangUp()
    },

    async joinConference({ externalId }: CarrierAccount, id: string, conference: ConferenceTarget) {
      const call = calls.find(externalId, id)
      if (call?.durationSeconds !== null)
        throw new CarrierError('refused', 'The call is over.', { reason: 'not_found' })
      conferences.join(call, conference)
    },
  }

  return { requests, take: createTaking({ services, accept, calls }) }
}
