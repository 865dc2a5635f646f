import './assets/fonts.css'
import './shared/ui/tokens.css'
import { type ReactNode, use, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import { defaultTimeZone } from '#contract/rules/time-zone.ts'
import { pageContext } from '#web/shared/api-context.ts'
import { NonceContext } from '#web/shared/request-contexts.ts'
import { themeScript } from '#web/shared/theme.ts'
import { LogoPaths } from '#web/shared/ui/logo-paths.tsx'
import type { Route } from './+types/root.ts'
import headingArabic from './assets/generated/fonts/alexandria-arabic.woff2?url'
import heading from './assets/generated/fonts/alexandria-basic.woff2?url'
import textArabic from './assets/generated/fonts/readex-pro-arabic.woff2?url'
import text from './assets/generated/fonts/readex-pro-basic.woff2?url'

export const loader = ({ context }: Route.LoaderArgs) => context.get(pageContext)
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const page =
    useRouteLoaderData<typeof loader>('root') ?? ({ lang: 'en', dir: 'ltr', siteName: 'botola', timeZone: defaultTimeZone } as const)
  const nonce = use(NonceContext)
  const fonts = page.lang === 'ar' ? [text, textArabic, headingArabic] : [text, heading]
  return (
    <html lang={page.lang} dir={page.dir} data-site={page.siteName} data-time-zone={page.timeZone} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <meta name="theme-color" content="#0b8f70" />
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {/* Sets the colour scheme before the first paint. The server adds the hash of the script to the content security policy. */}
        {/** biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this code */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        <LogoPaths />
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
