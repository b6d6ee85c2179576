// The habits of the whole interface, as the reference opens with them.

export const introduction = `
Everything an assistant can be and do, over HTTP and JSON. All addresses begin with \`/api\`.

## Asking

Send an API key as \`Authorization: Bearer <id>|<secret>\`. Without one, or with one that is not ours, the answer is **401**; endpoints that visitors may use say so; there too, a token that is not ours is **401**.

\`\`\`
curl http://127.0.0.1:8080/api/user/me \\
  -H "Authorization: Bearer $PARLEY_API_KEY"
\`\`\`

A body is a JSON object, sent with \`Content-Type: application/json\`, at most 256 kB, 10,000 values and 32 levels. Endpoints whose fields are all scalars also take a form (\`application/x-www-form-urlencoded\`, at most 1,000 fields). Strings are trimmed, inside lists and maps too; \`""\` counts as null, integers may be written as digits in a string, booleans also as 0, 1, "0" and "1", in a query likewise. If a field is given under its name and under an alias, both values must be the same. Where a map is expected, an empty list counts as an empty map; where a map of texts is, its nulls are left out. Of a query parameter that is repeated the last one counts. Fields that are not known are ignored.

## Answers

| code | says |
|---|---|
| 200, 201 | done; 201 where something was created |
| 400 | the body cannot be read, answered in the error shape of the endpoint, or the endpoint refuses and says why |
| 401 | no valid API key |
| 404 | there is no such thing, or it is somebody else's: both answer alike |
| 405 | the path knows other methods, listed in \`Allow\` |
| 413 | the body is too large |
| 422 | fields do not fit, or the state forbids it |
| 429 | too many requests |
| 500 | our fault; nothing more is said, but \`X-Request-Id\` names the request in our log |
| 503 | too many callers without an API key at once; come back after \`Retry-After\` |

When several things are wrong, they are told in this order: who asks, what is given, the first missing owner on the path, the state of things, the balance, the carrier.

Answers may gain fields. Every answer carries \`X-Request-Id\`.

### Fields that do not fit

**422** with a sentence for every fault under its field; nested fields are dotted (\`links.0.url\`). \`message\` is the first sentence and how many more there are. At most 100 are listed and counted.

\`\`\`json
{
  "message": "The name field is required. (and 1 more error)",
  "errors": {
    "name": ["The name field is required."],
    "speech_speed": ["The speech speed must be between 0.7 and 1.2."]
  }
}
\`\`\`

## Ids and times

Ids are integers unless the schema says \`uuid\`; an assistant may be named by its integer id or by its UUID. An id in a path that has not the right form is answered like one that does not exist.

Times are ISO 8601 in UTC with six fractional digits (\`2026-01-31T09:30:00.000000Z\`) unless the schema shows another form; conversations, calls, leads and campaigns have \`YYYY-MM-DD HH:MM:SS\` in the account's time zone.

## Pages

Lists that grow come in pages: \`page\` from 1, \`per_page\` up to the endpoint's maximum. The answer tells \`total\` and \`last_page\`, and has the addresses of the other pages with your own filters kept. The list of conversations can also be read by \`cursor\`.

## Doing a thing once

Calls that spend money or send take an \`Idempotency-Key\` header of up to 255 characters. The first answer under a key is kept for 24 hours and given again with \`Idempotent-Replayed: true\`. To start a conversation without an API key, use a random key of at least 16 characters, such as a UUID: a shorter one is **422**. Another request under the same key is **422**; a repetition while the first is still being answered is **409**: send it again under the same key in a moment. Should the first have come to no end, because its server has died or failed, its repetition is answered in its place: what it did already is not done again.

## Limits

Limited endpoints say how many requests they take. Their answers carry \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\`; a request too many is **429** with \`Retry-After\` and \`X-RateLimit-Reset\`. The operator may set a general limit for each key besides.

## Webhooks

What is sent to your own addresses is signed the way of [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature: v1,<base64 HMAC-SHA256 of "id.timestamp.body">\`, with the account's secret. \`X-Signature-256: sha256=<hex HMAC-SHA256 of the raw body>\` is sent as well; its key is the characters of the secret as it was shown, \`whsec_\` included. Answer 2xx within 15 seconds; a redirect is a failure. Failures are tried again with the same id after 30, 60 and 120 seconds, 10 minutes, 1 hour and 6 hours; 410 switches the hook off. The same news may come twice: tell by \`webhook-id\`. Every payload is described under *Webhooks*. The secret is shown when it is made and never again: rotate it before you verify with it.
`.trim()
