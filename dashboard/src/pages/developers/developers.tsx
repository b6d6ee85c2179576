// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Developers = () => <Page title="Developers">…</Page>
