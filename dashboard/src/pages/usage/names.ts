// The names of the assistants, campaigns and members that usage refers to.
import { useMemo } from 'react'
import { useRead } from '../../api/query.ts'

export interface Names {
  assistants: ReadonlyMap<number, string>
  campaigns: ReadonlyMap<number, string>
  members: ReadonlyMap<number, string>
}

const mapOf = (list: readonly { id: number; name: string }[] = []): ReadonlyMap<number, string> =>
  new Map(list.map(({ id, name }) => [id, name]))

export function useNames(): Names {
  const { data: assistants } = useRead('assistants', 'listAll')
  const { data: campaigns } = useRead('campaigns', 'list')
  const { data: members } = useRead('members', 'list')
  return useMemo(
    () => ({ assistants: mapOf(assistants), campaigns: mapOf(campaigns), members: mapOf(members?.data) }),
    [assistants, campaigns, members],
  )
}
