import { Alert, Button, Checkbox, Group, List, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AssignedGuests, Guest } from '#contract/event/guest.schema.ts'
import { scoreLimits } from '#contract/event/scores/score.ts'
import { formatList } from '#i18n/text-direction.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog, AdminDialogActions } from '#web/admin/shared/dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import {
  useLoadedValueWithErrorToast,
  useReloadableValueWithErrorToast,
} from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { UserOrTeamSearchField } from './participant-fields.tsx'

type AlertProps = { eventId: string; onOpen: () => void }

/** Tells that participants without a team are registered teams, with a button that opens their list. */
export function RegisteredTeamsAmongGuestsAlert({ eventId, onOpen }: AlertProps) {
  const { t } = useTranslation()
  const loaded = useLoadedValueWithErrorToast(
    () => callApi('GET /api/admin/events/:eventId/guests', { params: { eventId }, query: { limit: 0 } }),
    eventId,
  )
  const count = loaded?.foundCount ?? 0
  if (count === 0) return null
  return (
    <Alert color="yellow">
      <Group justify="space-between">
        {t('adminScores.guests.found', { count })}
        <Button size="xs" variant="light" onClick={onOpen}>
          {t('adminScores.guests.open')}
        </Button>
      </Group>
    </Alert>
  )
}

/** The team that somebody chose for a guest. */
type ChosenTeam = { id: string; name: string }

const nameGuest = ({ teamNo, teamName, playerName, playerEmail }: Guest): string =>
  [teamNo, teamName || playerName].filter(Boolean).join(' · ') || playerEmail

type TeamCellProps = {
  eventId: string
  guest: Guest
  chosen: ChosenTeam | undefined
  onChoose: (team: ChosenTeam | undefined) => void
}

/** Shows the team that a guest is, and a search for another one. */
function TeamCell({ eventId, guest, chosen, onChoose }: TeamCellProps) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const [isSearching, setSearching] = useState(false)
  const { team } = guest
  if (isSearching)
    return (
      <UserOrTeamSearchField
        eventId={eventId}
        label={t('adminScores.guests.teamOf', { name: nameGuest(guest) })}
        onlyTeams
        onPick={(option) => onChoose(option && { id: option.id, name: option.name })}
      />
    )
  const suggested = team && `${team.teamNo} · ${team.name} · ${team.competition[lang]}`
  return (
    <Group gap="xs">
      {suggested || chosen ? <Bdi>{suggested ?? chosen?.name}</Bdi> : null}
      {guest.isRepeated ? <Text size="sm">{t('adminScores.guests.repeated')}</Text> : null}
      <Button
        size="xs"
        variant="subtle"
        aria-label={tAttribute('adminScores.guests.teamOf', { name: nameGuest(guest) })}
        onClick={() => setSearching(true)}
      >
        {t('adminScores.guests.choose')}
      </Button>
    </Group>
  )
}

/** Tells what the assignment of guests changes, and what somebody has to do afterwards. */
function AssignmentPreview({ result, guests }: { result: AssignedGuests; guests: readonly Guest[] }) {
  const { t } = useTranslation()
  const lang = useLang()
  const names = new Map(guests.map((guest) => [guest.entryId, nameGuest(guest)]))
  const notes = [
    ...(result.changedMatches.length > 0
      ? [
          t('adminScores.guests.matches', {
            matches: formatList(
              result.changedMatches.map((match) => formatNumber(match, lang)),
              lang,
            ),
          }),
        ]
      : []),
    ...(result.protestCount > 0 ? [t('adminScores.guests.protests', { count: result.protestCount })] : []),
    ...(result.keptProtests.length > 0
      ? [
          t('adminScores.guests.keptProtests', {
            names: formatList(
              result.keptProtests.map(({ name }) => name),
              lang,
            ),
          }),
        ]
      : []),
    ...(result.certificateCount > 0 ? [t('adminScores.guests.certificates')] : []),
    ...(result.awardCount > 0 ? [t('adminScores.guests.awards')] : []),
    ...(result.advancementCount > 0 ? [t('adminScores.guests.advancements')] : []),
    ...(result.isFrozen ? [t('adminScores.guests.frozen')] : []),
    t('adminScores.guests.publish'),
  ]
  return (
    <Alert color="oasis" role="status" title={t('adminScores.guests.preview')}>
      <List size="sm">
        {result.assignments.map(
          ({ entryId, teamNo, teamName, attemptCount, repeatedCount, totalScore, rank }) => (
            <List.Item key={entryId}>
              {t('adminScores.guests.line', {
                name: names.get(entryId) ?? '',
                team: `${teamNo} ${teamName}`,
                count: attemptCount,
                total: formatNumber(totalScore, lang),
                rank,
              })}
              {repeatedCount > 0
                ? ` ${t('adminScores.guests.repeatedRuns', { count: repeatedCount })}`
                : null}
            </List.Item>
          ),
        )}
      </List>
      {notes.map((note) => (
        <Text key={note} size="sm" mt="xs">
          {note}
        </Text>
      ))}
    </Alert>
  )
}

type DialogProps = {
  eventId: string
  /** False while the results are final: nothing is assigned then. */
  canChangeScores: boolean
  onClose: () => void
  /** Is called after each change of scores; the dialog stays open. */
  onSaved: () => void
}

/**
 * Shows the participants of an event that are neither teams nor accounts, gives their results to the registered
 * teams that they are, and sets whether the event accepts new ones.
 */
