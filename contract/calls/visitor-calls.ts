// The endpoint with which visitors of websites start web calls.
import { z } from 'zod'
import { insufficientBalance } from '../messages/messages.ts'
import { endpoint } from '../wire/endpoint.ts'
import { assistantUuid, variablesInput } from '../wire/fields.ts'

export const visitorCalls = {
  startAsVisitor: endpoint('POST', '/api/web_calls', {
    audit: 'none',
    summary: 'Start a web call as a visitor',
    description:
      'Needs no token. The assistant must allow visitors and calls of visitors (`widget_enabled`, `widget_voice_enabled`, `widget_origins`); otherwise it is an unknown assistant. Connect to `url` within `expires_in` seconds as for `POST /api/user/web_calls`. The account of the assistant is charged as for other calls, and the price of `max_duration` is reserved, also from what visitors of the assistant may cost in a day. Variables follow the rules of `POST /api/conversations`. Calls are limited by IP address.',
    auth: 'none',
    browsers: true,
    body: z.object({
      assistant_id: assistantUuid,
      variables: variablesInput.optional().meta({ description: 'Numbers and booleans are converted to strings.' }),
    }),
    reply: z.object({
      status: z.boolean(),
      token: z.string().meta({ description: 'Admits one connection.' }),
      url: z.string().meta({ description: 'Begins with `ws://` or `wss://`.' }),
      expires_in: z.int().meta({ description: 'In seconds.' }),
      max_duration: z.int().meta({ description: 'The call ends after this time, in seconds.' }),
      recorded: z.boolean().meta({ description: 'Whether the call is recorded, so that the page can say so.' }),
    }),
    refusals: {
      ASSISTANT_NOT_FOUND: { status: 404, message: 'Assistant not found' },
      ...insufficientBalance(400),
      TOO_MANY_REQUESTS: { status: 429, message: 'Too Many Attempts.' },
    },
    envelope: 'status',
    idempotent: true,
  }),
}
