// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Calls = () => <Page title="Calls">…</Page>
