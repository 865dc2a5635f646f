import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { Link } from 'react-router'
import { maxTypedCodeLength } from '#contract/event/judging/judge-code.ts'
import type { EventTeam, EventTeams } from '#contract/event/schedule/schedule.schema.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import {
  EventTabHeadingAndDocumentTitle,
  useOpenedEvent,
} from '#web/admin/event/events/event-tab-heading.tsx'
import { getErrorMessage } from '#web/admin/shared/admin-submit.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useLang } from '#web/shared/language.ts'
import {
  areTeamsFoundByBadgeCodeOnly,
  searchEventTeams,
} from '#web/shared/people/teams/search-event-teams.ts'
import { CameraQrCodeScanner, canScanWithCamera } from '#web/shared/scanner/camera-scanner.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { IconCamera, IconPlus, IconPrinter, IconSearch } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/event-teams-page.ts'
import { AddTeamsToEventDialog } from './add-teams-dialog.tsx'
import { WithdrawOrReinstateTeamButton } from './withdraw-team-button.tsx'

const loadEventTeams = (eventId: string): Promise<EventTeams> =>
  callApi('GET /api/admin/events/:eventId/teams', { params: { eventId } })

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadEventTeams(params.id)

const shownTeams = 200
type Props = { eventId: string; eventTeams: EventTeams; onChanged: () => Promise<void> }

/**
 * Checks the teams of an event in: by search, by a scanner that types the code of a badge, or with the
 * camera.
 */
