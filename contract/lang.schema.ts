import { langs } from './localized.ts'
import { z } from './z.ts'

/** `lang` is the language of the reply's texts. */
export const langQuery = z.object({ lang: z.enum(langs).optional().describe('the language of texts that the reply has once') })
