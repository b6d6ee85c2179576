// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Call = () => <Page title="Call">…</Page>
