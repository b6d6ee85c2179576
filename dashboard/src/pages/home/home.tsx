// The home page.
import { Page } from '../../ui/page.tsx'

export const Home = () => <Page title="Home">…</Page>
