// Where the API serves a medium; asked for by its Sid alone.

export function mediaPath(accountSid: string, messageSid: string, mediaSid: string): string {
  return `/2010-04-01/Accounts/${accountSid}/Messages/${messageSid}/Media/${mediaSid}`
}
