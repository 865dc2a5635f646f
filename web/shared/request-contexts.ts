import { createContext } from 'react'

/** The nonce of the inline scripts; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)

/** The id of the request in the log; undefined in the browser. */
export const RequestIdContext = createContext<string | undefined>(undefined)
