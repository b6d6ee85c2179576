// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Messages = () => <Page title="Messages">…</Page>
