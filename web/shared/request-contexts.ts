import { createContext } from 'react'

/** Marks the inline scripts that the server wrote itself; empty in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)

/** The number of the request that a page was made for, under which the log has what went wrong; empty in the browser. */
export const RequestIdContext = createContext<string | undefined>(undefined)
