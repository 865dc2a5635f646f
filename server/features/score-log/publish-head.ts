import type { ResultsStatus } from '#contract/results.ts'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import type { ScoreLogHead } from '#contract/score-log.ts'
import type { Db } from '#server/db/open.ts'
import { lockScoreLogHead } from '#server/db/score-log/rows.ts'
import type { Core } from '#server/deps.ts'
import { requireSiteSettings } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import type { Mail } from '#server/lib/mail.ts'
import { findEventIncludingDeleted, insertPublishedHead } from './queries.ts'

type Announcement = { eventId: string; status: ResultsStatus | 'revoked'; lang: Mail['lang']; renderEmail: RenderEmail }

/**
 * Records the head of the score log of an event as published, and sends it to the mail address of the settings, in the transaction that publishes
 * results or takes them back. Returns the head. The mail names the event in the language `lang`. Throws `not-found`.
 */
export const publishScoreLogHead = async (
  tx: Db,
  { config, mailer }: Pick<Core, 'config' | 'mailer'>,
  { eventId, status, lang, renderEmail }: Announcement,
): Promise<ScoreLogHead> => {
  const event = await findEventIncludingDeleted(tx, eventId)
  if (!event) throw new AppError('not-found')
  const { sequence, hash } = await lockScoreLogHead(tx, eventId)
  await insertPublishedHead(tx, eventId, { sequence, hash })
  const { scoreLogEmail: to } = await requireSiteSettings(tx, config.SITE_NAME)
  if (to !== '') {
    const values = { event: getEventTitleWithFallback(event.title, lang), sequence, head: `${sequence}:${hash}` }
    const template = status === 'revoked' ? 'scoreLogHeadRevoked' : 'scoreLogHead'
    await mailer.send({ to, lang, ...renderEmail(template, lang, { name: '', values }) }, tx)
  }
  return { sequence, hash }
}
