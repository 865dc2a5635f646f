import { type ReactNode, useId } from 'react'
import type { TournamentPairing } from '#contract/event/matches/match.schema.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { Bracket } from './bracket.tsx'
import { GroupStandingSection, type StandingRow } from './group-table.tsx'
import { PairingCard } from './pairing-card.tsx'
import {
  countMatchesOfPairings,
  type TournamentPart,
  type TournamentWithFormatters,
} from './tournament-model.ts'
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

type RoundsProps = Omit<CardsProps, 'getDetail'> & { Heading: 'h3' | 'h4' }

/** Lists matches of groups by round. */
function GroupMatchesByRound({ pairings, Heading, ...props }: RoundsProps) {
  const { t } = useTranslation()
  const { model } = props
  const nameGroup = ({ part }: TournamentPairing) =>
    part.of === 'group' && model.tournament.groups.length > 1 ? model.nameGroup(part.group) : undefined
  return [...Map.groupBy(pairings, ({ part }) => part.round)].map(([number, ofRound]) => (
    <div key={number} className={styles.round}>
      <Heading className={styles.title}>{t('matches.round', { number })}</Heading>
      <PairingCardList {...props} pairings={ofRound} getDetail={nameGroup} />
    </div>
  ))
}

type Props = Pick<CardsProps, 'model' | 'chosen' | 'renderActions'> & {
  /** The headings of groups and knock-outs; those of their parts are one level below. */
  Heading: 'h2' | 'h3'
  /** Shows the side of a row of a standing, by default by its name. */
  renderSide?: ((row: StandingRow) => ReactNode) | undefined
  /** The part that is shown alone; by default all parts are shown. */
  part: TournamentPart | undefined
}

/** Shows a part of a tournament: the matches of a round, or the standing and the matches of a group. */
function TournamentPartSection({
  part: { heading, label, group, pairings },
  Heading,
  renderSide,
  ...props
}: Props & { part: TournamentPart }) {
  const SubHeading = Heading === 'h2' ? 'h3' : 'h4'
  if (group === undefined && pairings[0]?.part.of === 'knockOut')
    return (
      <TournamentSectionFrame Heading={Heading} title={<Bdi>{heading}</Bdi>}>
        <SubHeading className={styles.title}>{label}</SubHeading>
        <PairingCardList {...props} pairings={pairings} getDetail={() => undefined} />
      </TournamentSectionFrame>
    )
  return (
    <TournamentSectionFrame Heading={Heading} title={heading}>
      {group === undefined ? null : (
        <div className={styles.groups}>
          <GroupStandingSection
            model={props.model}
            group={group}
            Heading={SubHeading}
            renderSide={renderSide}
            chosen={props.chosen}
          />
        </div>
      )}
      <GroupMatchesByRound {...props} pairings={pairings} Heading={SubHeading} />
    </TournamentSectionFrame>
  )
}

/** Says how many matches of a tournament are shown. */
export function ShownMatchCount({ model, part }: Pick<Props, 'model' | 'part'>) {
  const { t } = useTranslation()
  const total = countMatchesOfPairings(model.tournament.pairings)
  return (
    <p role="status" className={styles.count}>
      {t('matches.shown', { shown: part ? countMatchesOfPairings(part.pairings) : total, total })}
    </p>
  )
}

/**
 * Shows a part of a tournament, or all of it: the standings of all groups, the knock-outs, and the matches of
 * the groups by round.
 */
export function TournamentStandingsAndMatches({ part, ...props }: Props) {
  const { t } = useTranslation()
  const { model, chosen, Heading, renderSide, renderActions } = props
  if (part) return <TournamentPartSection {...props} part={part} />
  const { groups, knockOuts, pairings } = model.tournament
  const SubHeading = Heading === 'h2' ? 'h3' : 'h4'
  const cards = { model, chosen, renderActions }
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
          <Bracket {...cards} knockOut={knockOut} Heading={SubHeading} />
        </TournamentSectionFrame>
      ))}
      {groups.length > 0 ? (
        <TournamentSectionFrame Heading={Heading} title={t('matches.groupMatches')}>
          <GroupMatchesByRound
            {...cards}
            pairings={pairings.filter(({ part }) => part.of === 'group')}
            Heading={SubHeading}
          />
        </TournamentSectionFrame>
      ) : null}
    </>
  )
}
