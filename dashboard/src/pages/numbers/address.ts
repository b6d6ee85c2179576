// What the address of the page says: the open number, line or telephone, or the open step that adds one.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { addressOf, choiceOf, idOf } from '../../address/values.ts'

export const readNumbersSearch = addressOf({
  number: idOf,
  line: idOf,
  phone: idOf,
  adding: choiceOf(['purchase', 'import', 'line', 'phone']),
})

export function useNumbersAddress() {
  const address = useSearch({ from: '/numbers' })
  const navigate = useNavigate({ from: '/numbers' })
  const change = (fields: ReturnType<typeof readNumbersSearch>) =>
    void navigate({ search: (known) => ({ ...known, ...fields }) })
  return [address, change] as const
}
