// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Campaigns = () => <Page title="Campaigns">…</Page>
