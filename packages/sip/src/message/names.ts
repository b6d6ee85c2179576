// Maps names of header fields to their canonical form, and knows which fields are lists (RFC 3261, section 7.3).

// The compact forms that are registered with IANA.
const compactNames: Readonly<Record<string, string>> = {
  a: 'Accept-Contact',
  b: 'Referred-By',
  c: 'Content-Type',
  d: 'Request-Disposition',
  e: 'Content-Encoding',
  f: 'From',
  i: 'Call-ID',
  j: 'Reject-Contact',
  k: 'Supported',
  l: 'Content-Length',
  m: 'Contact',
  n: 'Identity-Info',
  o: 'Event',
  r: 'Refer-To',
  s: 'Subject',
  t: 'To',
  u: 'Allow-Events',
  v: 'Via',
  x: 'Session-Expires',
  y: 'Identity',
}

const listNames = [
  'Accept',
  'Accept-Contact',
  'Accept-Encoding',
  'Accept-Language',
  'Alert-Info',
  'Allow',
  'Allow-Events',
  'Call-Info',
  'Contact',
  'Content-Encoding',
  'Content-Language',
  'Diversion',
  'Error-Info',
  'History-Info',
  'In-Reply-To',
  'P-Asserted-Identity',
  'P-Associated-URI',
  'P-Preferred-Identity',
  'Path',
  'Proxy-Require',
  'Reason',
  'Record-Route',
  'Reject-Contact',
  'Remote-Party-ID',
  'Require',
  'Route',
  'Security-Client',
  'Security-Server',
  'Security-Verify',
  'Service-Route',
  'Supported',
  'Unsupported',
  'Via',
  'Warning',
]

// Names that are not written with one capital letter for each word.
const irregularNames = [
  'CSeq',
  'Call-ID',
  'MIME-Version',
  'Min-SE',
  'P-Associated-URI',
  'P-Called-Party-ID',
  'RAck',
  'RSeq',
  'Remote-Party-ID',
  'SIP-ETag',
  'SIP-If-Match',
  'WWW-Authenticate',
]

const canonicalNames = new Map<string, string>([
  ...Object.entries(compactNames),
  ...[...listNames, ...irregularNames, ...Object.values(compactNames)].map(
    (name) => [name.toLowerCase(), name] as const,
  ),
])

const lists = new Set(listNames)

/** Names have no case, so `VIA`, `via` and `v` are `Via`. Unknown names get one capital letter for each word. */
export function canonicalName(name: string): string {
  const lower = name.toLowerCase()
  return canonicalNames.get(lower) ?? lower.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())
}

/** Whether a comma separates values of this field. Challenges, credentials, dates and texts have commas of their own. */
export const isListName = (name: string): boolean => lists.has(name)
