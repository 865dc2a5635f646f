import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { LeaveRequest } from '#contract/team-leave.schema.ts'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { ApproveLeaveDialog } from './approve-leave-dialog.tsx'

/** Shows the open requests to leave a competition with a paid team. Renders nothing without requests. `onDecided` is called after each decision. */
export function LeaveRequestList({ onDecided }: { onDecided: () => void }) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [requests, setRequests] = useState<LeaveRequest[]>([])
  const [approving, setApproving] = useState<LeaveRequest>()
  const [busy, setBusy] = useState(false)
  const load = () => adminApi.teams.leaveRequests().then(setRequests, () => {})
  useEffect(() => {
    void adminApi.teams.leaveRequests().then(setRequests, () => {})
  }, [])
  const refuse = async (teamId: string) => {
    setBusy(true)
    try {
      toast.success((await adminApi.teams.decideLeaveRequest({ teamId, approved: false })).message)
      onDecided()
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setBusy(false)
    await load()
  }
  if (requests.length === 0 && !approving) return null
  const label = (action: string, name: string) => t('adminTeams.leave.of', { action, name: `\u2068${name}\u2069` })
  return (
    <Paper withBorder px="md" py="xs" mb="sm" component="section" aria-labelledby="leave-requests">
      <Title order={2} size="h4" id="leave-requests">
        {t('adminTeams.leave.title')}
      </Title>
      <Text size="xs">{t('adminTeams.leave.text')}</Text>
      <Stack gap="xs" mt={4}>
        {requests.map((request) => {
          const { team, requestedAt } = request
          return (
            <Group key={team.id} justify="space-between" gap="xs">
              <Group gap="xs">
                <Anchor component={Link} to={`/admin/team/${team.id}/view`}>
                  <bdi>{team.name}</bdi>
                </Anchor>
                <Text size="sm" c="dimmed">
                  <bdi>{team.competition[lang]}</bdi> · {t('adminTeams.leave.asked', { date: formatDateTime(requestedAt) })}
                </Text>
              </Group>
              <Group gap="xs">
                <Button
                  size="sm"
                  variant="default"
                  loading={busy}
                  aria-label={label(t('adminTeams.leave.refuse'), team.name)}
                  onClick={() => void refuse(team.id)}
                >
                  {t('adminTeams.leave.refuse')}
                </Button>
                <Button
                  size="sm"
                  loading={busy}
                  aria-label={label(t('adminTeams.leave.approve'), team.name)}
                  onClick={() => setApproving(request)}
                >
                  {t('adminTeams.leave.approve')}
                </Button>
              </Group>
            </Group>
          )
        })}
      </Stack>
      {approving ? (
        <ApproveLeaveDialog
          request={approving}
          onClose={() => {
            setApproving(undefined)
            void load()
          }}
          onDecided={onDecided}
        />
      ) : null}
    </Paper>
  )
}
