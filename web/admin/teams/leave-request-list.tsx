import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { LeaveRequest } from '#contract/team-leave.schema.ts'
import { AdminConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { getErrorMessage } from '#web/admin/shared/error-alert.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Shows the open requests to leave a competition with a paid team. Renders nothing without requests. `onDecided` is called after each decision. */
export function LeaveRequestList({ onDecided }: { onDecided: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [requests, setRequests] = useState<LeaveRequest[]>([])
  const [approving, setApproving] = useState<LeaveRequest['team']>()
  const [busy, setBusy] = useState(false)
  const load = () => adminApi.teams.leaveRequests().then(setRequests, () => {})
  useEffect(() => {
    void adminApi.teams.leaveRequests().then(setRequests, () => {})
  }, [])
  const decide = async (teamId: string, approved: boolean) => {
    setBusy(true)
    try {
      toast.success((await adminApi.teams.decideLeaveRequest(teamId, approved)).message)
      onDecided()
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setApproving(undefined)
    setBusy(false)
    await load()
  }
  if (requests.length === 0) return null
  const label = (action: string, name: string) => t('adminTeams.leave.of', { action, name: `\u2068${name}\u2069` })
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-labelledby="leave-requests">
      <Title order={2} size="h4" id="leave-requests">
        {t('adminTeams.leave.title')}
      </Title>
      <Text size="sm">{t('adminTeams.leave.text')}</Text>
      <Stack gap="sm" mt="sm">
        {requests.map(({ team, requestedAt }) => (
          <Group key={team.id} justify="space-between">
            <div>
              <Anchor component={Link} to={`/admin/team/${team.id}/view`}>
                <bdi>{team.name}</bdi>
              </Anchor>
              <Text size="sm" c="dimmed">
                <bdi>{team.competition[lang]}</bdi> · {t('adminTeams.leave.asked', { date: formatDateTime(requestedAt) })}
              </Text>
            </div>
            <Group gap="xs">
              <Button
                size="sm"
                variant="default"
                loading={busy}
                aria-label={label(t('adminTeams.leave.refuse'), team.name)}
                onClick={() => void decide(team.id, false)}
              >
                {t('adminTeams.leave.refuse')}
              </Button>
              <Button
                size="sm"
                loading={busy}
                aria-label={label(t('adminTeams.leave.approve'), team.name)}
                onClick={() => setApproving(team)}
              >
                {t('adminTeams.leave.approve')}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
      {approving ? (
        <AdminConfirmDialog
          title={t('adminTeams.leave.question', { name: `\u2068${approving.name}\u2069` })}
          action={t('adminTeams.leave.approve')}
          busy={busy}
          onClose={() => setApproving(undefined)}
          onConfirm={() => void decide(approving.id, true)}
        />
      ) : null}
    </Paper>
  )
}
