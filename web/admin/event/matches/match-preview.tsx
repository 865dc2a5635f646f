import { Alert, Anchor, Checkbox, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AdminMatches, MatchChanges } from '#contract/event/matches/match.schema.ts'
import { useTournamentWithFormatters } from '#web/shared/event/matches/tournament-model.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { nameBothSides, toMatchProblemTextAndLocation } from './match-texts.ts'
import styles from './matches.module.css'

/**
 * Tells whether a change leaves a played match with other sides than follow from the results, which must be
 * confirmed.
 */
export const shouldConfirmMatchChanges = ({ changedMatches }: MatchChanges): boolean =>
  changedMatches.some(({ isPlayed }) => isPlayed)

function PreviewList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h5">
        {title}
      </Title>
      <ul className={styles.changes}>{children}</ul>
    </section>
  )
}

type Props = {
  matches: AdminMatches
  preview: MatchChanges
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
}

/**
 * Shows what a result, a withdrawal or other rules change in later matches, ranks and open questions, and asks for a
 * confirmation when a played match is affected.
 */
export function MatchChangesWithConfirmation({ matches, preview, isAccepted, onAccept }: Props) {
  const { t, i18n } = useTranslation()
  const model = useTournamentWithFormatters(matches.tournament)
  const { changedMatches, changedRanks, problems } = preview
  const hasChanges = changedMatches.length + changedRanks.length + problems.length > 0
  return (
    <Stack>
      {hasChanges ? null : <Text>{t('adminMatches.preview.nothing')}</Text>}
      {changedMatches.length > 0 ? (
        <PreviewList title={t('adminMatches.preview.matches')}>
          {changedMatches.map(({ match, isPlayed, before, expected }) => (
            <li key={match} className={isPlayed ? styles.playedChange : undefined}>
              {t(isPlayed ? 'adminMatches.preview.played' : 'adminMatches.preview.otherSides', {
                number: match,
                before: nameBothSides(t, model, before),
                expected: nameBothSides(t, model, expected),
              })}
            </li>
          ))}
        </PreviewList>
      ) : null}
      {changedRanks.length > 0 ? (
        <PreviewList title={t('adminMatches.preview.ranks')}>
          {changedRanks.map(({ side, before, after }) => (
            <li key={side}>
              {t('adminMatches.preview.rank', { side: model.nameTeams(side), before, after })}
            </li>
          ))}
        </PreviewList>
      ) : null}
      {problems.length > 0 ? (
        <PreviewList title={t('adminMatches.preview.problems')}>
          {problems
            .map((problem) => toMatchProblemTextAndLocation(i18n, model, matches.teams, problem).text)
            .map((text) => (
              <li key={text}>{text}</li>
            ))}
        </PreviewList>
      ) : null}
      {shouldConfirmMatchChanges(preview) ? (
        <Checkbox
          label={t('adminMatches.preview.accept')}
          checked={isAccepted}
          onChange={(event) => onAccept(event.currentTarget.checked)}
        />
      ) : null}
    </Stack>
  )
}

type ProblemListProps = { eventId: string; matches: AdminMatches; onOpen: (match: number) => void }

/** Lists the problems of the draw and the results, each with the match or the page where it can be solved. */
export function MatchProblemList({ eventId, matches, onOpen }: ProblemListProps) {
  const { t, i18n } = useTranslation()
  const model = useTournamentWithFormatters(matches.tournament)
  const { problems, teams } = matches
  if (problems.length === 0) return null
  return (
    <Alert color="yellow">
      <Text fw={600}>{t('adminMatches.problems.title', { count: problems.length })}</Text>
      <ul className={styles.changes}>
        {problems
          .map((problem) => toMatchProblemTextAndLocation(i18n, model, teams, problem))
          .map(({ text, match, isInScores }) => (
            <li key={text}>
              {text}{' '}
              {match === undefined ? null : (
                <Anchor component="button" type="button" size="sm" onClick={() => onOpen(match)}>
                  {t('adminMatches.problems.openMatch', { number: match })}
                </Anchor>
              )}
              {isInScores ? (
                <Anchor component={Link} size="sm" to={`/admin/events/${eventId}/scores`}>
                  {t('adminMatches.problems.openScores')}
                </Anchor>
              ) : null}
            </li>
          ))}
      </ul>
    </Alert>
  )
}
