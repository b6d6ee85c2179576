// Privacy: how long data is kept, and the export and erasure of a person.
import { useMay } from '../../session/session.tsx'
import { Erasures } from './erasures.tsx'
import { People } from './people.tsx'
import { Retention } from './retention.tsx'

export function Privacy() {
  const may = useMay()
  return (
    <div className="flex flex-col gap-5">
      <Retention />
      {may('privacy', 'erasePerson') && <People />}
      {may('privacy', 'listErasures') && <Erasures />}
    </div>
  )
}
