import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ActiveCompetition } from '#contract/event/competition.schema.ts'
import type { RecordedGuardianConfirmation } from '#contract/people/guardians/guardian-confirmation.schema.ts'
import type { PersonKind } from '#contract/people/teams/team.fields.ts'
import type { Team, TeamPerson } from '#contract/people/teams/team.schema.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { personPathNames } from '#web/shared/api/admin/teams.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconPlus } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { PersonDetailsAndConsentCard } from './person-card.tsx'
import styles from './teams.module.css'

/** The national ID that is shown unmasked. */
export type RevealedNationalId = { personId: string; nationalId: string }
type Props = {
  team: Team
  kind: PersonKind
  competition: ActiveCompetition
  confirmations: readonly RecordedGuardianConfirmation[]
  revealed: RevealedNationalId | undefined
  onReveal: (person: TeamPerson) => void
  onHide: () => void
  onChanged: () => void
}

/** Shows the coaches or members of a team, with actions to add, change and remove them. */
export function CoachesOrMembersSection({
  team,
  kind,
  competition,
  confirmations,
  revealed,
  onReveal,
  onHide,
  onChanged,
}: Props) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  const [asked, setAsked] = useState<TeamPerson>()
  const [busy, setBusy] = useState(false)
  const [gone, setGone] = useState<TeamPerson>()
  const people = kind === 'coach' ? team.coaches : team.members
  const { minCoaches, maxCoaches, minMembers, maxMembers } = competition
  const [min, max] = kind === 'coach' ? [minCoaches, maxCoaches] : [minMembers, maxMembers]
  const personPath = `/api/admin/teams/:teamId/${personPathNames[kind]}/:personId` as const
  const number = (value: number) => formatNumber(value, lang)
  const remove = async (person: TeamPerson) => {
    setBusy(true)
    try {
      const params = { teamId: team.id, personId: person.id }
      toast.success((await callApi(`DELETE ${personPath}`, { params })).msg)
      setGone(person)
      onChanged()
    } catch (error) {
      toast.error(getErrorMessage(t, error, t('messages.deleteFailed')))
    }
    setBusy(false)
    setAsked(undefined)
  }
  const undo = async (person: TeamPerson) => {
    setBusy(true)
    try {
      const params = { teamId: team.id, personId: person.id }
      toast.success((await callApi(`POST ${personPath}/restore`, { params })).msg)
      setGone(undefined)
      onChanged()
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setBusy(false)
  }
  const title = t(kind === 'coach' ? 'adminTeams.coaches' : 'adminTeams.members')
  return (
    <Paper withBorder p="md" component="section" aria-label={title} className={styles.part}>
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {t('adminTeams.needed', { there: number(people.length), min: number(min), max: number(max) })}
          </Text>
        </div>
        {people.length < max ? (
          <Button
            component={Link}
            to={`/admin/team/${team.id}/${kind}/new/edit`}
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            className={styles.screen}
          >
            {t(`adminTeams.${kind}.add`)}
          </Button>
        ) : (
          <Text size="sm" className={styles.screen}>
            {t(`adminTeams.${kind}.full`, { limit: number(max) })}
          </Text>
        )}
      </Group>
      {gone ? (
        <Group role="status" mb="md" className={styles.screen}>
          <Text size="sm">
            <Bdi>{gone.name}</Bdi>: {t('messages.deleted')}
          </Text>
          <Button size="xs" variant="default" loading={busy} onClick={() => void undo(gone)}>
            {t('admin.list.undo')}
          </Button>
        </Group>
      ) : null}
      {people.length === 0 ? <Text>{t(`adminTeams.${kind}.none`)}</Text> : null}
      <Stack gap="md">
        {people.map((person) => (
          <PersonDetailsAndConsentCard
            key={person.id}
            teamId={team.id}
            person={person}
            competition={competition}
            confirmation={confirmations.find(({ personId }) => personId === person.id)}
            nationalId={revealed?.personId === person.id ? revealed.nationalId : undefined}
            onReveal={() => onReveal(person)}
            onHide={onHide}
            onRemove={() => setAsked(person)}
            onChanged={onChanged}
          />
        ))}
      </Stack>
      {asked ? (
        <AdminConfirmDialog
          title={t('messages.confirmDelete')}
          text={isolateText(asked.name, i18n.language)}
          action={t('admin.list.remove')}
          busy={busy}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void remove(asked)}
        />
      ) : null}
    </Paper>
  )
}
