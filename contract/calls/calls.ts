// Endpoints of phone calls, and the one with which visitors of websites start web calls.
import { z } from 'zod'
import { changedSettings, mayNotChange } from '../assistants/changed-settings.ts'
import { contactFilter } from '../contacts/contacts.ts'
import { insufficientBalance } from '../messages/messages.ts'
import { endpoint } from '../wire/endpoint.ts'
import { withAliases } from '../wire/field-aliases.ts'
import {
  assistantId,
  assistantUuid,
  dayFilters,
  fileReply,
  id,
  message,
  page,
  pageQuery,
  text,
  variablesInput,
} from '../wire/fields.ts'
import { noAssistant, ofAssistant, ofRecord, tooManyRequests } from '../wire/records.ts'
import { call, callStatus, callType, explanation, extensionInput } from './call-fields.ts'
import { interactionOfAssistant } from './call-metrics.ts'
import { dialRefusals } from './phone-numbers.ts'

export const visitorCalls = {
  startAsVisitor: endpoint('POST', '/api/web_calls', {
    audit: 'none',
    summary: 'Start a web call as a visitor',
    description:
      'Needs no token. The assistant must allow visitors and calls of visitors (`widget_enabled`, `widget_voice_enabled`, `widget_origins`); otherwise it is an unknown assistant. Connect to `url` within `expires_in` seconds as for `POST /api/user/web_calls`. The account of the assistant is charged as for other calls, and the price of `max_duration` is reserved, also from what visitors of the assistant may cost in a day. Variables follow the rules of `POST /api/conversations`. Calls are limited by IP address.',
    auth: 'none',
    browsers: true,
    body: withAliases(
      z.object({
        assistant_id: assistantUuid,
        variables: variablesInput.optional().meta({ description: 'Numbers and booleans are converted to strings.' }),
        input_variables: variablesInput.optional().meta({ description: 'Alias of `variables`.' }),
      }),
      { input_variables: 'variables' },
    ),
    reply: z.object({
      status: z.boolean(),
      token: z.string().meta({ description: 'Admits one connection.' }),
      url: z.string().meta({ description: 'Begins with `ws://` or `wss://`.' }),
      expires_in: z.int().meta({ description: 'In seconds.' }),
      max_duration: z.int().meta({ description: 'The call ends after this time, in seconds.' }),
      recorded: z.boolean().meta({ description: 'Whether the call is recorded, so that the page can say so.' }),
    }),
    refusals: {
      ...noAssistant,
      ...insufficientBalance(400),
      ...tooManyRequests,
    },
    envelope: 'status',
    visitorLimit: 'call',
    idempotent: true,
  }),
}

const ofCall = ofRecord('CALL_NOT_FOUND', 'Call not found')

const started = z.object({ call_id: id, id, status: callStatus })

