// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Inbox = () => <Page title="Inbox">…</Page>
