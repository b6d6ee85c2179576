// The page is not built yet.
import { useParams } from '@tanstack/react-router'
import { LiveCallPanel } from '../../panels/live-call.tsx'
import { Card, Page } from '../../ui/page.tsx'

export function Call() {
  const { id } = useParams({ from: '/calls/$id' })
  return (
    <Page title="Call">
      <Card title="In progress">
        <LiveCallPanel callId={Number(id)} />
      </Card>
    </Page>
  )
}
