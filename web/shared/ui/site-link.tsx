import type { ComponentProps, ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { localizePath, useLang } from '#web/shared/language.ts'

/** A link to a page of the public site, in the language of this page. */
export function SiteLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  return <Link {...rest} to={localizePath(to, useLang())} />
}

/** A link that is highlighted while its page is open. */
export function SiteNavLink({ to, end = false, children }: { to: string; end?: boolean; children: ReactNode }) {
  return (
    <NavLink to={localizePath(to, useLang())} end={end}>
      {children}
    </NavLink>
  )
}
