// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Usage = () => <Page title="Usage">…</Page>