export function GuestAssignmentAndSettingDialog({ eventId, canChangeScores, onClose, onSaved }: DialogProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { value: loaded, reload } = useReloadableValueWithErrorToast(
    () => callApi('GET /api/admin/events/:eventId/guests', { params: { eventId } }),
    eventId,
  )
  const [teams, setTeams] = useState<ReadonlyMap<string, ChosenTeam>>(new Map())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const [preview, setPreview] = useState<AssignedGuests>()
  const { saving, errors, save } = useSubmitWithToasts()
  const guests = loaded?.guests ?? []
  const getTeamId = (guest: Guest) => teams.get(guest.entryId)?.id ?? guest.team?.id
  const assignable = guests.filter((guest) => getTeamId(guest) !== undefined)
  const assignments = assignable.flatMap((guest) => {
    const teamId = getTeamId(guest)
    return teamId !== undefined && selected.has(guest.entryId) ? [{ entryId: guest.entryId, teamId }] : []
  })
  const select = (ids: readonly string[], isSelected: boolean) => {
    setPreview(undefined)
    setSelected(
      (before) => new Set(isSelected ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))),
    )
  }
  const choose = (guest: Guest, team: ChosenTeam | undefined) => {
    const { [guest.entryId]: _, ...others } = Object.fromEntries(teams)
    setTeams(new Map(Object.entries(team ? { ...others, [guest.entryId]: team } : others)))
    select([guest.entryId], team !== undefined || guest.team !== null)
  }
  const showPreview = () =>
    save(
      async () => {
        setPreview(
          await callApi('POST /api/admin/events/:eventId/guests/assign', {
            params: { eventId },
            json: { assignments, preview: true },
          }),
        )
        return undefined
      },
      () => {},
    )
  const assign = () =>
    save(
      () =>
        callApi('POST /api/admin/events/:eventId/guests/assign', {
          params: { eventId },
          json: { assignments, reason: reason.trim(), preview: false },
        }),
      () => {
        setPreview(undefined)
        setSelected(new Set())
        reload()
        onSaved()
      },
    )
  const setAccepted = (isAccepted: boolean) =>
    save(
      () =>
        callApi('PUT /api/admin/events/:eventId/guests', {
          params: { eventId },
          json: { acceptsGuests: isAccepted },
        }),
      reload,
    )

  return (
    <AdminDialog onClose={onClose} title={t('adminScores.guests.title')} size="xl">
      <Stack>
        <Text size="sm">{t('adminScores.guests.intro')}</Text>
        {loaded?.hasTeams ? (
          <Switch
            label={t('adminScores.guests.accept')}
            description={t('adminScores.guests.acceptHint')}
            checked={loaded.acceptsGuests}
            disabled={saving}
            onChange={(event) => void setAccepted(event.currentTarget.checked)}
          />
        ) : null}
        {loaded === undefined ? <Text>{t('loading')}</Text> : null}
        {loaded && guests.length === 0 ? <Text>{t('adminScores.guests.none')}</Text> : null}
        {guests.length > 0 ? (
          <>
            {loaded && loaded.totalItems > guests.length ? (
              <Text size="sm">
                {t('adminScores.guests.first', { count: guests.length, total: loaded.totalItems })}
              </Text>
            ) : null}
            {canChangeScores && assignable.length > 1 ? (
              <Checkbox
                label={t('adminScores.guests.all', { count: assignable.length })}
                checked={assignable.every(({ entryId }) => selected.has(entryId))}
                onChange={(event) =>
                  select(
                    assignable.map(({ entryId }) => entryId),
                    event.currentTarget.checked,
                  )
                }
              />
            ) : null}
            <StackedTable
              label={t('adminScores.guests.title')}
              minWidth={560}
              maxHeight={360}
              rows={guests}
              getKey={({ entryId }) => entryId}
              columns={[
                {
                  title: t('adminScores.guests.participant'),
                  render: (guest) =>
                    canChangeScores ? (
                      <Checkbox
                        label={<Bdi>{nameGuest(guest)}</Bdi>}
                        disabled={getTeamId(guest) === undefined}
                        checked={selected.has(guest.entryId)}
                        onChange={(event) => select([guest.entryId], event.currentTarget.checked)}
                      />
                    ) : (
                      <Bdi>{nameGuest(guest)}</Bdi>
                    ),
                },
                {
                  title: t('scores.attempts'),
                  render: ({ attemptCount }) => formatNumber(attemptCount, lang),
                },
                {
                  title: t('adminScores.fields.score'),
                  render: ({ totalScore }) => formatNumber(totalScore, lang),
                },
                {
                  title: t('adminScores.guests.team'),
                  render: (guest) => (
                    <TeamCell
                      eventId={eventId}
                      guest={guest}
                      chosen={teams.get(guest.entryId)}
                      onChoose={(team) => choose(guest, team)}
                    />
                  ),
                },
              ]}
            />
          </>
        ) : null}
        {preview ? (
          <>
            <AssignmentPreview result={preview} guests={guests} />
            <TextInput
              label={t('adminScores.guests.reason')}
              description={t('adminScores.reasonHint')}
              required
              value={reason}
              maxLength={scoreLimits.reason}
              dir="auto"
              error={errors.reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        ) : null}
        {canChangeScores ? null : <Text size="sm">{t('adminScores.guests.final')}</Text>}
        <AdminDialogActions onCancel={onClose}>
          {canChangeScores && guests.length > 0 ? (
            preview ? (
              <Button loading={saving} onClick={() => void assign()}>
                {t('adminScores.guests.assign', { count: assignments.length })}
              </Button>
            ) : (
              <Button loading={saving} disabled={assignments.length === 0} onClick={() => void showPreview()}>
                {t('adminScores.guests.showPreview')}
              </Button>
            )
          ) : null}
        </AdminDialogActions>
      </Stack>
    </AdminDialog>
  )
}
