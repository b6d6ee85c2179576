// The telephone lines of the account, and the line that a phone number belongs to.
import { type RowOf, useRead } from '../../api/query.ts'
import { textsOf } from '../../i18n/texts.ts'

export type Line = RowOf<'sipTrunks', 'list'>

export const lineTexts = textsOf('lines', 'line')
export const lineFormTexts = textsOf('lines', 'lineForm')

/** No event says that the state of a line has changed. */
const refetchMs = 15_000
/** While the provider has not answered yet. */
const connectingMs = 1_500

const isConnecting = ({ state: { status } }: Line): boolean => status === 'unchecked' || status === 'registering'

export function useLines() {
  const known = useRead('sipTrunks', 'list')
  const isBusy = known.data?.data.some(isConnecting) ?? false
  return useRead('sipTrunks', 'list', {}, { refetchMs: isBusy ? connectingMs : refetchMs })
}

/** Undefined for a number of a carrier. */
export const lineOf = (
  lines: readonly Line[] | undefined,
  { id, phone_number }: { id: number; phone_number: string },
): Line | undefined =>
  lines?.find((line) => line.id === id || line.additional_phone_numbers.some((number) => number === phone_number))
