// The API path of a media file.
export function mediaPath(accountSid: string, messageSid: string, mediaSid: string): string {
  return `/2010-04-01/Accounts/${accountSid}/Messages/${messageSid}/Media/${mediaSid}`
}
