// The page is not built yet.
import { useParams } from '@tanstack/react-router'
import { ChatPanel } from '../../panels/chat.tsx'
import { TalkPanel } from '../../panels/talk.tsx'
import { Card, Page } from '../../ui/page.tsx'

export function Assistant() {
  const { id } = useParams({ from: '/assistants/$id' })
  return (
    <Page title="Assistant">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title="Talk">
          <TalkPanel assistantId={Number(id)} />
        </Card>
        <Card title="Chat">
          <ChatPanel assistantId={Number(id)} />
        </Card>
      </div>
    </Page>
  )
}
