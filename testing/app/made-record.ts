// The type of the factories of records, for tests that are generated from the contract.
import type { TestAccount, TestApp } from './test-app.ts'

/** The identifiers of the record, and how to delete it if the API allows it. */
export interface MadeRecord {
  id?: number
  uuid?: string
  remove?(): Promise<unknown>
}

/** Writes `text` into every text field of the record; `kept` returns a record of the account that others can refer to. */
export type Factory = (
  owner: TestAccount,
  text: string,
  parley: TestApp,
  kept: (kind: string) => Promise<MadeRecord>,
) => Promise<MadeRecord>
