// Maps the HTTP status of a vendor's error response to the code of an `OutsideError`.
export type StatusFailure =
  | 'unauthorised'
  | 'quota_exhausted'
  | 'not_found'
  | 'rate_limited'
  | 'unavailable'
  | 'bad_request'

export function codeOfStatus(status: number): StatusFailure {
  if (status === 401 || status === 403) return 'unauthorised'
  if (status === 402) return 'quota_exhausted'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  if (status >= 500 || status === 408 || status < 400) return 'unavailable'
  return 'bad_request'
}
