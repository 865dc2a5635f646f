import type { ReactNode } from 'react'
import type { TournamentMatch, TournamentPairing } from '#contract/event/matches/match.schema.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconCheck } from '#web/shared/ui/icons.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'
import styles from './pairing-card.module.css'
import type { TournamentWithFormatters } from './tournament-model.ts'

/** Lists what is to be said of the matches of a pairing besides their scores. */
const useNotes = ({ matches, sides }: TournamentPairing): string[] => {
  const { t } = useTranslation()
  const lang = useLang()
  if (sides.some(({ source }) => source.of === 'none')) return [t('matches.bye')]
  const isDecided = matches.some(({ result }) => result)
  return matches.flatMap(({ number, result, isNeeded }) => {
    if (!isNeeded) return isDecided ? [t('matches.notNeeded', { number })] : []
    if (result?.haveBothLost) return [t('matches.bothLost')]
    if (result?.isWalkover) return [t('matches.walkover')]
    if (!result?.decidedBy) return []
    const { label, values } = result.decidedBy
    return [
      t('matches.decidedBy', {
        name: label[lang],
        values: values.join(':'),
      }),
    ]
  })
}

/** Shows when and where a match begins. */
function MatchTime({
  time,
  model,
}: {
  time: NonNullable<TournamentMatch['time']>
  model: TournamentWithFormatters
}) {
  const { t } = useTranslation()
  return (
    <span>
      <time dateTime={time.startsAt}>
        <bdi>{model.formatTime(time.startsAt)}</bdi>
      </time>
      {' · '}
      {t('matches.tableOfHall', { table: time.table })}
    </span>
  )
}

type Props = {
  pairing: TournamentPairing
  model: TournamentWithFormatters
  /** What is shown after the numbers of the matches, such as the group. */
  detail?: string | undefined
  /** The chosen side, which is marked. */
  chosen?: number | undefined
  /** What is shown below the result, such as buttons. */
  children?: ReactNode
}

/** Shows two sides that meet, with the result of each of their matches, and when and where they meet. */
export function PairingCard({ pairing, model, detail, chosen, children }: Props) {
  const { t } = useTranslation()
  const notes = useNotes(pairing)
  const { part, sides, matches, winner } = pairing
  const shown = matches.filter(({ isNeeded, result }) => isNeeded && result)
  const isWinner = (nth: 0 | 1) =>
    part.of === 'knockOut'
      ? winner !== null && winner === sides[nth].side
      : matches[0]?.result?.winner === nth
  const heading = [...matches.map(({ number }) => t('matches.match', { number })).slice(0, 1), detail]
    .filter(Boolean)
    .join(' · ')
  return (
    <div
      className={styles.card}
      data-chosen={(chosen !== undefined && sides.some(({ side }) => side === chosen)) || undefined}
    >
      <p className={styles.head}>
        <span>{heading}</span>
        {matches.map(({ number, time, isNeeded }) =>
          time && isNeeded ? <MatchTime key={number} time={time} model={model} /> : null,
        )}
      </p>
      <ul className={styles.sides}>
        {([0, 1] as const).map((nth) =>
          sides[nth].source.of === 'none' ? null : (
            <li
              key={nth}
              data-winner={isWinner(nth) || undefined}
              data-open={sides[nth].side === null || undefined}
            >
              <span className={styles.name}>
                {model.nameSide(sides[nth])}
                {isWinner(nth) ? (
                  <>
                    <IconCheck className={styles.check} size="1em" stroke={2.5} aria-hidden />
                    <span className={hidden.visuallyHidden}>{t('matches.winner')}</span>
                  </>
                ) : null}
              </span>
              {shown.map(({ number, result }) => (
                <span key={number} className={styles.score}>
                  {result?.scores[nth]}
                </span>
              ))}
            </li>
          ),
        )}
      </ul>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {children}
    </div>
  )
}
