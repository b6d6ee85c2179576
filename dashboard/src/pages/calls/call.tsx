// The page is not built yet.
import { useParams } from '@tanstack/react-router'
import { LiveCallPanel } from '../../panels/live-call.tsx'
import { Page } from '../../ui/page.tsx'

export function Call() {
  const { id } = useParams({ from: '/calls/$id' })
  return (
    <Page title="Call">
      <LiveCallPanel callId={Number(id)} />
    </Page>
  )
}
