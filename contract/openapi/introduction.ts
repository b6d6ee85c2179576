// The introduction of the API reference.
/** `serverUrl` is used in the sample request. */
export const introductionOf = (serverUrl: string): string =>
  `
The Parley API is an HTTP API with JSON bodies. All paths begin with \`/api\`.

## Authentication

Send an API key as a Bearer token: \`Authorization: Bearer <id>|<secret>\`. Requests without a valid key fail with **401**. Endpoints for visitors also accept requests without a key, but an invalid key is still **401**. Pages use the session cookie of a signed-in member instead; what a member may do depends on the role. A key or a role that does not suffice is **403**.

\`\`\`
curl ${serverUrl}/api/user/me \\
  -H "Authorization: Bearer $PARLEY_API_KEY"
\`\`\`

A request can only access resources of its own account. Resources of other accounts are reported as not found.

## Requests

A request body is a JSON object with \`Content-Type: application/json\`, of at most 256 kB, 10,000 values and 32 levels. Endpoints whose fields are all scalars also accept a form (\`application/x-www-form-urlencoded\`, at most 1,000 fields). Endpoints with a file accept \`multipart/form-data\`: one file, and at most 50 other fields of 64 kB. Lists and objects are JSON, or are written with brackets, such as \`links[0][link]\`.

- Strings are trimmed, also inside lists and maps. \`""\` is treated as null.
- Integers can be sent as strings of digits, and booleans as 0, 1, "0" or "1", both in bodies and in query parameters.
- If a field is sent under its name and under an alias, both values must be the same.
- Where a map is expected, an empty list is treated as an empty map. Null values in a map of strings are ignored.
- If a query parameter is repeated, the last value wins.
- Unknown fields are ignored, unless an endpoint says otherwise.

## Responses

Every response has an \`X-Request-Id\` header. New fields can be added to responses at any time.

| status | meaning |
|---|---|
| 200, 201 | success; 201 if a resource was created |
| 400 | the body cannot be parsed, or the request was rejected with a reason |
| 401 | the API key is missing or not valid |
| 403 | the role of the member or the scopes of the API key do not permit the request |
| 404 | the resource does not exist or belongs to another account |
| 405 | the path does not support the method; \`Allow\` lists the supported ones |
| 413 | the body is too large |
| 422 | the input is not valid, or the state of a resource does not allow the request. With the code \`SEALED_WITH_OTHER_KEY\` in \`error_code\`, a stored credential was encrypted with another master key and must be entered again |
| 429 | too many requests |
| 500 | an internal error; \`X-Request-Id\` identifies the request in the log of the server |
| 503 | the database is not available, or there are too many concurrent requests without an API key; retry after \`Retry-After\` seconds, with the same \`Idempotency-Key\` if the request had one |

If a request has several errors, the first of these is reported: authentication, validation, the first missing resource in the path, state, balance, carrier.

## Validation errors

A validation error is **422** with error messages for each field. Nested fields use dot notation (\`links.0.url\`). \`message\` is the first error message, followed by the number of further ones. At most 100 errors are listed and counted.

\`\`\`json
{
  "message": "The name field is required. (and 1 more error)",
  "errors": {
    "name": ["The name field is required."],
    "speech_speed": ["The speech speed must be between 0.7 and 1.2."]
  }
}
\`\`\`

## Ids and timestamps

Ids are integers unless the schema says \`uuid\`. Assistants can be identified by their integer id or by their UUID. A malformed id in a path is treated like the id of a missing resource.

Timestamps are ISO 8601 in UTC with six fractional digits (\`2026-01-31T09:30:00.000000Z\`) unless the schema shows another format. Conversations, calls, leads and campaigns use \`YYYY-MM-DD HH:MM:SS\` in the time zone of the account.

## Pagination

Paginated lists accept \`page\`, starting at 1, and \`per_page\`, up to a maximum that depends on the endpoint. Responses contain \`total\`, \`last_page\` and the URLs of other pages, which keep the filters of the request. Conversations can also be paginated with \`cursor\`.

## Idempotency

Requests that spend money, send messages or create documents accept an \`Idempotency-Key\` header of up to 255 characters. The first response for a key is stored for 24 hours; repetitions return it with \`Idempotent-Replayed: true\`. Repetitions count against rate limits as other requests do; one that is **429** can be repeated later under the same key. To start a conversation without an API key, use a random key of at least 16 characters, such as a UUID; shorter keys are **422**.

A different request with the same key is **422**. A repetition while the first request is in progress is **409**; retry it with the same key. If the server failed while it processed the first request, a repetition completes it without repeating steps that already took effect.

## Rate limits

Endpoints with a rate limit state it. Their responses have \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\` headers. A request over the limit is **429** with \`Retry-After\` and \`X-RateLimit-Reset\`. The operator can also configure a general limit for each key.

## Webhooks

Webhooks are signed as defined by [Standard Webhooks](https://www.standardwebhooks.com), with the secret of the account: \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature: v1,<base64 HMAC-SHA256 of "id.timestamp.body">\`. They also have the header \`X-Signature-256: sha256=<hex HMAC-SHA256 of the raw body>\`, keyed with the whole secret as text, including \`whsec_\`. The secret is shown only when it is created: rotate it to get one to verify with.

Respond with 2xx within 15 seconds; a redirect is a failure. Failed deliveries are retried with the same id after 30, 60 and 120 seconds, 10 minutes, 1 hour and 6 hours. Respond with 410 to disable the webhook. A webhook can be delivered more than once: use \`webhook-id\` to detect duplicates. The payloads are described under *Webhooks*.
`.trim()
