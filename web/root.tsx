import './ui/tokens.css'
import { type ReactNode, use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import { pageContext } from '#web/lib/api-context.ts'
import { NonceContext } from '#web/lib/nonce.ts'
import { themeScript } from '#web/lib/theme.ts'
import type { Route } from './+types/root.ts'

export const loader = ({ context }: Route.LoaderArgs) => context.get(pageContext)
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const page = useRouteLoaderData<typeof loader>('root') ?? ({ lang: 'en', dir: 'ltr', siteName: 'botola' } as const)
  const nonce = use(NonceContext)
  return (
    <html lang={page.lang} dir={page.dir} data-site={page.siteName} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Sets the colour scheme before the first paint; the server put the nonce on it, and its hash into the policy. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
