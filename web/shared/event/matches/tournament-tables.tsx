import { type ReactNode, useId } from 'react'
import type { TournamentPairing } from '#contract/event/matches/match.schema.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { Bracket } from './bracket.tsx'
import { GroupStandingSection, type StandingRow } from './group-table.tsx'
import { PairingCard } from './pairing-card.tsx'
import type { TournamentWithFormatters } from './tournament-model.ts'
import styles from './tournament-tables.module.css'

type PartProps = { Heading: 'h2' | 'h3'; title: ReactNode; children: ReactNode }

/** Shows a part of a tournament below its heading. */
export function TournamentSectionFrame({ Heading, title, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className={styles.heading}>
        {title}
      </Heading>
      {children}
    </section>
  )
}

type CardsProps = {
  model: TournamentWithFormatters
  pairings: readonly TournamentPairing[]
  /** Returns what is shown after the numbers of the matches, such as the group. */
  getDetail: (pairing: TournamentPairing) => string | undefined
  /** The chosen side, which is marked. */
  chosen?: number | undefined
  /** Shows what can be done about a pairing, below its result. */
  renderActions?: ((pairing: TournamentPairing) => ReactNode) | undefined
}

/** Lists pairings, each with its result. */
export function PairingCardList({ model, pairings, getDetail, chosen, renderActions }: CardsProps) {
  return (
    <ul className={styles.cards}>
      {pairings.map((pairing) => (
        <li key={model.tournament.pairings.indexOf(pairing)}>
          <PairingCard pairing={pairing} model={model} detail={getDetail(pairing)} chosen={chosen}>
            {renderActions?.(pairing)}
          </PairingCard>
        </li>
      ))}
    </ul>
  )
}

type Props = Pick<CardsProps, 'model' | 'chosen' | 'renderActions'> & {
  /** The headings of groups and knock-outs; those of their parts are one level below. */
  Heading: 'h2' | 'h3'
  /** Shows the side of a row of a standing, by default by its name. */
  renderSide?: ((row: StandingRow) => ReactNode) | undefined
}

/** Shows the standings of all groups, the knock-outs, and the matches of the groups by round. */
export function TournamentStandingsAndMatches({ Heading, renderSide, ...props }: Props) {
  const { t } = useTranslation()
  const { model, chosen } = props
  const { groups, knockOuts, pairings } = model.tournament
  const SubHeading = Heading === 'h2' ? 'h3' : 'h4'
  const rounds = Map.groupBy(
    pairings.filter(({ part }) => part.of === 'group'),
    ({ part }) => part.round,
  )
  const nameGroup = ({ part }: TournamentPairing) =>
    part.of === 'group' && groups.length > 1 ? model.nameGroup(part.group) : undefined
  return (
    <>
      {groups.length > 0 ? (
        <TournamentSectionFrame Heading={Heading} title={t('matches.groups')}>
          <div className={styles.groups}>
            {groups.map((_, group) => (
              <GroupStandingSection
                // biome-ignore lint/suspicious/noArrayIndexKey: a group is its position
                key={group}
                model={model}
                group={group}
                Heading={SubHeading}
                renderSide={renderSide}
                chosen={chosen}
              />
            ))}
          </div>
        </TournamentSectionFrame>
      ) : null}
      {knockOuts.map((_, knockOut) => (
        <TournamentSectionFrame
          // biome-ignore lint/suspicious/noArrayIndexKey: a knock-out is its position
          key={knockOut}
          Heading={Heading}
          title={<Bdi>{model.nameKnockOut(knockOut)}</Bdi>}
        >
          <Bracket {...props} knockOut={knockOut} Heading={SubHeading} />
        </TournamentSectionFrame>
      ))}
      {groups.length > 0 ? (
        <TournamentSectionFrame Heading={Heading} title={t('matches.groupMatches')}>
          {[...rounds].map(([number, ofRound]) => (
            <div key={number} className={styles.round}>
              <SubHeading className={styles.title}>{t('matches.round', { number })}</SubHeading>
              <PairingCardList {...props} pairings={ofRound} getDetail={nameGroup} />
            </div>
          ))}
        </TournamentSectionFrame>
      ) : null}
    </>
  )
}
