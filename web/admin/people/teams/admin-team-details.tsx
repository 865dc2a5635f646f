import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { ActiveCompetition } from '#contract/event/competition.schema.ts'
import { computeTeamCompetitionPoints } from '#contract/event/scoring/score-sheet.ts'
import type { RecordedGuardianConfirmation } from '#contract/people/guardians/guardian-confirmation.schema.ts'
import { type TeamField, teamFieldNames } from '#contract/people/teams/team.fields.ts'
import type { CoachInvitation, Team, TeamPerson, TeamScore } from '#contract/people/teams/team.schema.ts'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { BreakableEmailAddress } from '#web/admin/shared/table-cells.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { personPathNames } from '#web/shared/api/admin/teams.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatAttemptTime, formatNumber } from '#web/shared/format.ts'
import { formatTeamValuesByField, getTeamFieldLabel } from '#web/shared/people/teams/team-texts.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconEdit, IconPrinter } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { CoachesOrMembersSection, type RevealedNationalId } from './people-section.tsx'
import { formatScoreSheetKey } from './score-values.ts'
import {
  CompleteOrIncompleteBadge,
  DetailList,
  GuardianRefusedBadge,
  MissingPlaceBadge,
  NationalIdAccessReasonDialog,
  PaidPendingOrFreeBadge,
  TeamImage,
} from './team-parts.tsx'
import { TeamScoreEditor } from './team-score-editor.tsx'
import styles from './teams.module.css'

type CoachInvitationProps = { team: Team; invitation: CoachInvitation; onChanged: () => void }

/**
 * Shows the invitation of a coach to own the team, or a button for each coach who can be invited. Renders
 * nothing when no coach can be.
 */
function CoachInvitationSection({ team, invitation, onChanged }: CoachInvitationProps) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const [isSaving, setIsSaving] = useState(false)
  const owner = team.user?.email.toLowerCase()
  const coaches = team.coaches.filter(({ email }) => email !== '' && email.toLowerCase() !== owner)
  const invited = invitation && coaches.find(({ id }) => id === invitation.coachId)
  if (coaches.length === 0) return null
  const params = { teamId: team.id }
  const save = async (change: () => Promise<{ msg: string }>) => {
    setIsSaving(true)
    try {
      toast.success((await change()).msg)
      onChanged()
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setIsSaving(false)
  }
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="coach-invitation" className={styles.screen}>
      <Title order={2} size="h4" mb="xs" id="coach-invitation">
        {t('adminTeams.invitation.title')}
      </Title>
      <Text size="sm" mb="md">
        {invitation && invited
          ? t('adminTeams.invitation.invited', {
              name: invited.name,
              date: formatDateTime(invitation.invitedAt),
            })
          : t('adminTeams.invitation.text')}
      </Text>
      <Group>
        {coaches.map(({ id, name }) => (
          <Button
            key={id}
            variant="default"
            loading={isSaving}
            onClick={() =>
              void save(() =>
                callApi('PUT /api/admin/teams/:teamId/coach-invitation', { params, json: { coachId: id } }),
              )
            }
          >
            {t(id === invitation?.coachId ? 'adminTeams.invitation.again' : 'adminTeams.invitation.invite', {
              name,
            })}
          </Button>
        ))}
        {invited ? (
          <Button
            variant="subtle"
            disabled={isSaving}
            onClick={() =>
              void save(() => callApi('DELETE /api/admin/teams/:teamId/coach-invitation', { params }))
            }
          >
            {t('adminTeams.invitation.withdraw')}
          </Button>
        ) : null}
      </Group>
    </Paper>
  )
}

type PrintedScoresProps = {
  scores: TeamScore[]
  competition: ActiveCompetition
  total?: number | undefined
  isOnScreen?: boolean
}

/**
 * Shows the scores of a team in the printed page, in place of the editor, and with `isOnScreen` also on the
 * screen.
 */
