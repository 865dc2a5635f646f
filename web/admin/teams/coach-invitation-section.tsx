import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { CoachInvitation, Team } from '#contract/team.schema.ts'
import { getErrorMessage } from '#web/admin/shared/error-alert.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './teams.module.css'

type CoachInvitationProps = { team: Team; invitation: CoachInvitation; onChanged: () => void }

/** Shows the invitation of a coach to own the team, or a button for each coach who can be invited. Renders nothing when no coach can be. */
export function CoachInvitationSection({ team, invitation, onChanged }: CoachInvitationProps) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const [isSaving, setIsSaving] = useState(false)
  const owner = team.user?.email.toLowerCase()
  const coaches = team.coaches.filter(({ email }) => email !== '' && email.toLowerCase() !== owner)
  const invited = invitation && coaches.find(({ id }) => id === invitation.coachId)
  if (coaches.length === 0) return null
  const save = async (change: () => Promise<{ message: string }>) => {
    setIsSaving(true)
    try {
      toast.success((await change()).message)
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
          ? t('adminTeams.invitation.invited', { name: `\u2068${invited.name}\u2069`, date: formatDateTime(invitation.invitedAt) })
          : t('adminTeams.invitation.text')}
      </Text>
      <Group>
        {coaches.map(({ id, name }) => (
          <Button key={id} variant="default" loading={isSaving} onClick={() => void save(() => adminApi.teams.inviteCoach(team.id, id))}>
            {t(id === invitation?.coachId ? 'adminTeams.invitation.again' : 'adminTeams.invitation.invite', {
              name: `\u2068${name}\u2069`,
            })}
          </Button>
        ))}
        {invited ? (
          <Button variant="subtle" disabled={isSaving} onClick={() => void save(() => adminApi.teams.withdrawCoachInvitation(team.id))}>
            {t('adminTeams.invitation.withdraw')}
          </Button>
        ) : null}
      </Group>
    </Paper>
  )
}
