import { textField } from '#contract/fields.schema.ts'
import { messageLimits as limits } from '#contract/message.ts'
import { countWords, mostWords } from '#contract/rules/words.ts'
import { z } from '#contract/z.ts'

const line = (max: number) => textField(max).trim()
const email = line(limits.email).pipe(z.email())
/** A field that no person sees or fills. Who fills it gets a friendly answer and nothing is kept. */
const website = textField(1000).optional().describe('leave empty')
const lang = z.enum(['en', 'ar']).optional()

/** Empty fields have an answer of their own ('Please fill in all fields...'), so they pass here. */
export const downloadBody = z.object({
  name: line(limits.name).default(''),
  email: line(limits.email)
    .pipe(z.union([z.literal(''), z.email()]))
    .default(''),
  phone_number: line(limits.phone).default(''),
  country: line(limits.country)
    .transform((value) => value.toLowerCase() || 'egypt')
    .default('egypt'),
  download_type: z.enum(['win', 'mac']),
  user_type: z.enum(['student', 'coach']).default('student'),
  website,
})
export type WireDownload = z.infer<typeof downloadBody>
export const downloadReply = z.object({ success: z.literal(true), msg: z.string(), url: z.string() })
export const langQuery = z.object({ lang })

const message = line(limits.message)
  .min(1)
  .superRefine((value, context) => {
    if (countWords(value) > mostWords)
      context.addIssue({ code: 'too_big', origin: 'array', maximum: mostWords, inclusive: true, input: value })
  })

/** Report an Issue. `region` is the id of the region whose contact is to read it. */
export const supportBody = z.object({
  first_name: line(limits.name).min(1),
  last_name: line(limits.name).min(1),
  email,
  message,
  region: z.preprocess((value) => (value === '' || value === null ? undefined : value), z.uuid().optional()),
  website,
})
export type WireSupport = z.input<typeof supportBody>

/** The contact form. */
export const contactBody = z.object({
  name: line(limits.name * 2).min(1),
  email,
  phone_number: line(limits.phone).default(''),
  message,
  website,
})
export type WireContact = z.input<typeof contactBody>
