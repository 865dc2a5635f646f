import './assets/fonts.css'
import './shared/ui/tokens.css'
import { type ReactNode, use, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { standardAccentColor } from '#contract/platform/settings.ts'
import { pageContext } from '#web/shared/api-context.ts'
import { formatTimeZone } from '#web/shared/format.ts'
import { type RootData, useRootData } from '#web/shared/language.ts'
import { NonceContext } from '#web/shared/request-contexts.ts'
import { languageScript, themeScript } from '#web/shared/theme.ts'
import { buildAccentStyleSheet } from '#web/shared/ui/accent-styles.ts'
import { LogoSvgDefinitions } from '#web/shared/ui/logo.tsx'
import type { Route } from './+types/root.ts'
import headingArabic from './assets/generated/fonts/alexandria-arabic.woff2?url'
import heading from './assets/generated/fonts/alexandria-basic.woff2?url'
import textArabic from './assets/generated/fonts/readex-pro-arabic.woff2?url'
import text from './assets/generated/fonts/readex-pro-basic.woff2?url'

export const loader = ({ context }: Route.LoaderArgs): RootData => {
  const page = context.get(pageContext)
  return { ...page, timeZoneName: formatTimeZone(page.timeZone, page.lang) }
}
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const page = useRootData()
  const { logo, accentColor } = page.brand
  const nonce = use(NonceContext)
  const fonts = page.lang === 'ar' ? [text, textArabic, headingArabic] : [text, heading]
  return (
    <html
      lang={page.lang}
      dir={page.dir}
      data-site={page.siteCode}
      data-site-name={page.brand.name}
      data-time-zone={page.timeZone}
      data-event-region={page.eventListRegion ?? ''}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {logo ? (
          <link rel="icon" href={logo} type="image/webp" />
        ) : (
          <>
            <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
            <link rel="icon" href="/favicon.ico" sizes="32x32" />
          </>
        )}
        <link rel="apple-touch-icon" href={logo ?? '/apple-touch-icon.png'} />
        <link rel="manifest" href="/site.webmanifest" />
        <meta name="theme-color" content={accentColor ?? standardAccentColor} />
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {/* Sets the colour scheme and opens the stored language before the first paint. The server adds the
            hash of the script to the content security policy. */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this code
          dangerouslySetInnerHTML={{ __html: `${themeScript};${languageScript}` }}
        />
        <Meta />
        <Links />
        {/* after the style sheets, whose tokens it replaces; the content security policy allows inline styles
         */}
        {accentColor ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made of a validated colour
          <style dangerouslySetInnerHTML={{ __html: buildAccentStyleSheet(accentColor) }} />
        ) : null}
      </head>
      <body>
        <LogoSvgDefinitions />
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** Marks the page as hydrated; browser tests wait for the mark before they click. */
export default function Root() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'yes'
  }, [])
  return <Outlet />
}
