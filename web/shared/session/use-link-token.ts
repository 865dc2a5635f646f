import { useEffect, useState } from 'react'

/**
 * The one-time token that a mailed link brought, after the # of the address (or as `?token=`). It is taken out of the address bar, of screenshots and of the history at
 * once, and kept for this tab only, so that a reload or another language does not lose it. Undefined until it is known, empty when there is none. `forget` when it is
 * used up.
 */
export const useLinkToken = (purpose: string): { token: string | undefined; forget: () => void } => {
  const key = `link ${purpose}`
  const [token, setToken] = useState<string>()
  useEffect(() => {
    const query = new URLSearchParams(window.location.search)
    const found = window.location.hash.slice(1) || query.get('token') || ''
    if (!found) {
      setToken((known) => known ?? kept(key))
      return
    }
    setToken(found)
    keep(key, found)
    query.delete('token')
    const search = query.toString()
    window.history.replaceState(window.history.state, '', `${window.location.pathname}${search ? `?${search}` : ''}`)
  }, [key])
  return { token, forget: () => keep(key, null) }
}

// a browser may forbid storage: the token then lasts as long as the page
const kept = (key: string): string => {
  try {
    return window.sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
const keep = (key: string, token: string | null) => {
  try {
    if (token === null) window.sessionStorage.removeItem(key)
    else window.sessionStorage.setItem(key, token)
  } catch {
    // see above
  }
}
