// API keys have the form `<id>|<secret>`.

export function parseToken(token: string): { keyId: number; secret: string } | undefined {
  const match = /^([1-9]\d{0,14})\|([A-Za-z0-9]{20,100})$/.exec(token)
  return match ? { keyId: Number(match[1]), secret: match[2]! } : undefined
}
