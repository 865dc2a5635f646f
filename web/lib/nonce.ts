import { createContext } from 'react'

/** Marks the inline scripts that the server wrote itself; empty in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)
