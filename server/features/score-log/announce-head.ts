import type { ScoreLogHead } from '#contract/score-log.ts'
import type { Db } from '#server/db/open.ts'
import { lockScoreLogHead } from '#server/db/score-log/rows.ts'
import type { Core } from '#server/deps.ts'
import { getSiteSettings } from '#server/features/settings/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { RenderEmail } from '#server/lib/email-templates.ts'
import type { Mail } from '#server/lib/mail.ts'
import { findLoggedEvent, insertPublishedHead } from './queries.ts'

/**
 * Records the head of the score log of an event as published, and mails it to the address of the settings, in the transaction that publishes results. Returns
 * the head. The mail names the event in the language `lang`. Throws `not-found`.
 */
export const announceHead = async (
  tx: Db,
  { config, mailer }: Pick<Core, 'config' | 'mailer'>,
  { eventId, lang, renderEmail }: { eventId: string; lang: Mail['lang']; renderEmail: RenderEmail },
): Promise<ScoreLogHead> => {
  const event = await findLoggedEvent(tx, eventId)
  if (!event) throw new AppError('not-found')
  const { sequence, hash } = await lockScoreLogHead(tx, eventId)
  await insertPublishedHead(tx, eventId, { sequence, hash })
  const { scoreLogEmail: to } = await getSiteSettings(tx, config.SITE_NAME)
  if (to !== '') {
    const values = { event: event.title[lang], sequence, head: `${sequence}:${hash}` }
    await mailer.send({ to, lang, ...renderEmail('scoreLogHead', lang, { name: '', values }) }, tx)
  }
  return { sequence, hash }
}
