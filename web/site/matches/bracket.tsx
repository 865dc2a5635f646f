import { useId } from 'react'
import type { Tournament, TournamentPairing } from '#contract/match.schema.ts'
import { useLang } from '#web/shared/language.ts'
import type { KnockOutPart } from '#web/shared/matches/match-names.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import styles from './bracket.module.css'
import { PairingCard } from './pairing-card.tsx'
import type { TournamentNames } from './tournament-names.ts'

type KnockOutPairing = TournamentPairing & { part: KnockOutPart }
type BracketRound = { part: KnockOutPart; pairings: KnockOutPairing[] }

/**
 * Lists the rounds of a knock-out, each from top to bottom: the two pairings whose winners meet are
 * neighbours. `thirdPlace` is apart from them.
 */
export const getBracketRoundsAndThirdPlace = (
  { pairings }: Tournament,
  knockOut: number,
): { rounds: BracketRound[]; thirdPlace: KnockOutPairing | undefined } => {
  const isOfKnockOut = (pairing: TournamentPairing | undefined): pairing is KnockOutPairing =>
    pairing?.part.of === 'knockOut' && pairing.part.knockOut === knockOut
  const own = pairings.filter(isOfKnockOut)
  const rounds: BracketRound[] = []
  const add = (pairing: KnockOutPairing) => {
    for (const { source } of pairing.sides) {
      const before = source.of === 'winner' ? pairings[source.pairing] : undefined
      if (isOfKnockOut(before)) add(before)
    }
    const at = pairing.part.round - 1
    rounds[at] ??= { part: pairing.part, pairings: [] }
    rounds[at].pairings.push(pairing)
  }
  const final = own.find(({ part }) => part.round === part.roundCount && !part.isForThirdPlace)
  if (final) add(final)
  return { rounds, thirdPlace: own.find(({ part }) => part.isForThirdPlace) }
}

type Props = { tournament: Tournament; knockOut: number; names: TournamentNames; chosen?: number | undefined }

/** Shows a knock-out: its rounds as columns joined by lines, on narrow screens one below the other. */
export function Bracket({ tournament, knockOut, names, chosen }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const id = useId()
  const { rounds, thirdPlace } = getBracketRoundsAndThirdPlace(tournament, knockOut)
  const label = tournament.knockOuts[knockOut]?.label[lang] ?? ''
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        <Bdi>{label}</Bdi>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard */}
      <section className={styles.scroller} aria-label={t('matches.bracketOf', { name: label })} tabIndex={0}>
        <ol className={styles.rounds}>
          {rounds.map(({ part, pairings }) => (
            <li key={part.round} className={styles.round}>
              <h3 className={styles.title}>{names.nameRound(part)}</h3>
              <ol className={styles.pairings}>
                {pairings.map((pairing) => (
                  <li key={tournament.pairings.indexOf(pairing)} className={styles.pairing}>
                    <PairingCard pairing={pairing} names={names} chosen={chosen} />
                  </li>
                ))}
              </ol>
            </li>
          ))}
        </ol>
      </section>
      {thirdPlace ? (
        <div className={styles.thirdPlace}>
          <h3 className={styles.title}>{t('matches.rounds.thirdPlace')}</h3>
          <PairingCard pairing={thirdPlace} names={names} chosen={chosen} />
        </div>
      ) : null}
    </section>
  )
}
