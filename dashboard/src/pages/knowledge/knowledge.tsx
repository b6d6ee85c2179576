// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Knowledge = () => <Page title="Knowledge">…</Page>
