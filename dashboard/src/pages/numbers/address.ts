// What the address of the page says: the open phone number, or the open step that adds one.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { idOf, oneOf } from '../../address/values.ts'

export interface NumbersAddress {
  number?: number | undefined
  adding?: 'purchase' | 'import' | undefined
}

const steps = ['purchase', 'import'] as const

export const readNumbersSearch = (search: Record<string, unknown>): NumbersAddress => ({
  number: idOf(search['number']),
  adding: oneOf(steps, search['adding']),
})

export function useNumbersAddress() {
  const address = useSearch({ from: '/numbers' })
  const navigate = useNavigate({ from: '/numbers' })
  const change = (fields: NumbersAddress) => void navigate({ search: (known) => ({ ...known, ...fields }) })
  return [address, change] as const
}
