import type { TFunction } from 'i18next'
import type { TeamMatch, TeamScore } from '#contract/team.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from '../page.module.css'

/** Formats a duration in milliseconds: `1:15.50`. */
export const formatScoreTime = (ms: number): string => {
  const seconds = ms / 1000
  const minutes = Math.floor(seconds / 60)
  return `${minutes}:${(seconds - minutes * 60).toFixed(2).padStart(5, '0')}`
}

const numbered = ['r', 'open', 'obstacle', 'game', 'run'] as const
const single = ['documentation', 'innovation', 'solution', 'presentation'] as const

/** Formats the name of an entry of the score sheet: `Round 2`. */
const formatEntryName = (t: TFunction, key: string, at: number): string => {
  const alone = single.find((each) => each === key)
  if (alone) return t(`accountTeams.view.sheet.${alone}`)
  const [, prefix, number] = /^([a-z]+)(\d+)$/.exec(key) ?? []
  const kind = numbered.find((each) => each === prefix)
  return t(`accountTeams.view.sheet.${kind ?? 'other'}`, { number: kind ? Number(number) : at + 1 })
}

const isWebAddress = (url: string) => /^https?:\/\//.test(url)

function Links({ score }: { score: TeamScore }) {
  const { t } = useTranslation()
  const all = [
    ['video', score.youtubeLink],
    ['file', score.file],
    ['code', score.github],
  ] as const
  return all
    .filter(([, url]) => isWebAddress(url))
    .map(([kind, url], at) => (
      <span key={kind}>
        {at > 0 ? ' · ' : null}
        <a href={url} target="_blank" rel="noopener">
          {t(`accountTeams.view.${kind}`)}
        </a>
      </span>
    ))
}

function Match({ match, number }: { match: TeamMatch; number: number }) {
  const { t } = useTranslation()
  const words = t('accountTeams.view.match', { number, fbs: match.fbs, obs: match.obs })
  return (
    <li>
      {words}{' '}
      {isWebAddress(match.youtubeLink) ? (
        <a href={match.youtubeLink} target="_blank" rel="noopener">
          {t('accountTeams.view.video')}
        </a>
      ) : null}
    </li>
  )
}

/** Shows the scores of a team in its competition, with their total. */
export function TeamScoreSheet({ scores, total }: { scores: TeamScore[]; total: number }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  if (scores.length === 0) return <p className={styles.quiet}>{t('accountTeams.view.noScores')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={styles.scores} aria-label={t('accountTeams.view.scores')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('accountTeams.view.round')}</th>
            <th scope="col" className={styles.figure}>
              {t('accountTeams.view.points')}
            </th>
            <th scope="col" className={styles.figure}>
              {t('accountTeams.view.time')}
            </th>
            <th scope="col">{t('accountTeams.view.links')}</th>
          </tr>
        </thead>
        <tbody>
          {scores.map((score, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: results have no name of their own
            <tr key={at}>
              <th scope="row">
                {formatEntryName(t, score.key, at)}
                {score.correctedAt ? (
                  <small className={styles.corrected}>
                    {t('scores.corrected', { time: `\u2068${formatDateTime(score.correctedAt)}\u2069` })}
                  </small>
                ) : null}
                {score.matches.length > 0 ? (
                  <ul className={styles.matches}>
                    {score.matches.map((match, nth) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: matches have no name of their own
                      <Match key={nth} match={match} number={nth + 1} />
                    ))}
                  </ul>
                ) : null}
              </th>
              <td className={styles.figure}>
                <bdi>{formatNumber(score.score, lang)}</bdi>
              </td>
              <td className={styles.figure}>
                <bdi dir="ltr">{score.timeMs > 0 ? formatScoreTime(score.timeMs) : '–'}</bdi>
              </td>
              <td>
                <Links score={score} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('accountTeams.view.total')}</th>
            <td className={styles.figure}>
              <strong>{formatNumber(total, lang)}</strong>
            </td>
            <td />
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
