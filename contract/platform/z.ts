import { z } from 'zod'

// a strict policy forbids the code that Zod would compile for speed in the browser
if (typeof window !== 'undefined') z.config({ jitless: true })

export { z }