export const calls = {
  make: endpoint('POST', '/api/user/make_call', {
    audit: 'none',
    summary: 'Make a call',
    description:
      "Calls the number from the assistant's phone number. The response does not wait for the call; its status is at `GET /api/user/calls/{id}`. The price of the assistant's `max_duration` is reserved, and the talk time is charged per started second when the call ends. If the balance does not suffice for `max_duration`, the call is limited to the time that the balance pays for; less than a minute is refused. The country of the number must be in `allowed_countries` of the calling limits, and the number must not be on the do-not-contact list with the scope `everything`.",
    body: withAliases(
      z.object({
        phone_number: z.string().min(1).meta({
          description: 'In E.164 format, also with an extension behind it. Any other value fails with status 400.',
          example: '+14155550123',
        }),
        extension: extensionInput.nullable().optional(),
        assistant_id: assistantId.meta({
          description: 'The integer id of an assistant, also as a string of digits, or its UUID.',
        }),
        variables: variablesInput.optional().meta({ description: 'Numbers and booleans are converted to strings.' }),
        variable: variablesInput.optional().meta({ description: 'Alias of `variables`.' }),
        input_variables: variablesInput.optional().meta({ description: 'Alias of `variables`.' }),
        customer_name: text(255).optional().meta({ description: 'Becomes the variable `customer_name`.' }),
        email: text(255).optional().meta({ description: 'Becomes the variable `email`.' }),
      }),
      { variable: 'variables', input_variables: 'variables' },
    ),
    reply: z.object({ message: z.string(), call_id: id, status: callStatus, data: started }),
    refusals: {
      INVALID_PHONE: {
        status: 400,
        message: 'Invalid phone number format. Please use E.164 format (e.g. +1234567890)',
      },
      ASSISTANT_NOT_FOUND: {
        status: 404,
        message: 'Assistant not found or does not belong to the authenticated user',
      },
      ASSISTANT_CANNOT_CALL: { status: 422, message: 'The assistant cannot make calls.' },
      ...dialRefusals,
      INSUFFICIENT_BALANCE: {
        status: 422,
        message: 'Insufficient balance to make call. Please top up your account.',
      },
    },
    idempotent: true,
  }),

  makeWebCall: endpoint('POST', '/api/user/web_calls', {
    audit: 'none',
    summary: 'Create a web call',
    description:
      'Creates a call between the assistant and a person in a browser, and returns a token that admits one connection within `expires_in` seconds. Pass `token` and `url` to the browser, or open `page_url`, a page where the person talks. The price of `max_duration` of the assistant is reserved as for other calls; a call that is not connected costs nothing. If the assistant has `widget_origins`, only pages of these origins can connect. The browser opens a WebSocket at `url` and sends `{"event":"start","token":"…"}`. Binary messages are mu-law audio at 8,000 Hz: 20 ms each from the browser, any length to it. Parley sends `started`, `mark` with `name`, `clear` and `captions`; the browser returns each `mark` when the audio before it was played, and sends `key`, `text` and `hang-up`.',
    body: withAliases(
      z.object({
        assistant_id: assistantId,
        variables: variablesInput.optional().meta({ description: 'Numbers and booleans are converted to strings.' }),
        variable: variablesInput.optional().meta({ description: 'Alias of `variables`.' }),
        input_variables: variablesInput.optional().meta({ description: 'Alias of `variables`.' }),
        changed_settings: changedSettings.optional().meta({
          description:
            'To try settings before they are saved. Only with the permission to update assistants. The call runs with these changes to the settings, which are not saved. Webhooks go to the receivers of the saved settings.',
        }),
      }),
      { variable: 'variables', input_variables: 'variables' },
    ),
    status: 201,
    reply: z.object({
      message: z.string(),
      call_id: id,
      status: callStatus,
      token: z.string(),
      url: z.string().meta({ description: 'Begins with `ws://` or `wss://`.' }),
      page_url: z.string(),
      expires_in: z.int().meta({ description: 'In seconds.' }),
    }),
    refusals: {
      ...mayNotChange,
      ASSISTANT_NOT_FOUND: {
        status: 404,
        message: 'Assistant not found or does not belong to the authenticated user',
      },
      ASSISTANT_CANNOT_CALL: { status: 422, message: 'The assistant cannot make calls.' },
      INSUFFICIENT_BALANCE: {
        status: 422,
        message: 'Insufficient balance to make call. Please top up your account.',
      },
    },
  }),

  ...visitorCalls,

  list: endpoint('GET', '/api/user/calls', {
    summary: 'List calls',
    description:
      'Returns calls, newest first. `date_from` and `date_to` are inclusive days in the time zone of the account.',
    query: z.object({
      status: callStatus.optional(),
      type: callType.optional(),
      phone_number: text(32).optional().meta({
        description:
          'The whole number of the customer. Characters other than digits are ignored. A number without a country code is also searched as one of the country of the account.',
        example: '+14155550123',
        'x-personal': 'phone',
      }),
      assistant_id: assistantId.optional(),
      campaign_id: id.optional(),
      contact_id: contactFilter,
      ...dayFilters,
      with_transcript: z.boolean().default(true).meta({
        description: 'If false, `transcript` is empty. Lists of long calls are then much smaller.',
      }),
      ...pageQuery({ default: 15, max: 100 }),
    }),
    reply: page(call),
  }),

  get: endpoint('GET', '/api/user/calls/{id}', {
    summary: 'Get a call',
    description: 'During the call, the transcript is a few seconds behind.',
    ...ofCall,
    reply: call,
  }),

  delete: endpoint('DELETE', '/api/user/calls/{id}', {
    audit: 'action',
    summary: 'Delete a call',
    description:
      'Erases the call with its transcript, recording, variables, evaluation and webhook deliveries. What it cost remains in the balance.',
    ...ofCall,
    reply: message,
    refusals: {
      ...ofCall.refusals,
      CALL_IN_PROGRESS: { status: 422, message: 'The call is still in progress.' },
    },
  }),

  recording: endpoint('GET', '/api/user/calls/{id}/recording', {
    access: 'edit',
    audit: 'action',
    summary: 'Get the recording of a call',
    description:
      'A stereo WAV file with the customer on the left and the assistant on the right. Supports range requests.',
    ...ofCall,
    reply: fileReply('audio/wav'),
    refusals: {
      ...ofCall.refusals,
      RECORDING_NOT_FOUND: { status: 404, message: 'The call has no recording' },
    },
  }),

  explain: endpoint('GET', '/api/user/calls/{id}/explanation', {
    access: 'edit',
    summary: 'Explain a call',
    description:
      'Returns one timeline of everything that happened: events of the carrier, turns with their latency, tools, failures of providers, and charges. `summary` says in one sentence why the call ended.',
    ...ofCall,
    reply: explanation,
  }),

  interaction: endpoint('GET', '/api/user/assistant/{id}/interaction', {
    summary: 'Measure the turn-taking of an assistant',
    description:
      'Returns how the assistant and its customers took turns in all calls of the period together, so that settings and versions can be compared. `interaction` of a call has the same fields.',
    ...ofAssistant,
    query: z.object(dayFilters),
    reply: interactionOfAssistant,
  }),
}
