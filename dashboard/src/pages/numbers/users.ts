// The assistants that use a phone number.
import { type RowOf, useRead } from '../../api/query.ts'

const maxListed = 100

export function useUsers(): (phoneNumberId: number) => RowOf<'assistants', 'list'>[] {
  const { data } = useRead('assistants', 'list', { per_page: maxListed })
  return (id) => data?.data.filter(({ phone_number_id }) => phone_number_id === id) ?? []
}
