// The page is not built yet.
import { Page } from '../../ui/page.tsx'

export const Assistants = () => <Page title="Assistants">…</Page>
