// Opens the dashboard for a signed-in member; everyone else gets the page for signing in.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider as Pages } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ParleyError } from '#sdk/index.ts'
import { queryClient, read } from './api/query.ts'
import { Unreachable } from './api/unreachable.ts'
import { router } from './app/router.tsx'
import { signInPath } from './app/sign-in-path.ts'
import { currentLanguage } from './i18n/languages.ts'
import { LocaleProvider } from './i18n/locale.tsx'
import { loadTexts } from './i18n/texts.ts'
import { sayError } from './ui/say.ts'
import { showStoredTheme } from './ui/theme.ts'
import './style.css'

async function hasSession(): Promise<boolean> {
  try {
    await queryClient.ensureQueryData(read('session', 'get'))
    return true
  } catch (error) {
    // The page says what is wrong if it is something else.
    return !(error instanceof ParleyError && error.status === 401)
  }
}

const open = (): void =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <LocaleProvider onFailure={() => sayError(new Unreachable())}>
        <QueryClientProvider client={queryClient}>
          <Pages router={router} />
        </QueryClientProvider>
      </LocaleProvider>
    </StrictMode>,
  )

showStoredTheme()
const [isSignedIn] = await Promise.all([hasSession(), loadTexts(currentLanguage())])
if (isSignedIn) open()
else location.replace(signInPath())
