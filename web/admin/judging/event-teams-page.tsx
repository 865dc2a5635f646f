import { Alert, Anchor, Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconCamera, IconPlus, IconPrinter, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { maxTypedCodeLength } from '#contract/rules/judge-code.ts'
import type { EventTeam, Schedule } from '#contract/schedule.schema.ts'
import { EventTabHeadingAndTitle, useOpenedEvent } from '#web/admin/events/event-tab-heading.tsx'
import { ErrorAlert, getErrorMessage, useSubmitWithErrorFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { useLoadedValue } from '#web/admin/shared/use-loaded-value.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { useLang } from '#web/shared/language.ts'
import { CameraScanner, canScanWithCamera } from '#web/shared/scanner/camera-scanner.tsx'
import { isBadgeSearch, searchEventTeams } from '#web/shared/teams/search-event-teams.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/event-teams-page.ts'
import { useReloadableSchedule } from './use-schedule.ts'

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => adminApi.schedule.get(params.id)

type AddTeamsDialogProps = { eventId: string; onClose: () => void; onAdded: (guestCount: number) => void }

/** Shows a dialog that adds the teams of a competition to an event, or one of them by its number. */
function AddTeamsDialog({ eventId, onClose, onAdded }: AddTeamsDialogProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const competitions = useLoadedValue(() => adminApi.competitions.listActive(), eventId) ?? []
  const [competitionId, setCompetitionId] = useState<string | null>(null)
  const [teamNo, setTeamNo] = useState<number | ''>('')
  const { failure, submitting, submit, clear } = useSubmitWithErrorFocus()
  const { season } = useOpenedEvent()
  const add = async () => {
    if (competitionId === null) return
    await submit(async () => {
      const { count, guestCount } = await adminApi.schedule.addTeams(eventId, {
        competitionId,
        ...(teamNo === '' ? {} : { teamNo }),
      })
      toast.success(t('adminJudging.checkIn.added', { count }))
      onAdded(guestCount)
    })
  }
  return (
    <AdminDialog onClose={onClose} title={t('adminJudging.checkIn.addTeams')}>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void add()
        }}
      >
        <Stack>
          <Text>{t('adminJudging.checkIn.addTeamsText', { season: season ?? '' })}</Text>
          <ErrorAlert message={failure?.message} />
          <Select
            label={t('adminJudging.checkIn.competition')}
            required
            data={competitions.map(({ id, name }) => ({ value: id, label: name[lang] }))}
            value={competitionId}
            onChange={(value) => {
              setCompetitionId(value)
              clear()
            }}
          />
          <NumberInput
            label={t('adminJudging.checkIn.teamNo')}
            description={t('adminJudging.checkIn.teamNoHint')}
            min={1}
            allowDecimal={false}
            value={teamNo}
            onChange={(value) => {
              setTeamNo(value === '' ? '' : Number(value))
              clear()
            }}
          />
          <AdminDialogActions onCancel={onClose}>
            <Button type="submit" loading={submitting} disabled={competitionId === null}>
              {t('adminJudging.checkIn.addTeams')}
            </Button>
          </AdminDialogActions>
        </Stack>
      </form>
    </AdminDialog>
  )
}

const shownTeams = 200
type Props = { schedule: Schedule; onChanged: () => Promise<void> }

/**
 * Checks the teams of an event in: by search, by a scanner that types the code of a badge, or with the
 * camera.
 */
function CheckInPanel({ schedule: { event, teams }, onChanged }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  const [search, setSearch] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [guestCount, setGuestCount] = useState(0)
  const [result, setResult] = useState('')
  const field = useRef<HTMLInputElement>(null)

  const checkIn = async (by: { teamId: string } | { badgeCode: string }, isCheckedIn = true) => {
    try {
      const { team, wasCheckedIn } = await adminApi.schedule.checkIn(event.id, { ...by, isCheckedIn })
      const text = t(
        wasCheckedIn && isCheckedIn ? 'adminJudging.checkIn.already' : 'adminJudging.checkIn.done',
        {
          team: `${team.teamNo} · \u2068${team.name}\u2069`,
        },
      )
      setResult(isCheckedIn ? text : '')
      await onChanged()
    } catch (error) {
      setResult('')
      toast.error(
        error instanceof ApiError && error.status === 404
          ? t('adminJudging.checkIn.unknown')
          : getErrorMessage(t, error),
      )
    }
  }
  const found = searchEventTeams(teams, search)
  const submit = () => {
    const [onlyTeam] = found
    if (found.length === 1 && onlyTeam) void checkIn({ teamId: onlyTeam.id })
    else if (isBadgeSearch(found, search)) void checkIn({ badgeCode: search })
    else return
    setSearch('')
    field.current?.focus()
  }
  const present = teams.filter(({ checkedInAt }) => checkedInAt !== null).length
  const toggle = (team: EventTeam) => void checkIn({ teamId: team.id }, team.checkedInAt === null)
  return (
    <Stack>
      <Group justify="space-between">
        <Text maw={640}>{t('adminJudging.checkIn.intro')}</Text>
        <Group>
          <Button
            component={Link}
            to={`/admin/events/${event.id}/badges`}
            variant="default"
            leftSection={<IconPrinter size={18} />}
          >
            {t('adminJudging.checkIn.badges')}
          </Button>
          <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
            {t('adminJudging.checkIn.addTeams')}
          </Button>
        </Group>
      </Group>
      {guestCount > 0 ? (
        <Alert color="yellow" role="status">
          {t('adminJudging.checkIn.guests', { count: guestCount })}{' '}
          <Anchor inherit component={Link} to={`/admin/events/${event.id}/scores`} underline="always">
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
          {canScanWithCamera() ? (
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
        <CameraScanner
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
          {t('adminJudging.checkIn.none')}
        </Text>
      ) : (
        <>
          <Text size="sm">{t('adminJudging.checkIn.present', { present, total: teams.length })}</Text>
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
                    </>
                  ),
                },
                {
                  title: t('adminScores.actions'),
                  isActions: true,
                  render: (team) => (
                    <Group gap="xs">
                      {team.checkedInAt ? <Text size="xs">{formatDateTime(team.checkedInAt)}</Text> : null}
                      <Button
                        flex="none"
                        variant={team.checkedInAt ? 'default' : 'filled'}
                        onClick={() => toggle(team)}
                      >
                        {t(team.checkedInAt ? 'adminJudging.checkIn.undo' : 'adminJudging.checkIn.checkIn')}
                      </Button>
                    </Group>
                  ),
                },
              ]}
            />
          )}
        </>
      )}
      {isAdding ? (
        <AddTeamsDialog
          eventId={event.id}
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
export default function EventTeamsCheckInPage({ loaderData }: Route.ComponentProps) {
  const { schedule, reload } = useReloadableSchedule(loaderData)
  return (
    <Stack gap="lg">
      <EventTabHeadingAndTitle tab="teams" />
      <CheckInPanel schedule={schedule} onChanged={reload} />
    </Stack>
  )
}
