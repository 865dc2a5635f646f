import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { hasKeptToast } from '#web/shared/flash-message.ts'
import { createTexts, TextsProvider } from '#web/shared/texts.ts'
import { followSystem } from '#web/shared/theme.ts'

const lang = document.documentElement.lang === 'ar' ? 'ar' : 'en'
const catalogue = lang === 'ar' ? (await import('#i18n/ar.ts')).ar : (await import('#i18n/en.ts')).en

followSystem()

// a message that was left for the page after a full load
if (hasKeptToast()) void import('#web/shared/ui/toast.ts').then(({ toast }) => toast.showKept())

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextsProvider value={createTexts(lang, catalogue)}>
        <HydratedRouter />
      </TextsProvider>
    </StrictMode>,
  )
})
