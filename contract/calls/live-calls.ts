// Endpoints for people of the account who take part in live calls.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { isoMicros, message, requiredText } from '../wire/fields.ts'
import { ofRecord } from '../wire/records.ts'
import { dialRefusals } from './phone-numbers.ts'

const ofCall = { ...ofRecord('CALL_NOT_FOUND', 'Call not found'), access: 'edit', audit: 'action' } as const
const refusals = { ...ofCall.refusals, CALL_NOT_LIVE: { status: 409, message: 'The call is not live.' } }
const tooManyListeners = {
  TOO_MANY_LISTENERS: { status: 409, message: 'The call or the account has too many listeners.' },
}

const admission = z.object({
  url: z.string().meta({
    description: 'The WebSocket. Begins with `ws://` or `wss://`.',
    example: 'wss://parley.example/listen/media',
  }),
  token: z.string().meta({ description: 'Admits one connection to this call until `expires_at`.' }),
  page_url: z.string().meta({
    description: 'A page that opens the connection.',
    example: 'https://parley.example/listen#Zk3…',
  }),
  expires_at: isoMicros,
})

export const liveCalls = {
  listen: endpoint('POST', '/api/user/calls/{id}/listeners', {
    summary: 'Listen to a live call',
    description:
      'Returns a token with which one person hears a call that is in progress; the customer does not notice it. The client opens a WebSocket at `url` within a minute and sends `{"event":"start","token":"…"}`. Binary messages contain both sides: 4 bytes with the milliseconds since the call was answered (big endian), then mu-law audio at 8,000 Hz of the customer, then equally much of the assistant, usually 40 ms each. JSON messages are `started`, `captions` with `from` and `captions`, which replace those from this position on, `state`, and `ended`. The connection ends with the call, with code 4403 when the API key is deleted or the member may no longer listen, and with code 4409 if the token is not valid. A call has at most 5 listeners, an account 50.',
    ...ofCall,
    body: z.object({
      may_intervene: z.boolean().default(false).meta({
        description:
          'The connection may also send `{"event":"whisper","text":"…"}`, `{"event":"take-over"}` and then audio as for a takeover, and `{"event":"hand-back"}`.',
      }),
    }),
    status: 201,
    reply: admission,
    refusals: { ...refusals, ...tooManyListeners },
  }),

  whisper: endpoint('POST', '/api/user/calls/{id}/whisper', {
    summary: 'Whisper to the assistant',
    description:
      'Gives the assistant an instruction during a call, which it follows from its next answer on. The customer does not hear it, and the assistant does not read it out. It is part of the transcript of the call with the type `whisper`, but not of webhooks and evaluations. At most 20 for each call.',
    ...ofCall,
    body: z.object({
      text: requiredText(1_000).meta({ example: 'Offer a discount of ten percent.' }),
    }),
    status: 201,
    reply: message,
    refusals: {
      ...refusals,
      TOO_MANY_WHISPERS: { status: 409, message: 'The call has too many whispers.' },
    },
    idempotent: true,
  }),

  takeOver: endpoint('POST', '/api/user/calls/{id}/takeover', {
    summary: 'Take a live call over',
    description:
      'Returns a token like that for listening. When its connection has started, the assistant stops, and the customer hears the person instead: binary messages of the client are mu-law audio at 8,000 Hz, 20 ms each. Only one person can have a call. `{"event":"hand-back"}` lets the assistant continue, with `"end_call": true` it ends the call. When the connection is lost, the assistant continues after 3 seconds, unless a person takes the call over again. What the person says is part of the recording and of the transcript, as `agent`.',
    ...ofCall,
    status: 201,
    reply: admission,
    refusals: {
      ...refusals,
      CALL_TAKEN_OVER: { status: 409, message: 'Another person has the call.' },
      ...tooManyListeners,
    },
  }),

  handBack: endpoint('DELETE', '/api/user/calls/{id}/takeover', {
    summary: 'Hand a call back to the assistant',
    description: 'The assistant continues at once, and knows what was said. The person remains a listener.',
    ...ofCall,
    query: z.object({
      end_call: z.boolean().default(false).meta({ description: 'Ends the call instead.' }),
    }),
    reply: message,
    refusals: {
      ...refusals,
      CALL_NOT_TAKEN_OVER: { status: 409, message: 'No person has the call.' },
    },
  }),

  transfer: endpoint('POST', '/api/user/calls/{id}/transfer', {
    summary: 'Transfer a live call',
    description:
      'The assistant stops, the number or the SIP telephone is called, and the customer is connected when it answers. Until then, the customer stays with the assistant, which continues if nobody answers. A person who has the call hands it back. What happens is part of the timeline of the call.',
    ...ofCall,
    body: z.object({
      phone_number: requiredText(80).meta({
        description:
          'A phone number in E.164 format or in another usual form of the country of the account, also with an extension, or the 2 to 6 digits of a SIP telephone of the account, which calls over SIP can be transferred to.',
        examples: ['+12025550123', '+12025550123x1234', '101'],
      }),
    }),
    reply: message,
    refusals: {
      ...refusals,
      INVALID_PHONE: { status: 422, message: 'This is neither a phone number nor the extension of a telephone.' },
      DESTINATION_FORBIDDEN: dialRefusals.DESTINATION_FORBIDDEN,
      CALL_NOT_TRANSFERABLE: { status: 409, message: 'The call cannot be transferred to this number.' },
    },
  }),

  end: endpoint('POST', '/api/user/calls/{id}/end', {
    summary: 'End a live call',
    description: 'Ends a call that is in progress, without a goodbye. `ended_reason` is `agent_ended`.',
    ...ofCall,
    reply: message,
    refusals,
  }),
}
