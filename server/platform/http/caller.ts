// Who asks: the account and the key behind a request's token.
import type { FastifyRequest } from 'fastify'
import type { Account } from '../context/context.ts'

export interface Caller {
  account: Account
  keyId: number
}

/** A request once it was admitted; without a caller where the endpoint serves strangers. */
export type AuthorizedRequest = FastifyRequest & { caller: Caller | null }
