// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Campaign = () => <Page title="Campaign">…</Page>