function PrintedScores({ scores, competition, total, isOnScreen = false }: PrintedScoresProps) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  if (scores.length === 0)
    return <p className={isOnScreen ? undefined : styles.paper}>{t('adminTeams.scores.none')}</p>
  return (
    <table className={`${isOnScreen ? '' : styles.paper} ${styles.results}`}>
      <thead>
        <tr>
          <th>{t('adminTeams.scores.key')}</th>
          <th>{t('adminTeams.scores.score')}</th>
          <th>{t('adminTeams.scores.time')}</th>
          <th>{t('adminTeams.scores.links')}</th>
        </tr>
      </thead>
      <tbody>
        {scores.map((score, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two results may be the same
          <tr key={at}>
            <td>
              <Bdi>{formatScoreSheetKey(t, score.key)}</Bdi>
            </td>
            <td>
              <bdi dir="ltr">{formatNumber(score.score, lang)}</bdi>
            </td>
            <td>
              <bdi dir="ltr">{score.timeMs > 0 ? formatAttemptTime(score.timeMs) : '–'}</bdi>
            </td>
            <td>
              {[
                score.youtubeLink,
                score.file,
                score.github,
                ...score.matches.map(
                  ({ fbs, obs, youtubeLink }, nth) =>
                    `${t('adminTeams.scores.match', { number: nth + 1 })}: fbs ${fbs}, obs ${obs} ${youtubeLink}`,
                ),
              ]
                .filter(Boolean)
                .map((line, nth) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two links may be the same
                  <div key={nth}>
                    <bdi>{line}</bdi>
                  </div>
                ))}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th>{t('adminTeams.scores.total')}</th>
          <td colSpan={3}>
            <bdi dir="ltr">
              {formatNumber(total ?? computeTeamCompetitionPoints(competition.slug, scores), lang)}
            </bdi>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

type Props = {
  team: Team
  competition: ActiveCompetition
  confirmations: readonly RecordedGuardianConfirmation[]
  invitation: CoachInvitation
  /** The request to leave the competition, shown first. */
  leaveRequest?: ReactNode
  /** The payments and season records of the team, shown below its people. */
  payments?: ReactNode
  /** Called after a save: the team must be loaded again. */
  onChanged: () => void
}

/** Shows the details of a team. The page is printable. */
export function AdminTeamDetailsAndActions({
  team,
  competition,
  confirmations,
  invitation,
  leaveRequest,
  payments,
  onChanged,
}: Props) {
  const { t, i18n } = useTranslation()
  const mayScore = useHasPermission('results')
  const mayInvite = useHasPermission('registration')
  const maySeePeople = useHasPermission(['registration', 'privacy'])
  const lang = i18n.language
  const [asking, setAsking] = useState<TeamPerson>()
  const [revealed, setRevealed] = useState<RevealedNationalId>()
  const { formatDateTime } = useDateFormat()
  const described = formatTeamValuesByField(t, lang, team)
  const emptyTexts: Partial<Record<TeamField, string>> = { regionId: t('teamFields.noRegion') }
  const shared = {
    team,
    competition,
    confirmations,
    revealed,
    onReveal: setAsking,
    onHide: () => setRevealed(undefined),
    onChanged,
  }
  return (
    <Stack gap="lg" maw={1100}>
      <Group justify="space-between" align="flex-end">
        <Group wrap="nowrap">
          <TeamImage src={team.image} size={84} />
          <div>
            <Anchor component={Link} to="/admin/teams" size="sm" className={styles.screen}>
              {t('admin.form.back')}
            </Anchor>
            <Title order={1} size="h2">
              <Bdi>{team.name}</Bdi>
            </Title>
          </div>
        </Group>
        <Group className={styles.screen}>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('adminTeams.print')}
          </Button>
          <Button
            component={Link}
            to={`/admin/team/${team.id}/edit`}
            leftSection={<IconEdit size={18} aria-hidden />}
          >
            {t('adminEntities.team.edit')}
          </Button>
        </Group>
      </Group>
      {leaveRequest}
      <Paper withBorder p="md" component="section" aria-label={t('adminTeams.facts')} className={styles.part}>
        <Title order={2} size="h4" mb="md">
          {t('adminTeams.facts')}
        </Title>
        <DetailList
          rows={[
            [t('adminTeams.teamNo'), <bdi key="no">{team.teamNo}</bdi>],
            ...teamFieldNames
              .filter((field) => field !== 'name')
              .map(
                (field) =>
                  [
                    getTeamFieldLabel(t, field),
                    <bdi key={field}>{described[field] || (emptyTexts[field] ?? '–')}</bdi>,
                  ] as const,
              ),
            [
              t('adminTeams.payment'),
              <PaidPendingOrFreeBadge key="paid" paid={team.paid} isFree={competition.fee === 0} />,
            ],
            ...(team.status === 'registered'
              ? []
              : [[t('adminTeams.place'), <MissingPlaceBadge key="place" status={team.status} />] as const]),
            [
              t('adminTeams.completeness'),
              <Fragment key="complete">
                <CompleteOrIncompleteBadge complete={team.complete} />
                {confirmations.some(({ state }) => state === 'refused') ? <GuardianRefusedBadge /> : null}
              </Fragment>,
            ],
            [t('adminTeams.created'), formatDateTime(team.createdAt)],
            ...(maySeePeople
              ? [
                  [
                    t('adminTeams.registeredBy'),
                    team.user ? (
                      <>
                        <Anchor key="user" component={Link} to={`/admin/users/${team.user.id}/edit`}>
                          <Bdi>{team.user.name}</Bdi>
                        </Anchor>{' '}
                        <BreakableEmailAddress>{team.user.email}</BreakableEmailAddress>
                      </>
                    ) : (
                      t('adminTeams.nobody')
                    ),
                  ] as const,
                ]
              : []),
          ]}
        />
      </Paper>
      {mayInvite ? (
        <CoachInvitationSection team={team} invitation={invitation} onChanged={onChanged} />
      ) : null}
      {maySeePeople ? <CoachesOrMembersSection kind="coach" {...shared} /> : null}
      {maySeePeople ? <CoachesOrMembersSection kind="member" {...shared} /> : null}
      {payments}
      <Paper
        withBorder
        p="md"
        component="section"
        id="scores"
        aria-label={t('adminTeams.scores.title')}
        className={styles.part}
      >
        <Title order={2} size="h4" mb="md">
          {t('adminTeams.scores.title')}
        </Title>
        {team.hasDerivedScores ? <Text mb="md">{t('adminTeams.scores.derived')}</Text> : null}
        <PrintedScores
          total={team.derivedTotal}
          scores={team.scores}
          competition={competition}
          isOnScreen={team.hasDerivedScores ?? false}
        />
        <div className={styles.screen}>
          {mayScore && !team.hasDerivedScores ? (
            <TeamScoreEditor team={team} competition={competition} onSaved={onChanged} />
          ) : null}
        </div>
      </Paper>
      {asking ? (
        <NationalIdAccessReasonDialog
          title={t('adminTeams.reveal.title')}
          text={t('adminTeams.reveal.text', { name: asking.name })}
          action={t('adminTeams.reveal.run')}
          onClose={() => setAsking(undefined)}
          onSubmit={async (reason) => {
            const { nationalId } = await callApi(
              `POST /api/admin/teams/:teamId/${personPathNames[asking.kind]}/:personId/national-id`,
              { params: { teamId: team.id, personId: asking.id }, json: { reason } },
            )
            setRevealed({ personId: asking.id, nationalId })
            setAsking(undefined)
          }}
        />
      ) : null}
    </Stack>
  )
}
