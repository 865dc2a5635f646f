import { useEffect, useState } from 'react'

/** A token has at least 43 characters; a part of a page, such as that of the skip link, has a short id. */
const minTokenLength = 20

/**
 * Returns the one-time token of an emailed link, from after the # of the address or from `?token=`. The hook
 * removes it from the address and the history and stores it for this tab, so that a reload or another
 * language does not lose it. Undefined until the page has read the address, empty when there is none. `forget` deletes it after its use.
 */
export const useLinkTokenMovedToStorage = (
  purpose: string,
): { token: string | undefined; forget: () => void } => {
  const key = `link ${purpose}`
  const [token, setToken] = useState<string>()
  useEffect(() => {
    const query = new URLSearchParams(window.location.search)
    const afterHash = window.location.hash.slice(1)
    const found = afterHash.length >= minTokenLength ? afterHash : (query.get('token') ?? '')
    if (!found) {
      setToken((known) => known ?? readStored(key))
      return
    }
    setToken(found)
    writeStored(key, found)
    query.delete('token')
    const search = query.toString()
    window.history.replaceState(
      window.history.state,
      '',
      `${window.location.pathname}${search ? `?${search}` : ''}`,
    )
  }, [key])
  return { token, forget: () => writeStored(key, null) }
}

// browsers can forbid storage; the token then lasts as long as the page
const readStored = (key: string): string => {
  try {
    return window.sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
const writeStored = (key: string, token: string | null) => {
  try {
    if (token === null) window.sessionStorage.removeItem(key)
    else window.sessionStorage.setItem(key, token)
  } catch {
    // browsers can forbid storage
  }
}