function CheckInPanel({ eventId, eventTeams, onChanged }: Props) {
  const { teams, hasTeamSlots, areMatchesDrawn } = eventTeams
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [search, setSearch] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [guestCount, setGuestCount] = useState(0)
  const [result, setResult] = useState('')
  const { isReadOnly } = useOpenedEvent()
  const mayWithdraw = useHasPermission('results')
  const field = useRef<HTMLInputElement>(null)

  const checkIn = async (by: { teamId: string } | { badgeCode: string }, isCheckedIn = true) => {
    try {
      const { team, wasCheckedIn } = await callApi('POST /api/admin/events/:eventId/check-in', {
        params: { eventId },
        json: { ...by, isCheckedIn },
      })
      const text = t(
        wasCheckedIn && isCheckedIn ? 'adminJudging.checkIn.already' : 'adminJudging.checkIn.done',
        {
          team: joinTexts([team.teamNo, team.name], lang),
        },
      )
      setResult(isCheckedIn ? text : '')
      await onChanged()
    } catch (error) {
      setResult('')
      toast.error(
        error instanceof ApiError && error.status === 404
          ? t('adminJudging.checkIn.unknown')
          : ((error instanceof ApiError ? error.fields.teamId : undefined) ?? getErrorMessage(t, error)),
      )
    }
  }
  const found = searchEventTeams(teams, search)
  const submit = () => {
    const [onlyTeam] = found
    if (isReadOnly) return
    if (found.length === 1 && onlyTeam) void checkIn({ teamId: onlyTeam.id })
    else if (areTeamsFoundByBadgeCodeOnly(found, search)) void checkIn({ badgeCode: search })
    else return
    setSearch('')
    field.current?.focus()
  }
  const expected = teams.filter(({ withdrawal }) => !withdrawal)
  const present = expected.filter(({ checkedInAt }) => checkedInAt !== null).length
  const toggle = (team: EventTeam) => void checkIn({ teamId: team.id }, team.checkedInAt === null)
  return (
    <Stack>
      <Group justify="space-between">
        {isReadOnly ? null : <Text maw={640}>{t('adminJudging.checkIn.intro')}</Text>}
        {isReadOnly ? null : (
          <Group>
            <Button
              component={Link}
              to={`/admin/events/${eventId}/badges`}
              variant="default"
              leftSection={<IconPrinter size={18} />}
            >
              {t('adminJudging.checkIn.badges')}
            </Button>
            <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
              {t('adminJudging.checkIn.addTeams')}
            </Button>
          </Group>
        )}
      </Group>
      {guestCount > 0 ? (
        <Alert color="yellow" role="status">
          {t('adminJudging.checkIn.guests', { count: guestCount })}{' '}
          <Anchor inherit component={Link} to={`/admin/events/${eventId}/scores`} underline="always">
            {t('adminEvents.tabs.names.scores')}
          </Anchor>
        </Alert>
      ) : null}
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault()
          submit()
        }}
      >
        <Group align="flex-end">
          <TextInput
            ref={field}
            type="search"
            dir="auto"
            size="md"
            style={{ flex: '1 1 240px' }}
            leftSection={<IconSearch size={18} />}
            label={t('adminJudging.checkIn.search')}
            value={search}
            maxLength={maxTypedCodeLength}
            autoComplete="off"
            data-autofocus
            onChange={(change) => setSearch(change.currentTarget.value)}
          />
          {canScanWithCamera() && !isReadOnly ? (
            <Button
              size="md"
              variant="default"
              leftSection={<IconCamera size={18} />}
              onClick={() => setScanning(!isScanning)}
            >
              {t(isScanning ? 'adminJudging.checkIn.stopCamera' : 'adminJudging.checkIn.camera')}
            </Button>
          ) : null}
        </Group>
      </form>
      <Text role="status" fw={600}>
        {result}
      </Text>
      {isScanning ? (
        <CameraQrCodeScanner
          label={t('adminJudging.checkIn.camera')}
          onCode={(badgeCode) => void checkIn({ badgeCode })}
          onFailure={() => {
            setScanning(false)
            toast.error(t('adminJudging.checkIn.noCamera'))
          }}
        />
      ) : null}
      {teams.length === 0 ? (
        <Text ta="center" py="xl">
          {t(isReadOnly ? 'adminJudging.checkIn.noOwnTeams' : 'adminJudging.checkIn.none')}
        </Text>
      ) : (
        <>
          <Text size="sm">{t('adminJudging.checkIn.present', { present, total: expected.length })}</Text>
          {found.length === 0 ? (
            <Text ta="center" py="xl">
              {t('adminJudging.checkIn.nothingFound')}
            </Text>
          ) : (
            <StackedTable
              label={t('adminJudging.tabs.checkIn')}
              minWidth={300}
              rows={found.slice(0, shownTeams)}
              getKey={({ id }) => id}
              columns={[
                {
                  title: t('adminJudging.schedule.team'),
                  render: (team) => (
                    <>
                      <b>
                        {team.teamNo} · <Bdi>{team.name}</Bdi>
                      </b>
                      <Text size="xs" c="dimmed">
                        {team.schoolName ? (
                          <>
                            <Bdi>{team.schoolName}</Bdi> ·{' '}
                          </>
                        ) : null}
                        {team.competition[lang]}
                      </Text>
                      {team.withdrawal ? (
                        <Text size="sm">
                          <StatusBadge status="open">{t('adminJudging.checkIn.withdrawn')}</StatusBadge>{' '}
                          <bdi>{team.withdrawal.reason}</bdi>
                        </Text>
                      ) : null}
                    </>
                  ),
                },
                {
                  title: t('adminScores.actions'),
                  isActions: true,
                  render: (team) => (
                    <Group gap="xs">
                      {team.checkedInAt ? <Text size="xs">{formatDateTime(team.checkedInAt)}</Text> : null}
                      {team.withdrawal || isReadOnly ? null : (
                        <Button
                          flex="none"
                          variant={team.checkedInAt ? 'default' : 'filled'}
                          onClick={() => toggle(team)}
                        >
                          {t(team.checkedInAt ? 'adminJudging.checkIn.undo' : 'adminJudging.checkIn.checkIn')}
                        </Button>
                      )}
                      {mayWithdraw && !isReadOnly ? (
                        <WithdrawOrReinstateTeamButton
                          eventId={eventId}
                          areMatchesDrawn={areMatchesDrawn}
                          team={team}
                          onChanged={onChanged}
                        />
                      ) : null}
                    </Group>
                  ),
                },
              ]}
            />
          )}
        </>
      )}
      {isAdding ? (
        <AddTeamsToEventDialog
          eventId={eventId}
          hasTeamSlots={hasTeamSlots}
          onClose={() => setAdding(false)}
          onAdded={(count) => {
            setGuestCount(count)
            setAdding(false)
            void onChanged()
          }}
        />
      ) : null}
    </Stack>
  )
}

/** Shows the teams of an event and their check-in. */
export default function EventTeamsCheckInPage({ params: { id: eventId }, loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [eventTeams, setEventTeams] = useState(loaderData)
  const reload = useCallback(async () => {
    try {
      setEventTeams(await loadEventTeams(eventId))
    } catch {
      toast.error(t('messages.loadFailed'))
    }
  }, [eventId, t])
  return (
    <Stack gap="lg">
      <EventTabHeadingAndDocumentTitle tab="teams" />
      <CheckInPanel eventId={eventId} eventTeams={eventTeams} onChanged={reload} />
    </Stack>
  )
}
