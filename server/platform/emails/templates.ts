import type { Money } from '#contract/money/payment.ts'
import type { Lang, Localized } from '#contract/platform/localized.ts'
import { getEventTitleWithFallback } from '#contract/platform/text.ts'
import { emails as ar } from '#i18n/ar/emails.ts'
import { emails as en } from '#i18n/en/emails.ts'
import {
  type ChangedFields,
  formatAmount,
  formatChangedTeamFieldLabels,
  formatChildrenWithTeams,
  formatLongDate,
  formatStage,
} from './formats.ts'
import {
  buildEmail,
  buildGreetingText,
  buttonColorPlaceholder,
  type EmailLanguage,
  escapeHtml,
  escapeHtmlWithLineBreaks,
  fillPlaceholdersUnescaped,
  listEmailLanguages,
  type RenderedEmail,
  siteNamePlaceholders,
  wrapHtmlInParagraph,
} from './html.ts'

const texts = { en, ar }
type Templates = typeof en.templates
export type EmailTemplate = keyof Templates

/**
 * The values of the placeholders in `emails.templates` of i18n. Each is formatted in the language of the email.
 */
type PlaceholderValues = {
  amount: Money
  answer: string
  child: string
  /** Children with their teams. */
  children: readonly { child: string; team: string }[]
  competition: Localized
  count: number
  /** A calendar date (`YYYY-MM-DD`). */
  day: string
  days: number
  email: string
  event: Localized
  fields: readonly ChangedFields[]
  head: string
  hours: number
  max: number
  minutes: number
  paid: Money
  paymentYears: number
  provider: string
  rank: number
  reason: string
  refunded: Money
  sequence: number
  /** A stage as it is stored. */
  stage: string
  system: string
  target: Localized
  team: string
  total: number
  years: number
}

type PlaceholdersIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never
type PlaceholdersOf<T extends EmailTemplate> = Exclude<
  PlaceholdersIn<Templates[T]['subject' | 'why'] | Templates[T]['after'][number]>,
  'site'
>
/**
 * The values of a template: the name of the recipient (empty when it is not known), the placeholders of its
 * English texts, and the link of its button. Null leaves the button out.
 */
type EmailValues<T extends EmailTemplate> = { name: string } & {
  [P in PlaceholdersOf<T>]: P extends keyof PlaceholderValues ? PlaceholderValues[P] : never
} & (Templates[T] extends { button: string } ? { link: string | null } : unknown)

/** A sentence about a team, with the member that it names. Their texts are in i18n under `emails.teamNotes`. */
export type TeamNote = { note: keyof typeof en.teamNotes; child?: string }

/** A template with its values. */
export type EmailContent = { [T in EmailTemplate]: { template: T; values: EmailValues<T> } }[EmailTemplate]
export type TemplateEmail = EmailContent & { language: EmailLanguage; notes?: readonly TeamNote[] }

/**
 * Returns a link that opens its page in the language of the email, also in a browser that has not visited the
 * site.
 */
const addLanguage = (link: string, lang: Lang): string => {
  const url = new URL(link)
  url.searchParams.set('lang', lang)
  return url.href
}

const formatValues = (
  {
    amount,
    children,
    competition,
    day,
    event,
    fields,
    paid,
    refunded,
    stage,
    target,
    ...others
  }: Partial<PlaceholderValues>,
  lang: Lang,
) => ({
  ...others,
  amount: amount && formatAmount(amount, lang),
  children: children && formatChildrenWithTeams(children, lang),
  competition: competition?.[lang],
  day: day && formatLongDate(day, lang),
  event: event && getEventTitleWithFallback(event, lang),
  fields: fields && formatChangedTeamFieldLabels(fields, lang),
  paid: paid && formatAmount(paid, lang),
  refunded: refunded && formatAmount(refunded, lang),
  stage: stage && formatStage(stage, lang),
  target: target && getEventTitleWithFallback(target, lang),
})

const buildButton = (link: string, label: string): string =>
  `<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:12px;background:${buttonColorPlaceholder};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a>`

/**
 * Renders an email in one language: greeting, reason, notes, a button with the link, further information,
 * name of the site.
 */
const renderSection = ({ template, language, values, notes = [] }: TemplateEmail, lang: Lang) => {
  const { greeting, teamNotes, templates } = texts[lang]
  const {
    subject,
    why,
    button = '',
    after,
  }: { subject: string; why: string; button?: string; after: readonly string[] } = templates[template]
  const {
    name,
    link: address,
    ...others
  }: { name: string; link?: string | null } & Partial<PlaceholderValues> = values
  // the site opens in English unless a visitor chose another language
  const link = address && language !== 'en' ? addLanguage(address, lang) : address
  const site = siteNamePlaceholders[lang]
  const formatted = formatValues(others, lang)
  const placeholders = { ...formatted, site }
  const reasons = [
    buildGreetingText(greeting, name, lang),
    fillPlaceholdersUnescaped(why, placeholders, lang),
    ...notes.map(({ note, child = '' }) => fillPlaceholdersUnescaped(teamNotes[note], { child }, lang)),
  ]
  const lines = after.map((line) => fillPlaceholdersUnescaped(line, placeholders, lang))
  const linkParagraphs = link
    ? [buildButton(link, button), `<span dir="ltr" style="word-break:break-all">${escapeHtml(link)}</span>`]
    : []
  return {
    lang,
    subject: fillPlaceholdersUnescaped(subject, placeholders),
    text: [...reasons, ...(link ? [link] : []), ...lines, site].join('\n\n'),
    content: [...reasons.map(escapeHtmlWithLineBreaks), ...linkParagraphs, ...lines.map(escapeHtml), site]
      .map(wrapHtmlInParagraph)
      .join(''),
  }
}

export const renderTemplate = (email: TemplateEmail): RenderedEmail =>
  buildEmail(listEmailLanguages(email.language).map((lang) => renderSection(email, lang)))
