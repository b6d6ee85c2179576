// Reads and writes CSeq and RAck values (RFC 3261, section 20.16; RFC 3262, section 7.2).
import { isToken, parseNumber } from './text.ts'

export interface CSeq {
  number: number
  method: string
}

/** A CSeq number must be less than 2 to the power of 31 (RFC 3261, section 8.1.1.5). */
export const maxCSeq = 2 ** 31 - 1

export function parseCSeq(text: string): CSeq | undefined {
  const parts = text.trim().split(/\s+/)
  const number = parseNumber(parts[0] ?? '', maxCSeq)
  const method = parts[1]
  if (parts.length !== 2 || number === undefined || method === undefined || !isToken(method)) return undefined
  return { number, method }
}

export const formatCSeq = ({ number, method }: CSeq): string => `${number} ${method}`

export interface RAck extends CSeq {
  /** The RSeq of the reliable provisional response that is acknowledged. */
  rseq: number
}

export function parseRAck(text: string): RAck | undefined {
  const parts = text.trim().split(/\s+/)
  const rseq = parseNumber(parts[0] ?? '', 2 ** 32 - 1)
  const cseq = parseCSeq(parts.slice(1).join(' '))
  return rseq === undefined || cseq === undefined ? undefined : { rseq, ...cseq }
}
