import type { ReactNode } from 'react'
import type { Tournament, TournamentPairing } from '#contract/event/matches/match.schema.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './bracket.module.css'
import { PairingCard } from './pairing-card.tsx'
import type { KnockOutPart, TournamentWithFormatters } from './tournament-model.ts'

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

type Props = {
  model: TournamentWithFormatters
  knockOut: number
  /** The headings of its rounds. */
  Heading: 'h3' | 'h4'
  /** The chosen side, whose pairings are marked. */
  chosen?: number | undefined
  /** Shows what can be done about a pairing, below its result. */
  renderActions?: ((pairing: TournamentPairing) => ReactNode) | undefined
}

/** Shows a knock-out: its rounds as columns joined by lines, on narrow screens one below the other. */
export function Bracket({ model, knockOut, Heading, chosen, renderActions }: Props) {
  const { tAttribute } = useTranslation()
  const { rounds, thirdPlace } = getBracketRoundsAndThirdPlace(model.tournament, knockOut)
  const label = tAttribute('matches.bracketOf', { name: model.nameKnockOut(knockOut) })
  const renderCard = (pairing: TournamentPairing) => (
    <PairingCard pairing={pairing} model={model} chosen={chosen}>
      {renderActions?.(pairing)}
    </PairingCard>
  )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard */}
      <section className={styles.scroller} aria-label={label} tabIndex={0}>
        <ol className={styles.rounds}>
          {rounds.map(({ part, pairings }) => (
            <li key={part.round} className={styles.round}>
              <Heading className={styles.title}>{model.nameRound(part)}</Heading>
              <ol className={styles.pairings}>
                {pairings.map((pairing) => (
                  <li key={model.tournament.pairings.indexOf(pairing)} className={styles.pairing}>
                    {renderCard(pairing)}
                  </li>
                ))}
              </ol>
            </li>
          ))}
        </ol>
      </section>
      {thirdPlace ? (
        <div className={styles.thirdPlace}>
          <Heading className={styles.title}>{model.nameRound(thirdPlace.part)}</Heading>
          {renderCard(thirdPlace)}
        </div>
      ) : null}
    </>
  )
}
