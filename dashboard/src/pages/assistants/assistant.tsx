// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Assistant = () => <Page title="Assistant">…</Page>
